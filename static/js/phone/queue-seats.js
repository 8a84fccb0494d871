// Queued entries name seats. If a correction has moved players and their deals since, these entries move with them.

import { EntryUndone, eventOf } from "../game/events/index.js";
import { createRecordReplayer } from "../game/record.js";
import { reseatBody } from "../game/reseat.js";
import { SEATS } from "../lib/points.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./game-store.js").QueuedEntry} QueuedEntry */

/**
 * By seat after entry `after`, the seat to which its deals have moved since; null if none has moved.
 * @param {any[]} entries the journal
 * @param {number} after
 * @returns {Record<Seat, Seat> | null}
 */
function dealMovesSince(entries, after) {
  if (!entries.slice(after).some((entry) => eventOf(entry).corrects || EntryUndone.is(entry))) return null;
  const recordAfter = createRecordReplayer(entries);
  const seatsBefore = recordAfter(after).dealSeats;
  const seatsNow = recordAfter(entries.length).dealSeats;
  const newSeats = /** @type {Record<Seat, Seat>} */ (
    Object.fromEntries(SEATS.map((seat) => [seatsBefore[seat], seatsNow[seat]]))
  );
  return SEATS.some((seat) => newSeats[seat] !== seat) ? newSeats : null;
}

/**
 * The queued entries with the seats that their players have now.
 * @template {QueuedEntry} T
 * @param {T[]} queuedEntries
 * @param {any[]} entries the journal
 * @returns {T[]}
 */
export const inCurrentSeats = (queuedEntries, entries) =>
  queuedEntries.map((entry) => {
    const newSeats = eventOf(entry).movesWithDeals && dealMovesSince(entries, entry.after);
    return newSeats ? { ...entry, after: entries.length, body: reseatBody("", entry.body, newSeats) } : entry;
  });
