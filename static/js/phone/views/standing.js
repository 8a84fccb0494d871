// Why the game stands as it does: places, ties, payments, and how many deals there are. Who can still win the server says.

import { CONTRACTS } from "../../game/fold.js";
import { SEATS } from "../../lib/points.js";
import { TEAMS, standingOrder } from "./game.js";

/** @typedef {import("./game.js").Opened} Opened */

/** @param {ReturnType<typeof import("./game.js").gameViews>} shared @param {ReturnType<typeof import("./behind.js").behindViews>} behind @param {ReturnType<typeof import("./result.js").resultViews>} result */
export function standingViews({ game }, { ruleOf }, { payments }) {
  /** @param {any[]} ones @param {number[]} firsts @param {any[]} [members] */
  const ordered = (ones, firsts, members = []) => {
    const best = ones.find(({ rank }) => rank <= 1).total;
    const places = ones.map(({ rank, tied, name, total, seat }, place) => ({
      rank,
      tied,
      name,
      total,
      best,
      letter: seat ?? "",
      parts: members.filter((_member, index) => index % 2 === place),
      firsts: firsts[place],
      margin: Math.abs(best - total),
    }));
    return places.sort((one, other) => one.rank - other.rank);
  };

  /** @param {Opened} opened */
  const standing = (opened) => {
    const shown = game({ ...opened, king: null });
    const { rules, seats, teams, complete } = shown;
    const firsts = opened.record.counted.flatMap((/** @type {any} */ { body }) => body.captures?.trex?.slice(0, 1) ?? []);
    const count = (/** @type {string} */ of) => firsts.filter((/** @type {string} */ seat) => of.includes(seat)).length;
    const alone = ordered(seats, SEATS.map(count));
    const places = teams.length ? ordered(teams, TEAMS.map(count), seats) : alone;
    const better = standingOrder(rules);
    const shares = (teams.length ? teams : seats).map(({ name, total }) => [name, better * total]);
    return {
      game: shown,
      why: {
        places,
        seats: teams.length ? alone : [],
        wins: ruleOf(rules, "winner"),
        tie: places.some(({ tied }) => tied) ? ruleOf(rules, "tie_break") : null,
        fewer_is_better: better < 0,
        kings: seats.map(({ name, seat }) => {
          const left = opened.state.result.remaining[seat].length;
          return { name, letter: seat, played: CONTRACTS.length - left, left };
        }),
        deals: ruleOf(rules, "combining"),
        shares: complete ? shares : [],
        sum: shares.reduce((sum, [, share]) => sum + Number(share), 0),
        payments: complete ? payments(shown) : [],
      },
    };
  };

  return { whyStanding: standing };
}
