// What the four have agreed on: kingdoms as each of them saw them, and the seals that come of it.

import { SEATS } from "../points.js";
import { kingdomDigest, sealOf } from "./digest.js";

/** @typedef {import("../points.js").Seat} Seat */
/** @typedef {import("./journal.js").Confirmed} Confirmed */
/** @typedef {ReturnType<typeof import("./journal.js").record>} Said */

/** @typedef {(changes: number) => Record<string, any> | null} RulesAfter The house rules in force once they had been put right so often. */

/** The digest of what was seen; none where the rules of then are not known. @param {RulesAfter} rulesAfter @param {Confirmed} one */
function digestOf(rulesAfter, { king, digest, seen }) {
  const rules = seen && rulesAfter(seen.rules);
  return digest ?? (seen && rules ? kingdomDigest(rules, king, seen.bodies, seen.sits) : null);
}

/** How far the complete kingdoms have been agreed on: as they stand now, and not as they stood. @param {Said} said @param {Seat[]} complete @param {Record<string, any>} rules */
export function agreements(said, complete, rules) {
  /** @param {number} changes Under other rules nobody has seen what stands now. */
  const rulesAfter = (changes) => (changes === said.rulesChanged ? rules : null);
  return complete.map((king) => {
    const digest = kingdomDigest(rules, king, said.counted.map(({ body }) => body).filter((body) => body.king === king), said.sits);
    const seen = said.confirmed.filter((one) => one.king === king && digestOf(rulesAfter, one) === digest);
    const seats = SEATS.filter((seat) => seen.some((one) => one.seat === seat));
    return { king, seats, digest, seal: seats.length === SEATS.length ? sealOf(digest) : null };
  });
}

/** Every seal that a kingdom has ever had, in the order in which it got them. @param {Said} said @param {RulesAfter} rulesAfter @returns {{king: Seat, seal: string}[]} */
export function seals(said, rulesAfter) {
  /** @type {Map<string, {king: Seat, digest: string, seats: Set<Seat>}>} */
  const seen = new Map();
  for (const one of said.confirmed) {
    const digest = digestOf(rulesAfter, one);
    if (!digest) continue;
    const found = seen.get(`${one.king} ${digest}`) ?? { king: one.king, digest, seats: new Set() };
    found.seats.add(one.seat);
    seen.set(`${one.king} ${digest}`, found);
  }
  return [...seen.values()].filter(({ seats }) => seats.size === SEATS.length).map(({ king, digest }) => ({ king, seal: sealOf(digest) }));
}
