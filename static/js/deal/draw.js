// Shows the state of a deal's form: the values it will post, the question asked now, and the line in pencil.

import { SEATS, score, written } from "../lib/points.js";
import { contradiction } from "./possible.js";
import { asked as askedIn, captures, countsIn, isComplete, left, missing, note, spare, takerIn } from "./steps.js";
import { all, booked, columnOf, digits, filled, heldBy, kingOf, nameOf, number, one, sentence, speak, wrong } from "./words.js";

/** @typedef {import("./steps.js").State} State */
/** @typedef {import("../lib/points.js").PointsTable} PointsTable */
/** @typedef {import("../lib/points.js").Seat} Seat */

const ORDINALS = [0, 1, 2, 3];
const COVERS = ["cover-open", "cover-plain", "cover-blanket"];

/** Words in their place. What stands there already is not written again: a slow phone would lay the page out for it. @param {Element} place @param {string} words */
function say(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

/** A number in its place, or nothing. @param {Element} place @param {number | null} n @param {boolean} [change] */
function put(place, n, change = false) {
  if (place.textContent !== (n === null ? "" : written(n, { digits, change }))) place.replaceChildren(...(n === null ? [] : [number(n, change)]));
}

/** @param {Element} section @param {string} place @param {Seat | null} seat */
function check(section, place, seat) {
  for (const radio of all(section, `${place} input[type="radio"]`)) {
    /** @type {HTMLInputElement} */ (radio).checked = /** @type {HTMLInputElement} */ (radio).value === seat;
  }
}

/** How a card lies: open, not doubled, or doubled. @param {HTMLElement} card @param {string} lies */
function layCard(card, lies) {
  for (const each of COVERS) card.classList.toggle(each, each === lies);
}

/** The suit of a queen as it stands on her card, drawn small. @param {Element} form @param {string} card */
function suitOf(form, card) {
  const use = /** @type {SVGUseElement} */ (one(form, `[data-card="${card}"] use.card__suit`).cloneNode());
  const sign = document.createElementNS(use.namespaceURI, "svg");
  for (const own of ["class", "x", "y", "width", "height"]) use.removeAttribute(own);
  sign.setAttribute("class", `icon suit suit--${use.href.baseVal.split("#")[1]}`);
  sign.setAttribute("aria-hidden", "true");
  sign.append(use);
  return sign;
}

/** What a seat of the drawn table shows beside its name; pages come without, to be light. @param {HTMLElement} side */
function shownIn(side) {
  if (!side.querySelector(".side__got")) {
    const [got, suits, total, holds] = ["span", "span", "b", "span"].map((name) => document.createElement(name));
    [got.className, suits.className, total.className, holds.className] = ["side__got", "side__suits", "side__points", "side__holds"];
    got.append(suits, total);
    one(side, ".side__in").append(got, holds);
  }
  return { suits: one(side, ".side__suits"), total: one(side, ".side__points"), holds: one(side, ".side__holds") };
}

/** @param {HTMLElement} section @param {import("./steps.js").CardStep} step @param {State} state @param {PointsTable} table */
function drawCard(section, step, state, table) {
  for (const ask of /** @type {const} */ (["taker", "holder", "leader"])) {
    check(section, `[data-substep="${ask}"]`, step[ask]);
    for (const part of all(section, `[data-substep="${ask}"]`)) part.toggleAttribute("data-current", ask === state.ask);
    for (const part of all(section, `[data-question="${ask}"]`)) part.hidden = ask !== state.ask;
    const chosen = ask === "taker" ? takerIn(step) : step[ask];
    for (const side of all(section, `[data-substep="${ask}"] [data-side]`)) side.classList.toggle("is-chosen", side.dataset.side === chosen);
  }
  for (const button of all(section, ".oct__tap")) button.setAttribute("aria-pressed", String(step.blanket));
  for (const cover of all(section, "[data-cover]")) {
    /** @type {HTMLInputElement} */ (cover).checked = (cover.dataset.cover === "blanket") === step.blanket;
  }
  for (const card of all(section, '[data-substep="taker"] .oct .card')) layCard(card, step.blanket ? "cover-blanket" : "cover-plain");
  const alike = cardsOf(state).filter((other) => (other.card === "KH") === (step.card === "KH"));
  const points = score(table, captures(alike));
  for (const side of all(section, "[data-side]")) {
    const seat = /** @type {Seat} */ (side.dataset.side);
    if (!side.closest('[data-substep="taker"]')) continue;
    const { suits, total, holds } = shownIn(side);
    put(total, points[seat] || null, true);
    if (step.card === "KH") continue;
    signs(section, suits, alike.filter((other) => takerIn(other) === seat));
    signs(section, holds, alike.filter((other) => other.blanket && other.holder === seat && !takerIn(other)), "holds");
  }
}

/** @param {State} state @returns {import("./steps.js").CardStep[]} */
const cardsOf = ({ steps }) => steps.flatMap((step) => (step.kind === "card" ? [step] : []));

/** The suits of these cards in their place, in a sentence or alone. @param {HTMLElement} section @param {Element} place @param {import("./steps.js").CardStep[]} cards @param {string} [note] */
function signs(section, place, cards, note) {
  if (!place.childNodes.length && !cards.length) return;
  const form = /** @type {HTMLElement} */ (section.closest("form"));
  const [before, after] = note ? sentence(form, note).split("%(cards)s") : ["", ""];
  place.replaceChildren(...(cards.length ? [before, ...cards.map(({ card }) => suitOf(form, card)), after].filter((part) => part !== "") : []));
}

/** @param {HTMLElement} section @param {import("./steps.js").CountStep} step @param {boolean} waiting */
function drawCount(section, step, waiting) {
  const asked = askedIn(step);
  const open = left(step);
  const counts = countsIn(step);
  SEATS.forEach((seat, index) => {
    const count = step.counts[index];
    const cell = one(section, `[data-count-seat="${seat}"]`);
    cell.toggleAttribute("data-current", index === asked);
    const typed = index === asked && waiting ? 1 : index === asked ? count : counts[index];
    const input = /** @type {HTMLInputElement} */ (one(cell, "[data-count]"));
    const value = count === null ? "" : String(count);
    if (input.value !== value) input.value = value;
    put(one(cell, "[data-count-shown]"), typed);
    one(section, `[data-ask-count="${seat}"]`).hidden = index !== asked;
    drawSigns(section, seat, "taken", count ?? 0);
  });
  drawWhole(section, asked === null);
  drawSigns(section, "left", "left", Math.max(open, 0));
  put(one(section, "[data-left]"), open);
  for (const key of all(section, '[data-key]:not([data-key="back"])')) {
    /** @type {HTMLButtonElement} */ (key).disabled = asked === null || Number(key.dataset.key) > spare(step);
  }
}

/** Where nothing is asked any more, that stands in place of the question. @param {HTMLElement} section @param {boolean} whole */
function drawWhole(section, whole) {
  section.toggleAttribute("data-whole", whole);
  one(section, "[data-ask-whole]").hidden = !whole;
}

/** @param {HTMLElement} section @param {string} group @param {string} sign @param {number} count */
function drawSigns(section, group, sign, count) {
  const place = one(section, `[data-tally-group="${group}"]`);
  const template = /** @type {HTMLTemplateElement} */ (section.querySelector(`[data-tally-sign="${sign}"]`));
  place.hidden = !count;
  const signs = one(place, "[data-tally-signs]");
  while (signs.childElementCount > count) signs.lastElementChild?.remove();
  while (signs.childElementCount < count) signs.append(template.content.cloneNode(true));
}

/** @param {HTMLElement} form @param {HTMLElement} section @param {import("./steps.js").OrderStep} step @param {PointsTable} table */
function drawOrder(form, section, step, table) {
  const asked = Number(missing(step) ?? 3);
  for (const place of ORDINALS) {
    check(section, `[data-order-place="${place + 1}"]`, step.places[place]);
    const button = one(section, `[data-place="${place + 1}"]`);
    if (place === asked) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    say(one(button, "[data-place-name]"), columnOf(form, step.places[place]));
    one(section, `[data-ask-place="${place + 1}"]`).hidden = place !== missing(step);
  }
  drawWhole(section, missing(step) === null);
  one(section, ".seats").classList.toggle("has-neighbours", step.places.filter(Boolean).length > 1);
  for (const side of all(section, "[data-trex-seat]")) {
    const place = step.places.indexOf(/** @type {Seat} */ (side.dataset.trexSeat));
    side.classList.toggle("is-chosen", place >= 0);
    put(one(side, "[data-side-points]"), place < 0 ? null : table.trex[place], true);
  }
  say(one(section, "[data-middle-place]"), sentence(form, `place-${asked + 1}`));
  put(one(section, "[data-middle-points]"), table.trex[asked], true);
}

/** @param {HTMLElement} form @param {State} state */
function drawStrip(form, state) {
  const begun = state.steps.some((step) => step.kind === "card" && takerIn(step));
  state.steps.forEach((step, index) => {
    const part = one(form, `[data-strip] [data-goto="${index}"]`);
    if (!part) return;
    if (index === state.at) part.setAttribute("aria-current", "step");
    else part.removeAttribute("aria-current");
    if (step.kind === "card") {
      const taker = takerIn(step);
      layCard(one(part, ".card"), step.blanket ? "cover-blanket" : taker || index === state.at || !begun ? "cover-plain" : "cover-open");
      say(one(part, "[data-strip-taker]"), columnOf(form, taker));
      say(one(part, "[data-strip-holder]"), step.holder ? heldBy(form, step) : "");
    } else if (step.kind === "count") {
      const told = missing(step) === null ? countsIn(step).map((n) => number(n ?? 0)) : [];
      one(part, "[data-strip-taker]").replaceChildren(...told.flatMap((n, place) => (place ? [" ", n] : [n])));
    }
  });
}

/** What cannot be, in place of the question; the cells that it is about are marked. @param {HTMLElement} form @param {State} state @param {import("./possible.js").Contradiction | null} fault */
function drawWrong(form, state, fault) {
  for (const here of all(form, "[data-wrong-here]")) {
    const isShown = Boolean(fault) && here.closest("[data-step]")?.getAttribute("data-step") === String(state.at);
    here.hidden = !isShown;
    say(one(here, "[data-wrong-said]"), fault && isShown ? wrong(form, fault) : "");
  }
  for (const cell of all(form, "[data-count-seat]")) {
    const what = /** @type {HTMLElement} */ (cell.closest("[data-what]")).dataset.what;
    cell.classList.toggle("is-suspect", Boolean(fault) && what === fault?.what && (fault?.seat === null || fault?.seat === cell.dataset.countSeat));
  }
}

/** @param {HTMLElement} form @param {State} state @param {PointsTable} table @param {boolean} isWrong whether something told cannot be */
function drawPoints(form, state, table, isWrong) {
  const told = captures(state.steps);
  const points = score(table, told);
  const whole = isComplete(state.steps) && !isWrong;
  const taken = [told.king_of_hearts, ...Object.values(told.queens ?? {})].map((card) => card?.taken_by);
  const named = new Set([...taken, ...Object.keys({ ...told.diamonds, ...told.tricks }), ...(told.trex ?? [])]);
  for (const seat of SEATS) {
    const change = one(form, `[data-preview-seat="${seat}"]`);
    put(change, whole || points[seat] || named.has(seat) ? points[seat] : null, true);
    change.classList.toggle("is-loss", points[seat] < 0);
    const total = one(form, `[data-preview-total="${seat}"]`);
    const after = Number(total.dataset.totalBefore) + points[seat];
    put(total, after);
    total.classList.toggle("is-loss", after < 0);
  }
  one(form, "[data-ledger]").classList.toggle("is-whole", whole);
  form.toggleAttribute("data-incomplete", !whole);
  const missed = isWrong ? null : note(state.steps);
  const changes = isWrong || missed ? [] : SEATS.filter((seat) => points[seat]);
  const place = one(form, "[data-save-note]");
  if (changes.length) place.dataset.changes = String(changes.length);
  else delete place.dataset.changes;
  place.replaceChildren(...(missed ? [toGo(form, missed)] : changes.flatMap((seat) => [changeOf(form, seat, points[seat]), " "])));
}

/** What is missing, in words. @param {HTMLElement} form @param {string} note */
function toGo(form, note) {
  const [, queens] = /^queen-(\d)$/.exec(note) ?? [];
  return queens ? filled(form, "queens", { count: written(Number(queens), { digits }) }) : sentence(form, note);
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
  const by = state.steps[0].renege?.by ?? "";
  control.classList.toggle("is-booked", Boolean(by));
  for (const radio of all(control, "input")) /** @type {HTMLInputElement} */ (radio).checked = /** @type {HTMLInputElement} */ (radio).value === by;
  say(one(form, "[data-booked]"), booked(form, state));
}

/** @param {HTMLElement} form @param {State} state @param {PointsTable} table @param {boolean} waiting whether a 1 was typed that may yet become 10 to 13 @param {State | null} [before] the state that was shown last */
export function draw(form, state, table, waiting, before = null) {
  const fault = contradiction(state.steps, kingOf(form));
  form.dataset.currentStep = String(state.at);
  state.steps.forEach((step, index) => {
    const isAside = index !== state.at && index !== before?.at && step === before?.steps[index];
    if (isAside) return; // it stands as it was drawn
    const section = one(form, `[data-step="${index}"]`);
    section.toggleAttribute("data-current", index === state.at);
    if (step.kind === "card") drawCard(section, step, state, table);
    else if (step.kind === "count") drawCount(section, step, waiting && index === state.at);
    else drawOrder(form, section, step, table);
  });
  for (const held of all(form, "[data-held]")) {
    const [king] = state.steps;
    say(held, king.kind === "card" && king.holder ? heldBy(form, king) : "");
  }
  drawWrong(form, state, fault);
  drawStrip(form, state);
  drawBooked(form, state);
  drawPoints(form, state, table, Boolean(fault));
  speak(form, state, table, before);
}
