// The server tells another history of a game than the one that this phone has seen: it says so, and keeps what it saw.

import { formatNumber } from "../lib/points.js";
import { accept } from "./outbox.js";

/** @typedef {import("./store.js").Kept} Kept */

const SHOWN = 12;

/** The journal as it lies here, as a file. @param {Kept} kept */
function save({ entries }) {
  const file = new Blob([JSON.stringify({ format: "trexscore-journal/1", entries }, null, 1)], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `trex-${entries[0].key.slice(0, 8)}-phone.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {Kept} kept */
export function show(kept) {
  const notice = /** @type {HTMLElement | null} */ (document.querySelector("[data-differs]"));
  if (!notice?.hidden || !kept.differs) return; // it is shown, and answers taps
  const { seq, ours, theirs } = kept.differs;
  const { digits } = document.documentElement.dataset;
  const shown = { seq: formatNumber(seq, { digits }), ours: ours.slice(0, SHOWN), theirs: theirs.slice(0, SHOWN) || "\u2013" };
  for (const [name, text] of Object.entries(shown)) for (const place of notice.querySelectorAll(`[data-differs-${name}]`)) place.textContent = text;
  const goOn = /** @type {HTMLElement} */ (notice.querySelector("[data-differs-accept]"));
  notice.querySelector("[data-differs-save]")?.addEventListener("click", () => {
    save(kept);
    goOn.hidden = false;
  });
  goOn.addEventListener("click", () => accept(kept.token).then(() => location.reload()));
  notice.hidden = false;
}
