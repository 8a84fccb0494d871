// The plain forms (void deal, adjustment, new game): their input is stored as a draft.

import { saveDraft, restoreDraft, deleteObsoleteDrafts } from "./drafts.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-draft]"));

deleteObsoleteDrafts();
restoreDraft(form, () => {
  for (const event of ["input", "change"]) form.dispatchEvent(new Event(event, { bubbles: true }));
});
form.addEventListener("input", () => saveDraft(form));
form.addEventListener("click", () => queueMicrotask(() => saveDraft(form))); // after a chip has filled in a name
form.addEventListener("submit", () => saveDraft(form, { sent: true }));
