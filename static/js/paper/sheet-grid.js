// The paper sheet grid: stores a draft, moves with arrows and Enter, and accepts a pasted table.

import { saveDraft, restoreDraft } from "../lib/drafts.js";
import "./minus-button.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-paper]"));
const cells = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[data-cell]")]);
const COLUMN_COUNT = 4;
const FORWARD_ARROW_KEY = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
const BACK_ARROW_KEY = document.dir === "rtl" ? "ArrowRight" : "ArrowLeft";

/** @param {HTMLInputElement} cell @param {string} key @returns how many cells to move; 0 inside a number */
function cellOffsetForKey(cell, key) {
  if (key === "ArrowDown" || key === "Enter") return COLUMN_COUNT;
  if (key === "ArrowUp") return -COLUMN_COUNT;
  const { selectionStart: start, selectionEnd: end, value } = cell;
  // A forward arrow leaves the cell at the end of its text, and from a full selection, in both writing directions.
  const atEdge =
    (start === 0 && end === value.length) ||
    (start === end && start === (key === FORWARD_ARROW_KEY ? value.length : 0));
  if (key === FORWARD_ARROW_KEY) return atEdge ? 1 : 0;
  return key === BACK_ARROW_KEY && atEdge ? -1 : 0;
}

/** @param {EventTarget | null} target */
const cellOfTarget = (target) => (target instanceof HTMLInputElement && target.matches("[data-cell]") ? target : null);

form.addEventListener("keydown", (event) => {
  const cell = cellOfTarget(event.target);
  if (!cell || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const nextCell = cells[cells.indexOf(cell) + cellOffsetForKey(cell, event.key)];
  if (event.key === "Enter") event.preventDefault(); // the sheet is checked by its button
  if (!nextCell || nextCell === cell) return;
  event.preventDefault();
  nextCell.focus();
  nextCell.select();
});

// Several pasted cells are parsed by the server.
form.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text") ?? "";
  if (!cellOfTarget(event.target) || !text.trim().includes("\n") || cells.some((cell) => cell.value)) return;
  event.preventDefault();
  /** @type {HTMLTextAreaElement} */ (form.querySelector("[data-pasted]")).value = text;
  form.requestSubmit(/** @type {HTMLButtonElement} */ (form.querySelector("[data-paste]")));
});

restoreDraft(form, () => {});
form.addEventListener("input", () => saveDraft(form));
form.addEventListener("submit", () => saveDraft(form, { sent: true }));
