// Copies or shares a link, which browsers offer only on https and localhost; otherwise its text is shown.

/** @param {HTMLElement} button @param {string | undefined} selector @returns {string} the text of the field that the button names */
const fieldText = (button, selector) =>
  /** @type {HTMLInputElement | null} */ (selector ? document.querySelector(selector) : null)?.value ?? "";

/** @param {HTMLElement} button */
async function copyLink(button) {
  await navigator.clipboard.writeText(fieldText(button, button.dataset.copy));
  const [label, copied] = ["[data-copy-label]", "[data-copied]"].map(
    (part) => /** @type {HTMLElement} */ (button.querySelector(part)),
  );
  label.hidden = true;
  copied.hidden = false;
  setTimeout(() => {
    label.hidden = false;
    copied.hidden = true;
  }, 2000);
}

/** @param {HTMLElement} button */
async function openShareDialog(button) {
  try {
    await navigator.share({ title: document.title, url: fieldText(button, button.dataset.share) });
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") throw error; // closing the dialog is fine
  }
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-copy]"))) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", () => copyLink(button));
}
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-share]"))) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => openShareDialog(button));
}
for (const text of document.querySelectorAll("[data-link-text]"))
  text.classList.toggle("is-shown", !navigator.clipboard);

// Switching between links adds no history entry: back leads up.
for (const tab of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-replace]"))) {
  tab.addEventListener("click", (event) => {
    event.preventDefault();
    location.replace(tab.href);
  });
}
