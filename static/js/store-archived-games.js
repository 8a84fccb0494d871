// Stores which games are archived on this device, for offline use. The server knows it from an HttpOnly cookie; the first
// page and the list of games contain it.

import * as store from "./phone/game-store.js";

const archivedTokens = /** @type {HTMLElement | null} */ (document.querySelector("[data-archived]"))?.dataset.archived;
if (archivedTokens !== undefined) await store.archiveOnlyGames(archivedTokens.split(" "));
