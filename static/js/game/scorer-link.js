// Acts that the scorer link did for players: sign off, confirm, dispute, answer, withdraw.

import { SEATS } from "../lib/points.js";

/** @typedef {import("../lib/points.js").Seat} Seat */

const SCORER = ["own", "write"];
const REFEREE = "referee";
/** The field that names an entry's target. A dispute is its own target. @type {Record<string, string>} */
const TARGET_FIELDS = { agreed: "kingdom", confirmed: "seq", answered: "dispute", settled: "dispute" };

/** Whether the scorer link wrote this entry on behalf of one or several players. @param {any} entry @returns {boolean} */
export function actsForPlayers({ kind, body, by: author }) {
  const details = body?.[kind];
  if (!details || !SCORER.includes(author?.right)) return false;
  if (kind === "settled") return details.as === "withdrawn";
  return "seat" in Object(details) || Boolean(details.with?.some((/** @type {string} */ seat) => seat !== REFEREE));
}

/** The current seats of players for whom the scorer link wrote the latest entry about this target. @param {{entries: import("./journal.js").Entry[], record: import("./journal.js").GameRecord}} opened @param {string} kind @param {string | number} target @returns {Seat[]} */
export function seatsActedForByScorer({ entries, record }, kind, target) {
  const isByScorer = new Map();
  for (const entry of entries) {
    const details = entry.kind === kind && entry.body?.[kind];
    if (details && "seat" in details && !record.undone.has(entry.seq) && (details[TARGET_FIELDS[kind]] ?? entry.seq) === target) isByScorer.set(currentSeat(record, entry.seq, details.seat), actsForPlayers(entry));
  }
  return SEATS.filter((seat) => isByScorer.get(seat));
}

/** The current seat of the player who sat at `seat` when the entry was recorded. @param {import("./journal.js").GameRecord} record @param {number} seq @param {Seat} seat */
function currentSeat({ seatingHistory, players }, seq, seat) {
  const name = (seatingHistory.findLast(({ since }) => since <= seq)?.players ?? players)[seat];
  return (name && SEATS.find((seat) => players[seat] === name)) || seat;
}
