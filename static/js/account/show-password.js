// A button shows the password being typed, so that it need not be typed twice.

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (
  document.querySelectorAll("button[data-shows-field]")
)) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.showsField ?? ""));
  const setVisible = (/** @type {boolean} */ isVisible) => {
    field.type = isVisible ? "text" : "password";
    button.setAttribute("aria-pressed", String(isVisible));
  };
  button.addEventListener("click", () => setVisible(field.type === "password"));
  field.form?.addEventListener("submit", () => setVisible(false)); // browsers remember the content of plain text fields
}
