// Shows the state of a deal's form: the values it will post, the question asked now, and the line in pencil.

import { news } from "../news.js";
import { SEATS, score, written } from "../points.js";
import { asked as askedIn, captures, countsIn, isComplete, left, leftOf, missing, note, spare, takerIn } from "./steps.js";

/** @typedef {import("./steps.js").State} State */
/** @typedef {import("../points.js").PointsTable} PointsTable */
/** @typedef {import("../points.js").Seat} Seat */

const digits = document.documentElement.dataset.digits;
const SETTLING = 300; // what changes before a page is known is not read out
const ORDINALS = [0, 1, 2, 3];
const COVERS = ["cover-open", "cover-plain", "cover-blanket"];

/** A number as it stands in the page: in the reader's digits, its sign on the left in every script. @param {number} n @param {boolean} [change] */
function number(n, change = false) {
  const bdi = document.createElement("bdi");
  bdi.dir = "ltr";
  bdi.className = "num";
  bdi.textContent = written(n, { digits, change });
  return bdi;
}

/** Words in their place. What stands there already is not written again: a slow phone would lay the page out for it. @param {Element} place @param {string} words */
function say(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

/** A number in its place, or nothing. @param {Element} place @param {number | null} n @param {boolean} [change] */
function put(place, n, change = false) {
  if (place.textContent !== (n === null ? "" : written(n, { digits, change }))) place.replaceChildren(...(n === null ? [] : [number(n, change)]));
}

/** @param {Element} within @param {string} selector @returns {HTMLElement[]} */
const all = (within, selector) => [...within.querySelectorAll(selector)].map((found) => /** @type {HTMLElement} */ (found));
/** @param {Element} within @param {string} selector */
const one = (within, selector) => /** @type {HTMLElement} */ (within.querySelector(selector));
/** @param {Element} form @param {string} name @returns {string} */
const sentence = (form, name) => one(form, `[data-note="${name}"]`).textContent ?? "";
/** @param {Element} form @param {Seat | null} seat */
const nameOf = (form, seat) => (seat ? (one(form, `[data-preview-seat="${seat}"]`).dataset.name ?? "") : "");
/** The same for a narrow column. @param {Element} form @param {Seat | null} seat */
const columnOf = (form, seat) => (seat && one(form, `[data-preview-seat="${seat}"]`).dataset.column) || nameOf(form, seat);

/** @param {Element} section @param {string} place @param {Seat | null} seat */
function check(section, place, seat) {
  for (const radio of all(section, `${place} input[type="radio"]`)) {
    /** @type {HTMLInputElement} */ (radio).checked = /** @type {HTMLInputElement} */ (radio).value === seat;
  }
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

/** @param {HTMLElement} section @param {import("./steps.js").CardStep} step @param {State} state @param {PointsTable} table */
function drawCard(section, step, state, table) {
  for (const ask of /** @type {const} */ (["taker", "holder", "leader"])) {
    check(section, `[data-substep="${ask}"]`, step[ask]);
    for (const part of all(section, `[data-substep="${ask}"]`)) part.toggleAttribute("data-current", ask === state.ask);
    for (const part of all(section, `[data-question="${ask}"]`)) part.hidden = ask !== state.ask;
  }
  // While the holder is asked for, the taker's side stays dark; so is that of whoever it is booked on.
  for (const side of all(section, '[data-substep="holder"] [data-side]')) side.classList.toggle("is-chosen", !step.holder && side.dataset.side === step.taker);
  for (const cover of all(section, "[data-cover]")) {
    /** @type {HTMLInputElement} */ (cover).checked = (cover.dataset.cover === "blanket") === step.blanket;
  }
  for (const side of all(section, '[data-substep="taker"] [data-side]')) side.classList.toggle("is-chosen", !step.taker && side.dataset.side === takerIn(step));
  for (const suits of all(section, "[data-suits]")) {
    const side = /** @type {HTMLElement} */ (suits.closest("[data-side]")).dataset.side;
    const theirs = state.steps.flatMap((other) => (other !== step && other.kind === "card" && other.card !== "KH" && takerIn(other) === side ? [other.card] : []));
    if (suits.childElementCount || theirs.length) suits.replaceChildren(...theirs.map((card) => suitOf(/** @type {Element} */ (section.parentElement), card)));
  }
  const points = score(table, captures([step]));
  for (const shown of all(section, "[data-side-points]")) {
    const n = points[/** @type {Seat} */ (/** @type {HTMLElement} */ (shown.closest("[data-side]")).dataset.side)];
    put(shown, n || null, true);
  }
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
  state.steps.forEach((step, index) => {
    const part = one(form, `[data-goto="${index}"]`);
    if (!part) return;
    if (index === state.at) part.setAttribute("aria-current", "step");
    else part.removeAttribute("aria-current");
    if (step.kind === "card") {
      const taker = takerIn(step);
      const cover = step.blanket && (taker || step.holder) ? "cover-blanket" : taker ? "cover-plain" : "cover-open";
      for (const each of COVERS) one(part, ".card").classList.toggle(each, each === cover);
      say(one(part, "[data-strip-taker]"), columnOf(form, taker));
      say(one(part, "[data-strip-holder]"), step.holder ? sentence(form, `${step.card === "KH" ? "he" : "she"}-held-by-${step.holder}`) : "");
    } else if (step.kind === "count") {
      const told = missing(step) === null ? countsIn(step).map((n) => number(n ?? 0)) : [];
      one(part, "[data-strip-taker]").replaceChildren(...told.flatMap((n, place) => (place ? [" ", n] : [n])));
    }
  });
}

/** @param {HTMLElement} form @param {State} state @param {PointsTable} table */
function drawPoints(form, state, table) {
  const told = captures(state.steps);
  const points = score(table, told);
  const whole = isComplete(state.steps);
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
  one(form, "[data-totals]").classList.toggle("is-whole", whole);
  form.toggleAttribute("data-incomplete", !whole);
  const missed = note(state.steps);
  const said = missed ? [sentence(form, missed)] : SEATS.filter((seat) => points[seat]).flatMap((seat) => [changeOf(form, seat, points[seat]), " "]);
  one(form, "[data-save-note]").replaceChildren(...said);
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

/** A sentence with what belongs in it; names and numbers are isolated, so that they turn nothing round. @param {Element} form @param {string} note @param {Record<string, string>} params */
const filled = (form, note, params) => sentence(form, note).replaceAll(/%\((\w+)\)s/g, (_placeholder, name) => `\u2068${params[name]}\u2069`);

/** What is booked on a player who did not follow suit, in words; nothing where nobody is named. @param {HTMLElement} form @param {State} state */
function booked(form, { steps: [first, ...more] }) {
  const renege = first.renege;
  if (!renege) return "";
  const words = [first, ...more].flatMap((step) => {
    if (step.kind === "card") return step.taker ? [] : [cardName(form, step.card)];
    const count = step.kind === "count" ? leftOf(step.counts, step.total) : 0;
    return step.kind === "count" && count ? [filled(form, "counted", { name: one(form, `[data-what="${step.what}"]`).dataset.name ?? "", count: written(count, { digits }) })] : [];
  });
  const rest = words.join(sentence(form, "comma")).replaceAll(/[\u2068\u2069]/g, ""); // isolated as a whole: what is isolated in it would not turn it
  return filled(form, renege.whole || rest ? "booked" : "nothing-booked", { name: nameOf(form, renege.by), rest });
}

/** @param {HTMLElement} form @param {State} state */
function drawBooked(form, state) {
  const control = /** @type {HTMLDetailsElement | null} */ (form.querySelector("[data-renege]"));
  if (!control) return;
  const by = state.steps[0].renege?.by ?? "";
  for (const radio of all(control, "input")) /** @type {HTMLInputElement} */ (radio).checked = /** @type {HTMLInputElement} */ (radio).value === by;
  if (by) control.open = true;
  say(one(control, "[data-booked]"), booked(form, state));
}

/** @param {HTMLElement} form @param {string} card */
const cardName = (form, card) => one(form, `[data-card="${card}"] .ask__question`).firstElementChild?.textContent ?? "";

/** What this step was told between two states, in words. @param {HTMLElement} form @param {any} old @param {import("./steps.js").Step} step */
function given(form, old, step) {
  if (step.kind === "count") {
    const changed = SEATS.filter((_seat, place) => step.counts[place] !== null && step.counts[place] !== old.counts[place]);
    return changed.map((seat) => filled(form, "counted", { name: nameOf(form, seat), count: written(step.counts[SEATS.indexOf(seat)] ?? 0, { digits }) }));
  }
  if (step.kind === "order") {
    const changed = ORDINALS.filter((place) => step.places[place] && step.places[place] !== old.places[place]);
    return changed.map((place) => filled(form, "finished", { place: sentence(form, `place-${place + 1}`), name: nameOf(form, step.places[place]) }));
  }
  const told = [];
  if (step.taker && step.taker !== old.taker) told.push(filled(form, "took", { card: cardName(form, step.card), name: nameOf(form, step.taker) }));
  if (step.holder && step.holder !== old.holder) told.push(sentence(form, `${step.card === "KH" ? "he" : "she"}-held-by-${step.holder}`));
  if (step.leader && step.leader !== old.leader) told.push(filled(form, "led", { name: nameOf(form, step.leader) }));
  return told;
}

/** The points that the deal makes so far, in words. @param {HTMLElement} form @param {State} state @param {PointsTable} table */
function pointsSoFar(form, state, table) {
  const points = score(table, captures(state.steps));
  const changes = SEATS.filter((seat) => points[seat]).map((seat) => `\u2068${nameOf(form, seat)}\u2069 \u2066${written(points[seat], { digits, change: true })}\u2069`);
  return changes.length ? [filled(form, "points", { points: changes.join(sentence(form, "comma")) })] : [];
}

/** For those who hear the page: what was just given, the points that it makes, and what is asked now. @param {HTMLElement} form @param {State} state @param {PointsTable} table @param {State | null} before */
function speak(form, state, table, before) {
  const onSomebody = before && before.steps[0].renege !== state.steps[0].renege ? [booked(form, state)].filter(Boolean) : [];
  const answers = before ? [...onSomebody, ...state.steps.flatMap((step, index) => given(form, before.steps[index], step))] : [];
  const points = answers.length ? pointsSoFar(form, state, table) : [];
  const next = isComplete(state.steps) ? sentence(form, "whole") : spoken(one(form, `[data-step="${state.at}"]`), state);
  const said = one(form, "[data-said]");
  const words = [...(before ? [] : news()), ...answers, ...points, next].join(". ");
  if (before) said.textContent = words;
  else setTimeout(() => said.textContent || (said.textContent = words), SETTLING);
}

/** The question in words. @param {HTMLElement} section @param {State} state */
function spoken(section, state) {
  const step = state.steps[state.at];
  if (step.kind === "card") return one(section, `[data-substep="${state.ask}"] [role="radiogroup"]`).getAttribute("aria-label") ?? "";
  const open = missing(step);
  const place = typeof open === "number" ? open : 3;
  return one(section, step.kind === "count" ? `[data-ask-count="${SEATS[place]}"]` : `[data-ask-place="${place + 1}"]`).textContent ?? "";
}

/** @param {HTMLElement} form @param {State} state @param {PointsTable} table @param {boolean} waiting whether a 1 was typed that may yet become 10 to 13 @param {State | null} [before] the state that was shown last */
export function draw(form, state, table, waiting, before = null) {
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
    say(held, king.kind === "card" && king.holder ? sentence(form, `he-held-by-${king.holder}`) : "");
  }
  drawStrip(form, state);
  drawBooked(form, state);
  drawPoints(form, state, table);
  speak(form, state, table, before);
}
