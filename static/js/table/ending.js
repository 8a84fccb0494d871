// The result as it opens: the totals count up from nothing.

import { countFrom, totals } from "./count.js";

const COUNTING = 600;

countFrom(new Map([...totals().keys()].map((seat) => [seat, 0])), COUNTING);
