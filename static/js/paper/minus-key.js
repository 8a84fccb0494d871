// A button for the minus sign, which many phone keypads lack.

/** @type {HTMLInputElement | null} the number field that had the focus last */
let lastInput = null;

/** @param {HTMLFormElement} form @param {string} selector of signed number fields @param {() => void} onChange */
export function listenForMinusKey(form, selector, onChange = () => {}) {
  const minusKey = /** @type {HTMLButtonElement} */ (form.querySelector("[data-sign]"));
  form.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(selector)) lastInput = target;
  });
  minusKey.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus, and the keyboard stays open
  minusKey.addEventListener("click", () => {
    if (!lastInput) return;
    lastInput.value = /^[-\u2212]/.test(lastInput.value) ? lastInput.value.slice(1) : `\u2212${lastInput.value.replace(/^\+/, "")}`;
    lastInput.focus();
    lastInput.setSelectionRange(lastInput.value.length, lastInput.value.length);
    onChange();
  });
}
