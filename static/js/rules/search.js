// Filters the rule book while typing, and opens the entry named in the address.

import { matchesQuery, normalizeText } from "./match-words.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-find]"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
const emptyText = /** @type {HTMLElement} */ (document.querySelector("[data-no-matches]"));

/** @template {HTMLElement} T @param {Element} parent @param {string} selector @returns {T[]} */
const findAll = (parent, selector) => /** @type {T[]} */ ([...parent.querySelectorAll(selector)]);

/** The text of a part without notes beside it. @param {HTMLElement} part */
function ownText(part) {
  const copy = /** @type {HTMLElement} */ (part.cloneNode(true));
  for (const note of findAll(copy, "[data-search-ignored]")) note.remove();
  return copy.textContent;
}

const sections = findAll(document.body, "[data-section]").map((section) => {
  const title = `${section.querySelector("h2")?.textContent} ${section.dataset.otherNames}`;
  const lists = findAll(section, "[data-rules], [data-differences]").map((list) => ({
    list,
    parts: findAll(list, "[data-part]").map((part) => ({ part, words: normalizeText(`${title} ${part.dataset.otherNames ?? ""} ${ownText(part)}`) })),
  }));
  return { section, lists };
});

function filterRules() {
  for (const { section, lists } of sections) {
    for (const { list, parts } of lists) {
      for (const { part, words } of parts) part.hidden = !matchesQuery(field.value, words);
      list.hidden = parts.every(({ part }) => part.hidden);
    }
    section.hidden = lists.every(({ list }) => list.hidden);
  }
  emptyText.hidden = sections.some(({ section }) => !section.hidden);
}

function showAll() {
  field.value = "";
  filterRules();
}

/** Opens the entry named in the address, even if it is filtered out. */
function openRuleEntry() {
  const point = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(point instanceof HTMLDetailsElement)) return;
  if (point.hidden) showAll();
  point.open = true;
  point.scrollIntoView();
}

field.addEventListener("input", filterRules);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  field.blur(); // hides the on-screen keyboard
});
form.addEventListener("change", ({ target }) => target instanceof HTMLSelectElement && form.submit());
emptyText.querySelector("[data-all]")?.addEventListener("click", (event) => {
  event.preventDefault();
  showAll();
  field.focus();
});
addEventListener("hashchange", openRuleEntry);
field.value = new URLSearchParams(location.search).get("q") ?? field.value; // a cached page has no search text of its own
if (field.value) filterRules();
openRuleEntry();
