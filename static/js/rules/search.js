// Filters the rule book while typing, and opens the entry named in the address.

import { matchesQuery, normalizeText } from "./match-words.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-find]"));
const searchField = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
const noMatchesNotice = /** @type {HTMLElement} */ (document.querySelector("[data-no-matches]"));

/** @template {HTMLElement} T @param {Element} parent @param {string} selector @returns {T[]} */
const findAll = (parent, selector) => /** @type {T[]} */ ([...parent.querySelectorAll(selector)]);

/** The text of a part without notes beside it. @param {HTMLElement} part */
function searchableText(part) {
  const copy = /** @type {HTMLElement} */ (part.cloneNode(true));
  for (const note of findAll(copy, "[data-search-ignored]")) note.remove();
  return copy.textContent;
}

const ruleSections = findAll(document.body, "[data-section]").map((section) => {
  const title = `${section.querySelector("h2")?.textContent} ${section.dataset.otherNames}`;
  const lists = findAll(section, "[data-rules], [data-differences]").map((list) => ({
    list,
    parts: findAll(list, "[data-part]").map((part) => ({
      part,
      words: normalizeText(`${title} ${part.dataset.otherNames ?? ""} ${searchableText(part)}`),
    })),
  }));
  return { section, lists };
});

function filterRules() {
  for (const { section, lists } of ruleSections) {
    for (const { list, parts } of lists) {
      for (const { part, words } of parts) part.hidden = !matchesQuery(searchField.value, words);
      list.hidden = parts.every(({ part }) => part.hidden);
    }
    section.hidden = lists.every(({ list }) => list.hidden);
  }
  noMatchesNotice.hidden = ruleSections.some(({ section }) => !section.hidden);
}

function showAllRules() {
  searchField.value = "";
  filterRules();
}

/** Opens the entry named in the address, even if it is filtered out. */
function openEntryInAddress() {
  const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(entry instanceof HTMLDetailsElement)) return;
  if (entry.hidden) showAllRules();
  entry.open = true;
  entry.scrollIntoView();
}

searchField.addEventListener("input", filterRules);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  searchField.blur(); // hides the on-screen keyboard
});
form.addEventListener("change", ({ target }) => target instanceof HTMLSelectElement && form.submit());
noMatchesNotice.querySelector("[data-all]")?.addEventListener("click", (event) => {
  event.preventDefault();
  showAllRules();
  searchField.focus();
});
addEventListener("hashchange", openEntryInAddress);
// a cached page has no search text of its own
searchField.value = new URLSearchParams(location.search).get("q") ?? searchField.value;
if (searchField.value) filterRules();
openEntryInAddress();
