// The state machine of a deal being entered: the next question, and what an answer changes. Pure functions.

import { SEATS, addCapture } from "../lib/points.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {{by: Seat, whole: boolean}} Revoke */
/** @typedef {"taker" | "holder" | "leader"} CardQuestion */
/** @typedef {{kind: "card", card: string, asksLeader: boolean, canDouble: boolean, isDoubled: boolean, taker: Seat | null, holder: Seat | null, leader: Seat | null, revoke?: Revoke | null}} CardStep */
/** @typedef {{kind: "count", counted: "diamonds" | "tricks", total: number, counts: (number | null)[], isExplicit?: boolean, revoke?: Revoke | null, editing?: number | null}} CountStep `isExplicit`: all four counts were entered, none derived; `editing`: the index of the count being edited. */
/** @typedef {{kind: "order", places: (Seat | null)[], revoke?: null}} OrderStep */
/** @typedef {CardStep | CountStep | OrderStep} Step */
/** @typedef {{steps: Step[], active: number, question: CardQuestion}} State `active` is the index of the current step; `question` is the question if that step is a card. */

const LAST_SEAT_INDEX = SEATS.length - 1;

const sumOfCounts = (/** @type {(number | null)[]} */ counts) =>
  counts.reduce((/** @type {number} */ all, n) => all + (n ?? 0), 0);

// Revoke: what nobody had captured by then, or the whole deal, is charged to one player. The entered captures stay in the
// state, so that removing the charge restores them. The offline forms (static/js/phone/page-forms.js) use the same functions.

/** How many have not been assigned to a seat. @param {(number | null)[]} counts @param {number} total */
export const notTakenCount = (counts, total) => Math.max(0, total - sumOfCounts(counts));

/** Removes the derived count from four counts: it is not certain once a revoke is charged. @param {(number | null)[]} counts @param {number} total */
function withoutDerivedCounts(counts, total) {
  if (counts.includes(null)) return counts;
  const typed = counts.findIndex((_n, index) => sumOfCounts(counts.slice(0, index + 1)) === total);
  if (typed < 0) return counts;
  return counts.map((n, index) => (index > typed || index === LAST_SEAT_INDEX ? null : n));
}

/** Fills in the counts that follow from the others. @param {(number | null)[]} counts @param {number} total */
function withDerivedCounts(counts, total) {
  const rest = total - sumOfCounts(counts);
  return rest === 0 || (rest > 0 && counts.filter((n) => n === null).length === 1)
    ? counts.map((n) => n ?? rest)
    : counts;
}

/** What a step still lacks: a question about a card, the index of a seat or place, or null. @param {Step} step @returns {CardQuestion | number | null} */
export function missingAnswer(step) {
  if (step.kind === "count") {
    if (step.revoke) return Math.min(...countsAfterRevoke(step).map(Number)) < 0 ? LAST_SEAT_INDEX : null;
    const index = step.counts.indexOf(null);
    // four counts below the total: ask for the last again
    return index >= 0 ? index : unassignedOrExcessCount(step) ? LAST_SEAT_INDEX : null;
  }
  if (step.kind === "order") {
    const place = step.places.findIndex((seat, index) => seat === null || step.places.indexOf(seat) < index);
    return place < 0 ? null : place;
  }
  if (!takerAfterRevoke(step)) return "taker";
  if (step.isDoubled && !step.holder) return "holder";
  // a card that is only charged has no leader
  const isOwn = step.isDoubled && step.holder === step.taker && !step.revoke?.whole && step.revoke?.by !== step.taker;
  return isOwn && step.asksLeader && !step.leader ? "leader" : null;
}

/** The seat that a card counts for. @param {CardStep} step */
export const takerAfterRevoke = ({ taker, revoke }) => (revoke && (revoke.whole || !taker) ? revoke.by : taker);

/** The counts in effect for each seat; with a revoke all of the total is assigned. @param {CountStep} step */
export function countsAfterRevoke({ counts, total, revoke }) {
  if (!revoke) return counts;
  const otherCounts = counts.map((n, index) => (revoke.whole || SEATS[index] === revoke.by ? 0 : (n ?? 0)));
  return otherCounts.with(SEATS.indexOf(revoke.by), total - sumOfCounts(otherCounts));
}

/** The index of the count that can be typed now; null if none. With a revoke, the other players' counts stay optional. @param {CountStep} step */
export function askedCountIndex(step) {
  if (typeof step.editing === "number") return step.editing;
  if (!step.revoke) return /** @type {number | null} */ (missingAnswer(step));
  const open = step.counts.findIndex((n, index) => n === null && SEATS[index] !== step.revoke?.by);
  return open < 0 || step.revoke.whole ? null : open;
}

/** Charges everything not captured to a player, or removes the charge. Entered values stay; derived ones are removed. @param {State} state @param {Revoke | null} revoke */
export function chargeRevoke(state, revoke) {
  const steps = state.steps.map((step) => {
    if (step.kind === "order") return step;
    if (step.kind === "card" || step.isExplicit || !step.revoke === !revoke) return { ...step, revoke };
    return {
      ...step,
      revoke,
      counts: revoke ? withoutDerivedCounts(step.counts, step.total) : withDerivedCounts(step.counts, step.total),
    };
  });
  return moveToNextIncompleteStep({ ...state, steps });
}

/** @param {Step[]} steps */
export const areStepsComplete = (steps) => steps.every((step) => missingAnswer(step) === null);

/** The initial state: at the contradiction, or at the first step that lacks something. @param {Step[]} steps @param {number} [contradictionIndex] @returns {State} */
export function initialState(steps, contradictionIndex = -1) {
  const prepared = steps.map((step) => (step.kind === "card" && step.holder ? { ...step, isDoubled: true } : step));
  const first =
    contradictionIndex < 0 ? prepared.findIndex((step) => missingAnswer(step) !== null) : contradictionIndex;
  return stateAtStep(prepared, first < 0 ? prepared.length - 1 : first);
}

/** @param {Step[]} steps @param {number} index @returns {State} */
function stateAtStep(steps, index) {
  const next = missingAnswer(steps[index]);
  return { steps, active: index, question: typeof next === "string" ? next : "taker" };
}

/** Moves to the next incomplete step, starting with the current one; stays if all are complete. @param {State} state @returns {State} */
export function moveToNextIncompleteStep({ steps, active }) {
  const order = [...steps.keys()];
  const next = [...order.slice(active), ...order.slice(0, active)].find(
    (index) => missingAnswer(steps[index]) !== null,
  );
  return stateAtStep(steps, next ?? active);
}

/**
 * The state with changes to the active step, which has to be of this kind.
 * @template {Step["kind"]} K
 * @param {State} state
 * @param {K} kind
 * @param {(step: Extract<Step, {kind: K}>) => Partial<Extract<Step, {kind: K}>>} change
 * @returns {State}
 */
function updateActiveStep(state, kind, change) {
  const step = state.steps[state.active];
  if (step.kind !== kind) return state;
  const updated = { ...step, .../** @type {any} */ (change)(step) };
  return { ...state, steps: state.steps.with(state.active, updated) };
}

/** Answers the current question without moving on. Only an own capture has a leader. @param {State} state @param {Seat | null} seat */
export const withAnswer = (state, seat) =>
  updateActiveStep(state, "card", (step) => {
    const updated = { ...step, [state.question]: seat };
    return updated.holder && updated.holder === updated.taker ? updated : { ...updated, leader: null };
  });

/** Answers the current question and moves on. After a card was only doubled, the first question comes next. @param {State} state @param {Seat} seat */
export function answerAndAdvance(state, seat) {
  const updated = withAnswer(state, seat);
  return moveToNextIncompleteStep(
    missingAnswer(updated.steps[updated.active]) === "taker" ? { ...updated, active: 0 } : updated,
  );
}

/** A tap on a seat answers; on the chosen taker it deselects. @param {State} state @param {Seat} seat */
export function tapSeat(state, seat) {
  const step = state.steps[state.active];
  return step.kind === "card" && state.question === "taker" && step.taker === seat
    ? withAnswer(state, null)
    : answerAndAdvance(state, seat);
}

/** Doubles a card, or makes it plain again and clears its holder. @param {State} state @param {number} index @param {boolean} isDoubled @returns {State} */
function withCardDoubledOrPlain(state, index, isDoubled) {
  const updated = updateActiveStep({ ...state, active: index }, "card", () =>
    isDoubled ? { isDoubled } : { isDoubled, holder: null, leader: null },
  );
  if (isDoubled) return { ...updated, question: "holder" };
  return moveToNextIncompleteStep(
    missingAnswer(updated.steps[index]) === "taker" ? { ...updated, active: 0 } : updated,
  );
}

/**
 * A tap on a step. A card that has a taker is asked again. A card that can be doubled is doubled and its holder asked;
 * the same tap during that question undoes it.
 * @param {State} state
 * @param {number} index
 */
export function tapStep(state, index) {
  const step = state.steps[index];
  if (step.kind !== "card") return stateAtStep(state.steps, index);
  if (index !== state.active && step.taker) return askTakerAgain(state, index);
  if (!step.canDouble) return stateAtStep(state.steps, index);
  return withCardDoubledOrPlain(
    state,
    index,
    !(index === state.active && step.isDoubled && state.question === "holder"),
  );
}

/** Moves to a card and asks again who took it: its taker and leader are cleared; the holder stays. @param {State} state @param {number} index */
function askTakerAgain(state, index) {
  const cleared = updateActiveStep({ ...state, active: index }, "card", () => ({ taker: null, leader: null }));
  return stateAtStep(cleared.steps, index);
}

/** How many are not assigned yet; negative if there are too many. @param {CountStep} step */
export const unassignedOrExcessCount = ({ counts, total }) => total - sumOfCounts(counts);

/** The counts without derived ones and without the one at this index. @param {CountStep} step @param {number} index */
const countsWithoutOneAndDerived = ({ counts, total, revoke }, index) =>
  (revoke || index === LAST_SEAT_INDEX ? counts : withoutDerivedCounts(counts, total)).with(index, null);

/** The sum of counts that cannot be right: above the total, or four counts below it. Null if possible. @param {CountStep} step */
export function impossibleSum({ counts, total, revoke }) {
  const all = sumOfCounts(counts);
  return all > total || (all < total && !revoke && !counts.includes(null)) ? all : null;
}

/** The maximum for the seat that is asked. @param {CountStep} step */
export function maximumCount(step) {
  const index = askedCountIndex(step);
  // more than the rest is possible, since the other counts can be edited
  if (typeof step.editing === "number") return step.total;
  return typeof index === "number"
    ? unassignedOrExcessCount({ ...step, counts: countsWithoutOneAndDerived(step, index) })
    : 0;
}

/** Sets the count of the seat that is asked. The last count, or all of them once nothing is left, are derived. @param {State} state @param {number} n */
export function enterCount(state, n) {
  const step = state.steps[state.active];
  if (step.kind !== "count") return state;
  const index = askedCountIndex(step);
  if (index === null || n < 0 || n > maximumCount(step)) return state;
  const counts = countsWithoutOneAndDerived(step, index).with(index, n);
  return moveToNextIncompleteStep(
    updateActiveStep(state, "count", () => ({
      counts: step.revoke ? counts : withDerivedCounts(counts, step.total),
      editing: null,
    })),
  );
}

/** Starts editing the count at this index. @param {State} state @param {number} index */
export const startCountEdit = (state, index) =>
  updateActiveStep(state, "count", ({ counts }) => (counts[index] === null ? {} : { editing: index }));

/** Clears the counts from this index on, because later ones depend on earlier ones; with a revoke only this one. @param {State} state @param {number} place */
const clearCountsFrom = (state, place) =>
  updateActiveStep(state, "count", ({ counts, revoke }) => ({
    counts: counts.map((n, index) => ((revoke ? index !== place : index < Math.min(place, 2)) ? n : null)),
    isExplicit: false,
  }));

/** Removes the last count that was typed rather than derived. @param {State} state */
export function removeLastCount(state) {
  const step = state.steps[state.active];
  if (step.kind !== "count") return state;
  if (typeof step.editing === "number") return updateActiveStep(state, "count", () => ({ editing: null }));
  const next = step.counts.indexOf(null);
  if (step.revoke)
    return clearCountsFrom(
      state,
      SEATS.findLastIndex((seat, index) => seat !== step.revoke?.by && step.counts[index] !== null),
    );
  if (next === 0) return state;
  const typed = step.counts.findIndex(
    (_, index) => unassignedOrExcessCount({ ...step, counts: step.counts.slice(0, index + 1) }) === 0,
  );
  return clearCountsFrom(state, next > 0 ? next - 1 : typed < 0 ? 2 : typed);
}

/** Applies a typed digit. A 1 is held back if 10 to 13 are possible. @param {State} state @param {boolean} isTypedOnePending whether a 1 is waiting @param {number} digit @returns {{state: State, isTypedOnePending: boolean}} */
export function typeDigit(state, isTypedOnePending, digit) {
  const step = state.steps[state.active];
  if (step.kind !== "count") return { state, isTypedOnePending: false };
  const highest = maximumCount(step);
  if (isTypedOnePending) {
    return 10 + digit <= highest
      ? { state: enterCount(state, 10 + digit), isTypedOnePending: false }
      : typeDigit(enterCount(state, 1), false, digit);
  }
  return digit === 1 && highest >= 10
    ? { state, isTypedOnePending: true }
    : { state: enterCount(state, digit), isTypedOnePending: false };
}

/** A tap on a seat in Trex: gives it the next place (the last is derived), or clears its place and the last. @param {State} state @param {Seat} seat */
export function tapSeatInTrex(state, seat) {
  const step = state.steps[state.active];
  if (step.kind !== "order") return state;
  const index = step.places.indexOf(seat);
  if (index >= 0) return clearPlaceAndLast(state, index);
  const next = missingAnswer(step);
  if (typeof next !== "number") return state;
  const places = step.places.with(next, seat);
  const remaining = SEATS.filter((each) => !places.includes(each));
  return moveToNextIncompleteStep(
    updateActiveStep(state, "order", () => ({
      places: remaining.length === 1 ? places.with(places.indexOf(null), remaining[0]) : places,
    })),
  );
}

/** Clears this place and the last, which is derived; without the last, the one before it. @param {State} state @param {number} place */
export const clearPlaceAndLast = (state, place) =>
  updateActiveStep(state, "order", (step) => ({
    places: step.places.map((seat, index) => (index === LAST_SEAT_INDEX || index === Math.min(place, 2) ? null : seat)),
  }));

/** The captures so far, as in the game file. @param {Step[]} steps @returns {import("../lib/points.js").Captures} */
export function capturesOfSteps(steps) {
  /** @type {any} */
  const captured = {};
  for (const step of steps) {
    if (step.kind === "count") {
      const counts = countsAfterRevoke(step);
      captured[step.counted] = Object.fromEntries(
        SEATS.flatMap((seat, index) => (counts[index] === null ? [] : [[seat, counts[index]]])),
      );
    } else if (step.kind === "order") {
      captured.trex = step.places.filter((seat) => seat !== null);
    } else if (takerAfterRevoke(step) && missingAnswer(step) !== "leader") {
      // the leader decides who is paid
      const led = step.leader && !step.revoke?.whole ? { led_by: step.leader } : {};
      addCapture(captured, step.card, {
        taken_by: takerAfterRevoke(step),
        ...(step.isDoubled ? { doubled_by: step.holder } : {}),
        ...led,
      });
    }
  }
  return captured;
}

/** The name of the sentence about what is missing; null if nothing is. @param {Step[]} steps */
export function missingAnswerSentenceKey(steps) {
  const open = steps.filter((step) => missingAnswer(step) !== null);
  if (!open.length) return null;
  const cards = steps.filter((step) => step.kind === "card");
  if (cards.some(({ canDouble }) => canDouble) && !cards.some(({ taker, isDoubled }) => taker || isDoubled))
    return "double";
  const queens = open.filter((step) => step.kind === "card" && step.card !== "KH");
  const untaken = queens.filter((step) => missingAnswer(step) === "taker").length;
  if (queens.length === open.length && untaken) return `queen-${untaken}`;
  if (open.length > 1) return "parts";
  const [step] = open;
  if (step.kind === "count") return "last-count";
  if (step.kind === "order") return "trex";
  if (missingAnswer(step) === "taker") return "king";
  if (missingAnswer(step) === "leader") return "leader";
  return step.card === "KH" ? "king-holder" : "queen-holder";
}
