// Copying and sharing a link, where the browser can: on https and localhost alone. Elsewhere its text is shown.

/** @param {HTMLElement} button @param {string | undefined} field @returns {string} the text of the field that a button names */
const textOf = (button, field) => /** @type {HTMLInputElement | null} */ (field ? document.querySelector(field) : null)?.value ?? "";

/** @param {HTMLElement} button */
async function copy(button) {
  await navigator.clipboard.writeText(textOf(button, button.dataset.copy));
  const [word, copied] = ["[data-copy-word]", "[data-copied]"].map((part) => /** @type {HTMLElement} */ (button.querySelector(part)));
  word.hidden = true;
  copied.hidden = false;
  setTimeout(() => {
    word.hidden = false;
    copied.hidden = true;
  }, 2000);
}

/** @param {HTMLElement} button */
async function share(button) {
  try {
    await navigator.share({ title: document.title, url: textOf(button, button.dataset.share) });
  } catch (problem) {
    if (/** @type {Error} */ (problem).name !== "AbortError") throw problem; // closing the sheet is an answer, too
  }
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-copy]"))) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", () => copy(button));
}
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-share]"))) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => share(button));
}
for (const text of document.querySelectorAll("[data-link-text]")) text.classList.toggle("is-shown", !navigator.clipboard);

// From one link to the other is no step further: back leads up.
for (const tab of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-replace]"))) {
  tab.addEventListener("click", (event) => {
    event.preventDefault();
    location.replace(tab.href);
  });
}
