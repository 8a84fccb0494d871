// Where the scorer's link spoke for players: signed off, confirmed, disputed, answered or withdrew in their names.

import { SEATS } from "../lib/points.js";

/** @typedef {import("../lib/points.js").Seat} Seat */

const SCORER = ["own", "write"];
const REFEREE = "referee";
/** The field of an entry that says what it is about. A dispute is about itself. @type {Record<string, string>} */
const ABOUT = { agreed: "kingdom", confirmed: "seq", answered: "dispute", settled: "dispute" };

/** Whether the scorer's link wrote this in the name of a player, or of several. @param {any} entry @returns {boolean} */
export function actsForPlayers({ kind, body, by }) {
  const said = body?.[kind];
  if (!said || !SCORER.includes(by?.right)) return false;
  if (kind === "settled") return said.as === "withdrawn";
  return "seat" in Object(said) || Boolean(said.with?.some((/** @type {string} */ one) => one !== REFEREE));
}

/** The players, by where they sit now, whose last word on something the scorer's link wrote. @param {{entries: any[], record: any}} opened @param {string} kind @param {string | number} about @returns {Seat[]} */
export function spokenByScorer({ entries, record }, kind, about) {
  const last = new Map();
  for (const entry of entries) {
    const said = entry.kind === kind && entry.body?.[kind];
    if (said && "seat" in said && !record.takenBack.has(entry.seq) && (said[ABOUT[kind]] ?? entry.seq) === about) last.set(seatNow(record, entry.seq, said.seat), actsForPlayers(entry));
  }
  return SEATS.filter((seat) => last.get(seat));
}

/** Where the player sits now who sat there when an entry was written. @param {any} record @param {number} seq @param {Seat} seat */
function seatNow({ seated, players }, seq, seat) {
  const name = (seated.findLast((/** @type {any} */ { since }) => since <= seq)?.players ?? players)[seat];
  return (name && SEATS.find((one) => players[one] === name)) || seat;
}
