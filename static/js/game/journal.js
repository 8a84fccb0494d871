// A game's journal → what stands of it: who plays, what counts in which version, what is announced and proposed.

import { SEATS } from "../points.js";

/** @typedef {import("../points.js").Seat} Seat */
/** @typedef {{seq: number, kind: string, body: any}} Entry An entry of the journal; its body is null where a person was erased. */

const COUNTED = ["deal", "void", "adjustment"];
const ONE_SEAT = ["king", "taken_by", "doubled_by", "led_by", "claimed_by", "by"];
const EACH_SEAT = ["diamonds", "tricks", "adjustment"];

/** @template T @param {(seat: Seat) => T} value @returns {Record<Seat, T>} */
export const bySeat = (value) => /** @type {any} */ (Object.fromEntries(SEATS.map((seat) => [seat, value(seat)])));
/** @typedef {{entry: Entry, versions: {seq: number, body: any}[]}} Told An entry of the game in all its versions, the one that holds last. */

/** @typedef {Entry & {versions: {seq: number, body: any}[], corrected: boolean}} Counted */
/** @typedef {{seq: number, seat: Seat, about: number | null, reason: string, changes: any[], agree: Seat[], disagree: Seat[], end: string | null}} Dispute */
/** @typedef {{king: Seat, seat: Seat, digest?: string, seen?: {rules: number, bodies: any[]}}} Confirmed The digest of what they saw, or what it is of: the rules, by how often they had been changed, and the entries. */

/** Whoever raises it agrees with themselves. @param {number} seq @param {any} said @returns {Dispute} */
const disputeIn = (seq, { seat, about = null, reason, changes = [] }) => ({ seq, seat, about, reason, changes, agree: [seat], disagree: [], end: null });

/** An answer replaces an earlier one. @param {Dispute} dispute @param {{seat: Seat, agrees: boolean}} said */
function answer(dispute, { seat, agrees }) {
  const those = (/** @type {Seat[]} */ seats, /** @type {boolean} */ isIn) => SEATS.filter((one) => (one === seat ? isIn : seats.includes(one)));
  dispute.agree = those(dispute.agree, agrees);
  dispute.disagree = those(dispute.disagree, !agrees);
}

/** @param {Told} told @param {{seq: number, body: any}} version One correction makes one version. */
const revised = (told, version) => ({ ...told, versions: [...told.versions.filter(({ seq }) => seq !== version.seq), version] });

/** @param {string} key @param {any} value @param {Record<string, Seat>} to @returns {any} */
function moved(key, value, to) {
  if (ONE_SEAT.includes(key)) return to[value];
  if (key === "trex") return value.map((/** @type {Seat} */ seat) => to[seat]);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (key === "doubled") return Object.fromEntries(Object.entries(value).map(([card, seat]) => [card, to[/** @type {Seat} */ (seat)]]));
  const bySeats = EACH_SEAT.includes(key) && Object.keys(value).every((seat) => seat in to);
  return Object.fromEntries(Object.entries(value).map(([inner, found]) => (bySeats ? [to[inner], found] : [inner, moved(inner, found, to)])));
}

/** What stands of a journal, entry after entry: who plays, what counts, what has been announced and not yet played. */
class Journal {
  /** @param {Set<number>} takenBack */
  constructor(takenBack) {
    this.takenBack = takenBack;
    /** @type {Record<string, string | null>} */
    this.players = bySeat(() => null);
    /** @type {Seat | null} */
    this.firstKing = null;
    /** @type {Told[]} */
    this.told = [];
    /** @type {Entry[]} */
    this.announced = [];
    /** @type {Entry[]} */
    this.corrected = [];
    /** What somebody objects to, what the others say to it, and how it ended. @type {Map<number, Dispute>} */
    this.disputes = new Map();
    /** Who has confirmed which kingdom, as they saw it. @type {Confirmed[]} */
    this.confirmed = [];
    this.rulesChanged = 0;
  }

  /** @param {Entry} entry */
  take(entry) {
    const { seq, kind, body } = entry;
    const holds = !this.takenBack.has(seq);
    if (COUNTED.includes(kind)) {
      this.told.push({ entry, versions: [{ seq, body: holds ? body : null }] });
      if (holds && kind !== "adjustment") this.announced = [];
    } else if (!holds) return;
    else if (kind === "corrected") {
      this.corrected.push(entry);
      this.putRight(entry, body.corrected);
    } else if (kind === "agreed") this.confirmed.push({ king: body.agreed.kingdom, seat: body.agreed.seat, digest: body.agreed.digest });
    else if (["disputed", "answered", "settled"].includes(kind)) this.dispute(entry);
    else if (kind === "announced") this.announced.push(entry);
    else if (kind === "named") this.players[body.seat] = body.name;
    else if (kind === "first_king" || kind === "started") this.firstKing = body.first_king ?? null;
  }

  /** What is proposed holds once all four agree with it, or the table settles it so. @param {Entry} entry */
  dispute(entry) {
    const { disputed, answered, settled } = entry.body;
    if (disputed) this.disputes.set(entry.seq, disputeIn(entry.seq, disputed));
    const dispute = this.disputes.get((answered ?? settled)?.dispute);
    if (!dispute) return;
    if (answered) answer(dispute, answered);
    const allAgree = dispute.agree.length === SEATS.length;
    if (settled) dispute.end = settled.as;
    else if (allAgree) dispute.end = dispute.changes.length ? "proposed" : "as_it_stands";
    else return;
    if (dispute.end === "proposed") this.putRight(entry, { changes: dispute.changes, with: allAgree ? SEATS : [] });
  }

  /** Where all four stand behind it, what they had agreed on is agreed on as it stands now. @param {Entry} entry @param {{changes: any[], with?: string[]}} said */
  putRight(entry, said) {
    for (const change of said.changes) this.correct(entry, change);
    if (said.with?.length !== SEATS.length) return;
    for (const king of new Set(this.confirmed.map((one) => one.king))) {
      const seen = { rules: this.rulesChanged, bodies: this.bodiesOf(king) };
      this.confirmed.push(...SEATS.map((seat) => ({ king, seat, seen })));
    }
  }

  /** @param {Seat} king */
  bodiesOf(king) {
    return this.counted.map(({ body }) => body).filter((body) => body.king === king);
  }

  /** @param {Entry} entry @param {any} change */
  correct(entry, change) {
    const { seq } = entry;
    const place = this.told.findIndex((told) => told.entry.seq === (change.seq ?? change.before));
    if ("seq" in change) {
      if (place >= 0 && !this.takenBack.has(change.seq)) this.told[place] = revised(this.told[place], { seq, body: change.entry });
    } else if ("before" in change) this.told.splice(place < 0 ? this.told.length : place, 0, { entry, versions: [{ seq, body: change.entry }] });
    else if ("seats" in change) this.reseat(seq, bySeat((seat) => change.seats[seat] ?? seat), change.deals);
    else if ("first_king" in change) this.firstKing = change.first_king;
    else this.rulesChanged += 1;
  }

  /** @param {number} seq @param {Record<Seat, Seat>} to @param {boolean} deals whether what somebody took goes along */
  reseat(seq, to, deals) {
    this.players = Object.fromEntries(SEATS.map((seat) => [to[seat], this.players[seat]]));
    if (!deals) return;
    this.firstKing &&= to[this.firstKing];
    this.announced = this.announced.map((entry) => ({ ...entry, body: { announced: moved("", entry.body.announced, to) } }));
    this.told = this.told.map((told) => {
      const { body } = /** @type {{body: any}} */ (told.versions.at(-1));
      return body ? revised(told, { seq, body: moved("", body, to) }) : told;
    });
  }

  /** What counts, in the order of play. @returns {Counted[]} */
  get counted() {
    return this.told.flatMap(({ entry, versions }) => {
      const { body } = /** @type {{body: any}} */ (versions.at(-1));
      return body ? [{ ...entry, kind: kindOf(body), body, versions, corrected: versions.length > 1 }] : [];
    });
  }
}

/** @param {any} body */
const kindOf = (body) => ("void" in body ? "void" : "adjustment" in body ? "adjustment" : "deal");

/** @param {Entry[]} entries */
export function record(entries) {
  const takenBack = new Set(entries.filter(({ kind }) => kind === "take_back").map(({ body }) => body?.take_back));
  const journal = new Journal(takenBack);
  for (const entry of entries) if (entry.body) journal.take(entry);
  const { players, firstKing, counted, announced, corrected, confirmed, rulesChanged } = journal;
  return { players, firstKing, counted, announced, corrected, confirmed, rulesChanged, disputes: [...journal.disputes.values()], takenBack };
}
