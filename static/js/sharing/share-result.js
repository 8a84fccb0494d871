// Shares the result as text, or as a picture of the sheet. Both are made on the phone.

import { saveFile } from "../lib/save-file.js";
import { drawSheetPng } from "../picture/draw-sheet.js";
import { readSheet } from "../picture/read-sheet.js";

/** @param {Element} section @param {string} selector */
const find = (section, selector) => /** @type {HTMLElement} */ (section.querySelector(selector));

/** Shows a status beside the button. @param {HTMLElement} button @param {"copied" | "saved" | "select"} message */
function showStatus(button, message) {
  const status = find(/** @type {Element} */ (button.parentElement), "[data-shared]");
  status.hidden = false;
  status.textContent = status.dataset[message] ?? "";
}

/** Uses the phone's share dialog; false if it has none for this data. @param {ShareData} data */
async function shareNatively(data) {
  if (!navigator.canShare?.(data)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return /** @type {Error} */ (error).name === "AbortError"; // closing the dialog is fine
  }
}

/** @param {HTMLElement} section */
function resultText(section) {
  const lines = /** @type {HTMLElement[]} */ ([
    .../** @type {HTMLTemplateElement} */ (find(section, "[data-result-text]")).content.children,
  ]);
  lines.sort((first, second) => Number(first.dataset.rank) - Number(second.dataset.rank));
  return [section.dataset.title, ...lines.map((line) => line.textContent), section.dataset.appName].join("\n");
}

/** @param {HTMLElement} section @param {HTMLElement} button */
async function shareAsText(section, button) {
  const text = resultText(section);
  if (await shareNatively({ text })) return;
  const field = /** @type {HTMLTextAreaElement} */ (find(section, "[data-shared-text]"));
  try {
    await navigator.clipboard.writeText(text);
    showStatus(button, "copied");
  } catch {
    field.value = text;
    field.hidden = false;
    showStatus(button, "select");
    field.select();
    field.scrollIntoView({ block: "center" });
  }
}

/** @param {HTMLElement} section @param {HTMLElement} button */
async function shareAsPicture(section, button) {
  const { title = "", about = "", appName = "", fileName = "", won } = section.dataset;
  const picture = await drawSheetPng(readSheet(), { title, about, app: appName, won: won !== undefined });
  const files = [new File([picture], fileName, { type: picture.type })];
  if (await shareNatively({ files })) return;
  saveFile(picture, fileName);
  showStatus(button, "saved");
}

// On the document, because a live page replaces its content.
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-share-as]"));
  const section = /** @type {HTMLElement | null} */ (button?.closest("[data-share-result]"));
  if (!button || !section) return;
  if (button.dataset.shareAs === "text") shareAsText(section, button);
  else shareAsPicture(section, button);
});
