// A button for the minus sign, which many phone keypads lack.

const minusButton = /** @type {HTMLButtonElement} */ (document.querySelector("[data-sign]"));
/** @type {HTMLInputElement | null} the number field that had the focus last */
let lastFocusedInput = null;

document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches("[data-cell], .totals__fields input"))
    lastFocusedInput = target;
});
// the field keeps the focus, and the keyboard stays open
minusButton.addEventListener("pointerdown", (event) => event.preventDefault());
minusButton.addEventListener("click", () => {
  if (!lastFocusedInput) return;
  lastFocusedInput.value = /^[-\u2212]/.test(lastFocusedInput.value)
    ? lastFocusedInput.value.slice(1)
    : `\u2212${lastFocusedInput.value.replace(/^\+/, "")}`;
  lastFocusedInput.focus();
  lastFocusedInput.setSelectionRange(lastFocusedInput.value.length, lastFocusedInput.value.length);
  lastFocusedInput.dispatchEvent(new Event("input", { bubbles: true }));
});
