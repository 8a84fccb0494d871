// Warns that the server has another history of a game than this phone, and offers the phone's copy for download.

import { formatNumber } from "../lib/points.js";
import { saveFile } from "../lib/save-file.js";
import { acceptServerHistory } from "./downloads.js";

/** @typedef {import("./game-store.js").StoredGame} StoredGame */

const SHOWN_DIGEST_LENGTH = 12;

/** Downloads the stored journal. @param {StoredGame} storedGame */
function saveJournalAsFile({ entries }) {
  const file = new Blob([JSON.stringify({ format: "trexscore-journal/1", entries }, null, 1)], {
    type: "application/json",
  });
  saveFile(file, `trex-${entries[0].key.slice(0, 8)}-phone.json`);
}

/** @param {StoredGame} stored */
export function showDivergence(stored) {
  const banner = /** @type {HTMLElement | null} */ (document.querySelector("[data-divergence]"));
  if (!banner?.hidden || !stored.differs) return; // it is shown already
  const { seq, ours, theirs } = stored.differs;
  const { digits } = document.documentElement.dataset;
  const texts = {
    seq: formatNumber(seq, { digits }),
    phone: ours.slice(0, SHOWN_DIGEST_LENGTH),
    server: theirs.slice(0, SHOWN_DIGEST_LENGTH) || "\u2013",
  };
  for (const [name, text] of Object.entries(texts))
    for (const element of banner.querySelectorAll(`[data-divergence-${name}]`)) element.textContent = text;
  const acceptButton = /** @type {HTMLElement} */ (banner.querySelector("[data-divergence-accept]"));
  banner.querySelector("[data-divergence-save]")?.addEventListener("click", () => {
    saveJournalAsFile(stored);
    acceptButton.hidden = false;
  });
  acceptButton.addEventListener("click", () => acceptServerHistory(stored.token).then(() => location.reload()));
  banner.hidden = false;
}
