// The result page: totals count up from zero.

import { countFrom, totals } from "./count.js";

const COUNTING = 600;

countFrom(new Map([...totals().keys()].map((seat) => [seat, 0])), COUNTING);
