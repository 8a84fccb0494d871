// Acts that the scorer link did for players: sign off, confirm, dispute, answer, withdraw.

import { SEATS } from "../lib/points.js";
import { contentOf, eventOf, isScorerPermission } from "./events/index.js";
import { playersAt } from "./record.js";

/** @typedef {import("../lib/points.js").Seat} Seat */

/** Whether the scorer link wrote this entry on behalf of one or several players. @param {any} entry @returns {boolean} */
export const isAnswerByScorer = (entry) =>
  Boolean(entry.body) && isScorerPermission(entry.by?.right) && eventOf(entry).answersForPlayers(contentOf(entry));

/**
 * The current seats of players for whom the scorer link wrote the latest of these entries.
 * @param {{entries: import("./game-builder.js").Entry[], record: import("./record.js").GameRecord}} opened
 * @param {import("./events/event.js").GameEvent} event
 * @param {(content: any, seq: number) => boolean} isIncluded
 * @returns {Seat[]}
 */
export function seatsAnsweredByScorer({ entries, record }, event, isIncluded) {
  const isByScorer = new Map();
  for (const entry of entries.filter(event.is)) {
    const entryContent = contentOf(entry);
    if (entryContent && "seat" in entryContent && !record.undone.has(entry.seq) && isIncluded(entryContent, entry.seq))
      isByScorer.set(currentSeatOfPlayer(record, entry.seq, entryContent.seat), isAnswerByScorer(entry));
  }
  return SEATS.filter((seat) => isByScorer.get(seat));
}

/**
 * The current seat of the player who sat at `seat` when the entry was recorded.
 * @param {import("./record.js").GameRecord} record
 * @param {number} seq
 * @param {Seat} seat
 */
function currentSeatOfPlayer(record, seq, seat) {
  const name = playersAt(record, seq)[seat];
  return (name && SEATS.find((seat) => record.players[seat] === name)) || seat;
}
