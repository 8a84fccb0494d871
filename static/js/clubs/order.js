// The order of tie-breaks, changed on the page itself. Without script the same buttons ask the server for it.

for (const list of document.querySelectorAll("[data-in-order]")) {
  list.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button[data-move]");
    const line = button?.closest("li");
    if (!(button instanceof HTMLButtonElement) || !line) return;
    event.preventDefault();
    const other = button.dataset.move === "up" ? line.previousElementSibling : line.nextElementSibling;
    if (!other) return;
    if (button.dataset.move === "up") other.before(line);
    else other.after(line);
    button.focus();
  });
}
