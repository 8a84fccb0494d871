// Applies a later correction of the seats to earlier entries, changes and disputes.

import { SEATS } from "../lib/points.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./game-builder.js").Dispute} Dispute */

const SEAT_FIELDS = ["king", "first_king", "taken_by", "doubled_by", "led_by", "claimed_by", "by"];
const BY_SEAT_FIELDS = ["diamonds", "tricks", "adjustment"];

/** @param {string} key @param {any} value @param {Record<string, Seat>} newSeats @returns {any} */
export function reseatBody(key, value, newSeats) {
  if (SEAT_FIELDS.includes(key)) return newSeats[value];
  if (key === "trex") return value.map((/** @type {Seat} */ seat) => newSeats[seat]);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (key === "doubled")
    return Object.fromEntries(
      Object.entries(value).map(([card, seat]) => [card, newSeats[/** @type {Seat} */ (seat)]]),
    );
  const bySeats = BY_SEAT_FIELDS.includes(key) && Object.keys(value).every((seat) => seat in newSeats);
  return Object.fromEntries(
    Object.entries(value).map(([inner, child]) =>
      bySeats ? [newSeats[inner], child] : [inner, reseatBody(inner, child, newSeats)],
    ),
  );
}

/** Translates a proposed change to the seats after a reseating. @param {any} change @param {Record<Seat, Seat>} newSeats @param {boolean} movesDeals */
function reseatProposedChange(change, newSeats, movesDeals) {
  if (change.seats)
    return {
      ...change,
      seats: Object.fromEntries(
        Object.entries(change.seats).map(([old, newSeat]) => [
          newSeats[/** @type {Seat} */ (old)],
          newSeats[/** @type {Seat} */ (newSeat)],
        ]),
      ),
    };
  if (!movesDeals) return change;
  if (change.first_king) return { ...change, first_king: newSeats[/** @type {Seat} */ (change.first_king)] };
  return change.entry ? { ...change, entry: reseatBody("", change.entry, newSeats) } : change;
}

/** A dispute stays with its players when they move. @param {Dispute} dispute @param {Record<Seat, Seat>} newSeats @param {boolean} movesDeals */
export function reseatDispute(dispute, newSeats, movesDeals) {
  const moveList = (/** @type {Seat[]} */ seats) => SEATS.filter((seat) => seats.some((old) => newSeats[old] === seat));
  const { seat, agree, disagree, changes, end } = dispute;
  Object.assign(dispute, {
    seat: newSeats[seat],
    agree: moveList(agree),
    disagree: moveList(disagree),
    changes: end ? changes : changes.map((change) => reseatProposedChange(change, newSeats, movesDeals)),
  });
}
