// A player did not follow suit: what nobody had taken by then, or the whole deal, is booked on that player. Pure, and asked by
// the form at the table and by the phone without reception. What was told stays told: taking the booking back leaves it as it was.

import { SEATS } from "../points.js";

/** @typedef {import("../points.js").Seat} Seat */
/** @typedef {{by: Seat, whole: boolean}} Renege */

const LAST = SEATS.length - 1;
const sum = (/** @type {(number | null)[]} */ counts) => counts.reduce((/** @type {number} */ all, n) => all + (n ?? 0), 0);

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

/**
 * Four numbers without the one that was not told but worked out: what nobody had yet is no longer the last one's.
 * @param {(number | null)[]} counts
 * @param {number} total
 */
export function asTold(counts, total) {
  if (counts.includes(null)) return counts;
  const typed = counts.findIndex((_n, place) => sum(counts.slice(0, place + 1)) === total);
  if (typed < 0) return counts;
  return counts.map((n, place) => (place > typed || place === LAST ? null : n));
}

/** The same with it again. @param {(number | null)[]} counts @param {number} total */
export function workedOut(counts, total) {
  const rest = total - sum(counts);
  return rest === 0 || (rest > 0 && counts.filter((n) => n === null).length === 1) ? counts.map((n) => n ?? rest) : counts;
}
