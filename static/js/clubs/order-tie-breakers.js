// Changes the order of tie-breakers on the page. Without script the same buttons are sent to the server.

for (const list of document.querySelectorAll("[data-in-order]")) {
  list.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button[data-move]");
    const line = button?.closest("li");
    if (!(button instanceof HTMLButtonElement) || !line) return;
    event.preventDefault();
    const neighbour = button.dataset.move === "up" ? line.previousElementSibling : line.nextElementSibling;
    if (!neighbour) return;
    if (button.dataset.move === "up") neighbour.before(line);
    else neighbour.after(line);
    button.focus();
  });
}
