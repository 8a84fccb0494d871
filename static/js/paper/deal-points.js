// The points of one deal, with a button for the minus sign.

import { listenForMinusKey } from "./minus-key.js";

listenForMinusKey(/** @type {HTMLFormElement} */ (document.querySelector("form.totals")), ".totals__fields input");
