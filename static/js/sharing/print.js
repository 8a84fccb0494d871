// The print button.

document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("[data-print]")) print();
});
