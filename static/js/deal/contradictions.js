// Contradictions in a deal, found before it is sent; the same as in trexscore/rules/validation.py.

import { CARD_BY_CAPTURE_KEY, SEATS, captureOf } from "../lib/points.js";
import { capturesOfSteps, impossibleSum } from "./steps.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {{code: string, counted: "diamonds" | "tricks", seat: Seat | null, count: number}} Contradiction `count`: the number that is too high or too low. */

const CARDS_PER_TRICK = 4;

/** How often the most frequent value occurs. @param {unknown[]} values */
const highestFrequency = (values) =>
  Math.max(0, ...values.map((value) => values.filter((second) => second === value).length));

/**
 * At least this many tricks: a player has one card in a trick, and a trick has one leader.
 * @param {import("../lib/points.js").TakenCard[]} cards captured by one seat
 */
function minimumTrickCount(cards) {
  const holders = cards.flatMap((card) => card.doubled_by ?? []);
  const leaders = new Set(cards.flatMap((card) => card.led_by ?? []));
  return Math.max(highestFrequency(holders), leaders.size);
}

/** @param {import("../lib/points.js").Captures} deal @param {Seat} seat @returns {Contradiction | null} */
function tooFewTricksContradiction({ king_of_hearts: king, queens = {}, diamonds, tricks = {} }, seat) {
  const captured = [king, ...Object.values(queens)].flatMap((card) => (card?.taken_by === seat ? [card] : []));
  const queen = Number(queens.diamonds?.taken_by === seat);
  const cards = diamonds ? captured.length - queen + Math.max(diamonds[seat] ?? 0, queen) : captured.length;
  const count = tricks[seat] ?? 0;
  if (cards && count === 0) return { code: "no-trick", counted: "tricks", seat, count };
  const isTooFew = cards > CARDS_PER_TRICK * count || count < minimumTrickCount(captured);
  return isTooFew ? { code: "few-tricks", counted: "tricks", seat, count } : null;
}

/**
 * The first contradiction between complete counts and captured cards; null if there is none.
 * @param {import("../lib/points.js").Captures} deal
 * @param {string} king
 * @returns {Contradiction | null}
 */
export function contradictionInDeal(deal, king) {
  const areCountsComplete = (/** @type {any} */ counts) => counts && SEATS.every((seat) => seat in counts);
  const diamonds = areCountsComplete(deal.diamonds) ? deal.diamonds : undefined;
  const queen = deal.queens?.diamonds?.taken_by;
  if (queen && diamonds?.[queen] === 0) return { code: "no-diamond", counted: "diamonds", seat: queen, count: 0 };
  if (!areCountsComplete(deal.tricks)) return null;
  for (const seat of SEATS) {
    const fault = tooFewTricksContradiction({ ...deal, diamonds }, seat);
    if (fault) return fault;
  }
  const cards = Object.values(CARD_BY_CAPTURE_KEY).map((card) => captureOf(deal, card));
  const lead = cards.find((card) => card?.led_by && card.led_by !== king && deal.tricks?.[card.led_by] === 0);
  return lead?.led_by ? { code: "no-lead", counted: "tricks", seat: lead.led_by, count: 0 } : null;
}

/**
 * The first contradiction in the deal so far; null if there is none.
 * @param {import("./steps.js").Step[]} steps
 * @param {string} king
 * @returns {Contradiction | null}
 */
export function contradictionInSteps(steps, king) {
  for (const step of steps) {
    const count = step.kind === "count" ? impossibleSum(step) : null;
    if (step.kind === "count" && count !== null) return { code: "sum", counted: step.counted, seat: null, count };
  }
  return contradictionInDeal(capturesOfSteps(steps), king);
}
