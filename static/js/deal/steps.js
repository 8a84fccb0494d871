// The steps of a deal being entered: what each holds and lacks, and the captures they give. Pure functions.

import { SEATS, addCapture } from "../lib/points.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {{by: Seat, whole: boolean}} Revoke */
/** @typedef {"taker" | "holder" | "leader"} CardQuestion */
/** @typedef {{kind: "card", card: string, asksLeader: boolean, canDouble: boolean, isDoubled: boolean, taker: Seat | null, holder: Seat | null, leader: Seat | null, revoke?: Revoke | null}} CardStep */
/** @typedef {{kind: "count", counted: "diamonds" | "tricks", total: number, counts: (number | null)[], isExplicit?: boolean, revoke?: Revoke | null, editing?: number | null}} CountStep `isExplicit`: all four counts were entered, none derived; `editing`: the index of the count being edited. */
/** @typedef {{kind: "order", places: (Seat | null)[], revoke?: null}} OrderStep */
/** @typedef {CardStep | CountStep | OrderStep} Step */

export const LAST_SEAT_INDEX = SEATS.length - 1;

const sumOfCounts = (/** @type {(number | null)[]} */ counts) =>
  counts.reduce((/** @type {number} */ all, n) => all + (n ?? 0), 0);

// Revoke: what nobody had captured by then, or the whole deal, is charged to one player. The entered captures stay in the
// state, so that removing the charge restores them. The offline forms (static/js/phone/deal-form.js) use the same functions.

/** How many have not been assigned to a seat. @param {(number | null)[]} counts @param {number} total */
export const notTakenCount = (counts, total) => Math.max(0, total - sumOfCounts(counts));

/** Removes the derived count from four counts: it is not certain once a revoke is charged. @param {(number | null)[]} counts @param {number} total */
export function withoutDerivedCounts(counts, total) {
  if (counts.includes(null)) return counts;
  const typedCountIndex = counts.findIndex((_n, index) => sumOfCounts(counts.slice(0, index + 1)) === total);
  if (typedCountIndex < 0) return counts;
  return counts.map((n, index) => (index > typedCountIndex || index === LAST_SEAT_INDEX ? null : n));
}

/** Fills in the counts that follow from the others. @param {(number | null)[]} counts @param {number} total */
export function withDerivedCounts(counts, total) {
  const restOfTotal = total - sumOfCounts(counts);
  return restOfTotal === 0 || (restOfTotal > 0 && counts.filter((n) => n === null).length === 1)
    ? counts.map((n) => n ?? restOfTotal)
    : counts;
}

/** What a step still lacks: a question about a card, the index of a seat or place, or null. @param {Step} step @returns {CardQuestion | number | null} */
export function missingAnswer(step) {
  if (step.kind === "count") {
    if (step.revoke) return Math.min(...countsAfterRevoke(step).map(Number)) < 0 ? LAST_SEAT_INDEX : null;
    const openCountIndex = step.counts.indexOf(null);
    // four counts below the total: ask for the last again
    return openCountIndex >= 0 ? openCountIndex : unassignedOrExcessCount(step) ? LAST_SEAT_INDEX : null;
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
  const openCountIndex = step.counts.findIndex((n, index) => n === null && SEATS[index] !== step.revoke?.by);
  return openCountIndex < 0 || step.revoke.whole ? null : openCountIndex;
}

/** @param {Step[]} steps */
export const areStepsComplete = (steps) => steps.every((step) => missingAnswer(step) === null);

/** How many are not assigned yet; negative if there are too many. @param {CountStep} step */
export const unassignedOrExcessCount = ({ counts, total }) => total - sumOfCounts(counts);

/** The counts without derived ones and without the one at this index. @param {CountStep} step @param {number} index */
export const countsWithoutOneAndDerived = ({ counts, total, revoke }, index) =>
  (revoke || index === LAST_SEAT_INDEX ? counts : withoutDerivedCounts(counts, total)).with(index, null);

/** The sum of counts that cannot be right: above the total, or four counts below it. Null if possible. @param {CountStep} step */
export function impossibleSum({ counts, total, revoke }) {
  const sumOfAll = sumOfCounts(counts);
  return sumOfAll > total || (sumOfAll < total && !revoke && !counts.includes(null)) ? sumOfAll : null;
}

/** The maximum for the seat that is asked. @param {CountStep} step */
export function maximumCount(step) {
  const askedIndex = askedCountIndex(step);
  // more than the rest is possible, since the other counts can be edited
  if (typeof step.editing === "number") return step.total;
  return typeof askedIndex === "number"
    ? unassignedOrExcessCount({ ...step, counts: countsWithoutOneAndDerived(step, askedIndex) })
    : 0;
}

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
  const openSteps = steps.filter((step) => missingAnswer(step) !== null);
  if (!openSteps.length) return null;
  const cards = steps.filter((step) => step.kind === "card");
  if (cards.some(({ canDouble }) => canDouble) && !cards.some(({ taker, isDoubled }) => taker || isDoubled))
    return "double";
  const queens = openSteps.filter((step) => step.kind === "card" && step.card !== "KH");
  const untaken = queens.filter((step) => missingAnswer(step) === "taker").length;
  if (queens.length === openSteps.length && untaken) return `queen-${untaken}`;
  if (openSteps.length > 1) return "parts";
  const [step] = openSteps;
  if (step.kind === "count") return "last-count";
  if (step.kind === "order") return "trex";
  if (missingAnswer(step) === "taker") return "king";
  if (missingAnswer(step) === "leader") return "leader";
  return step.card === "KH" ? "king-holder" : "queen-holder";
}
