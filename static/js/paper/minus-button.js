// A button for the minus sign, which many phone keypads lack.

/** @type {HTMLInputElement | null} the number field that had the focus last */
let lastFocusedInput = null;

/** @param {HTMLFormElement} form @param {string} selector of signed number fields @param {() => void} onChange */
export function activateMinusButton(form, selector, onChange = () => {}) {
  const minusButton = /** @type {HTMLButtonElement} */ (form.querySelector("[data-sign]"));
  form.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(selector)) lastFocusedInput = target;
  });
  minusButton.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus, and the keyboard stays open
  minusButton.addEventListener("click", () => {
    if (!lastFocusedInput) return;
    lastFocusedInput.value = /^[-\u2212]/.test(lastFocusedInput.value) ? lastFocusedInput.value.slice(1) : `\u2212${lastFocusedInput.value.replace(/^\+/, "")}`;
    lastFocusedInput.focus();
    lastFocusedInput.setSelectionRange(lastFocusedInput.value.length, lastFocusedInput.value.length);
    onChange();
  });
}
