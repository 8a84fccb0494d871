// The plain forms (announcing, throwing in, agreeing, a new game): what is typed in them is kept until it is written.

import { keep, restore, sweep } from "./drafts.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-draft]"));

sweep();
restore(form, () => {
  for (const event of ["input", "change"]) form.dispatchEvent(new Event(event, { bubbles: true }));
});
form.addEventListener("input", () => keep(form));
form.addEventListener("click", () => queueMicrotask(() => keep(form))); // names that a chip has put in
form.addEventListener("submit", () => keep(form, { sent: true }));
