// A game of this phone as its pages need it: what the server told last, and behind it what waits here.

import { fold } from "../game/fold.js";
import { record } from "../game/journal.js";
import * as store from "./store.js";

/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {import("./store.js").Waiting} Waiting */

/** Whether an entry has arrived. @param {Waiting} entry @param {any[]} entries the journal */
export const isKnown = (entry, entries) => entries.some(({ key }) => key === entry.key);

/** Whether only one of two deals can count: of the same king, with one of the same contracts. @param {any} one @param {any} other */
export const overlaps = (one, other) => one.king === other.king && one.contracts.some((/** @type {string} */ contract) => other.contracts.includes(contract));

/**
 * The deal that another phone has written meanwhile in place of this one: of the same king, with one of the same contracts.
 * @param {Waiting} entry
 * @param {any[]} entries the journal
 * @returns {any | null}
 */
export function collision(entry, entries) {
  if (entry.kind !== "deal" || isKnown(entry, entries)) return null;
  return record(entries).counted.findLast(({ seq, kind, body }) => seq > entry.after && kind === "deal" && overlaps(body, entry.body)) ?? null;
}

/** A value whose keys are in order, so that equal ones read alike. @param {any} value @returns {any} */
const inOrder = (value) =>
  value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, inOrder(value[key])])) : value;

/** Whether two phones have written the same. @param {any} one @param {any} other */
export const sameDeal = (one, other) => {
  const told = ({ king, contracts, captures }) => JSON.stringify(inOrder({ king, contracts: [...contracts].sort(), captures }));
  return told(one) === told(other);
};

/** What the table has to decide on before it can be sent. @param {Waiting} entry @param {Kept} kept */
export const isHeld = (entry, kept) => Boolean(entry.problem) || Boolean(collision(entry, kept.entries));

/**
 * The entries as the journal will have them once all is sent; what is held, or refused behind it, counts nothing yet.
 * @param {Kept} kept
 * @param {Waiting[]} waiting
 */
function entriesOf(kept, waiting) {
  const entries = [...kept.entries];
  for (const entry of waiting) {
    if (isKnown(entry, kept.entries) || isHeld(entry, kept) || entry.behind) continue;
    const { key, kind, author, made_at, body, takes_back: taken } = entry;
    const seq = entries.length + 1;
    entries.push({ seq, key, kind, author, made_at, waits: true, body: taken ? { take_back: entries.find((one) => one.key === taken)?.seq } : body });
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
  const waiting = (await store.waiting(token)).filter((entry) => !isKnown(entry, kept.entries));
  const { rules, points_table } = kept.state;
  const play = { order: script.orders[rules.next_king] ?? null, programmes: script.programmes[rules.combining] };
  const tables = { rules, points_table, play };
  const entries = entriesOf(kept, waiting);
  const state = { ...kept.state, game_seal: undefined, ...fold(entries, tables), ...tables };
  const held = waiting.filter((entry) => isHeld(entry, kept));
  return { token, may: kept.may, king, state, record: record(entries), kept, waiting, held, entries };
}
