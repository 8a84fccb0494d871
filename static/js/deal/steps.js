// One deal as it is entered: which question comes next, and what an answer changes. Pure: states are never altered.

import { QUEENS, SEATS } from "../lib/points.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {{by: Seat, whole: boolean}} Renege */
/** @typedef {"taker" | "holder" | "leader"} Ask */
/** @typedef {{kind: "card", card: string, asksLeader: boolean, canDouble: boolean, blanket: boolean, taker: Seat | null, holder: Seat | null, leader: Seat | null, renege?: Renege | null}} CardStep */
/** @typedef {{kind: "count", what: "diamonds" | "tricks", total: number, counts: (number | null)[], told?: boolean, renege?: Renege | null, editing?: number | null}} CountStep `told`: all four stood there, none was worked out; `editing`: the place of a number that is typed again. */
/** @typedef {{kind: "order", places: (Seat | null)[], renege?: null}} OrderStep */
/** @typedef {CardStep | CountStep | OrderStep} Step */
/** @typedef {{steps: Step[], at: number, ask: Ask}} State `ask` is the question shown where the step is a card. */

const LAST = SEATS.length - 1;

const sum = (/** @type {(number | null)[]} */ counts) => counts.reduce((/** @type {number} */ all, n) => all + (n ?? 0), 0);

// A player did not follow suit: what nobody had taken by then, or the whole deal, is booked there. What was told stays told, so
// that taking the booking back leaves it as it was. The phone without reception asks the first three, too.

/** Who a card counts for. @param {Seat | null} taker @param {Renege | null} renege */
export const takerOf = (taker, renege) => (renege && (renege.whole || !taker) ? renege.by : taker);

/** How many count for each; nothing is left open where it is booked. @param {(number | null)[]} counts @param {number} total @param {Renege | null} renege */
export function countsOf(counts, total, renege) {
  if (!renege) return counts;
  const others = counts.map((n, place) => (renege.whole || SEATS[place] === renege.by ? 0 : (n ?? 0)));
  return others.with(SEATS.indexOf(renege.by), total - sum(others));
}

/** How many nobody had taken. @param {(number | null)[]} counts @param {number} total */
export const leftOf = (counts, total) => Math.max(0, total - sum(counts));

/** Four numbers without the one that was not told but worked out: what nobody had yet is no longer the last one's. @param {(number | null)[]} counts @param {number} total */
function asTold(counts, total) {
  if (counts.includes(null)) return counts;
  const typed = counts.findIndex((_n, place) => sum(counts.slice(0, place + 1)) === total);
  if (typed < 0) return counts;
  return counts.map((n, place) => (place > typed || place === LAST ? null : n));
}

/** The same with it again. @param {(number | null)[]} counts @param {number} total */
function workedOut(counts, total) {
  const rest = total - sum(counts);
  return rest === 0 || (rest > 0 && counts.filter((n) => n === null).length === 1) ? counts.map((n) => n ?? rest) : counts;
}

/** What a step still has to be told: a question of a card, the place of a seat or of a finisher, or null. @param {Step} step @returns {Ask | number | null} */
export function missing(step) {
  if (step.kind === "count") {
    if (step.renege) return Math.min(...countsIn(step).map(Number)) < 0 ? LAST : null;
    const place = step.counts.indexOf(null);
    return place >= 0 ? place : left(step) ? LAST : null; // four numbers that do not make thirteen: the last is asked for again
  }
  if (step.kind === "order") {
    const place = step.places.findIndex((seat, index) => seat === null || step.places.indexOf(seat) < index);
    return place < 0 ? null : place;
  }
  if (!takerIn(step)) return "taker";
  if (step.blanket && !step.holder) return "holder";
  const own = step.blanket && step.holder === step.taker && !step.renege?.whole && step.renege?.by !== step.taker; // nobody need have led to what is booked
  return own && step.asksLeader && !step.leader ? "leader" : null;
}

/** Whom a card counts for. @param {CardStep} step */
export const takerIn = ({ taker, renege = null }) => takerOf(taker, renege);

/** What each count comes to. @param {CountStep} step */
export const countsIn = ({ counts, total, renege = null }) => countsOf(counts, total, renege);

/** The place whose number can be typed now: the one that is missing; beside a booking, of the others what they had by then. @param {CountStep} step */
export function asked(step) {
  if (typeof step.editing === "number") return step.editing;
  if (!step.renege) return /** @type {number | null} */ (missing(step));
  const open = step.counts.findIndex((n, place) => n === null && SEATS[place] !== step.renege?.by);
  return open < 0 || step.renege.whole ? null : open;
}

/** All that is left is booked on a player, or on nobody any more. What was told stays; what was only worked out is booked, too. @param {State} state @param {Renege | null} renege */
export function book(state, renege) {
  const steps = state.steps.map((step) => {
    if (step.kind === "order") return step;
    if (step.kind === "card" || step.told || !step.renege === !renege) return { ...step, renege };
    return { ...step, renege, counts: renege ? asTold(step.counts, step.total) : workedOut(step.counts, step.total) };
  });
  return onward({ ...state, steps });
}

/** @param {Step[]} steps */
export const isComplete = (steps) => steps.every((step) => missing(step) === null);

/** The state in which a deal is opened: at what is wrong, or at the first thing that is missing. @param {Step[]} steps @param {number} [wrong] @returns {State} */
export function begin(steps, wrong = -1) {
  const settled = steps.map((step) => (step.kind === "card" && step.holder ? { ...step, blanket: true } : step));
  const first = wrong < 0 ? settled.findIndex((step) => missing(step) !== null) : wrong;
  return shown(settled, first < 0 ? settled.length - 1 : first);
}

/** @param {Step[]} steps @param {number} at @returns {State} */
function shown(steps, at) {
  const next = missing(steps[at]);
  return { steps, at, ask: typeof next === "string" ? next : "taker" };
}

/** On to what is missing: in this step, in those behind it, in those before it. Where all is said, the step stays. @param {State} state @returns {State} */
export function onward({ steps, at }) {
  const order = [...steps.keys()];
  const next = [...order.slice(at), ...order.slice(0, at)].find((index) => missing(steps[index]) !== null);
  return shown(steps, next ?? at);
}

/**
 * The same state with other answers in the running step, which has to be of that kind.
 * @template {Step["kind"]} K
 * @param {State} state
 * @param {K} kind
 * @param {(step: Extract<Step, {kind: K}>) => Partial<Extract<Step, {kind: K}>>} change
 * @returns {State}
 */
function changed(state, kind, change) {
  const step = state.steps[state.at];
  if (step.kind !== kind) return state;
  const told = { ...step, .../** @type {any} */ (change)(step) };
  return { ...state, steps: state.steps.with(state.at, told) };
}

/** A seat is the answer to the question shown; the question stays. Only an own capture has a leader. @param {State} state @param {Seat | null} seat */
export const choose = (state, seat) =>
  changed(state, "card", (step) => {
    const told = { ...step, [state.ask]: seat };
    return told.holder && told.holder === told.taker ? told : { ...told, leader: null };
  });

/** A seat answers the question shown, and the next one comes. A card may be covered before anything was taken: then the first one comes. @param {State} state @param {Seat} seat */
export function answer(state, seat) {
  const told = choose(state, seat);
  return onward(missing(told.steps[told.at]) === "taker" ? { ...told, at: 0 } : told);
}

/** A tap on a seat answers. On the taker who is chosen already, it is lifted again. @param {State} state @param {Seat} seat */
export function tapSeat(state, seat) {
  const step = state.steps[state.at];
  return step.kind === "card" && state.ask === "taker" && step.taker === seat ? choose(state, null) : answer(state, seat);
}

/** The same state with a card covered, or plain: then nobody held it doubled. @param {State} state @param {number} at @param {boolean} blanket @returns {State} */
function cover(state, at, blanket) {
  const told = changed({ ...state, at }, "card", () => (blanket ? { blanket } : { blanket, holder: null, leader: null }));
  if (blanket) return { ...told, ask: "holder" };
  return onward(missing(told.steps[at]) === "taker" ? { ...told, at: 0 } : told);
}

/**
 * A tap on a part of the deal. One that was told before is asked for again. A card that may be doubled is covered, and who held it is
 * asked; while that is asked, the same tap uncovers it.
 * @param {State} state
 * @param {number} at
 */
export function tapPart(state, at) {
  const step = state.steps[at];
  if (step.kind !== "card") return shown(state.steps, at);
  if (at !== state.at && step.taker) return lift(state, at);
  if (!step.canDouble) return shown(state.steps, at);
  return cover(state, at, !(at === state.at && step.blanket && state.ask === "holder"));
}

/** On to a card, whose taker is asked for again. Who held it stays. @param {State} state @param {number} at */
function lift(state, at) {
  const there = changed({ ...state, at }, "card", () => ({ taker: null, leader: null }));
  return shown(there.steps, at);
}

/** How many of the thirteen are left for those who have no number yet. @param {CountStep} step */
export const left = ({ counts, total }) => total - sum(counts);

/** The numbers without those that follow from the rest, so that the one at this place can be typed again. @param {CountStep} step @param {number} place */
const typedBeside = ({ counts, total, renege }, place) => (renege || place === LAST ? counts : asTold(counts, total)).with(place, null);

/** What numbers add up to that cannot be right: more than there are, or four that are fewer. Null where they can be. @param {CountStep} step */
export function sumOf({ counts, total, renege }) {
  const all = sum(counts);
  return all > total || (all < total && !renege && !counts.includes(null)) ? all : null;
}

/** How many the seat that is asked about can have at most: what is left without a number of its own. @param {CountStep} step */
export function spare(step) {
  const place = asked(step);
  if (typeof step.editing === "number") return step.total; // more than is left belongs to the others, whose numbers can be typed again
  return typeof place === "number" ? left({ ...step, counts: typedBeside(step, place) }) : 0;
}

/** A number for the seat that is asked about; the others keep theirs. Whoever comes last gets the rest, and so do all once nothing is left. @param {State} state @param {number} n */
export function tapNumber(state, n) {
  const step = state.steps[state.at];
  if (step.kind !== "count") return state;
  const place = asked(step);
  if (place === null || n < 0 || n > spare(step)) return state;
  const counts = typedBeside(step, place).with(place, n);
  return onward(changed(state, "count", () => ({ counts: step.renege ? counts : workedOut(counts, step.total), editing: null })));
}

/** The number at this place is typed again. @param {State} state @param {number} place */
export const edit = (state, place) => changed(state, "count", ({ counts }) => (counts[place] === null ? {} : { editing: place }));

/** The numbers from this place on are asked for again; a rest cannot be without the number before it. Beside a booking each stands alone. @param {State} state @param {number} place */
const liftNumbers = (state, place) =>
  changed(state, "count", ({ counts, renege }) => ({ counts: counts.map((n, index) => ((renege ? index !== place : index < Math.min(place, 2)) ? n : null)), told: false }));

/** Takes the last number back that was typed rather than filled in. @param {State} state */
export function takeNumberBack(state) {
  const step = state.steps[state.at];
  if (step.kind !== "count") return state;
  if (typeof step.editing === "number") return changed(state, "count", () => ({ editing: null }));
  const next = step.counts.indexOf(null);
  if (step.renege) return liftNumbers(state, SEATS.findLastIndex((seat, place) => seat !== step.renege?.by && step.counts[place] !== null));
  if (next === 0) return state;
  const typed = step.counts.findIndex((_, index) => left({ ...step, counts: step.counts.slice(0, index + 1) }) === 0);
  return liftNumbers(state, next > 0 ? next - 1 : typed < 0 ? 2 : typed);
}

/** A digit from a keyboard. A 1 waits, where 10 to 13 are possible, for what follows it. @param {State} state @param {boolean} waiting whether a 1 is waiting @param {number} digit @returns {{state: State, waiting: boolean}} */
export function typeDigit(state, waiting, digit) {
  const step = state.steps[state.at];
  if (step.kind !== "count") return { state, waiting: false };
  const most = spare(step);
  if (waiting) {
    return 10 + digit <= most ? { state: tapNumber(state, 10 + digit), waiting: false } : typeDigit(tapNumber(state, 1), false, digit);
  }
  return digit === 1 && most >= 10 ? { state, waiting: true } : { state: tapNumber(state, digit), waiting: false };
}

/** A tap on a seat for Trex: it goes out next, the last by itself; on a seat with a place, lifts it and the last. @param {State} state @param {Seat} seat */
export function tapFinisher(state, seat) {
  const step = state.steps[state.at];
  if (step.kind !== "order") return state;
  const place = step.places.indexOf(seat);
  if (place >= 0) return liftPlaces(state, place);
  const next = missing(step);
  if (typeof next !== "number") return state;
  const places = step.places.with(next, seat);
  const last = SEATS.filter((each) => !places.includes(each));
  return onward(changed(state, "order", () => ({ places: last.length === 1 ? places.with(places.indexOf(null), last[0]) : places })));
}

/** The place is asked for again, and the last one, which follows from the others; without the last, the one before it. @param {State} state @param {number} place */
export const liftPlaces = (state, place) =>
  changed(state, "order", (step) => ({ places: step.places.map((seat, index) => (index === LAST || index === Math.min(place, 2) ? null : seat)) }));

/** What has been said so far, as the game file says it. @param {Step[]} steps @returns {import("../lib/points.js").Captures} */
export function captures(steps) {
  /** @type {any} */
  const told = {};
  for (const step of steps) {
    if (step.kind === "count") {
      const counts = countsIn(step);
      told[step.what] = Object.fromEntries(SEATS.flatMap((seat, index) => (counts[index] === null ? [] : [[seat, counts[index]]])));
    } else if (step.kind === "order") {
      told.trex = step.places.filter((seat) => seat !== null);
    } else if (takerIn(step) && missing(step) !== "leader") { // who is paid is not known yet
      const led = step.leader && !step.renege?.whole ? { led_by: step.leader } : {};
      const taken = { taken_by: takerIn(step), ...(step.blanket ? { doubled_by: step.holder } : {}), ...led };
      const suit = Object.keys(QUEENS).find((each) => QUEENS[each] === step.card);
      if (suit) (told.queens ??= {})[suit] = taken;
      else told.king_of_hearts = taken;
    }
  }
  return told;
}

/** Which sentence says what is missing; null where nothing is. @param {Step[]} steps */
export function note(steps) {
  const open = steps.filter((step) => missing(step) !== null);
  if (!open.length) return null;
  const cards = steps.filter((step) => step.kind === "card");
  if (cards.some(({ canDouble }) => canDouble) && !cards.some(({ taker, blanket }) => taker || blanket)) return "double";
  const queens = open.filter((step) => step.kind === "card" && step.card !== "KH");
  const untaken = queens.filter((step) => missing(step) === "taker").length;
  if (queens.length === open.length && untaken) return `queen-${untaken}`;
  if (open.length > 1) return "parts";
  const [step] = open;
  if (step.kind === "count") return "rest-D";
  if (step.kind === "order") return "trex";
  if (missing(step) === "taker") return "king";
  if (missing(step) === "leader") return "leader";
  return step.card === "KH" ? "held-him" : "held-her";
}
