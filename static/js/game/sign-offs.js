// What the four have signed off: kingdoms as each of them saw them, and the seals that come of it.

import { SEATS } from "../lib/points.js";
import { byKingdom, contentDigest, kingdomDigest, namedDigest, oldSealOf, sealOf } from "./digest.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./journal.js").Confirmed} Confirmed */
/** @typedef {ReturnType<typeof import("./journal.js").record>} Said */

/** @typedef {(changes: number) => Record<string, any> | null} RulesAfter The house rules in force once they had been put right so often. */

/** The digest of the old kind of what was seen; none where the rules of then are not known. @param {RulesAfter} rulesAfter @param {Confirmed} one */
function digestOf(rulesAfter, { king, digest, seen }) {
  const rules = rulesAfter(seen.rules);
  return digest ?? (rules ? kingdomDigest(rules, king, seen.bodies, seen.sits) : null);
}

/** Whether a digest is of the old kind. @param {RulesAfter} rulesAfter @param {Confirmed} one */
function isOldKind(rulesAfter, { king, digest, seen, isNew }) {
  const rules = rulesAfter(seen.rules);
  return !digest || !isNew || (rules !== null && digest === kingdomDigest(rules, king, seen.bodies, seen.sits));
}

/** @param {Confirmed[]} those @returns {boolean} */
const isAllFour = (those) => SEATS.every((seat) => those.some((one) => one.seat === seat));

/** How far a kingdom has been signed off as it stands, in a game whose entries have `by`, and for whom the scorer's link said so. @param {Said} said @param {Seat} king @param {Record<string, any>} rules @param {RulesAfter} rulesAfter */
function agreement(said, king, rules, rulesAfter) {
  const found = agreementOf(said, king, rules, rulesAfter);
  const last = (/** @type {Seat} */ seat) => said.confirmed.findLast((one) => one.king === king && one.seat === seat && one.content === said.contents[king]);
  const byScorer = found.seats.filter((seat) => last(seat)?.byScorer);
  return { ...found, ...(byScorer.length && { by_scorer: byScorer }) };
}

/** @param {Said} said @param {Seat} king @param {Record<string, any>} rules @param {RulesAfter} rulesAfter */
function agreementOf(said, king, rules, rulesAfter) {
  const bodies = said.counted.map(({ body }) => body);
  const old = kingdomDigest(rules, king, bodies.filter((body) => body.king === king), said.sits);
  const marks = SEATS.map((seat) => said.marks[seat]);
  const digest = namedDigest(contentDigest(/** @type {string} */ (said.uid), rules, king, byKingdom(bodies)[king] ?? [], said.sits), marks);
  const ours = said.confirmed.filter((one) => one.king === king);
  const held = ours.filter((one) => one.content === said.contents[king]);
  const named = (/** @type {Confirmed} */ one) => digestOf(rulesAfter, one);
  if (isAllFour(held.filter((one) => named(one) === digest))) return { king, seats: SEATS, digest, seal: sealOf(digest) };
  const either = held.filter((one) => [digest, old].includes(String(named(one))));
  if (isAllFour(either)) return { king, seats: SEATS, digest, seal: oldSealOf(old) };
  const before = held.findLast((one) => isAllFour(held.filter((other) => named(other) === named(one))));
  if (before) return { king, seats: SEATS, digest, seal: sealOf(String(named(before))), signed_as: before.players };
  const cancelled = ours.some((one) => named(one) && isAllFour(ours.filter((other) => named(other) === named(one))));
  return { king, seats: SEATS.filter((seat) => either.some((one) => one.seat === seat)), digest, seal: null, ...(cancelled ? { cancelled } : {}) };
}

/** How far the complete kingdoms have been signed off: as they stand now, and not as they stood. @param {Said} said @param {Seat[]} complete @param {Record<string, any>} rules */
export function agreements(said, complete, rules) {
  /** @param {number} changes Under other rules nobody has seen what stands now. */
  const rulesAfter = (changes) => (changes === said.rulesChanged ? rules : null);
  return complete.map((king) => {
    if (said.uid) return agreement(said, king, rules, rulesAfter);
    const digest = kingdomDigest(rules, king, said.counted.map(({ body }) => body).filter((body) => body.king === king), said.sits);
    const seen = said.confirmed.filter((one) => one.king === king && digestOf(rulesAfter, one) === digest);
    const seats = SEATS.filter((seat) => seen.some((one) => one.seat === seat));
    return { king, seats, digest, seal: seats.length === SEATS.length ? oldSealOf(digest) : null };
  });
}

/** The seal of the whole game, once all four have signed off each of its kingdoms. @param {Said} said @param {any[]} found @param {Record<string, any>} rules */
export function gameSeal(said, found, rules) {
  if (!said.uid || !found.every((one) => one.seal && !one.signed_as)) return {};
  const content = contentDigest(said.uid, rules, null, said.counted.map(({ body }) => body), said.sits);
  return { game_seal: sealOf(namedDigest(content, SEATS.map((seat) => said.marks[seat]))) };
}

/** Every seal that a kingdom has ever had, in the order in which it got them. @param {Said} said @param {RulesAfter} rulesAfter @returns {{king: Seat, seal: string}[]} */
export function seals(said, rulesAfter) {
  /** @type {Map<string, {king: Seat, digest: string, seats: Set<Seat>, isOld: boolean}>} */
  const seen = new Map();
  for (const one of said.confirmed) {
    const digest = digestOf(rulesAfter, one);
    if (!digest) continue;
    const found = seen.get(`${one.king} ${digest}`) ?? { king: one.king, digest, seats: new Set(), isOld: isOldKind(rulesAfter, one) };
    found.seats.add(one.seat);
    seen.set(`${one.king} ${digest}`, found);
  }
  return [...seen.values()].filter(({ seats }) => seats.size === SEATS.length).map(({ king, digest, isOld }) => ({ king, seal: isOld ? oldSealOf(digest) : sealOf(digest) }));
}
