// Events that change whether or how other entries count: corrections, undo, and the choice between two versions.

import { REFEREE, defineEvent } from "./event.js";

/** Changes to earlier entries, made all or none. Entries that an undone correction added stay, without counting. */
export const EntriesCorrected = defineEvent("corrected", {
  endsRedo: true,
  corrects: true,
  answersForPlayers: ({ with: approvedBy = [] }) => approvedBy.some((/** @type {string} */ seat) => seat !== REFEREE),
  apply: (game, correction, entry) => {
    game.corrections.push(entry);
    game.applyCorrection(entry, correction);
  },
  applyThoughUndone: (game, { changes }, entry) => {
    for (const change of changes) if ("before" in change) game.change(entry, change);
  },
});

/** An earlier entry is treated as if it never counted. */
export const EntryUndone = defineEvent("take_back", {
  refersTo: (seq) => seq,
  apply: (game, seq, entry) => {
    game.change(entry, { seq, entry: null });
    game.undoneSoFar.add(seq);
  },
});

/** An entry that a phone recorded offline and the table did not choose. It counts nothing. */
export const EntryDiscarded = defineEvent("set_aside", {
  entry: (body, instead) => ({ kind: "set_aside", body: { set_aside: body, ...(instead ? { instead } : {}) } }),
  answersForPlayers: () => false,
});
