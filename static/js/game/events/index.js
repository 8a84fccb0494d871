// All events of a game, as in trexscore/game/events; tests/browser/offline/test_events.py compares them.

import { EVENT_BY_KIND, REFEREE, defineEvent, defineWholeBodyEvent, isScorerPermission } from "./event.js";

export * from "./dispute.js";
export { REFEREE, isScorerPermission } from "./event.js";

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
export const FirstKingChosen = defineEvent("first_king", {
  endsRedo: true,
  movesWithDeals: true,
  apply: (game, seat) => void (game.firstKing = seat),
});

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

/** @type {Partial<import("./event.js").GameEvent>} */
const GAME_FILE_EVENT_DEFAULTS = {
  ofGameFile: true,
  endsRedo: true,
  movesWithDeals: true,
  apply: (game, _content, entry) => {
    game.addEntry(entry);
    game.announced = [];
    game.abandoned = [];
  },
  applyThoughUndone: (game, _content, entry) => game.addEntry(entry),
};

/** A deal was played, or a tiebreaker deal after the game. */
export const DealRecorded = defineWholeBodyEvent("deal", GAME_FILE_EVENT_DEFAULTS);

/** A void deal: it was dealt and not played. */
export const DealVoided = defineWholeBodyEvent("void", {
  ...GAME_FILE_EVENT_DEFAULTS,
  entry: (reason, king) => ({ kind: "void", body: { king, void: reason } }),
});

/** Points moved between players by agreement. */
export const PointsAdjusted = defineWholeBodyEvent("adjustment", {
  ...GAME_FILE_EVENT_DEFAULTS,
  apply: GAME_FILE_EVENT_DEFAULTS.applyThoughUndone,
});

/** The contract of the next deal, and its doublings. A deal ends it. */
export const ContractAnnounced = defineEvent("announced", {
  endsRedo: true,
  movesWithDeals: true,
  apply: (game, _content, entry) => {
    game.announced.push(entry);
    game.abandoned = [];
  },
});

/** The table stops before the end of the game. A later deal continues it. */
export const GameAbandoned = defineEvent("abandoned", {
  endsRedo: true,
  apply: (game, _content, entry) => void game.abandoned.push(entry),
});

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

/** A player signs a kingdom off; `digest`: that of the kingdom they saw. */
export const KingdomSigned = defineEvent("agreed", {
  apply: (game, { kingdom, seat, digest }, { by }) =>
    void game.signOffs.push({ ...game.signOffFor(kingdom, seat, digest), byScorer: isScorerPermission(by?.right) }),
});

/** A second person confirms the current version of an entry. */
export const EntryConfirmed = defineEvent("confirmed", {
  refersTo: ({ seq }) => seq,
  apply: (game, { seq, seat }) => game.confirm(seq, [seat]),
});

/** The event of an entry. One that only newer scripts know counts nothing, as a discarded one. @param {{kind: string}} entry */
export const eventOf = ({ kind }) => EVENT_BY_KIND.get(kind) ?? EntryDiscarded;

/** The content of an entry; null where a name was removed from it. @param {{kind: string, body: any}} entry @returns {any} */
export const contentOf = (entry) => entry.body && eventOf(entry).content(entry.body);

/** The event of a body without its kind: an entry of the game file, or the last entry that can be undone. @param {any} body */
export const eventOfBody = (body) =>
  EVENT_BY_KIND.get(Object.keys(body).find((key) => EVENT_BY_KIND.has(key)) ?? "") ?? DealRecorded;
