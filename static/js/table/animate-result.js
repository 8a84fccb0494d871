// The result page: totals count up from zero.

import { animateTotals, shownTotals } from "./animate-totals.js";

const COUNT_ANIMATION_MILLISECONDS = 600;

animateTotals(new Map([...shownTotals().keys()].map((seat) => [seat, 0])), COUNT_ANIMATION_MILLISECONDS);
