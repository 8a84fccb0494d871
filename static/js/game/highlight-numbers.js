// Counts the numbers of a finished game that highlights are about, as trexscore/rules/highlights does.

import { SEATS, bySeat, scoreLines, sum } from "../lib/points.js";
import { DealRecorded, PointsAdjusted } from "./events/index.js";
import { CONTRACTS, pointsDirection } from "./fold.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {Record<string, Record<string, number>>} HighlightNumbers Each number by seat, by side, or for the game (""). */
/** @typedef {{rules: any, result: any, points_table: import("../lib/points.js").PointsTable}} State */
/** @typedef {{points: Record<Seat, number>, running: Record<Seat, number>, king: Seat, contracts: string[], captures: any}} Deal */

export const WHOLE_GAME_KEY = "";
const MAX_CLOSE_MARGIN = 25;
const NO_CAPTURES = { A: 0, B: 0, C: 0, D: 0 };

/** @param {string} seat */
const partnerOf = (seat) => SEATS[(SEATS.indexOf(/** @type {Seat} */ (seat)) + 2) % 4];

/** The keys of the sides that can win. @param {any} rules */
const sideKeys = (rules) => (rules.partnership ? ["AC", "BD"] : SEATS);

/** The cards of each deal that can be doubled: the king of hearts, or the queens. @param {Deal[]} deals @param {boolean} isKingOfHearts @returns {any[][]} */
const doublableCapturesByDeal = (deals, isKingOfHearts) =>
  deals.map(({ captures }) =>
    isKingOfHearts ? (captures.king_of_hearts ? [captures.king_of_hearts] : []) : Object.values(captures.queens ?? {}),
  );

/**
 * What the deals of each contract say about who took what.
 * @type {Record<string, (deals: Deal[], table: import("../lib/points.js").PointsTable) => HighlightNumbers>}
 */
const CAPTURE_COUNTERS_BY_CONTRACT = {
  king_of_hearts: (deals) => {
    const captured = bySeat(
      (seat) =>
        doublableCapturesByDeal(deals, true)
          .flat()
          .filter((card) => card.taken_by === seat).length,
    );
    return { kings: captured, kings_avoided: avoidedCardCounts(captured, deals.length) };
  },
  queens: (deals) => {
    const counts = doublableCapturesByDeal(deals, false).map((cards) =>
      bySeat((seat) => cards.filter((card) => card.taken_by === seat).length),
    );
    const captured = sumBySeat(counts);
    return {
      queens: captured,
      queens_in_one: maximumBySeat(counts),
      queens_avoided: avoidedCardCounts(captured, 4 * deals.length),
    };
  },
  diamonds: (deals) => {
    const counts = deals.map(({ captures }) => ({ ...NO_CAPTURES, ...captures.diamonds }));
    return { diamonds: sumBySeat(counts), diamonds_in_one: maximumBySeat(counts) };
  },
  collections: (deals) => {
    const counts = deals.map(({ captures }) => ({ ...NO_CAPTURES, ...captures.tricks }));
    return {
      tricks: sumBySeat(counts),
      tricks_in_one: maximumBySeat(counts),
      trickless: bySeat((seat) => counts.filter((captured) => !captured[seat]).length),
    };
  },
  trex: (deals, table) => {
    const orders = deals.map(({ captures }) => captures.trex);
    const firsts = bySeat((seat) => orders.filter((order) => order[0] === seat).length);
    const lasts = bySeat((seat) => orders.filter((order) => order[3] === seat).length);
    return {
      firsts,
      firsts_points: bySeat((seat) => table.trex[0] * firsts[seat]),
      lasts,
      never_last: avoidedCardCounts(lasts, orders.length),
    };
  },
};

/** @param {Record<string, number>[]} counts */
const sumBySeat = (counts) => bySeat((seat) => sum(counts.map((captured) => captured[seat])));
/** @param {Record<string, number>[]} counts */
const maximumBySeat = (counts) => bySeat((seat) => Math.max(...counts.map((captured) => captured[seat])));
/** For a seat that took none, how many cards there were. @param {Record<string, number>} captured @param {number} cards */
const avoidedCardCounts = (captured, cards) => bySeat((seat) => (captured[seat] ? 0 : cards));

/** @param {State} state @param {number} sign @param {Deal[]} deals @param {Set<string>} unknownContracts @returns {HighlightNumbers} */
function captureNumbers({ rules, points_table: table }, sign, deals, unknownContracts) {
  /** @type {HighlightNumbers} */
  const captureNumbers = {};
  for (const contract of CONTRACTS.filter((contract) => !unknownContracts.has(contract))) {
    const dealsWithContract = deals.filter(({ contracts }) => contracts.includes(contract));
    if (!dealsWithContract.length) continue;
    const lines = dealsWithContract
      .flatMap(({ captures }) => scoreLines(table, captures))
      .filter((line) => line.contract === contract);
    const points = bySeat((seat) => sum(lines.filter((line) => line.seat === seat).map((line) => line.points)));
    Object.assign(captureNumbers, CAPTURE_COUNTERS_BY_CONTRACT[contract](dealsWithContract, table), {
      [`${contract}_points`]: points,
      [`${contract}_cost`]: bySeat((seat) => 0 - sign * points[seat]),
    });
  }
  if (unknownContracts.has("king_of_hearts") || unknownContracts.has("queens")) return captureNumbers;
  const doubled = [...doublableCapturesByDeal(deals, true), ...doublableCapturesByDeal(deals, false)]
    .flat()
    .filter((card) => card.doubled_by);
  const doubledCardsTakenByOthers = doubled.filter(
    ({ taken_by: capturer, doubled_by: holder }) =>
      capturer !== holder && !(rules.partnership && capturer === partnerOf(holder)),
  );
  const paid = bySeat((seat) => doubledCardsTakenByOthers.filter((card) => card.doubled_by === seat).length);
  return {
    ...captureNumbers,
    paid,
    own_doubled: bySeat((seat) => doubled.filter((card) => card.doubled_by === seat && card.taken_by === seat).length),
  };
}

/** Numbers about single deals and kingdoms. @param {number} sign @param {Deal[]} deals @param {any} result @returns {HighlightNumbers} */
function dealAndKingdomNumbers(sign, deals, { kingdoms }) {
  const merits = (/** @type {Seat} */ seat) => deals.map(({ points }) => sign * points[seat]);
  const kingdomPoints = (/** @type {Seat} */ seat) =>
    kingdoms.find((/** @type {any} */ { king }) => king === seat).points[seat];
  const isBest = (/** @type {Seat} */ seat, /** @type {any} */ points) =>
    SEATS.every((each) => each === seat || sign * points[seat] > sign * points[each]);
  const bestMerits = bySeat((seat) => Math.max(...merits(seat)));
  const worstMerits = bySeat((seat) => Math.min(...merits(seat)));
  return {
    best_deal: bestMerits,
    best_deal_points: bySeat((seat) => sign * bestMerits[seat]),
    worst_deal: bySeat((seat) => 0 - worstMerits[seat]),
    worst_deal_points: bySeat((seat) => sign * worstMerits[seat]),
    own_kingdom: bySeat((seat) => sign * kingdomPoints(seat)),
    own_loss: bySeat((seat) => 0 - sign * kingdomPoints(seat)),
    own_kingdom_points: bySeat(kingdomPoints),
    gains: bySeat((seat) => merits(seat).filter((merit) => merit > 0).length),
    kingdoms_won: bySeat((seat) => kingdoms.filter((/** @type {any} */ { points }) => isBest(seat, points)).length),
    deals: { [WHOLE_GAME_KEY]: deals.length },
  };
}

/** @param {any} rules @param {number} sign @param {Record<string, number>} totals */
const meritTotals = (rules, sign, totals) =>
  sideKeys(rules).map((side) => sign * sum([...side].map((seat) => totals[seat])));

/**
 * Numbers about who led after each deal, and by how much.
 * @param {any} rules
 * @param {number} sign
 * @param {Deal[]} deals
 * @param {any} result
 * @returns {HighlightNumbers}
 */
function leaderNumbers(rules, sign, deals, { winners, tie_broken_by: tieBreaker }) {
  const sides = sideKeys(rules);
  const meritsByDeal = deals.map(({ running }) => meritTotals(rules, sign, running));
  const leaders = meritsByDeal.map((merits) =>
    merits.filter((value) => value === Math.max(...merits)).length === 1
      ? sides[merits.indexOf(Math.max(...merits))]
      : null,
  );
  const soleLeaders = leaders.filter((leader) => leader !== null);
  /** @param {(index: number, side: string) => number} value */
  const bySide = (value) => Object.fromEntries(sides.map((side, index) => [side, value(index, side)]));
  const lowestMerits = bySide((index) => Math.max(...meritsByDeal.map((merits) => 0 - merits[index])));
  /** @type {HighlightNumbers} */
  const leadNumbers = {
    led: bySide((_place, side) => leaders.filter((leader) => leader === side).length),
    led_all: bySide((_place, side) => (leaders.every((leader) => leader === side) ? leaders.length : 0)),
    behind: bySide((index) => Math.max(...meritsByDeal.map((merits) => Math.max(...merits) - merits[index]))),
    low: lowestMerits,
    lead_changes: {
      [WHOLE_GAME_KEY]: soleLeaders.slice(1).filter((leader, index) => leader !== soleLeaders[index]).length,
    },
    low_points: Object.fromEntries(Object.entries(lowestMerits).map(([side, total]) => [side, 0 - sign * total])),
  };
  if (winners.length !== 1 || tieBreaker) return leadNumbers;
  const [winner] = winners;
  const isBehind = (/** @type {number[] | undefined} */ merits) =>
    Number(merits !== undefined && merits[sides.indexOf(winner)] < Math.max(...merits));
  const lastKingdom = deals.findLastIndex(({ king }, index) => index > 0 && king !== deals[index - 1].king);
  return {
    ...leadNumbers,
    late: { [winner]: isBehind(meritsByDeal.at(-2)) },
    late_kingdom: { [winner]: isBehind(meritsByDeal[lastKingdom - 1]) },
  };
}

/** Numbers about the end: margins, ties, and totals above zero. @param {any} rules @param {number} sign @param {any} result @returns {HighlightNumbers} */
function marginAndTieNumbers(rules, sign, { totals, winners, tie_broken_by: tieBreaker }) {
  /** @type {HighlightNumbers} */
  const outcomeNumbers = {
    tie_firsts: { [WHOLE_GAME_KEY]: Number(tieBreaker === "most_trex_firsts") },
    tie_deal: { [WHOLE_GAME_KEY]: Number(tieBreaker === "deal") },
  };
  if (rules.winner === "worst_player_loses") return outcomeNumbers;
  const sides = sideKeys(rules);
  const merits = meritTotals(rules, sign, totals);
  const [first, second, ...otherMerits] = [...merits].sort((first, second) => second - first);
  outcomeNumbers.shared = { [WHOLE_GAME_KEY]: winners.length > 1 ? winners.length : 0 };
  outcomeNumbers.spread = { [WHOLE_GAME_KEY]: first - (otherMerits.at(-1) ?? second) };
  if (first > second) {
    const winner = sides[merits.indexOf(first)];
    outcomeNumbers.margin = { [winner]: first - second };
    outcomeNumbers.narrow = { [winner]: MAX_CLOSE_MARGIN + 1 - (first - second) };
  }
  // a pair above zero can include a player below zero
  if (sign < 0 || rules.signs === "reversed" || rules.partnership) return outcomeNumbers;
  const positiveSides = sides.filter((_side, index) => merits[index] > 0);
  const isOnlyOnePositive = Number(positiveSides.length === 1);
  outcomeNumbers.only_above = Object.fromEntries(positiveSides.map((side) => [side, isOnlyOnePositive]));
  outcomeNumbers.none_above = { [WHOLE_GAME_KEY]: Number(!positiveSides.length) };
  return outcomeNumbers;
}

/**
 * The numbers of a complete game; empty for a game that is not complete.
 * @param {State} state
 * @param {any[]} counted the entries that count
 * @param {(body: any) => boolean} isPointsOnly whether only the points of a deal are known
 * @returns {HighlightNumbers}
 */
export function highlightNumbers(state, counted, isPointsOnly) {
  const { rules, result } = state;
  if (!result.complete) return {};
  const bodies = counted.filter(DealRecorded.is).map(({ body }) => body);
  const deals = result.deals.map((/** @type {any} */ deal, /** @type {number} */ index) => ({
    ...deal,
    captures: bodies[index].captures,
  }));
  const unknownContracts = new Set(
    bodies.filter((body) => body.renege || isPointsOnly(body)).flatMap(({ contracts }) => contracts),
  );
  const sign = pointsDirection(rules);
  const isPlain = rules.winner !== "worst_player_loses" && !counted.some(PointsAdjusted.is);
  return {
    ...captureNumbers(state, sign, deals, unknownContracts),
    ...dealAndKingdomNumbers(sign, deals, result),
    ...(isPlain ? leaderNumbers(rules, sign, deals, result) : {}),
    ...marginAndTieNumbers(rules, sign, result),
  };
}
