// Why a kingdom adds up: what its contracts come to, which doubled cards moved the sum, and who has agreed on it.

import { CONTRACTS, faceValue } from "../../game/fold.js";
import { SEATS, pointLines } from "../../lib/points.js";
import { eventWith } from "./behind.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("../../lib/points.js").Line} Line */
/** @typedef {import("./game.js").Opened} Opened */

/** @param {number[]} values */
const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);
/** @param {any} captures @returns {any[]} */
const cardsOf = ({ king_of_hearts, queens = {} }) => [...(king_of_hearts ? [king_of_hearts] : []), ...Object.values(queens)];

/** @param {ReturnType<typeof import("./behind.js").behindViews>} behind @param {ReturnType<typeof import("./why.js").whyViews>} why @param {ReturnType<typeof import("./agreed.js").agreedViews>} agreed @param {ReturnType<typeof import("./paper.js").paperViews>} paper */
export function kingdomViews({ ruleOf }, { deals, lineOf }, { agreementOf, sealsBefore, signedOffFor, signersOf }, { sheet }) {
  /** On what it hangs whether a doubled card moves the sum. @param {any} rules @param {string} event */
  const option = (rules, event) => {
    if (event.startsWith("own")) return "own_capture";
    return event === "partner" && rules.partner_capture !== "as_individuals" ? "partner_capture" : "doubler_bonus";
  };

  /** The doubled cards of a deal that moved the sum. @param {any} shown @param {any} entry */
  const moved = (shown, { seq, body }) => {
    const { rules, state } = shown;
    const lines = pointLines(state.points_table, body.captures);
    const cards = [...new Set(lines.flatMap(({ card }) => card ?? []))];
    return cards.flatMap((card) => {
      const event = String(eventWith(body.captures, card, rules.partnership));
      const plain = sumOf(state.points_table.cards[card].plain.map((/** @type {any} */ share) => share.points));
      const points = sumOf(lines.filter((line) => line.card === card).map((line) => line.points)) - plain;
      const first = /** @type {Line} */ (lines.find((line) => line.card === card));
      return points ? [{ seq, text: lineOf(shown, first, body.captures).text, points, rule: ruleOf(rules, option(rules, event)) }] : [];
    });
  };

  /** @param {Opened} opened @param {string} letter */
  const kingdom = (opened, letter) => {
    const { game: shown, kingdoms, adjustments } = sheet(opened);
    const found = opened.state.result.kingdoms.find((/** @type {any} */ one) => one.king === letter);
    if (!found) return null;
    const agreement = agreementOf(shown, letter);
    const own = deals(opened).filter((/** @type {any} */ { scored }) => scored?.king === letter);
    const values = (/** @type {string[]} */ contracts) => contracts.map((contract) => faceValue([contract], opened.state.points_table));
    const plain = values(CONTRACTS);
    const left = values(opened.state.result.remaining[letter]);
    return {
      game: shown,
      king: shown.seats[SEATS.indexOf(/** @type {Seat} */ (letter))],
      kingdom: kingdoms.find(({ king }) => king === letter),
      adjustments: adjustments.filter(({ king }) => king === letter),
      proof: {
        complete: found.complete,
        sum: found.sum,
        expected: found.sum,
        deals: own.map((/** @type {any} */ { scored }) => scored.sum),
        plain,
        plain_sum: sumOf(plain),
        doubled: own.some((/** @type {any} */ { body }) => cardsOf(body.captures).some(({ doubled_by }) => doubled_by)),
        moved: own.flatMap((/** @type {any} */ entry) => moved(shown, entry)),
        left,
        left_sum: sumOf(left),
      },
      agreement,
      signers: signersOf(shown, agreement ? [agreement] : []),
      by_scorer: signedOffFor(shown, shown.state.agreements.filter((/** @type {any} */ { king }) => king === letter)),
      seals_before: sealsBefore(shown, opened.record, letter),
    };
  };

  /** Every kingdom that is over, in short, and who has agreed on all of them. @param {Opened} opened */
  const allFour = (opened) => {
    const { game: shown, kingdoms, adjustments } = sheet(opened);
    const over = kingdoms.flatMap((kingdom) => {
      const agreement = agreementOf(shown, kingdom.king);
      return agreement ? [{ kingdom, agreement }] : [];
    });
    const signers = signersOf(shown, over.map(({ agreement }) => agreement));
    return { game: shown, kingdoms: over, signers, adjustments, by_scorer: signedOffFor(shown, shown.state.agreements) };
  };

  return { whyKingdom: kingdom, allFour };
}
