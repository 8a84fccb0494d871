// A game of this phone as its pages need it: what the server told last, and behind it what waits here.

import { fold, record } from "../game/fold.js";
import * as store from "./store.js";

/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {import("./store.js").Waiting} Waiting */

/**
 * The entries as the journal will have them once all is sent; what the server refused is left out.
 * @param {Kept} kept
 * @param {Waiting[]} waiting
 */
export function entriesOf(kept, waiting) {
  const known = new Set(kept.entries.map(({ key }) => key));
  const entries = [...kept.entries];
  for (const { key, kind, body, takes_back: taken, problem } of waiting) {
    if (known.has(key) || problem) continue;
    const seq = entries.length + 1;
    entries.push({ seq, key, kind, body: taken ? { take_back: entries.find((entry) => entry.key === taken)?.seq } : body });
  }
  return entries;
}

/**
 * @param {any} script the site's tables of play
 * @param {string} token
 * @param {string | null} [king] who was said to be king
 */
export async function opened(script, token, king = null) {
  const kept = await store.game(token);
  if (!kept) return null;
  const waiting = await store.waiting(token);
  const { rules, points_table } = kept.state;
  const play = { order: script.orders[rules.next_king] ?? null, programmes: script.programmes[rules.combining] };
  const tables = { rules, points_table, play };
  const entries = entriesOf(kept, waiting);
  const state = { ...kept.state, ...fold(entries, tables), ...tables };
  return { token, may: kept.may, king, state, record: record(entries), waiting, entries };
}
