// Settings apply at once. With arrow keys, Enter or Space applies them.

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-settings]"));
let isArrowKey = false;
let isChanged = false;

form.addEventListener("keydown", (event) => {
  isArrowKey = event.key.startsWith("Arrow");
  if (event.key === "Enter" || (event.key === " " && isChanged)) {
    event.preventDefault();
    form.requestSubmit();
  }
});
form.addEventListener("pointerdown", () => (isArrowKey = false));
form.addEventListener("change", () => {
  isChanged = true;
  if (!isArrowKey) form.requestSubmit();
});
