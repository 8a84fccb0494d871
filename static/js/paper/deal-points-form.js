// The points of one deal, with a button for the minus sign.

import { activateMinusButton } from "./minus-button.js";

activateMinusButton(/** @type {HTMLFormElement} */ (document.querySelector("form.totals")), ".totals__fields input");
