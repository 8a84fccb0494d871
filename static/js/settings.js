// Settings apply at once. With arrow keys, Enter or Space applies them.

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-settings]"));
let wasArrowKeyPressedLast = false;
let isAnySettingChanged = false;

form.addEventListener("keydown", (event) => {
  wasArrowKeyPressedLast = event.key.startsWith("Arrow");
  if (event.key === "Enter" || (event.key === " " && isAnySettingChanged)) {
    event.preventDefault();
    form.requestSubmit();
  }
});
form.addEventListener("pointerdown", () => (wasArrowKeyPressedLast = false));
form.addEventListener("change", () => {
  isAnySettingChanged = true;
  if (!wasArrowKeyPressedLast) form.requestSubmit();
});
