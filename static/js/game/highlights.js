// What is worth telling of a finished game, as trexscore/rules/highlights counts and chooses it.

import { SEATS, linesOf } from "../lib/points.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {Record<string, Record<string, number>>} Numbers Each number for seats, sides, or the game (""). */
/** @typedef {{code: string, of: string, number: string, least: number, weight: number, span: number, topic: string, points: string, besides: string}} Highlight */
/** @typedef {{code: string, label: string, number: number, points: number | null}} Chosen */
/** @typedef {{rules: any, result: any, points_table: import("../lib/points.js").PointsTable}} State */
/** @typedef {{points: Record<Seat, number>, running: Record<Seat, number>, king: Seat, contracts: string[], captures: any}} Deal */

const GAME = "";
const NARROW = 25;
const MOST_FACTS = 3;
const MOST_EXTRA = 20;
const CONTRACTS = ["king_of_hearts", "queens", "diamonds", "collections", "trex"];
const NOBODY = { A: 0, B: 0, C: 0, D: 0 };

/** @param {(seat: Seat) => number} value @returns {Record<string, number>} */
const bySeat = (value) => Object.fromEntries(SEATS.map((seat) => [seat, value(seat)]));
/** @param {number[]} values */
const sum = (values) => values.reduce((total, one) => total + one, 0);
/** @param {string} seat */
const partnerOf = (seat) => SEATS[(SEATS.indexOf(/** @type {Seat} */ (seat)) + 2) % 4];

/** The labels of those who can win. @param {any} rules */
const sidesOf = (rules) => (rules.partnership ? ["AC", "BD"] : SEATS);

/** +1 where more points are better, −1 where fewer are. @param {any} rules */
const orderOf = ({ winner, signs }) => {
  const sign = signs === "reversed" ? -1 : 1;
  return winner === "worst_player_loses" ? sign : winner === "lowest_total" ? -1 : 1;
};

/** The cards of each deal that can be doubled: the king of hearts, or queens. @param {Deal[]} deals @param {boolean} king @returns {any[][]} */
const cardsIn = (deals, king) => deals.map(({ captures }) => (king ? (captures.king_of_hearts ? [captures.king_of_hearts] : []) : Object.values(captures.queens ?? {})));

/** For each contract, what its deals say of who took what. @type {Record<string, (deals: Deal[], table: import("../lib/points.js").PointsTable) => Numbers>} */
const COUNTED = {
  king_of_hearts: (deals) => {
    const taken = bySeat((seat) => cardsIn(deals, true).flat().filter((card) => card.taken_by === seat).length);
    return { kings: taken, kings_avoided: avoided(taken, deals.length) };
  },
  queens: (deals) => {
    const counts = cardsIn(deals, false).map((cards) => bySeat((seat) => cards.filter((card) => card.taken_by === seat).length));
    const taken = summed(counts);
    return { queens: taken, queens_in_one: most(counts), queens_avoided: avoided(taken, 4 * deals.length) };
  },
  diamonds: (deals) => {
    const counts = deals.map(({ captures }) => ({ ...NOBODY, ...captures.diamonds }));
    return { diamonds: summed(counts), diamonds_in_one: most(counts) };
  },
  collections: (deals) => {
    const counts = deals.map(({ captures }) => ({ ...NOBODY, ...captures.tricks }));
    return { tricks: summed(counts), tricks_in_one: most(counts), trickless: bySeat((seat) => counts.filter((taken) => !taken[seat]).length) };
  },
  trex: (deals, table) => {
    const orders = deals.map(({ captures }) => captures.trex);
    const firsts = bySeat((seat) => orders.filter((order) => order[0] === seat).length);
    const lasts = bySeat((seat) => orders.filter((order) => order[3] === seat).length);
    return { firsts, firsts_points: bySeat((seat) => table.trex[0] * firsts[seat]), lasts, never_last: avoided(lasts, orders.length) };
  },
};

/** @param {Record<string, number>[]} counts */
const summed = (counts) => bySeat((seat) => sum(counts.map((taken) => taken[seat])));
/** @param {Record<string, number>[]} counts */
const most = (counts) => bySeat((seat) => Math.max(...counts.map((taken) => taken[seat])));
/** For who took none, how many there were. @param {Record<string, number>} taken @param {number} cards */
const avoided = (taken, cards) => bySeat((seat) => (taken[seat] ? 0 : cards));

/** @param {State} state @param {number} order @param {Deal[]} deals @param {Set<string>} unsure @returns {Numbers} */
function ofCaptures({ rules, points_table: table }, order, deals, unsure) {
  /** @type {Numbers} */
  const found = {};
  for (const contract of CONTRACTS.filter((one) => !unsure.has(one))) {
    const ofIt = deals.filter(({ contracts }) => contracts.includes(contract));
    if (!ofIt.length) continue;
    const lines = ofIt.flatMap(({ captures }) => linesOf(table, captures)).filter((line) => line.contract === contract);
    const points = bySeat((seat) => sum(lines.filter((line) => line.seat === seat).map((line) => line.points)));
    Object.assign(found, COUNTED[contract](ofIt, table), { [`${contract}_points`]: points, [`${contract}_cost`]: bySeat((seat) => 0 - order * points[seat]) });
  }
  if (unsure.has("king_of_hearts") || unsure.has("queens")) return found;
  const doubled = [...cardsIn(deals, true), ...cardsIn(deals, false)].flat().filter((card) => card.doubled_by);
  const away = doubled.filter(({ taken_by: by, doubled_by: holder }) => by !== holder && !(rules.partnership && by === partnerOf(holder)));
  const paid = bySeat((seat) => away.filter((card) => card.doubled_by === seat).length);
  return { ...found, paid, own_doubled: bySeat((seat) => doubled.filter((card) => card.doubled_by === seat && card.taken_by === seat).length) };
}

/** Single deals and kingdoms, by their points. @param {number} order @param {Deal[]} deals @param {any} result @returns {Numbers} */
function ofPoints(order, deals, { kingdoms }) {
  const merits = (/** @type {Seat} */ seat) => deals.map(({ points }) => order * points[seat]);
  const own = (/** @type {Seat} */ seat) => kingdoms.find((/** @type {any} */ { king }) => king === seat).points[seat];
  const isBest = (/** @type {Seat} */ seat, /** @type {any} */ points) => SEATS.every((other) => other === seat || order * points[seat] > order * points[other]);
  const best = bySeat((seat) => Math.max(...merits(seat)));
  const worst = bySeat((seat) => Math.min(...merits(seat)));
  return {
    best_deal: best,
    best_deal_points: bySeat((seat) => order * best[seat]),
    worst_deal: bySeat((seat) => 0 - worst[seat]),
    worst_deal_points: bySeat((seat) => order * worst[seat]),
    own_kingdom: bySeat((seat) => order * own(seat)),
    own_loss: bySeat((seat) => 0 - order * own(seat)),
    own_kingdom_points: bySeat(own),
    gains: bySeat((seat) => merits(seat).filter((one) => one > 0).length),
    kingdoms_won: bySeat((seat) => kingdoms.filter((/** @type {any} */ { points }) => isBest(seat, points)).length),
    deals: { [GAME]: deals.length },
  };
}

/** @param {any} rules @param {number} order @param {Record<string, number>} totals */
const meritsOf = (rules, order, totals) => sidesOf(rules).map((side) => order * sum([...side].map((seat) => totals[seat])));

/** Who was in front after each deal, and how far behind others were. @param {any} rules @param {number} order @param {Deal[]} deals @param {any} result @returns {Numbers} */
function overTime(rules, order, deals, { winners, tie_broken_by: broken }) {
  const sides = sidesOf(rules);
  const course = deals.map(({ running }) => meritsOf(rules, order, running));
  const leaders = course.map((now) => (now.filter((one) => one === Math.max(...now)).length === 1 ? sides[now.indexOf(Math.max(...now))] : null));
  const alone = leaders.filter((leader) => leader !== null);
  /** @param {(place: number, side: string) => number} value */
  const bySide = (value) => Object.fromEntries(sides.map((side, place) => [side, value(place, side)]));
  const low = bySide((place) => Math.max(...course.map((now) => 0 - now[place])));
  /** @type {Numbers} */
  const found = {
    led: bySide((_place, side) => leaders.filter((leader) => leader === side).length),
    led_all: bySide((_place, side) => (leaders.every((leader) => leader === side) ? leaders.length : 0)),
    behind: bySide((place) => Math.max(...course.map((now) => Math.max(...now) - now[place]))),
    low,
    lead_changes: { [GAME]: alone.slice(1).filter((leader, place) => leader !== alone[place]).length },
    low_points: Object.fromEntries(Object.entries(low).map(([side, one]) => [side, 0 - order * one])),
  };
  if (winners.length !== 1 || broken) return found;
  const [winner] = winners;
  const isBehind = (/** @type {number[] | undefined} */ now) => Number(now !== undefined && now[sides.indexOf(winner)] < Math.max(...now));
  const lastKingdom = deals.findLastIndex(({ king }, place) => place > 0 && king !== deals[place - 1].king);
  return { ...found, late: { [winner]: isBehind(course.at(-2)) }, late_kingdom: { [winner]: isBehind(course[lastKingdom - 1]) } };
}

/** How it ended: margins, ties, and whose totals are above zero. @param {any} rules @param {number} order @param {any} result @returns {Numbers} */
function ofTheEnd(rules, order, { totals, winners, tie_broken_by: broken }) {
  /** @type {Numbers} */
  const found = { tie_firsts: { [GAME]: Number(broken === "most_trex_firsts") }, tie_deal: { [GAME]: Number(broken === "deal") } };
  if (rules.winner === "worst_player_loses") return found;
  const sides = sidesOf(rules);
  const merits = meritsOf(rules, order, totals);
  const [first, second, ...others] = [...merits].sort((one, other) => other - one);
  found.shared = { [GAME]: winners.length > 1 ? winners.length : 0 };
  found.spread = { [GAME]: first - (others.at(-1) ?? second) };
  if (first > second) {
    const winner = sides[merits.indexOf(first)];
    found.margin = { [winner]: first - second };
    found.narrow = { [winner]: NARROW + 1 - (first - second) };
  }
  if (order < 0 || rules.signs === "reversed" || rules.partnership) return found; // a pair above zero can have a player below
  const above = sides.filter((_side, place) => merits[place] > 0);
  found.only_above = Object.fromEntries(above.map((side) => [side, Number(above.length === 1)]));
  found.none_above = { [GAME]: Number(!above.length) };
  return found;
}

/**
 * The numbers of a complete game; of one that is not, none.
 * @param {State} state
 * @param {any[]} counted the entries that count
 * @param {(body: any) => boolean} isUnknown whether only the points of a deal are known
 * @returns {Numbers}
 */
export function numbersOf(state, counted, isUnknown) {
  const { rules, result } = state;
  if (!result.complete) return {};
  const bodies = counted.filter(({ kind }) => kind === "deal").map(({ body }) => body);
  const deals = result.deals.map((/** @type {any} */ deal, /** @type {number} */ place) => ({ ...deal, captures: bodies[place].captures }));
  const unsure = new Set(bodies.filter((body) => body.renege || isUnknown(body)).flatMap(({ contracts }) => contracts));
  const order = orderOf(rules);
  const isPlain = rules.winner !== "worst_player_loses" && counted.every(({ kind }) => kind !== "adjustment");
  return { ...ofCaptures(state, order, deals, unsure), ...ofPoints(order, deals, result), ...(isPlain ? overTime(rules, order, deals, result) : {}), ...ofTheEnd(rules, order, result) };
}

/** Whom a highlight is about; nobody where several are equal. @param {string} of @param {Record<string, number>} values @param {string[]} winners */
function labelOf(of, values, winners) {
  if (of === "game") return GAME in values ? GAME : null;
  if (of === "winner" && winners.length !== 1) return null;
  const asked = Object.keys(values).filter((label) => of === "top" || winners[0].includes(label));
  const best = asked.filter((label) => values[label] === Math.max(...asked.map((one) => values[one])));
  return best.length === 1 ? best[0] : null;
}

/** @param {Highlight} one @param {Numbers} numbers @param {string[]} winners @returns {Chosen | null} */
function held({ code, of, number, least, points, besides }, numbers, winners) {
  const values = numbers[number] ?? {};
  const label = labelOf(of, values, winners);
  if (label === null || values[label] < least) return null;
  if (besides && (numbers[besides]?.[label] ?? 0) < 1) return null;
  if (!points) return { code, label, number: values[label], points: null };
  const said = numbers[points] ?? {};
  const side = Object.keys(said).find((each) => label && each.includes(label)) ?? GAME;
  const shown = said[label] ?? said[side];
  return shown === undefined ? null : { code, label, number: values[label], points: shown };
}

/** Those that hold, the most interesting first. @param {Highlight[]} table @param {Numbers} numbers @param {string[]} winners */
const ranked = (table, numbers, winners) =>
  table
    .flatMap((one) => {
      const chosen = held(one, numbers, winners);
      return chosen ? [{ chosen, topic: one.topic, interest: one.weight + Math.min(MOST_EXTRA, Math.floor((MOST_EXTRA * (chosen.number - one.least)) / one.span)) }] : [];
    })
    .sort((one, other) => other.interest - one.interest);

/**
 * The headline and the facts of a game whose winners are these seats or pairs.
 * @param {{headlines: Highlight[], facts: Highlight[]}} tables
 * @param {Numbers} numbers
 * @param {string[]} winners
 * @returns {{headline: Chosen | null, facts: Chosen[]}}
 */
export function choose({ headlines, facts }, numbers, winners) {
  const [first] = ranked(headlines, numbers, winners);
  if (!first) return { headline: null, facts: [] };
  const topics = new Set([first.topic]);
  const chosen = [];
  for (const { chosen: fact, topic } of ranked(facts, numbers, winners)) {
    if (topics.has(topic) || chosen.length === MOST_FACTS) continue;
    topics.add(topic);
    chosen.push(fact);
  }
  return { headline: first.chosen, facts: chosen };
}
