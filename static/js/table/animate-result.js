// The result page: totals count up from zero.

import { animateTotals, readShownTotals } from "./animate-totals.js";

const COUNT_ANIMATION_MILLISECONDS = 600;

animateTotals(new Map([...readShownTotals().keys()].map((seat) => [seat, 0])), COUNT_ANIMATION_MILLISECONDS);
