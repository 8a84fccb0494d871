// Which games this device has archived, the server knows from a cookie that no script can read: the first page and the
// list say it, so that the phone shows the same ones while it is offline.

import * as store from "./phone/store.js";

const said = /** @type {HTMLElement | null} */ (document.querySelector("[data-archived]"))?.dataset.archived;
if (said !== undefined) await store.setArchived(said.split(" "));
