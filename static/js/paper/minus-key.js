// A key for the sign of the number that is typed: many phones show digits without a minus.

/** @type {HTMLInputElement | null} The number that was typed in last, while the keys of a phone lie over it. */
let last = null;

/** @param {HTMLFormElement} form @param {string} numbers which fields have a sign @param {() => void} turned */
export function listenForSign(form, numbers, turned = () => {}) {
  const sign = /** @type {HTMLButtonElement} */ (form.querySelector("[data-sign]"));
  form.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(numbers)) last = target;
  });
  sign.addEventListener("pointerdown", (event) => event.preventDefault()); // the number keeps the focus, and the phone its keys
  sign.addEventListener("click", () => {
    if (!last) return;
    last.value = /^[-\u2212]/.test(last.value) ? last.value.slice(1) : `\u2212${last.value.replace(/^\+/, "")}`;
    last.focus();
    last.setSelectionRange(last.value.length, last.value.length);
    turned();
  });
}
