// Which undone entries can be redone, as in trexscore/game/redo.py.

import { canonical } from "./digest.js";

/** @typedef {import("./journal.js").Entry} Entry */

const UNDOABLE = ["deal", "void", "adjustment", "announced", "abandoned", "corrected", "first_king"];

/** @param {Entry} first @param {Entry} second */
const isEquivalent = (first, second) => first.kind === second.kind && canonical(first.body) === canonical(second.body);

/** The entries that can be redone, the next one last. @param {Entry[]} entries @returns {Entry[]} */
export function redoableEntries(entries) {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  /** @type {Entry[]} */
  let undone = [];
  for (const entry of entries) {
    if (!entry.body) continue;
    if (entry.kind === "take_back") {
      const target = bySeq.get(entry.body.take_back);
      if (target && UNDOABLE.includes(target.kind)) undone.push(target);
    } else if (UNDOABLE.includes(entry.kind)) {
      const last = undone.at(-1);
      if (last && isEquivalent(last, entry)) undone.pop();
      else undone = [];
    }
  }
  return undone.filter(({ body }) => body);
}
