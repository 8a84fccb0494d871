// The record of a game: what follows from its journal, after all or some of its entries.

import { SEATS, bySeat } from "../lib/points.js";
import { EntryUndone, NamesRemoved, contentOf } from "./events/index.js";
import { GameBuilder, oldSealedContentKey, sealedContentKey } from "./game-builder.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./game-builder.js").Entry} Entry */
/** @typedef {import("./game-builder.js").GameFileEntry} GameFileEntry */

/** @typedef {ReturnType<typeof recordOfBuilder>} GameRecord A game, folded from its journal. */

/** Sequence numbers that these entries undo. @param {Entry[]} entries */
const undoneSeqs = (entries) => new Set(entries.filter(EntryUndone.is).map(contentOf));

/** The seal marks of removed names. @param {Entry[]} entries @returns {Record<string, {seat: Seat, mark: string}>} */
const sealMarksOfRemovedNames = (entries) =>
  Object.assign({}, ...entries.filter(NamesRemoved.is).map((entry) => contentOf(entry)?.marks));

/** The record after all entries. @param {Entry[]} entries */
export const foldJournal = (entries) => createRecordReplayer(entries)(entries.length);

/**
 * Returns a function that gives the record after the first n entries. The fold is reused, so ascending calls are cheap;
 * it restarts where an entry is undone, because an undone entry never counted.
 * @param {Entry[]} entries
 */
export function createRecordReplayer(entries) {
  let journal = new GameBuilder(new Set(), sealMarksOfRemovedNames(entries));
  let reached = 0;
  return (/** @type {number} */ length) => {
    if (length < reached || entries.slice(reached, length).some(EntryUndone.is)) {
      journal = new GameBuilder(undoneSeqs(entries.slice(0, length)), sealMarksOfRemovedNames(entries));
      reached = 0;
    }
    for (const entry of entries.slice(reached, length)) journal.apply(entry);
    reached = length;
    return recordOfBuilder(journal);
  };
}

/** The number of the entry with the current version. @param {GameFileEntry} counted @returns {number} */
export const currentVersionSeq = ({ versions }) => /** @type {{seq: number}} */ (versions.at(-1)).seq;

/** The players in the seats when an entry was recorded, by their current names. @param {GameRecord} record @param {number} seq */
export const playersAt = ({ seatingHistory, players }, seq) =>
  seatingHistory.findLast(({ since }) => since <= seq)?.players ?? players;

/** The current record of a fold. @param {GameBuilder} journal */
function recordOfBuilder(journal) {
  const {
    counted,
    removed,
    unconfirmed,
    seatingHistory,
    rulesHistory,
    seatsWithOpenedLink,
    openLinks,
    disputes,
    concluded,
    reopenings,
    rulings,
  } = journal;
  return {
    ...journal,
    counted,
    removed,
    unconfirmed,
    seatingHistory: [...seatingHistory],
    rulesHistory: [...rulesHistory],
    seatsWithOpenedLink: SEATS.filter((seat) => seatsWithOpenedLink.has(seat)),
    openLinks: [...openLinks].sort(),
    disputes: [...disputes.values()],
    concluded: new Map(concluded),
    reopenings: new Map(reopenings),
    rulings: new Set(rulings),
    contents: bySeat((king) => sealedContentKey(journal.sealedContent(king))),
    oldContents: bySeat((king) => oldSealedContentKey(journal.sealedContent(king))),
  };
}
