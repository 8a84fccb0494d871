// Events between deals: an announced contract, and an abandoned game.

import { defineEvent } from "./event.js";

/** The contract of the next deal, and its doublings. A deal ends it. */
export const ContractAnnounced = defineEvent("announced", {
  endsRedo: true,
  apply: (game, _content, entry) => {
    game.announced.push(entry);
    game.abandoned = [];
  },
});

/** The table stops before the end of the game. A later deal continues it. */
export const GameAbandoned = defineEvent("abandoned", { endsRedo: true, apply: (game, _content, entry) => void game.abandoned.push(entry) });
