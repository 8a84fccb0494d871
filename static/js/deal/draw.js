// Draws the state of the deal form: the values to post, the current question and the line of points.

import { SEATS, score, formatNumber } from "../lib/points.js";
import { contradiction } from "./possible.js";
import { askedPlace as askedIn, captures, stepCounts, isComplete, remaining, missing, missingNote, maximum, stepTaker } from "./steps.js";
import { findAll, describeBooking, columnOf, digits, fillSentence, describeHolder, kingOf, nameOf, number, find, sentence, announce, describeContradiction } from "./words.js";

/** @typedef {import("./steps.js").State} State */
/** @typedef {import("../lib/points.js").PointsTable} PointsTable */
/** @typedef {import("../lib/points.js").Seat} Seat */

const ORDINALS = [0, 1, 2, 3];
const COVERS = ["cover-open", "cover-plain", "cover-blanket"];

/** Sets a text unless it is already there; setting it again would cost a slow phone a layout. @param {Element} element @param {string} words */
function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Sets or clears a number. @param {Element} element @param {number | null} n @param {boolean} [change] */
function setNumber(element, n, change = false) {
  if (element.textContent !== (n === null ? "" : formatNumber(n, { digits, change }))) element.replaceChildren(...(n === null ? [] : [number(n, change)]));
}

/** @param {Element} section @param {string} selector @param {Seat | null} seat */
function checkSeat(section, selector, seat) {
  for (const radio of findAll(section, `${selector} input[type="radio"]`)) {
    /** @type {HTMLInputElement} */ (radio).checked = /** @type {HTMLInputElement} */ (radio).value === seat;
  }
}

/** Shows a card open, not doubled or doubled. @param {HTMLElement} card @param {string} lies */
function layCard(card, lies) {
  for (const each of COVERS) card.classList.toggle(each, each === lies);
}

/** A queen's suit as a small icon, copied from her card. @param {Element} form @param {string} card */
function suitIcon(form, card) {
  const use = /** @type {SVGUseElement} */ (find(form, `[data-card="${card}"] use.card__suit`).cloneNode());
  const sign = document.createElementNS(use.namespaceURI, "svg");
  for (const attribute of ["class", "x", "y", "width", "height"]) use.removeAttribute(attribute);
  sign.setAttribute("class", `icon suit suit--${use.href.baseVal.split("#")[1]}`);
  sign.setAttribute("aria-hidden", "true");
  sign.append(use);
  return sign;
}

/** The extra parts of a seat at the drawn table. Created here, so that the page itself is lighter. @param {HTMLElement} side */
function sideParts(side) {
  if (!side.querySelector(".side__got")) {
    const [got, suits, total, holds] = ["span", "span", "b", "span"].map((name) => document.createElement(name));
    [got.className, suits.className, total.className, holds.className] = ["side__got", "side__suits", "side__points", "side__holds"];
    got.append(suits, total);
    find(side, ".side__in").append(got, holds);
  }
  return { suits: find(side, ".side__suits"), total: find(side, ".side__points"), holds: find(side, ".side__holds") };
}

/** @param {HTMLElement} section @param {import("./steps.js").CardStep} step @param {State} state @param {PointsTable} table */
function drawCard(section, step, state, table) {
  for (const ask of /** @type {const} */ (["taker", "holder", "leader"])) {
    checkSeat(section, `[data-substep="${ask}"]`, step[ask]);
    for (const part of findAll(section, `[data-substep="${ask}"]`)) part.toggleAttribute("data-current", ask === state.ask);
    for (const part of findAll(section, `[data-question="${ask}"]`)) part.hidden = ask !== state.ask;
    const chosen = ask === "taker" ? stepTaker(step) : step[ask];
    for (const side of findAll(section, `[data-substep="${ask}"] [data-side]`)) side.classList.toggle("is-chosen", side.dataset.side === chosen);
  }
  for (const button of findAll(section, ".oct__tap")) button.setAttribute("aria-pressed", String(step.blanket));
  for (const cover of findAll(section, "[data-cover]")) {
    /** @type {HTMLInputElement} */ (cover).checked = (cover.dataset.cover === "blanket") === step.blanket;
  }
  for (const card of findAll(section, '[data-substep="taker"] .oct .card')) layCard(card, step.blanket ? "cover-blanket" : "cover-plain");
  const alike = cardsOf(state).filter((each) => (each.card === "KH") === (step.card === "KH"));
  const points = score(table, captures(alike));
  for (const side of findAll(section, "[data-side]")) {
    const seat = /** @type {Seat} */ (side.dataset.side);
    if (!side.closest('[data-substep="taker"]')) continue;
    const { suits, total, holds } = sideParts(side);
    setNumber(total, points[seat] || null, true);
    if (step.card === "KH") continue;
    drawSuits(section, suits, alike.filter((each) => stepTaker(each) === seat));
    drawSuits(section, holds, alike.filter((each) => each.blanket && each.holder === seat && !stepTaker(each)), "holds");
  }
}

/** @param {State} state @returns {import("./steps.js").CardStep[]} */
const cardsOf = ({ steps }) => steps.flatMap((step) => (step.kind === "card" ? [step] : []));

/** Shows the suits of these cards, in a sentence or alone. @param {HTMLElement} section @param {Element} element @param {import("./steps.js").CardStep[]} cards @param {string} [note] */
function drawSuits(section, element, cards, note) {
  if (!element.childNodes.length && !cards.length) return;
  const form = /** @type {HTMLElement} */ (section.closest("form"));
  const [before, after] = note ? sentence(form, note).split("%(cards)s") : ["", ""];
  element.replaceChildren(...(cards.length ? [before, ...cards.map(({ card }) => suitIcon(form, card)), after].filter((part) => part !== "") : []));
}

/** @param {HTMLElement} section @param {import("./steps.js").CountStep} step @param {boolean} isOnePending */
function drawCount(section, step, isOnePending) {
  const current = askedIn(step);
  const open = remaining(step);
  const counts = stepCounts(step);
  SEATS.forEach((seat, index) => {
    const count = step.counts[index];
    const cell = find(section, `[data-count-seat="${seat}"]`);
    cell.toggleAttribute("data-current", index === current);
    const typed = index === current && isOnePending ? 1 : index === current ? count : counts[index];
    const input = /** @type {HTMLInputElement} */ (find(cell, "[data-count]"));
    const value = count === null ? "" : String(count);
    if (input.value !== value) input.value = value;
    setNumber(find(cell, "[data-count-shown]"), typed);
    find(section, `[data-ask-count="${seat}"]`).hidden = index !== current;
    drawSigns(section, seat, "taken", count ?? 0);
  });
  drawComplete(section, current === null);
  drawSigns(section, "left", "left", Math.max(open, 0));
  setNumber(find(section, "[data-left]"), open);
  for (const key of findAll(section, '[data-key]:not([data-key="back"])')) {
    /** @type {HTMLButtonElement} */ (key).disabled = current === null || Number(key.dataset.key) > maximum(step);
  }
}

/** Shows the finished text instead of the question. @param {HTMLElement} section @param {boolean} isWhole */
function drawComplete(section, isWhole) {
  section.toggleAttribute("data-whole", isWhole);
  find(section, "[data-ask-whole]").hidden = !isWhole;
}

/** @param {HTMLElement} section @param {string} group @param {string} sign @param {number} count */
function drawSigns(section, group, sign, count) {
  const element = find(section, `[data-tally-group="${group}"]`);
  const template = /** @type {HTMLTemplateElement} */ (section.querySelector(`[data-tally-sign="${sign}"]`));
  element.hidden = !count;
  const icons = find(element, "[data-tally-signs]");
  while (icons.childElementCount > count) icons.lastElementChild?.remove();
  while (icons.childElementCount < count) icons.append(template.content.cloneNode(true));
}

/** @param {HTMLElement} form @param {HTMLElement} section @param {import("./steps.js").OrderStep} step @param {PointsTable} table */
function drawOrder(form, section, step, table) {
  const current = Number(missing(step) ?? 3);
  for (const index of ORDINALS) {
    checkSeat(section, `[data-order-place="${index + 1}"]`, step.places[index]);
    const button = find(section, `[data-place="${index + 1}"]`);
    if (index === current) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    setText(find(button, "[data-place-name]"), columnOf(form, step.places[index]));
    find(section, `[data-ask-place="${index + 1}"]`).hidden = index !== missing(step);
  }
  drawComplete(section, missing(step) === null);
  find(section, ".seats").classList.toggle("has-neighbours", step.places.filter(Boolean).length > 1);
  for (const side of findAll(section, "[data-trex-seat]")) {
    const index = step.places.indexOf(/** @type {Seat} */ (side.dataset.trexSeat));
    side.classList.toggle("is-chosen", index >= 0);
    setNumber(find(side, "[data-side-points]"), index < 0 ? null : table.trex[index], true);
  }
  setText(find(section, "[data-middle-place]"), sentence(form, `place-${current + 1}`));
  setNumber(find(section, "[data-middle-points]"), table.trex[current], true);
}

/** @param {HTMLElement} form @param {State} state */
function drawStrip(form, state) {
  const hasCaptures = state.steps.some((step) => step.kind === "card" && stepTaker(step));
  state.steps.forEach((step, index) => {
    const part = find(form, `[data-strip] [data-goto="${index}"]`);
    if (!part) return;
    if (index === state.active) part.setAttribute("aria-current", "step");
    else part.removeAttribute("aria-current");
    if (step.kind === "card") {
      const taker = stepTaker(step);
      layCard(find(part, ".card"), step.blanket ? "cover-blanket" : taker || index === state.active || !hasCaptures ? "cover-plain" : "cover-open");
      setText(find(part, "[data-strip-taker]"), columnOf(form, taker));
      setText(find(part, "[data-strip-holder]"), step.holder ? describeHolder(form, step) : "");
    } else if (step.kind === "count") {
      const counts = missing(step) === null ? stepCounts(step).map((n) => number(n ?? 0)) : [];
      find(part, "[data-strip-taker]").replaceChildren(...counts.flatMap((n, index) => (index ? [" ", n] : [n])));
    }
  });
}

/** Shows a contradiction in place of the question and marks the cells that it is about. @param {HTMLElement} form @param {State} state @param {import("./possible.js").Contradiction | null} fault */
function drawWrong(form, state, fault) {
  for (const element of findAll(form, "[data-wrong-here]")) {
    const isShown = Boolean(fault) && element.closest("[data-step]")?.getAttribute("data-step") === String(state.active);
    element.hidden = !isShown;
    setText(find(element, "[data-wrong-said]"), fault && isShown ? describeContradiction(form, fault) : "");
  }
  for (const cell of findAll(form, "[data-count-seat]")) {
    const partName = /** @type {HTMLElement} */ (cell.closest("[data-what]")).dataset.what;
    cell.classList.toggle("is-suspect", Boolean(fault) && partName === fault?.what && (fault?.seat === null || fault?.seat === cell.dataset.countSeat));
  }
}

/** @param {HTMLElement} form @param {State} state @param {PointsTable} table @param {boolean} isWrong whether the input contradicts itself */
function drawPoints(form, state, table, isWrong) {
  const captured = captures(state.steps);
  const points = score(table, captured);
  const isDone = isComplete(state.steps) && !isWrong;
  const takers = [captured.king_of_hearts, ...Object.values(captured.queens ?? {})].map((card) => card?.taken_by);
  const seatsNamed = new Set([...takers, ...Object.keys({ ...captured.diamonds, ...captured.tricks }), ...(captured.trex ?? [])]);
  for (const seat of SEATS) {
    const change = find(form, `[data-preview-seat="${seat}"]`);
    setNumber(change, isDone || points[seat] || seatsNamed.has(seat) ? points[seat] : null, true);
    change.classList.toggle("is-loss", points[seat] < 0);
    const total = find(form, `[data-preview-total="${seat}"]`);
    const after = Number(total.dataset.totalBefore) + points[seat];
    setNumber(total, after);
    total.classList.toggle("is-loss", after < 0);
  }
  find(form, "[data-ledger]").classList.toggle("is-whole", isDone);
  form.toggleAttribute("data-incomplete", !isDone);
  const missingName = isWrong ? null : missingNote(state.steps);
  const changes = isWrong || missingName ? [] : SEATS.filter((seat) => points[seat]);
  const element = find(form, "[data-save-note]");
  if (changes.length) element.dataset.changes = String(changes.length);
  else delete element.dataset.changes;
  element.replaceChildren(...(missingName ? [missingText(form, missingName)] : changes.flatMap((seat) => [changeOf(form, seat, points[seat]), " "])));
}

/** The text of what is missing. @param {HTMLElement} form @param {string} note */
function missingText(form, note) {
  const [, queens] = /^queen-(\d)$/.exec(note) ?? [];
  return queens ? fillSentence(form, "queens", { count: formatNumber(Number(queens), { digits }) }) : sentence(form, note);
}

/** @param {HTMLElement} form @param {Seat} seat @param {number} n */
function changeOf(form, seat, n) {
  const change = document.createElement("span");
  change.className = "bar__change";
  const points = document.createElement("b");
  points.append(number(n, true));
  const name = document.createElement("bdi");
  name.textContent = nameOf(form, seat);
  change.append(name, " ", points);
  return change;
}

/** @param {HTMLElement} form @param {State} state */
function drawBooked(form, state) {
  const control = /** @type {HTMLElement | null} */ (form.querySelector("[data-renege]"));
  if (!control) return;
  const revokedBy = state.steps[0].renege?.by ?? "";
  control.classList.toggle("is-booked", Boolean(revokedBy));
  for (const radio of findAll(control, "input")) /** @type {HTMLInputElement} */ (radio).checked = /** @type {HTMLInputElement} */ (radio).value === revokedBy;
  setText(find(form, "[data-booked]"), describeBooking(form, state));
}

/** @param {HTMLElement} form @param {State} state @param {PointsTable} table @param {boolean} isOnePending whether a typed 1 may still become 10 to 13 @param {State | null} [before] the state drawn last */
export function draw(form, state, table, isOnePending, before = null) {
  const contradictionFound = contradiction(state.steps, kingOf(form));
  form.dataset.currentStep = String(state.active);
  state.steps.forEach((step, index) => {
    const isUnchanged = index !== state.active && index !== before?.active && step === before?.steps[index];
    if (isUnchanged) return; // unchanged since it was drawn
    const section = find(form, `[data-step="${index}"]`);
    section.toggleAttribute("data-current", index === state.active);
    if (step.kind === "card") drawCard(section, step, state, table);
    else if (step.kind === "count") drawCount(section, step, isOnePending && index === state.active);
    else drawOrder(form, section, step, table);
  });
  for (const holderText of findAll(form, "[data-held]")) {
    const [king] = state.steps;
    setText(holderText, king.kind === "card" && king.holder ? describeHolder(form, king) : "");
  }
  drawWrong(form, state, contradictionFound);
  drawStrip(form, state);
  drawBooked(form, state);
  drawPoints(form, state, table, Boolean(contradictionFound));
  announce(form, state, table, before);
}
