// Stores which games are archived on this device, for offline use. The server knows it from an HttpOnly cookie; the first
// page and the list of games contain it.

import * as store from "./phone/store.js";

const tokens = /** @type {HTMLElement | null} */ (document.querySelector("[data-archived]"))?.dataset.archived;
if (tokens !== undefined) await store.archiveExactly(tokens.split(" "));
