// Events of the table: the start, names, the first king, the policy, and its links.

import { defineEvent, defineWholeBodyEvent } from "./event.js";

/** The policy of a table that has set none. */
export const NO_POLICY = { second_person: false, deadline: null, referee: false };

/** The first entry. The names of the players follow in entries of their own. */
export const GameStarted = defineWholeBodyEvent("started", {
  apply: (game, { first_king: seat = null, house_rules: houseRules }, { seq }) => {
    game.firstKing = seat;
    game.rulesHistory.push({ since: seq, houseRules });
  },
});

/** Sets or corrects a player's name. */
export const PlayerNamed = defineWholeBodyEvent("named", {
  entry: (seat, name) => ({ kind: "named", body: { seat, name } }),
  apply: (game, { seat, name }, { seq }) => game.rename(seq, seat, name),
});

/** Sets the first king. */
export const FirstKingChosen = defineEvent("first_king", { endsRedo: true, apply: (game, seat) => void (game.firstKing = seat) });

/** Sets the whole policy; omitted parts do not apply. A second person confirms later entries only. */
export const PolicyChanged = defineEvent("terms", {
  apply: (game, policy, { seq }) => {
    if (!policy.second_person || !game.policy.second_person) game.secondPersonSince = seq;
    game.policy = { ...NO_POLICY, ...policy };
  },
});

/** A player link or the referee link was opened by its holder, or replaced. */
export const LinkOpenedOrReplaced = defineEvent("link", {
  apply: (game, { for: holder, is: state }) => {
    if (state === "renewed") game.openLinks.delete(holder);
  },
});

/** Names were removed from earlier entries for good; `marks` stand for them in seals. */
export const NamesRemoved = defineEvent("erased");
