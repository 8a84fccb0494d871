// A game of this phone as its pages need it: what the server told last, and behind it what waits here.

import { fold } from "../game/fold.js";
import { foldJournal } from "../game/journal.js";
import { localRematch } from "./offline-new-game.js";
import { heldBy, isKnown, questions } from "./questions.js";
import * as store from "./store.js";

/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {import("./store.js").Waiting} Waiting */

/**
 * The entries as the journal will have them once all is sent; what is held, or refused behind it, counts nothing yet.
 * @param {Kept} kept
 * @param {Waiting[]} waiting
 * @param {Set<string>} held the keys of what the table has to decide on
 */
function entriesOf(kept, waiting, held) {
  const entries = [...kept.entries];
  for (const entry of waiting) {
    if (isKnown(entry, kept.entries) || held.has(entry.key) || entry.behind) continue;
    const { key, kind, author, made_at, body, takes_back: taken } = entry;
    const undone = entries.find((one) => one.key === taken);
    if (taken && !undone) continue; // what it undoes is held itself
    entries.push({ seq: entries.length + 1, key, kind, author, made_at, waits: true, body: undone ? { take_back: undone.seq } : body });
  }
  return entries;
}

/** A rematch that was begun on this phone, and may have moved to the server. @param {string} token */
async function rematchHere(token) {
  const begun = await store.game(localRematch(token));
  return begun ? { rematch: begun.moved ?? begun.token } : {};
}

/**
 * @param {any} script the site's tables of play
 * @param {string} token
 * @param {string | null} [king] who was said to be king
 */
export async function opened(script, token, king = null) {
  const kept = await store.game(token);
  if (!kept) return null;
  const waiting = (await store.waiting(token)).filter((entry) => !isKnown(entry, kept.entries));
  const { rules, points_table } = kept.state;
  const play = { order: script.orders[rules.next_king] ?? null, programmes: script.programmes[rules.combining] };
  const tables = { rules, points_table, play };
  const asked = questions(kept, waiting);
  const entries = entriesOf(kept, waiting, new Set(asked.flatMap(heldBy).map(({ key }) => key)));
  const state = { ...kept.state, game_seal: undefined, abandoned: undefined, ...fold(entries, tables), ...tables, ...(await rematchHere(token)) };
  return { token, may: kept.may, king, state, record: foldJournal(entries), kept, waiting, asked, entries };
}
