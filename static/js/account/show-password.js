// A password that is being typed can be looked at: nobody types it twice.

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-shows]"))) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.shows ?? ""));
  const show = (/** @type {boolean} */ shown) => {
    field.type = shown ? "text" : "password";
    button.setAttribute("aria-pressed", String(shown));
  };
  button.addEventListener("click", () => show(field.type === "password"));
  field.form?.addEventListener("submit", () => show(false)); // a browser keeps what is typed in plain fields
}
