// The result for those who are not at the table: as text, and as a picture of the sheet. No request is made for either.

import { pictureOf } from "../picture/draw.js";
import { readSheet } from "../picture/read.js";

/** @param {Element} place @param {string} part */
const find = (place, part) => /** @type {HTMLElement} */ (place.querySelector(part));

/** Said beside the button, where the eyes are. @param {HTMLElement} button @param {"copied" | "saved" | "select"} what */
function say(button, what) {
  const status = find(/** @type {Element} */ (button.parentElement), "[data-shared]");
  status.hidden = false;
  status.textContent = status.dataset[what] ?? "";
}

/** The phone's own way of sharing. False: it has none, or not for this. @param {ShareData} what */
async function shared(what) {
  if (!navigator.canShare?.(what)) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (problem) {
    return /** @type {Error} */ (problem).name === "AbortError"; // closing it is an answer, too
  }
}

/** @param {HTMLElement} place */
function textOf(place) {
  const lines = /** @type {HTMLElement[]} */ ([.../** @type {HTMLTemplateElement} */ (find(place, "[data-result-text]")).content.children]);
  lines.sort((one, other) => Number(one.dataset.rank) - Number(other.dataset.rank));
  return [place.dataset.title, ...lines.map((line) => line.textContent), place.dataset.app].join("\n");
}

/** @param {HTMLElement} place @param {HTMLElement} button */
async function shareText(place, button) {
  const text = textOf(place);
  if (await shared({ text })) return;
  const field = /** @type {HTMLTextAreaElement} */ (find(place, "[data-shared-text]"));
  try {
    await navigator.clipboard.writeText(text);
    say(button, "copied");
  } catch {
    field.value = text;
    field.hidden = false;
    say(button, "select");
    field.select();
    field.scrollIntoView({ block: "center" });
  }
}

/** @param {HTMLElement} place @param {HTMLElement} button */
async function sharePicture(place, button) {
  const { title = "", about = "", app = "", file = "", won } = place.dataset;
  const picture = await pictureOf(readSheet(), { title, about, app, won: won !== undefined });
  const files = [new File([picture], file, { type: picture.type })];
  if (await shared({ files })) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  say(button, "saved");
}

// Listened for from above, since a followed game renews the page.
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-share-as]"));
  const place = /** @type {HTMLElement | null} */ (button?.closest("[data-share-result]"));
  if (!button || !place) return;
  if (button.dataset.shareAs === "text") shareText(place, button);
  else sharePicture(place, button);
});
