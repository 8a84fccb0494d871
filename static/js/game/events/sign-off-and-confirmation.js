// Sign-offs of complete kingdoms, and confirmations of another person's entries.

import { defineEvent, isScorerPermission } from "./event.js";

/** A player signs a kingdom off; `digest`: that of the kingdom they saw. */
export const KingdomSigned = defineEvent("agreed", {
  apply: (game, { kingdom, seat, digest }, { by }) => void game.signOffs.push({ ...game.signOffFor(kingdom, seat, digest), byScorer: isScorerPermission(by?.right) }),
});

/** A second person confirms the current version of an entry. */
export const EntryConfirmed = defineEvent("confirmed", {
  refersTo: ({ seq }) => seq,
  apply: (game, { seq, seat }) => game.confirm(seq, [seat]),
});
