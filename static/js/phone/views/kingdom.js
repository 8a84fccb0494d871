// Why a kingdom adds up: its contracts, the doubled cards that changed the sum, and its sign-offs.

import { CONTRACTS, undoubledContractPoints, undoubledCardPoints } from "../../game/fold.js";
import { CARD_BY_CAPTURE_KEY, SEATS, captureOf, scoreLines, sum } from "../../lib/points.js";
import { captureCaseOfCard } from "./rule-references.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("../../lib/points.js").ScoreLine} ScoreLine */
/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("./game.js").GameView} GameView */

/**
 * @param {ReturnType<typeof import("./rule-references.js").ruleReferencePresenter>} rules
 * @param {ReturnType<typeof import("./explanations.js").explanationPresenter>} why
 * @param {ReturnType<typeof import("./sign-offs.js").signOffPresenter>} signOffs
 * @param {ReturnType<typeof import("./sheet.js").sheetPresenter>} paper
 */
export function kingdomPresenter(
  { ruleOf },
  { countedEntriesWithPoints, lineExplanation },
  { signOffOf, sealsBefore, namesSignedByScorer, playerSignOffs },
  { sheet },
) {
  /** The option that decides whether a doubled card changes the sum. @param {any} rules @param {string} captureCase */
  const decidingOption = (rules, captureCase) => {
    if (captureCase.startsWith("own")) return "own_capture";
    return captureCase === "partner" && rules.partner_capture !== "as_individuals"
      ? "partner_capture"
      : "doubler_bonus";
  };

  /** The doubled cards of a deal that changed the sum. @param {GameView} view @param {any} entry */
  const doublingEffects = (view, { seq, body }) => {
    const { rules, state } = view;
    const lines = scoreLines(state.points_table, body.captures);
    const cards = [...new Set(lines.flatMap(({ card }) => card ?? []))];
    return cards.flatMap((card) => {
      const captureCase = String(captureCaseOfCard(body.captures, card, rules.partnership));
      const points =
        sum(lines.filter((line) => line.card === card).map((line) => line.points)) -
        undoubledCardPoints(state.points_table, card);
      const cardLine = /** @type {ScoreLine} */ (lines.find((line) => line.card === card));
      return points
        ? [
            {
              deal_seq: seq,
              text: lineExplanation(view, cardLine, body.captures).text,
              sum_change: points,
              rule: ruleOf(rules, decidingOption(rules, captureCase)),
            },
          ]
        : [];
    });
  };

  /** @param {LocalGame} localGame @param {string} letter */
  const kingdomExplanation = (localGame, letter) => {
    const { game: view, kingdoms, adjustments } = sheet(localGame);
    const kingdomResult = localGame.state.result.kingdoms.find((result) => result.king === letter);
    if (!kingdomResult) return null;
    const signOff = signOffOf(view, letter);
    const ownDeals = countedEntriesWithPoints(localGame).filter(
      (/** @type {any} */ { scored }) => scored?.king === letter,
    );
    const values = (/** @type {string[]} */ contracts) =>
      contracts.map((contract) => undoubledContractPoints([contract], localGame.state.points_table));
    const undoubled = values(CONTRACTS);
    const remaining = values(localGame.state.result.remaining[letter]);
    return {
      game: view,
      king: view.seats[SEATS.indexOf(/** @type {Seat} */ (letter))],
      kingdom: kingdoms.find(({ king_letter: king }) => king === letter),
      adjustments: adjustments.filter(({ kingdom_king_letter: king }) => king === letter),
      proof: {
        is_kingdom_complete: kingdomResult.complete,
        sum: kingdomResult.sum,
        // Only the server calculates it a second way (rules/expected_sum.py). The two always agree, so the phone takes the sum.
        expected_sum: kingdomResult.sum,
        deal_sums: ownDeals.map(({ scored }) => scored.sum),
        undoubled_contract_sums: undoubled,
        undoubled_sum: sum(undoubled),
        has_doubling: ownDeals.some(({ body }) =>
          Object.values(CARD_BY_CAPTURE_KEY).some((card) => captureOf(body.captures, card)?.doubled_by),
        ),
        doubling_effects: ownDeals.flatMap((entry) => doublingEffects(view, entry)),
        remaining_contract_sums: remaining,
        remaining_sum: sum(remaining),
      },
      sign_off: signOff,
      player_sign_offs: playerSignOffs(view, signOff ? [signOff] : []),
      joined_names_signed_off_by_scorer: namesSignedByScorer(
        view,
        view.state.agreements.filter(({ king }) => king === letter),
      ),
      seals_before: sealsBefore(view, localGame.record, letter),
    };
  };

  /** All complete kingdoms in short, with their sign-offs. @param {LocalGame} localGame */
  const signOffOverview = (localGame) => {
    const { game: view, kingdoms, adjustments } = sheet(localGame);
    const completeKingdoms = kingdoms.flatMap((kingdom) => {
      const signOff = signOffOf(view, kingdom.king_letter);
      return signOff ? [/** @type {[typeof kingdom, typeof signOff]} */ ([kingdom, signOff])] : [];
    });
    const signedByPlayer = playerSignOffs(
      view,
      completeKingdoms.map(([, signOff]) => signOff),
    );
    return {
      game: view,
      kingdoms: completeKingdoms,
      player_sign_offs: signedByPlayer,
      adjustments,
      joined_names_signed_off_by_scorer: namesSignedByScorer(view, view.state.agreements),
    };
  };

  return { kingdomExplanation, signOffOverview };
}
