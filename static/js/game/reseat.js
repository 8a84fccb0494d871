// Who sat where, found out later: what was said before, as it means the same for those who sit there now.

import { SEATS } from "../lib/points.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./journal.js").Dispute} Dispute */

const ONE_SEAT = ["king", "taken_by", "doubled_by", "led_by", "claimed_by", "by"];
const EACH_SEAT = ["diamonds", "tricks", "adjustment"];

/** @param {string} key @param {any} value @param {Record<string, Seat>} to @returns {any} */
export function moved(key, value, to) {
  if (ONE_SEAT.includes(key)) return to[value];
  if (key === "trex") return value.map((/** @type {Seat} */ seat) => to[seat]);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (key === "doubled") return Object.fromEntries(Object.entries(value).map(([card, seat]) => [card, to[/** @type {Seat} */ (seat)]]));
  const bySeats = EACH_SEAT.includes(key) && Object.keys(value).every((seat) => seat in to);
  return Object.fromEntries(Object.entries(value).map(([inner, found]) => (bySeats ? [to[inner], found] : [inner, moved(inner, found, to)])));
}

/** A change that was proposed before it was known who sat where, as it means the same behind that. @param {any} change @param {Record<Seat, Seat>} to @param {boolean} deals */
function proposedElsewhere(change, to, deals) {
  if (change.seats) return { ...change, seats: Object.fromEntries(Object.entries(change.seats).map(([old, now]) => [to[/** @type {Seat} */ (old)], to[/** @type {Seat} */ (now)]])) };
  if (!deals) return change;
  if (change.first_king) return { ...change, first_king: to[/** @type {Seat} */ (change.first_king)] };
  return change.entry ? { ...change, entry: moved("", change.entry, to) } : change;
}

/** A dispute stays the same people's, wherever they sit. @param {Dispute} dispute @param {Record<Seat, Seat>} to @param {boolean} deals */
export function disputedElsewhere(dispute, to, deals) {
  const now = (/** @type {Seat[]} */ seats) => SEATS.filter((seat) => seats.some((old) => to[old] === seat));
  const { seat, agree, disagree, changes, end } = dispute;
  Object.assign(dispute, { seat: to[seat], agree: now(agree), disagree: now(disagree), changes: end ? changes : changes.map((change) => proposedElsewhere(change, to, deals)) });
}
