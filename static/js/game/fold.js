// A game's journal → its state, as the server would say it: on a phone without reception. What depends on house rules comes
// from the server as tables; here is only put in order, multiplied and added.

import { SEATS, score } from "../lib/points.js";
import { agreements, gameSeal } from "./sign-offs.js";
import { bySeat, record } from "./journal.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("../lib/points.js").BySeat} BySeat */
/** @typedef {import("../lib/points.js").PointsTable} PointsTable */
/** @typedef {import("./journal.js").Entry} Entry */
/** @typedef {{order: Record<Seat, Seat[]> | null, programmes: string[][]}} Play Kings by the first of them (null: found each time), and what makes up a deal. */
/** @typedef {{rules: Record<string, any>, points_table: PointsTable, play: Play}} Tables */
/** @typedef {{king: Seat, contracts: string[], points: BySeat, cells: Record<string, any>}} Played */

export const CONTRACTS = ["king_of_hearts", "queens", "diamonds", "collections", "trex"];
const PARTS = { king_of_hearts: "king_of_hearts", queens: "queens", diamonds: "diamonds", collections: "tricks", trex: "trex" };

/** @returns {BySeat} */
const nothing = () => ({ A: 0, B: 0, C: 0, D: 0 });
/** @param {BySeat} one @param {Partial<BySeat>} other @returns {BySeat} */
const plus = (one, other) => bySeat((seat) => one[seat] + (other[seat] ?? 0));
/** @param {string[]} contracts */
const inOrder = (contracts) => CONTRACTS.filter((contract) => contracts.includes(contract));
/** @param {BySeat} points */
const sum = (points) => SEATS.reduce((total, seat) => total + points[seat], 0);

/**
 * Points of a deal, and for each contract who got most of what it is about.
 * @param {any} deal
 * @param {Tables} tables
 */
function played(deal, { rules, points_table: table }) {
  let points = nothing();
  /** @type {Record<string, any>} */
  const cells = {};
  for (const contract of inOrder(deal.contracts)) {
    const part = /** @type {Record<string, string>} */ (PARTS)[contract];
    const won = score(table, { [part]: deal.captures[part] });
    const wanted = (contract === "trex" ? 1 : -1) * (rules.signs === "reversed" ? -1 : 1);
    const most = Math.max(...SEATS.map((seat) => wanted * won[seat]));
    cells[contract] = { seats: SEATS.filter((seat) => most && wanted * won[seat] === most), points: most && wanted * most };
    points = plus(points, won);
  }
  return { points, cells };
}

/** The kingdoms so far. */
class Kingdoms {
  /** @param {Seat | null} first @param {Play} play */
  constructor(first, play) {
    this.first = first;
    this.play = play;
    /** @type {Seat[]} */
    this.begun = [];
    this.left = bySeat(() => CONTRACTS);
  }

  /** Whose kingdom has begun and is not over. @returns {Seat | null} */
  get running() {
    const last = this.begun.at(-1);
    return last && this.left[last].length ? last : null;
  }

  get complete() {
    return !this.running && this.begun.length === SEATS.length;
  }

  /** Who may be king of the next deal. @returns {Seat[]} */
  get candidates() {
    if (this.running) return [this.running];
    if (!this.begun.length) return this.first ? [this.first] : SEATS;
    if (!this.play.order) return SEATS.filter((seat) => !this.begun.includes(seat));
    return this.play.order[this.begun[0]].slice(this.begun.length, this.begun.length + 1);
  }

  /** Whoever deals first is the first king, where nobody was named. @param {Seat | undefined} king */
  name(king) {
    if (!this.begun.length) this.first ??= king ?? null;
  }

  /** @param {Seat} king @param {string[]} contracts */
  take(king, contracts) {
    if (!this.begun.includes(king)) this.begun.push(king);
    this.left = { ...this.left, [king]: this.left[king].filter((contract) => !contracts.includes(contract)) };
  }

  /** Whether this king may play these contracts next. @param {Seat} king @param {string[]} contracts */
  allows(king, contracts) {
    const allowed = this.play.programmes.some((programme) => programme.join() === inOrder(contracts).join());
    return allowed && this.candidates.includes(king) && contracts.every((contract) => this.left[king].includes(contract));
  }
}

/** Of those tied, who has most points in a tie-break deal, fewest under reversed signs. @param {string[]} tied @param {BySeat} points @param {Record<string, any>} rules */
function mostIn(tied, points, rules) {
  const gained = tied.map((one) => SEATS.reduce((total, seat) => total + (one.includes(seat) ? points[seat] : 0), 0) * (rules.signs === "reversed" ? -1 : 1));
  return tied.filter((_, index) => gained[index] === Math.max(...gained));
}

/**
 * The winners, seats or teams; nobody before the game is complete.
 * @param {BySeat} totals
 * @param {Seat[]} trexFirsts
 * @param {BySeat[]} tieBreaks The points of each tie-break deal.
 * @param {Record<string, any>} rules
 */
function outcome(totals, trexFirsts, tieBreaks, rules) {
  const teams = rules.partnership ? { AC: totals.A + totals.C, BD: totals.B + totals.D } : null;
  /** @type {Record<string, number>} */
  const sums = teams ?? totals;
  /** @param {string} one @param {Seat} seat */
  const includes = (one, seat) => one.includes(seat);
  const worst = rules.signs === "reversed" ? Math.max(...Object.values(totals)) : Math.min(...Object.values(totals));
  const best = rules.winner === "lowest_total" ? Math.min(...Object.values(sums)) : Math.max(...Object.values(sums));
  const loses = (/** @type {string} */ one) => SEATS.some((seat) => includes(one, seat) && totals[seat] === worst);
  const all = Object.keys(sums);
  const byWorst = rules.winner === "worst_player_loses";
  const ahead = all.filter((one) => (byWorst ? !loses(one) : sums[one] === best));
  const tied = ahead.length ? ahead : all;
  if (rules.tie_break !== "most_trex_firsts" || (byWorst && !teams)) return { winners: tied, tie_broken_by: null };
  const firsts = tied.map((one) => trexFirsts.filter((seat) => includes(one, seat)).length);
  const kept = tied.filter((_, index) => firsts[index] === Math.max(...firsts));
  const decided = tieBreaks.reduce((left, points) => mostIn(left, points, rules), kept);
  if (decided.length < kept.length) return { winners: decided, tie_broken_by: "deal" };
  return { winners: kept, tie_broken_by: kept.length < tied.length ? "most_trex_firsts" : null };
}

/**
 * What contracts add up to when nothing is doubled.
 * @param {string[]} contracts
 * @param {PointsTable} table
 */
export function faceValue(contracts, table) {
  const plain = (/** @type {string} */ card) => table.cards[card].plain.reduce((total, share) => total + share.points, 0);
  /** @type {Record<string, number>} */
  const values = {
    king_of_hearts: plain("KH"),
    queens: ["QH", "QS", "QD", "QC"].reduce((total, card) => total + plain(card), 0),
    diamonds: 13 * table.diamond,
    collections: 13 * table.trick,
    trex: table.trex.reduce((total, points) => total + points, 0),
  };
  return contracts.reduce((total, contract) => total + values[contract], 0);
}

/**
 * The last entry that can be taken back.
 * @param {ReturnType<typeof record>} said
 */
function lastSaid({ counted, announced, abandoned, corrected }) {
  const last = [...counted.slice(-1), ...announced.slice(-1), ...abandoned.slice(-1), ...corrected.slice(-1)].sort((one, other) => other.seq - one.seq)[0];
  return last ? { seq: last.seq, entry: last.body } : null;
}

/**
 * Whether every deal is one that its king could play then: a correction may change that for others.
 * @param {Entry[]} entries
 * @param {Tables} tables
 */
export function isInOrder(entries, tables) {
  const said = record(entries);
  const kings = new Kingdoms(said.firstKing, tables.play);
  return said.counted.every(({ kind, body }) => {
    if (kind === "adjustment" || kind === "tie_break") return true;
    kings.name(body.king);
    if (kind !== "deal") return !body.king || kings.candidates.includes(body.king);
    const isAllowed = kings.allows(body.king, body.contracts);
    kings.take(body.king, body.contracts);
    return isAllowed;
  });
}

/**
 * The state behind these entries, which have to be faultless.
 * @param {Entry[]} entries
 * @param {Tables} tables
 */
export function fold(entries, tables) {
  const said = record(entries);
  const kings = new Kingdoms(said.firstKing, tables.play);
  let totals = nothing();
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
  for (const { seq, kind, body } of said.counted) {
    if (kind === "tie_break") tieBreaks.push(score(tables.points_table, body.captures));
    else if (kind === "adjustment") totals = plus(totals, body.adjustment);
    else kings.name(body.king);
    if (kind !== "deal") continue;
    const { points, cells } = played(body, tables);
    const king = /** @type {Seat} */ (body.king);
    const contracts = inOrder(body.contracts);
    totals = plus(totals, points);
    kings.take(king, contracts);
    kingdoms.set(king, plus(kingdoms.get(king) ?? nothing(), points));
    if (body.captures.trex) trexFirsts.push(body.captures.trex[0]);
    grid.push(cells);
    seqs.push(seq);
    deals.push({ number: deals.length + 1, king, contracts, points, sum: sum(points), running: totals, remaining: kings.left });
  }
  const { candidates, complete, running } = kings;
  const agreed = agreements(said, [...kingdoms.keys()].filter((king) => !kings.left[king].length), tables.rules);
  const announced = said.announced.findLast(({ body }) => kings.allows(body.announced.king, body.announced.contracts));
  const called = announced?.body.announced;
  return {
    seq: entries.at(-1)?.seq ?? 0,
    players: SEATS.map((seat) => said.players[seat]),
    result: {
      deals,
      remaining: kings.left,
      kingdoms: [...kingdoms].map(([king, points]) => ({ king, points, sum: sum(points), complete: !kings.left[king].length })),
      totals,
      teams: tables.rules.partnership ? { AC: totals.A + totals.C, BD: totals.B + totals.D } : null,
      complete,
      next_king: candidates.length === 1 ? candidates[0] : null,
      ...(complete ? outcome(totals, trexFirsts, tieBreaks, tables.rules) : { winners: [], tie_broken_by: null }),
    },
    candidates,
    grid,
    seqs,
    terms: said.terms,
    unconfirmed: said.unconfirmed,
    agreements: agreed,
    ...(complete ? gameSeal(said, agreed, tables.rules) : {}),
    disputes: said.disputes,
    ...(said.ownLinks.length && { own_links: said.ownLinks }),
    ...(said.opened.length && { opened: said.opened }),
    left: running ? faceValue(kings.left[running], tables.points_table) : 0,
    last: lastSaid(said),
    ...(said.abandoned.length && { abandoned: said.abandoned.at(-1)?.seq }),
    announced: announced ? { seq: announced.seq, king: called.king, contracts: inOrder(called.contracts), doubled: called.doubled ?? {} } : null,
  };
}
