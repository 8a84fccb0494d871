// Filters a club's members while typing, by any part of their normalized names.

import { normalizeText } from "../rules/match-words.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-find]"));
const searchField = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
const noMatchesNotice = /** @type {HTMLElement} */ (document.querySelector("[data-no-matches]"));
const memberGroups = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-group]")]).map((group) => ({
  group,
  people: /** @type {HTMLElement[]} */ ([...group.querySelectorAll("[data-person]")]).map((person) => ({
    person,
    name: normalizeText(person.querySelector("[data-name]")?.textContent ?? ""),
  })),
}));

function filterMembers() {
  const query = normalizeText(searchField.value);
  let count = 0;
  for (const { group, people } of memberGroups) {
    for (const { person, name } of people) person.hidden = !name.includes(query);
    const visible = people.filter(({ person }) => !person.hidden).length;
    group.hidden = !visible;
    count += visible;
  }
  noMatchesNotice.hidden = count > 0;
}

form.addEventListener("submit", (event) => {
  if (!new URLSearchParams(location.search).get("q")) event.preventDefault(); // the page has all members already
});
searchField.addEventListener("input", filterMembers);
addEventListener("pageshow", filterMembers);
