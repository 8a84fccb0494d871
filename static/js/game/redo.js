// What was undone last and can be put back, as trexscore/game/redo.py finds it.

import { canonical } from "./digest.js";

/** @typedef {import("./journal.js").Entry} Entry */

const MOVES_ON = ["deal", "void", "adjustment", "announced", "abandoned", "corrected", "first_king"];

/** @param {Entry} one @param {Entry} other */
const isSame = (one, other) => one.kind === other.kind && canonical(one.body) === canonical(other.body);

/** The undone entries that can be put back, the next one last. @param {Entry[]} entries @returns {Entry[]} */
export function undoneLast(entries) {
  const said = new Map(entries.map((entry) => [entry.seq, entry]));
  /** @type {Entry[]} */
  let undone = [];
  for (const entry of entries) {
    if (!entry.body) continue;
    if (entry.kind === "take_back") {
      const target = said.get(entry.body.take_back);
      if (target && MOVES_ON.includes(target.kind)) undone.push(target);
    } else if (MOVES_ON.includes(entry.kind)) {
      const last = undone.at(-1);
      if (last && isSame(last, entry)) undone.pop();
      else undone = [];
    }
  }
  return undone.filter(({ body }) => body);
}
