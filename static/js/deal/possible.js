// What cannot all be true of one deal, as `trexscore/rules/possible.py contradictions` says it: seen before it is sent.

import { QUEENS, SEATS } from "../lib/points.js";
import { captures, sumOf } from "./steps.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {{code: string, what: "diamonds" | "tricks", seat: Seat | null, count: number}} Contradiction `count`: what is too many or too few. */

const IN_A_TRICK = 4;

/** The largest number of equal values. @param {unknown[]} values */
const most = (values) => Math.max(0, ...values.map((value) => values.filter((other) => other === value).length));

/** Nobody plays two cards to one trick, and a trick has one leader. @param {any[]} own cards that one seat took */
function tricksNeeded(own) {
  const holders = own.flatMap((taken) => taken.doubled_by ?? []);
  const leaders = new Set(own.flatMap((taken) => taken.led_by ?? []));
  return Math.max(most(holders), leaders.size);
}

/** @param {import("../lib/points.js").Captures} told @param {Seat} seat @returns {Contradiction | null} */
function ofASeat({ king_of_hearts: king, queens = {}, diamonds, tricks = {} }, seat) {
  const own = [king, ...Object.values(queens)].filter((taken) => taken?.taken_by === seat);
  const queen = Number(queens.diamonds?.taken_by === seat);
  const cards = diamonds ? own.length - queen + Math.max(diamonds[seat] ?? 0, queen) : own.length;
  const count = tricks[seat] ?? 0;
  if (cards && count === 0) return { code: "no-trick", what: "tricks", seat, count };
  const few = cards > IN_A_TRICK * count || count < tricksNeeded(own);
  return few ? { code: "few-tricks", what: "tricks", seat, count } : null;
}

/** What four whole counts cannot be. @param {import("../lib/points.js").Captures} told @param {string} king @returns {Contradiction | null} */
export function contradictionIn(told, king) {
  const whole = (/** @type {any} */ counts) => counts && SEATS.every((seat) => seat in counts);
  const diamonds = whole(told.diamonds) ? told.diamonds : undefined;
  const queen = told.queens?.diamonds?.taken_by;
  if (queen && diamonds?.[queen] === 0) return { code: "no-diamond", what: "diamonds", seat: queen, count: 0 };
  if (!whole(told.tricks)) return null;
  for (const seat of SEATS) {
    const found = ofASeat({ ...told, diamonds }, seat);
    if (found) return found;
  }
  const cards = [told.king_of_hearts, ...Object.keys(QUEENS).map((suit) => told.queens?.[suit])];
  const led = cards.find((taken) => taken?.led_by && taken.led_by !== king && told.tricks?.[taken.led_by] === 0);
  return led?.led_by ? { code: "no-lead", what: "tricks", seat: led.led_by, count: 0 } : null;
}

/** The first thing that is wrong with what was told; null where nothing is. @param {import("./steps.js").Step[]} steps @param {string} king @returns {Contradiction | null} */
export function contradiction(steps, king) {
  for (const step of steps) {
    const count = step.kind === "count" ? sumOf(step) : null;
    if (step.kind === "count" && count !== null) return { code: "sum", what: step.what, seat: null, count };
  }
  return contradictionIn(captures(steps), king);
}
