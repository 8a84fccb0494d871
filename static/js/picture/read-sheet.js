// Reads the score sheet from the page.

/** @typedef {{text: string, loss: boolean, zero: boolean}} Cell */
/** @typedef {{signs: string[], cells: Cell[], note: string, open: boolean}} Row */
/** @typedef {{king: string, crowned: boolean, running: boolean, proof: string, rows: Row[], sums: Cell[]}} KingdomBlock */
/** @typedef {{name: string, total: Cell, rank: string, first: boolean, won: boolean, margin: string}} SideTotal `won`: this player or pair won; `margin`: the distance to the first. */
/** @typedef {{names: string[], blocks: KingdomBlock[], label: string, places: SideTotal[], teams: SideTotal[]}} Sheet */

/** @param {Element | null | undefined} element */
const trimmedText = (element) => element?.textContent?.trim() ?? "";

/** @param {Element} element @returns {Cell} */
function readCell(element) {
  const hasClass = (/** @type {string} */ name) =>
    element.matches(`.${name}`) || element.querySelector(`.${name}`) !== null;
  return { text: trimmedText(element.querySelector(".num")), loss: hasClass("is-loss"), zero: hasClass("is-zero") };
}

/** @param {Element} row */
const readCells = (row) => [...row.querySelectorAll("td:not(.sheet__sign, [colspan])")].map(readCell);

/** @param {Element} row @returns {Row} */
function readRow(row) {
  const signs = [...row.querySelectorAll(".sheet__sign .sign")].map(
    (sign) => sign.className.match(/sign--(\w+)/)?.[1] ?? "",
  );
  return {
    signs,
    cells: readCells(row),
    note: trimmedText(row.querySelector("[colspan]")),
    open: row.matches(".is-open"),
  };
}

/** @param {Element} body @returns {KingdomBlock} */
function readKingdomBlock(body) {
  const sum = body.querySelector(".sheet__row--sum");
  return {
    king: trimmedText(body.querySelector(".sheet__king")),
    crowned: body.matches(".kingdom"),
    running: body.matches(".is-running"),
    proof: trimmedText(sum?.querySelector(".sheet__sum-proof .num")),
    rows: [...body.querySelectorAll(".sheet__row:not(.sheet__row--sum), .sheet__note")].map(readRow),
    sums: sum ? readCells(sum) : [],
  };
}

/** The distance to the first, by index of the seat or pair. @param {number} index */
function readMarginText(index) {
  const lines =
    /** @type {HTMLTemplateElement | null} */ (document.querySelector("template[data-result-text]"))?.content
      .children ?? [];
  return /** @type {HTMLElement | undefined} */ (lines[index])?.dataset.margin ?? "";
}

/** @param {Element} element @param {string} name @param {string} margin @returns {SideTotal} */
const readSideTotal = (element, name, margin) => ({
  name,
  total: readCell(/** @type {Element} */ (element.querySelector("b"))),
  rank: trimmedText(element.querySelector(".rank__n")),
  first: element.querySelector(".rank--first") !== null,
  won: element.matches(".is-won"),
  margin,
});

/** @returns {Sheet} */
export function readSheet() {
  const template = /** @type {HTMLTemplateElement | null} */ (document.querySelector("template[data-sheet]"));
  const table = /** @type {Element} */ ((template?.content ?? document).querySelector("table.sheet"));
  const names = [...table.querySelectorAll(".sheet__name bdi")].map(
    (name) => name.getAttribute("aria-label") ?? trimmedText(name),
  );
  const totalElement = /** @type {Element} */ (table.querySelector(".sheet__total"));
  const teams = [...table.querySelectorAll(".sheet__team")];
  return {
    names,
    blocks: [...table.querySelectorAll("tbody")].map(readKingdomBlock),
    label: trimmedText(totalElement.querySelector("th")),
    places: [...totalElement.querySelectorAll("td:not(.sheet__sign)")].map((element, index) =>
      readSideTotal(element, names[index], teams.length ? "" : readMarginText(index)),
    ),
    teams: teams.map((team, index) =>
      readSideTotal(team, trimmedText(team.querySelector(".sheet__team-name")), readMarginText(index)),
    ),
  };
}
