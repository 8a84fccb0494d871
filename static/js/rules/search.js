// The rule book is filtered as one types, and a point opens when its address is called.

import { finds, folded } from "./words.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-find]"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
const empty = /** @type {HTMLElement} */ (document.querySelector("[data-empty]"));

/** @template {HTMLElement} T @param {Element} within @param {string} selector @returns {T[]} */
const all = (within, selector) => /** @type {T[]} */ ([...within.querySelectorAll(selector)]);

/** What a part says of its own. @param {HTMLElement} part */
function saying(part) {
  const copy = /** @type {HTMLElement} */ (part.cloneNode(true));
  for (const beside of all(copy, "[data-beside]")) beside.remove();
  return copy.textContent;
}

const sections = all(document.body, "[data-section]").map((section) => {
  const title = `${section.querySelector("h2")?.textContent} ${section.dataset.named}`;
  const lists = all(section, "[data-rules], [data-differences]").map((list) => ({
    list,
    parts: all(list, "[data-part]").map((part) => ({ part, words: folded(`${title} ${part.dataset.named ?? ""} ${saying(part)}`) })),
  }));
  return { section, lists };
});

function filter() {
  for (const { section, lists } of sections) {
    for (const { list, parts } of lists) {
      for (const { part, words } of parts) part.hidden = !finds(field.value, words);
      list.hidden = parts.every(({ part }) => part.hidden);
    }
    section.hidden = lists.every(({ list }) => list.hidden);
  }
  empty.hidden = sections.some(({ section }) => !section.hidden);
}

function showAll() {
  field.value = "";
  filter();
}

/** The point that the address names, opened, whatever was looked for. */
function open() {
  const point = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(point instanceof HTMLDetailsElement)) return;
  if (point.hidden) showAll();
  point.open = true;
  point.scrollIntoView();
}

field.addEventListener("input", filter);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  field.blur(); // the keyboard gives the page free
});
form.addEventListener("change", ({ target }) => target instanceof HTMLSelectElement && form.submit());
empty.querySelector("[data-all]")?.addEventListener("click", (event) => {
  event.preventDefault();
  showAll();
  field.focus();
});
addEventListener("hashchange", open);
field.value = new URLSearchParams(location.search).get("q") ?? field.value; // a book that this phone kept was kept without the question
if (field.value) filter();
open();
