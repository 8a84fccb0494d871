// What the table of the sheet says, read from the page.

/** @typedef {{text: string, loss: boolean, zero: boolean}} Cell */
/** @typedef {{signs: string[], cells: Cell[], note: string, open: boolean}} Row */
/** @typedef {{king: string, crowned: boolean, running: boolean, proof: string, rows: Row[], sums: Cell[]}} Block */
/** @typedef {{name: string, total: Cell, rank: string, first: boolean, won: boolean, margin: string}} Place `won`: this column's player has; `margin`: how far behind the first. */
/** @typedef {{names: string[], blocks: Block[], label: string, places: Place[], teams: Place[]}} Sheet */

/** @param {Element | null | undefined} element */
const words = (element) => element?.textContent?.trim() ?? "";

/** @param {Element} place @returns {Cell} */
function cellOf(place) {
  const has = (/** @type {string} */ name) => place.matches(`.${name}`) || place.querySelector(`.${name}`) !== null;
  return { text: words(place.querySelector(".num")), loss: has("is-loss"), zero: has("is-zero") };
}

/** @param {Element} row */
const cellsOf = (row) => [...row.querySelectorAll("td:not(.sheet__sign, [colspan])")].map(cellOf);

/** @param {Element} row @returns {Row} */
function rowOf(row) {
  const signs = [...row.querySelectorAll(".sheet__sign .sign")].map((sign) => sign.className.match(/sign--(\w+)/)?.[1] ?? "");
  return { signs, cells: cellsOf(row), note: words(row.querySelector("[colspan]")), open: row.matches(".is-open") };
}

/** @param {Element} body @returns {Block} */
function blockOf(body) {
  const sum = body.querySelector(".sheet__row--sum");
  return {
    king: words(body.querySelector(".sheet__king")),
    crowned: body.matches(".kingdom"),
    running: body.matches(".is-running"),
    proof: words(sum?.querySelector(".sheet__proof .num")),
    rows: [...body.querySelectorAll(".sheet__row:not(.sheet__row--sum), .sheet__note")].map(rowOf),
    sums: sum ? cellsOf(sum) : [],
  };
}

/** How far behind the first each place is, in the order of the seats or pairs. @param {number} index */
function marginAt(index) {
  const lines = /** @type {HTMLTemplateElement | null} */ (document.querySelector("template[data-result-text]"))?.content.children ?? [];
  return /** @type {HTMLElement | undefined} */ (lines[index])?.dataset.margin ?? "";
}

/** @param {Element} place @param {string} name @param {string} margin @returns {Place} */
const placeOf = (place, name, margin) => ({
  name,
  total: cellOf(/** @type {Element} */ (place.querySelector("b"))),
  rank: words(place.querySelector(".rank__n")),
  first: place.querySelector(".rank--first") !== null,
  won: place.matches(".is-won"),
  margin,
});

/** @returns {Sheet} */
export function readSheet() {
  const kept = /** @type {HTMLTemplateElement | null} */ (document.querySelector("template[data-sheet]"));
  const table = /** @type {Element} */ ((kept?.content ?? document).querySelector("table.sheet"));
  const names = [...table.querySelectorAll(".sheet__name bdi")].map((name) => name.getAttribute("aria-label") ?? words(name));
  const total = /** @type {Element} */ (table.querySelector(".sheet__total"));
  const teams = [...table.querySelectorAll(".sheet__team")];
  return {
    names,
    blocks: [...table.querySelectorAll("tbody")].map(blockOf),
    label: words(total.querySelector("th")),
    places: [...total.querySelectorAll("td:not(.sheet__sign)")].map((place, index) => placeOf(place, names[index], teams.length ? "" : marginAt(index))),
    teams: teams.map((team, index) => placeOf(team, words(team.querySelector(".sheet__teamname")), marginAt(index))),
  };
}
