// A game on this phone as its pages need it: the server's last state plus queued entries.

import { EntryUndone } from "../game/events/index.js";
import { fold } from "../game/fold.js";
import { foldJournal } from "../game/record.js";
import { rematchLocalToken } from "./offline-new-game.js";
import { entriesHeldBy, isRecorded, findConflicts } from "./conflicts.js";
import * as store from "./game-store.js";
import { inCurrentSeats } from "./queue-seats.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./game-store.js").StoredGame} StoredGame */
/** @typedef {import("./game-store.js").QueuedEntry} QueuedEntry */

/**
 * The journal as it will be once the queue is sent, without entries that are in conflict or blocked by one.
 * @param {StoredGame} stored
 * @param {QueuedEntry[]} queuedEntries
 * @param {Set<string>} heldKeys keys of entries in conflict
 */
function mergeQueuedEntries(stored, queuedEntries, heldKeys) {
  const entries = [...stored.entries];
  for (const entry of queuedEntries) {
    if (isRecorded(entry, stored.entries) || heldKeys.has(entry.key) || entry.behind) continue;
    const { key, kind, author, made_at, body, takes_back: undoneKey } = entry;
    const undoneEntry = entries.find((entry) => entry.key === undoneKey);
    if (undoneKey && !undoneEntry) continue; // its target is in conflict
    entries.push({
      seq: entries.length + 1,
      key,
      author,
      made_at,
      isQueued: true,
      ...(undoneEntry ? EntryUndone.entry(undoneEntry.seq) : { kind, body }),
    });
  }
  return entries;
}

/** The token of a rematch started on this phone, which may have moved to the server. @param {string} token */
async function optionalRematchField(token) {
  const rematch = await store.getGame(rematchLocalToken(token));
  return rematch ? { rematch: rematch.moved ?? rematch.token } : {};
}

/** @param {any} siteData the site's tables of play @param {string} token @param {Seat | null} [king] the king chosen on the page */
export async function loadLocalGame(siteData, token, king = null) {
  const storedGame = await store.getGame(token);
  if (!storedGame) return null;
  const unsent = (await store.getQueuedEntries(token)).filter((entry) => !isRecorded(entry, storedGame.entries));
  const queuedEntries = inCurrentSeats(unsent, storedGame.entries);
  const { rules, points_table } = storedGame.state;
  const play = {
    order: siteData.orders[rules.next_king] ?? null,
    contractSets: siteData.contractSets[rules.combining],
  };
  const tables = { rules, points_table, play };
  const conflicts = findConflicts(storedGame, queuedEntries);
  const entries = mergeQueuedEntries(
    storedGame,
    queuedEntries,
    new Set(conflicts.flatMap(entriesHeldBy).map(({ key }) => key)),
  );
  /** @type {import("./views/game.js").GameState} */
  const state = { ...storedGame.state, ...fold(entries, tables), ...tables, ...(await optionalRematchField(token)) };
  return {
    token,
    permission: storedGame.may,
    king,
    state,
    record: foldJournal(entries),
    stored: storedGame,
    queuedEntries,
    conflicts,
    entries,
  };
}
