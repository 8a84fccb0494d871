// The points of one deal, with a button for the minus sign.

import { listenForSign } from "./minus-key.js";

listenForSign(/** @type {HTMLFormElement} */ (document.querySelector("form.totals")), ".totals__fields input");
