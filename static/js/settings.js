// Language, digits and light take hold at once. Arrow keys wander through a group first; Enter or Space settles it.

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-settings]"));
let wandering = false;
let changed = false;

form.addEventListener("keydown", (event) => {
  wandering = event.key.startsWith("Arrow");
  if (event.key === "Enter" || (event.key === " " && changed)) {
    event.preventDefault();
    form.requestSubmit();
  }
});
form.addEventListener("pointerdown", () => (wandering = false));
form.addEventListener("change", () => {
  changed = true;
  if (!wandering) form.requestSubmit();
});
