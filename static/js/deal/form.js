// The deal form as a sequence of taps: reads what was tapped or typed, moves on, has it drawn. Its inputs are what is posted.

import { tick } from "../device/preferences.js";
import { keep, restore, sweep } from "../lib/drafts.js";
import { SEATS, read } from "../lib/points.js";
import { draw } from "./draw.js";
import { lookUpFonts } from "./fonts.js";
import { contradiction } from "./possible.js";
import * as steps from "./steps.js";
import { kingOf } from "./words.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./steps.js").State} State */

const SETTLES = 500; // a part is over, and the next finger was meant for it

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-deal]"));
const save = /** @type {HTMLButtonElement} */ (form.querySelector("[data-save]"));
/** @type {import("../lib/points.js").PointsTable} */
const table = JSON.parse(form.dataset.pointsTable ?? "");

/** @param {Element} section @param {string} place @returns {Seat | null} */
const checkedIn = (section, place) =>
  /** @type {HTMLInputElement | null} */ (section.querySelector(`${place} input:checked`))?.value || null;

/** @param {HTMLElement} section @returns {import("./steps.js").Step} */
function readStep(section) {
  if (section.dataset.kind === "count") {
    const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (section.querySelectorAll("input[data-count]"));
    const what = /** @type {"diamonds" | "tricks"} */ (section.dataset.what);
    const counts = [...inputs].map((input) => read(input.value));
    return { kind: "count", what, total: Number(section.dataset.total), counts, told: "told" in form.dataset && [...inputs].every((input) => input.value === input.defaultValue) };
  }
  if (section.dataset.kind === "order") {
    return { kind: "order", places: [1, 2, 3, 4].map((place) => checkedIn(section, `[data-order-place="${place}"]`)) };
  }
  return {
    kind: "card",
    card: section.dataset.card ?? "",
    asksLeader: "asksLeader" in section.dataset,
    canDouble: section.querySelector("[data-cover]") !== null,
    blanket: section.querySelector('[data-cover="blanket"]:checked') !== null,
    taker: checkedIn(section, '[data-substep="taker"]'),
    holder: checkedIn(section, '[data-substep="holder"]'),
    leader: checkedIn(section, '[data-substep="leader"]'),
  };
}

/** Who is said not to have followed suit; null where nobody is. @param {string | undefined} by @returns {import("./steps.js").Renege | null} */
const renegeOf = (by) => (by ? { by: /** @type {Seat} */ (by), whole: "whole" in (/** @type {HTMLElement} */ (form.querySelector("[data-renege]")).dataset) } : null);

function opened() {
  const sections = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-step]")]);
  const renege = renegeOf(/** @type {HTMLInputElement | null} */ (form.querySelector("[data-renege] input:checked"))?.value);
  const told = sections.map(readStep).map((step) => (step.kind === "order" ? step : { ...step, renege }));
  return steps.begin(told, sections.findIndex((section) => "wrong" in section.dataset));
}

sweep();
restore(form, () => put(opened()));
let state = opened();
let waiting = false; // a typed 1 that may become 10 to 13
let arrow = false; // arrow keys wander through a group of radios; they answer nothing yet
let sent = false;
let keeping = 0;
let settling = 0;

/** @param {State} next @param {boolean} [stillWaiting] */
function show(next, stillWaiting = false) {
  form.dataset.touched = "";
  if (next.at !== state.at) settle();
  put(atFault(next), stillWaiting, state);
  clearTimeout(keeping);
  keeping = setTimeout(keepNow, 0); // the answer is shown first
  tell("deal:changed");
}

/** What is told goes to the other phones, too (static/js/deal/share.js). @param {string} what */
const tell = (what) => form.dispatchEvent(new CustomEvent(what, { detail: { steps: state.steps } }));
form.addEventListener("deal:listens", () => tell("deal:opened"));
const OTHERS_AFTER = 1000; // the page itself comes first, then what goes to other phones and comes from them
if (document.querySelector("[data-moved]")) setTimeout(() => Promise.all([import("./share.js"), import("./follow.js")]).catch(() => null), OTHERS_AFTER);

/** @param {State} next @param {boolean} [stillWaiting] @param {State | null} [before] what was shown when it was tapped */
function put(next, stillWaiting = false, before = null) {
  const focused = document.activeElement;
  state = next;
  waiting = stillWaiting;
  draw(form, state, table, waiting, before);
  if (focused && form.contains(focused) && (focused.matches(":disabled") || !focused.getClientRects().length)) focusQuestion();
}

/** The number that cannot be is typed again, where it stands in the part that is shown. @param {State} next */
function atFault(next) {
  const fault = next === state ? null : contradiction(next.steps, kingOf(form));
  const step = next.steps[next.at];
  return fault?.seat && step.kind === "count" && step.what === fault.what && steps.asked(step) === null ? steps.edit(next, SEATS.indexOf(fault.seat)) : next;
}

/** Keys rest for a moment when a part ends: a zero more than it needs is no answer to the next. */
function settle() {
  clearTimeout(settling);
  form.dataset.settling = "";
  settling = setTimeout(() => delete form.dataset.settling, SETTLES);
}

function keepNow() {
  clearTimeout(keeping);
  keeping = 0;
  keep(form);
}

function focusQuestion() {
  const section = form.querySelector("[data-step][data-current]");
  const choices = ['[data-substep][data-current] input:checked', '[data-substep][data-current] input', "[data-trex-seat]:not(.is-chosen)", "[data-key]:enabled"];
  const first = choices.map((choice) => section?.querySelector(choice)).find(Boolean);
  /** @type {HTMLElement | undefined} */ (first)?.focus({ preventScroll: true });
}

/** A radio was answered with a key, which never lifts. @param {HTMLInputElement} radio @returns {State} */
function answered(radio) {
  if (radio.name === "renege") return steps.book(state, renegeOf(radio.value));
  return steps.answer(state, /** @type {Seat} */ (radio.value));
}

/** What a tap on this element makes of the state; null where it is nothing to tap. @param {Element} target @returns {State | null} */
function tapped(target) {
  const part = /** @type {HTMLElement | null} */ (target.closest("[data-goto], [data-key], [data-place], [data-trex-seat], [data-count-seat]"));
  if (!part) return null;
  const { goto, key, place, trexSeat, countSeat } = part.dataset;
  if (goto !== undefined) return steps.tapPart(state, Number(goto));
  if (key !== undefined && "settling" in form.dataset) return state;
  if (key === "back") return waiting ? state : steps.takeNumberBack(state);
  if (key !== undefined) return steps.tapNumber(state, Number(key));
  if (trexSeat) return steps.tapFinisher(state, /** @type {Seat} */ (trexSeat));
  const step = state.steps[state.at];
  const index = countSeat ? SEATS.indexOf(/** @type {Seat} */ (countSeat)) : Number(place) - 1;
  if (step.kind === "count") return steps.edit(state, index);
  return step.kind === "order" && step.places[index] ? steps.liftPlaces(state, index) : state;
}

form.addEventListener("click", (event) => {
  const before = state;
  answerTap(event);
  if (state !== before) tick();
});

/** @param {MouseEvent} event */
function answerTap(event) {
  const target = /** @type {Element} */ (event.target);
  const offender = /** @type {HTMLInputElement | null} */ (target.closest("[data-renege] label")?.querySelector("input") ?? null);
  if (offender) {
    if (target !== offender) event.preventDefault(); // as below
    const again = state.steps[0].renege?.by === offender.value && !arrow;
    show(steps.book(state, again ? null : renegeOf(offender.value)));
    /** @type {HTMLElement | null} */ (form.querySelector("#menu:popover-open") ?? form.querySelector("[data-renege]:popover-open"))?.hidePopover();
    return;
  }
  const choice = /** @type {HTMLInputElement | null} */ (target.closest("label")?.querySelector("input[data-seat]") ?? null);
  if (choice) {
    if (target !== choice) event.preventDefault(); // the label would hand the tap on, as a second click
    const { seat } = choice.dataset;
    show(arrow ? steps.choose(state, /** @type {Seat} */ (seat)) : steps.tapSeat(state, /** @type {Seat} */ (seat)));
    return;
  }
  const next = tapped(target);
  if (next) show(next);
  if (next && target.closest("label")) event.preventDefault();
}

/** What a key makes of the state; null where it means nothing here. @param {KeyboardEvent} event @returns {[State, boolean?] | null} */
function typed(event) {
  const step = state.steps[state.at];
  const target = /** @type {HTMLElement} */ (event.target);
  const radio = target instanceof HTMLInputElement && target.type === "radio" && form.contains(target);
  if (radio && (event.key === "Enter" || event.key === " ")) return [answered(target)];
  if (target.closest("[data-renege]")) return null;
  const erasing = event.key === "Backspace" || event.key === "Delete";
  if (step.kind === "card") return erasing ? [steps.choose(state, null)] : null;
  if (step.kind === "order") {
    const open = step.places.indexOf(null);
    return erasing && open ? [steps.liftPlaces(state, open < 0 ? 3 : open - 1)] : null;
  }
  if (erasing) return [waiting ? state : steps.takeNumberBack(state)];
  if (event.key === "Enter" && waiting) return [steps.tapNumber(state, 1)];
  if (event.key === "Enter" && target instanceof HTMLInputElement) return [state];
  const digit = event.key.length === 1 ? read(event.key) : null;
  if (digit === null) return null;
  const told = steps.typeDigit(state, waiting, digit);
  return [told.state, told.waiting];
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  arrow = event.key.startsWith("Arrow");
  const next = typed(event);
  if (!next) return;
  event.preventDefault();
  show(...next);
});

document.addEventListener("keyup", (event) => {
  arrow = false;
  if (event.key === " " && event.target instanceof HTMLInputElement && event.target.type === "radio") event.preventDefault();
});

// Numbers that arrive neither by our keys nor by a keyboard's, as by voice.
form.addEventListener("input", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.matches("[data-count]")) show({ ...state, steps: opened().steps });
});

form.addEventListener("submit", (event) => {
  if (!steps.isComplete(state.steps) || contradiction(state.steps, kingOf(form))) {
    event.preventDefault();
    show(steps.onward(state));
    focusQuestion();
  } else if (sent) {
    event.preventDefault();
  } else {
    sent = true;
    clearTimeout(keeping);
    keeping = 0;
    keep(form, { sent: true });
    save.setAttribute("aria-disabled", "true");
  }
});

addEventListener("pagehide", () => keeping && keepNow());

// Back from the next page: the form stands as it was left, and may be sent again.
addEventListener("pageshow", (event) => {
  sent = false;
  save.removeAttribute("aria-disabled");
  if (event.persisted || !("touched" in form.dataset)) put(opened());
});

for (const input of form.querySelectorAll("input[data-count]")) /** @type {HTMLInputElement} */ (input).inputMode = "none"; // no keyboard over the keys
for (const preview of form.querySelectorAll('[name="preview"]')) /** @type {HTMLButtonElement} */ (preview).disabled = true; // Enter saves
draw(form, state, table, waiting);
form.dataset.listening = "";
(window.requestIdleCallback ?? setTimeout)(() => lookUpFonts(form));
