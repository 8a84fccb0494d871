// A club's members are filtered as one types: by any part of their names, however they are written.

import { folded } from "../rules/words.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-find]"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
const none = /** @type {HTMLElement} */ (document.querySelector("[data-none]"));
const groups = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-group]")]).map((group) => ({
  group,
  people: /** @type {HTMLElement[]} */ ([...group.querySelectorAll("[data-person]")]).map((person) => ({ person, name: folded(person.querySelector("[data-name]")?.textContent ?? "") })),
}));

function filter() {
  const asked = folded(field.value);
  let found = 0;
  for (const { group, people } of groups) {
    for (const { person, name } of people) person.hidden = !name.includes(asked);
    const here = people.filter(({ person }) => !person.hidden).length;
    group.hidden = !here;
    found += here;
  }
  none.hidden = found > 0;
}

form.addEventListener("submit", (event) => {
  if (!new URLSearchParams(location.search).get("q")) event.preventDefault(); // all of them are here already
});
field.addEventListener("input", filter);
addEventListener("pageshow", filter);
