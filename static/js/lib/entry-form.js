// The plain forms (void deal, adjustment, new game): their input is stored as a draft.

import { keep, restore, sweep } from "./drafts.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-draft]"));

sweep();
restore(form, () => {
  for (const event of ["input", "change"]) form.dispatchEvent(new Event(event, { bubbles: true }));
});
form.addEventListener("input", () => keep(form));
form.addEventListener("click", () => queueMicrotask(() => keep(form))); // after a chip has filled in a name
form.addEventListener("submit", () => keep(form, { sent: true }));
