// Events between deals: an announced contract, and an abandoned game.

import { event } from "./event.js";

/** The contract of the next deal, and its doublings. A deal ends it. */
export const ContractAnnounced = event("announced", {
  endsRedo: true,
  apply: (game, _content, entry) => {
    game.announced.push(entry);
    game.abandoned = [];
  },
});

/** The table stops before the end of the game. A later deal continues it. */
export const GameAbandoned = event("abandoned", { endsRedo: true, apply: (game, _content, entry) => void game.abandoned.push(entry) });
