// Which undone entries can be redone, as in trexscore/game/redo.py.

import { canonicalJson } from "./digest.js";
import { EntryUndone, contentOf, eventOf } from "./events/index.js";

/** @typedef {import("./game-builder.js").Entry} Entry */

/** @param {Entry} first @param {Entry} second */
const isEquivalent = (first, second) =>
  first.kind === second.kind && canonicalJson(first.body) === canonicalJson(second.body);

/** The entries that can be redone, the next one last. @param {Entry[]} entries @returns {Entry[]} */
export function redoableEntries(entries) {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  /** @type {Entry[]} */
  let undone = [];
  for (const entry of entries) {
    if (!entry.body) continue;
    if (EntryUndone.is(entry)) {
      const undoneEntry = bySeq.get(contentOf(entry));
      if (undoneEntry && eventOf(undoneEntry).endsRedo) undone.push(undoneEntry);
    } else if (eventOf(entry).endsRedo) {
      const lastUndone = undone.at(-1);
      if (lastUndone && isEquivalent(lastUndone, entry)) undone.pop();
      else undone = [];
    }
  }
  return undone.filter(({ body }) => body);
}
