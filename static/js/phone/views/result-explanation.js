// Why the ranks are as they are: totals, ties and payments. Who can still win is only known to the server.

import { pointsDirection } from "../../game/fold.js";
import { SEATS, sum } from "../../lib/points.js";
import { TEAMS } from "./game.js";

/** @typedef {import("./game.js").LocalGame} LocalGame */

/**
 * @param {ReturnType<typeof import("./game.js").gamePresenter>} shared
 * @param {ReturnType<typeof import("./rule-references.js").ruleReferencePresenter>} rules
 * @param {ReturnType<typeof import("./result.js").resultPresenter>} result
 */
export function resultExplanationPresenter({ game }, { ruleOf }, { payments, pointsToSettle }) {
  /** @param {any[]} sides @param {number[]} trexFirstCounts @param {any[]} [members] */
  const rankedSides = (sides, trexFirstCounts, members = []) => {
    const firstTotal = sides.find(({ rank }) => rank <= 1).total;
    const ranks = sides.map((side, position) => ({
      side,
      best_total: firstTotal,
      shares_total: sides.filter(({ total }) => total === side.total).length > 1,
      team_members: members.filter((_member, index) => index % 2 === position),
      trex_first_count: trexFirstCounts[position],
    }));
    return ranks.sort((first, second) => first.side.rank - second.side.rank);
  };

  /** @param {LocalGame} localGame */
  const resultExplanation = (localGame) => {
    const gameView = game({ ...localGame, king: null });
    const { rules, seats, teams, complete } = gameView;
    const trexFirsts = localGame.record.counted.flatMap(({ body }) => body.captures?.trex?.slice(0, 1) ?? []);
    const countTrexFirsts = (/** @type {string} */ side) =>
      trexFirsts.filter((/** @type {string} */ seat) => side.includes(seat)).length;
    const seatRanks = rankedSides(seats, SEATS.map(countTrexFirsts));
    const ranks = teams.length ? rankedSides(teams, TEAMS.map(countTrexFirsts), seats) : seatRanks;
    const balances = pointsToSettle(gameView);
    return {
      game: gameView,
      explanation: {
        ranks,
        seat_ranks: teams.length ? seatRanks : [],
        winner_rule: ruleOf(rules, "winner"),
        tie_break_rule: ranks.some(({ shares_total }) => shares_total) ? ruleOf(rules, "tie_break") : null,
        fewer_is_better: pointsDirection(rules) < 0,
        contract_combining_rule: ruleOf(rules, "combining"),
        points_to_settle: complete ? balances : [],
        sum_to_settle: sum(balances.map(([, points]) => points)),
        payments: complete ? payments(gameView) : [],
      },
    };
  };

  return { resultExplanation };
}
