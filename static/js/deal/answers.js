// What an answer changes in a deal being entered, and which question comes next. Pure functions.

import { SEATS } from "../lib/points.js";
import {
  LAST_SEAT_INDEX,
  askedCountIndex,
  countsWithoutOneAndDerived,
  maximumCount,
  missingAnswer,
  unassignedOrExcessCount,
  withDerivedCounts,
  withoutDerivedCounts,
} from "./steps.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./steps.js").Revoke} Revoke */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {{steps: Step[], active: number, question: import("./steps.js").CardQuestion}} State `active` is the index of the current step; `question` is the question if that step is a card. */

/**
 * Charges everything not captured to a player, or removes the charge. Entered values stay; derived ones are removed.
 * @param {State} state
 * @param {Revoke | null} revoke
 */
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

/**
 * The initial state: at the contradiction, or at the first step that lacks something.
 * @param {Step[]} steps
 * @param {number} [contradictionIndex]
 * @returns {State}
 */
export function initialState(steps, contradictionIndex = -1) {
  const prepared = steps.map((step) => (step.kind === "card" && step.holder ? { ...step, isDoubled: true } : step));
  const firstOpenStep =
    contradictionIndex < 0 ? prepared.findIndex((step) => missingAnswer(step) !== null) : contradictionIndex;
  return stateAtStep(prepared, firstOpenStep < 0 ? prepared.length - 1 : firstOpenStep);
}

/** @param {Step[]} steps @param {number} index @returns {State} */
function stateAtStep(steps, index) {
  const nextMissingAnswer = missingAnswer(steps[index]);
  return { steps, active: index, question: typeof nextMissingAnswer === "string" ? nextMissingAnswer : "taker" };
}

/** Moves to the next incomplete step, starting with the current one; stays if all are complete. @param {State} state @returns {State} */
export function moveToNextIncompleteStep({ steps, active }) {
  const order = [...steps.keys()];
  const nextOpenStep = [...order.slice(active), ...order.slice(0, active)].find(
    (index) => missingAnswer(steps[index]) !== null,
  );
  return stateAtStep(steps, nextOpenStep ?? active);
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

/** Sets the count of the seat that is asked. The last count, or all of them once nothing is left, are derived. @param {State} state @param {number} n */
export function enterCount(state, n) {
  const step = state.steps[state.active];
  if (step.kind !== "count") return state;
  const countIndex = askedCountIndex(step);
  if (countIndex === null || n < 0 || n > maximumCount(step)) return state;
  const counts = countsWithoutOneAndDerived(step, countIndex).with(countIndex, n);
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
  const nextCountIndex = step.counts.indexOf(null);
  if (step.revoke)
    return clearCountsFrom(
      state,
      SEATS.findLastIndex((seat, index) => seat !== step.revoke?.by && step.counts[index] !== null),
    );
  if (nextCountIndex === 0) return state;
  const typedCountIndex = step.counts.findIndex(
    (_, index) => unassignedOrExcessCount({ ...step, counts: step.counts.slice(0, index + 1) }) === 0,
  );
  return clearCountsFrom(state, nextCountIndex > 0 ? nextCountIndex - 1 : typedCountIndex < 0 ? 2 : typedCountIndex);
}

/**
 * Applies a typed digit. A 1 is held back if 10 to 13 are possible.
 * @param {State} state
 * @param {boolean} isTypedOnePending whether a 1 is waiting
 * @param {number} digit
 * @returns {{state: State, isTypedOnePending: boolean}}
 */
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
  const placeIndex = step.places.indexOf(seat);
  if (placeIndex >= 0) return clearPlaceAndLast(state, placeIndex);
  const nextPlaceIndex = missingAnswer(step);
  if (typeof nextPlaceIndex !== "number") return state;
  const places = step.places.with(nextPlaceIndex, seat);
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
