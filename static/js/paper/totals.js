// The points of one deal: a loss is typed with a key for its sign.

import { listenForSign } from "./minus-key.js";

listenForSign(/** @type {HTMLFormElement} */ (document.querySelector("form.totals")), ".totals__fields input");
