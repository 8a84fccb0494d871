// The events that are entries of a game file: deals, void deals and adjustments.

import { defineWholeBodyEvent } from "./event.js";

/** @type {Partial<import("./event.js").GameEvent>} */
const GAME_FILE_EVENT_DEFAULTS = {
  ofGameFile: true,
  endsRedo: true,
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
export const DealVoided = defineWholeBodyEvent("void", { ...GAME_FILE_EVENT_DEFAULTS, entry: (reason, king) => ({ kind: "void", body: { king, void: reason } }) });

/** Points moved between players by agreement. */
export const PointsAdjusted = defineWholeBodyEvent("adjustment", { ...GAME_FILE_EVENT_DEFAULTS, apply: GAME_FILE_EVENT_DEFAULTS.applyThoughUndone });
