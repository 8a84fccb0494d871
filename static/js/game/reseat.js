// Applies a later correction of the seats to earlier entries, changes and disputes.

import { SEATS } from "../lib/points.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./journal.js").Dispute} Dispute */

const ONE_SEAT = ["king", "taken_by", "doubled_by", "led_by", "claimed_by", "by"];
const EACH_SEAT = ["diamonds", "tricks", "adjustment"];

/** @param {string} key @param {any} value @param {Record<string, Seat>} to @returns {any} */
export function moveSeats(key, value, to) {
  if (ONE_SEAT.includes(key)) return to[value];
  if (key === "trex") return value.map((/** @type {Seat} */ seat) => to[seat]);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (key === "doubled") return Object.fromEntries(Object.entries(value).map(([card, seat]) => [card, to[/** @type {Seat} */ (seat)]]));
  const bySeats = EACH_SEAT.includes(key) && Object.keys(value).every((seat) => seat in to);
  return Object.fromEntries(Object.entries(value).map(([inner, child]) => (bySeats ? [to[inner], child] : [inner, moveSeats(inner, child, to)])));
}

/** Translates a proposed change to the seats after a reseating. @param {any} change @param {Record<Seat, Seat>} to @param {boolean} deals */
function moveChange(change, to, deals) {
  if (change.seats) return { ...change, seats: Object.fromEntries(Object.entries(change.seats).map(([old, newSeat]) => [to[/** @type {Seat} */ (old)], to[/** @type {Seat} */ (newSeat)]])) };
  if (!deals) return change;
  if (change.first_king) return { ...change, first_king: to[/** @type {Seat} */ (change.first_king)] };
  return change.entry ? { ...change, entry: moveSeats("", change.entry, to) } : change;
}

/** A dispute stays with its players when they move. @param {Dispute} dispute @param {Record<Seat, Seat>} to @param {boolean} deals */
export function moveDispute(dispute, to, deals) {
  const moveList = (/** @type {Seat[]} */ seats) => SEATS.filter((seat) => seats.some((old) => to[old] === seat));
  const { seat, agree, disagree, changes, end } = dispute;
  Object.assign(dispute, { seat: to[seat], agree: moveList(agree), disagree: moveList(disagree), changes: end ? changes : changes.map((change) => moveChange(change, to, deals)) });
}
