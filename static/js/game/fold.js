// Folds a game's journal to the state that the server would send, for a phone that is offline. This repeats
// trexscore/game/builder.py and state.py, with house rules as tables from the server; tests/browser/offline/test_fold.py
// compares both.

import { CARD_BY_CAPTURE_KEY, SEATS, bySeat, scoreCaptures, sum } from "../lib/points.js";
import { DealRecorded, PointsAdjusted, contentOf } from "./events/index.js";
import { foldJournal } from "./record.js";
import { gameSeal, kingdomSignOffStates } from "./sign-offs.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("../lib/points.js").BySeat} BySeat */
/** @typedef {import("../lib/points.js").PointsTable} PointsTable */
/** @typedef {import("./game-builder.js").Entry} Entry */
/** @typedef {{order: Record<Seat, Seat[]> | null, contractSets: string[][]}} PlayRules The order of kings by the first one (null: found each time), and the contract sets that may be dealt together. */
/** @typedef {{rules: Record<string, any>, points_table: PointsTable, play: PlayRules}} RuleTables */

export const CONTRACTS = ["king_of_hearts", "queens", "diamonds", "collections", "trex"];
const CAPTURES_FIELD_BY_CONTRACT = {
  king_of_hearts: "king_of_hearts",
  queens: "queens",
  diamonds: "diamonds",
  collections: "tricks",
  trex: "trex",
};

/** @type {BySeat} */
const NO_POINTS = bySeat(() => 0);
/** @param {BySeat} points @param {Partial<BySeat>} added @returns {BySeat} */
const addPoints = (points, added) => bySeat((seat) => points[seat] + (added[seat] ?? 0));
/** Contracts in standard order. @param {string[]} contracts */
export const sortContracts = (contracts) => CONTRACTS.filter((contract) => contracts.includes(contract));
/** @param {BySeat} points */
const sumOfSeats = (points) => sum(SEATS.map((seat) => points[seat]));

/** −1 if points count the other way round. @param {Record<string, any>} rules */
const pointsSign = (rules) => (rules.signs === "reversed" ? -1 : 1);

/** +1 if more points are better, −1 if fewer are. @param {Record<string, any>} rules */
export const pointsDirection = (rules) =>
  rules.winner === "worst_player_loses" ? pointsSign(rules) : rules.winner === "lowest_total" ? -1 : 1;

/** Points of a deal, and for each contract the seats that won or lost most. @param {any} deal @param {RuleTables} tables */
function dealPointsAndCells(deal, { rules, points_table: table }) {
  let points = NO_POINTS;
  /** @type {Record<string, any>} */
  const cells = {};
  for (const contract of sortContracts(deal.contracts)) {
    const capturesField = /** @type {Record<string, string>} */ (CAPTURES_FIELD_BY_CONTRACT)[contract];
    const contractPoints = scoreCaptures(table, { [capturesField]: deal.captures[capturesField] });
    const direction = (contract === "trex" ? 1 : -1) * pointsSign(rules);
    const bestPoints = Math.max(...SEATS.map((seat) => direction * contractPoints[seat]));
    cells[contract] = {
      seats: SEATS.filter((seat) => bestPoints && direction * contractPoints[seat] === bestPoints),
      points: bestPoints && direction * bestPoints,
    };
    points = addPoints(points, contractPoints);
  }
  return { points, cells };
}

/** The kingdoms so far. */
class KingdomsProgress {
  /** @param {Seat | null} firstKing @param {PlayRules} playRules */
  constructor(firstKing, playRules) {
    this.firstKing = firstKing;
    this.playRules = playRules;
    /** @type {Seat[]} */
    this.startedKings = [];
    this.remaining = bySeat(() => CONTRACTS);
  }

  /** The king of a kingdom that is not complete. @returns {Seat | null} */
  get currentKing() {
    const lastStartedKing = this.startedKings.at(-1);
    return lastStartedKing && this.remaining[lastStartedKing].length ? lastStartedKing : null;
  }

  get complete() {
    return !this.currentKing && this.startedKings.length === SEATS.length;
  }

  /** The seats that may be king of the next deal. @returns {Seat[]} */
  get candidates() {
    if (this.currentKing) return [this.currentKing];
    if (!this.startedKings.length) return this.firstKing ? [this.firstKing] : SEATS;
    if (!this.playRules.order) return SEATS.filter((seat) => !this.startedKings.includes(seat));
    return this.playRules.order[this.startedKings[0]].slice(this.startedKings.length, this.startedKings.length + 1);
  }

  /** The king of the first deal is the first king if none was named. @param {Seat | undefined} king */
  setFirstKing(king) {
    if (!this.startedKings.length) this.firstKing ??= king ?? null;
  }

  /** @param {Seat} king @param {string[]} contracts */
  addDeal(king, contracts) {
    if (!this.startedKings.includes(king)) this.startedKings.push(king);
    this.remaining = {
      ...this.remaining,
      [king]: this.remaining[king].filter((contract) => !contracts.includes(contract)),
    };
  }

  /** Whether this king may play these contracts next. @param {Seat} king @param {string[]} contracts */
  allows(king, contracts) {
    const isPlayable = this.playRules.contractSets.some(
      (contractSet) => contractSet.join() === sortContracts(contracts).join(),
    );
    return (
      isPlayable &&
      this.candidates.includes(king) &&
      contracts.every((contract) => this.remaining[king].includes(contract))
    );
  }
}

/**
 * Of the tied sides, those with most points in a tiebreaker (fewest under reversed signs).
 * @param {string[]} tied
 * @param {BySeat} points
 * @param {Record<string, any>} rules
 */
function leadersOfTieBreakDeal(tied, points, rules) {
  const gains = tied.map(
    (side) => sum(SEATS.map((seat) => (side.includes(seat) ? points[seat] : 0))) * pointsSign(rules),
  );
  return tied.filter((_, index) => gains[index] === Math.max(...gains));
}

/**
 * The winners of a complete game, seats or teams, and what broke a tie.
 * @param {BySeat} totals
 * @param {Seat[]} trexFirsts
 * @param {BySeat[]} tieBreaks The points of each tie-break deal.
 * @param {Record<string, any>} rules
 */
function decideWinners(totals, trexFirsts, tieBreaks, rules) {
  const teams = rules.partnership ? { AC: totals.A + totals.C, BD: totals.B + totals.D } : null;
  /** @type {Record<string, number>} */
  const sums = teams ?? totals;
  const worst = rules.signs === "reversed" ? Math.max(...Object.values(totals)) : Math.min(...Object.values(totals));
  const bestSum = rules.winner === "lowest_total" ? Math.min(...Object.values(sums)) : Math.max(...Object.values(sums));
  const loses = (/** @type {string} */ side) => SEATS.some((seat) => side.includes(seat) && totals[seat] === worst);
  const allSides = Object.keys(sums);
  const byWorst = rules.winner === "worst_player_loses";
  const leaders = allSides.filter((side) => (byWorst ? !loses(side) : sums[side] === bestSum));
  const tied = leaders.length ? leaders : allSides;
  if (rules.tie_break !== "most_trex_firsts" || (byWorst && !teams)) return { winners: tied, tie_broken_by: null };
  const firstCounts = tied.map((side) => trexFirsts.filter((seat) => side.includes(seat)).length);
  const tiedLeaders = tied.filter((_, index) => firstCounts[index] === Math.max(...firstCounts));
  const remainingSides = tieBreaks.reduce(
    (remaining, points) => leadersOfTieBreakDeal(remaining, points, rules),
    tiedLeaders,
  );
  if (remainingSides.length < tiedLeaders.length) return { winners: remainingSides, tie_broken_by: "deal" };
  return { winners: tiedLeaders, tie_broken_by: tiedLeaders.length < tied.length ? "most_trex_firsts" : null };
}

/** The points of a card that is not doubled. @param {PointsTable} pointsTable @param {string} card */
export const undoubledCardPoints = (pointsTable, card) =>
  sum(pointsTable.cards[card].plain.map(({ points }) => points));

/** The sum of points of these contracts if nothing is doubled. @param {string[]} contracts @param {PointsTable} pointsTable */
export function undoubledContractPoints(contracts, pointsTable) {
  /** @type {Record<string, number>} */
  const values = {
    king_of_hearts: undoubledCardPoints(pointsTable, "KH"),
    queens: sum(
      Object.values(CARD_BY_CAPTURE_KEY)
        .slice(1)
        .map((card) => undoubledCardPoints(pointsTable, card)),
    ),
    diamonds: 13 * pointsTable.diamond,
    collections: 13 * pointsTable.trick,
    trex: sum(pointsTable.trex),
  };
  return sum(contracts.map((contract) => values[contract]));
}

/** The last entry that can be undone. @param {ReturnType<typeof foldJournal>} record */
function lastUndoableEntry({ counted, announced, abandoned, corrections }) {
  const latest = [...counted.slice(-1), ...announced.slice(-1), ...abandoned.slice(-1), ...corrections.slice(-1)].sort(
    (first, second) => second.seq - first.seq,
  )[0];
  return latest ? { seq: latest.seq, entry: latest.body } : null;
}

/**
 * Whether every deal was permitted for its king at that point; a correction may change that for later deals.
 * @param {Entry[]} entries
 * @param {RuleTables} tables
 */
export function wereAllDealsPermitted(entries, tables) {
  const game = foldJournal(entries);
  const kings = new KingdomsProgress(game.firstKing, tables.play);
  return game.counted.every((entry) => {
    const { kind, body } = entry;
    if (PointsAdjusted.is(entry) || kind === "tie_break") return true;
    kings.setFirstKing(body.king);
    if (!DealRecorded.is(entry)) return !body.king || kings.candidates.includes(body.king);
    const isAllowed = kings.allows(body.king, body.contracts);
    kings.addDeal(body.king, body.contracts);
    return isAllowed;
  });
}

/**
 * The state after these entries, which have to be valid. A value that the server leaves out is undefined.
 * @param {Entry[]} entries
 * @param {RuleTables} tables
 */
export function fold(entries, tables) {
  const game = foldJournal(entries);
  const kings = new KingdomsProgress(game.firstKing, tables.play);
  let totals = NO_POINTS;
  const deals = [];
  const grid = [];
  /** @type {Seat[]} */
  const trexFirsts = [];
  /** @type {BySeat[]} */
  const tieBreaks = [];
  /** @type {Map<Seat, BySeat>} */
  const kingdoms = new Map();
  /** @type {number[]} */
  const seqs = [];
  for (const entry of game.counted) {
    const { seq, kind, body } = entry;
    if (kind === "tie_break") tieBreaks.push(scoreCaptures(tables.points_table, body.captures));
    else if (PointsAdjusted.is(entry)) totals = addPoints(totals, body.adjustment);
    else kings.setFirstKing(body.king);
    if (!DealRecorded.is(entry)) continue;
    const { points, cells } = dealPointsAndCells(body, tables);
    const king = /** @type {Seat} */ (body.king);
    const contracts = sortContracts(body.contracts);
    totals = addPoints(totals, points);
    kings.addDeal(king, contracts);
    kingdoms.set(king, addPoints(kingdoms.get(king) ?? NO_POINTS, points));
    if (body.captures.trex) trexFirsts.push(body.captures.trex[0]);
    grid.push(cells);
    seqs.push(seq);
    deals.push({
      number: deals.length + 1,
      king,
      contracts,
      points,
      sum: sumOfSeats(points),
      running: totals,
      remaining: kings.remaining,
    });
  }
  const { candidates, complete, currentKing } = kings;
  const signOffs = kingdomSignOffStates(
    game,
    [...kingdoms.keys()].filter((king) => !kings.remaining[king].length),
    tables.rules,
  );
  const announced = game.announced.findLast((entry) => kings.allows(contentOf(entry).king, contentOf(entry).contracts));
  const announcement = announced && contentOf(announced);
  return {
    seq: entries.at(-1)?.seq ?? 0,
    players: SEATS.map((seat) => game.players[seat]),
    result: {
      deals,
      remaining: kings.remaining,
      kingdoms: [...kingdoms].map(([king, points]) => ({
        king,
        points,
        sum: sumOfSeats(points),
        complete: !kings.remaining[king].length,
      })),
      totals,
      teams: tables.rules.partnership ? { AC: totals.A + totals.C, BD: totals.B + totals.D } : null,
      complete,
      next_king: candidates.length === 1 ? candidates[0] : null,
      ...(complete ? decideWinners(totals, trexFirsts, tieBreaks, tables.rules) : { winners: [], tie_broken_by: null }),
    },
    candidates,
    grid,
    seqs,
    terms: game.policy,
    unconfirmed: game.unconfirmed,
    agreements: signOffs,
    game_seal: complete ? gameSeal(game, signOffs, tables.rules) : undefined,
    disputes: game.disputes,
    own_links: game.seatsWithOpenedLink.length ? game.seatsWithOpenedLink : undefined,
    opened: game.openLinks.length ? game.openLinks : undefined,
    left: currentKing ? undoubledContractPoints(kings.remaining[currentKing], tables.points_table) : 0,
    last: lastUndoableEntry(game),
    abandoned: game.abandoned.at(-1)?.seq,
    announced: announced
      ? {
          seq: announced.seq,
          king: announcement.king,
          contracts: sortContracts(announcement.contracts),
          doubled: announcement.doubled ?? {},
        }
      : null,
  };
}
