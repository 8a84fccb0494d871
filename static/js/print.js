// The button that prints the sheet; it is listened for from above, since a followed game renews the page.

document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("[data-print]")) print();
});
