// A game's journal → what stands of it: who plays, what counts in which version, what is announced and proposed.

import { SEATS } from "../points.js";

/** @typedef {import("../points.js").Seat} Seat */
/** @typedef {{seq: number, kind: string, body: any}} Entry An entry of the journal; its body is null where a person was erased. */

const COUNTED = ["deal", "void", "adjustment"];
const ONE_SEAT = ["king", "taken_by", "doubled_by", "led_by", "claimed_by", "by"];
const EACH_SEAT = ["diamonds", "tricks", "adjustment"];
const NO_TERMS = { second_person: false, deadline: null, referee: false };

/** @template T @param {(seat: Seat) => T} value @returns {Record<Seat, T>} */
export const bySeat = (value) => /** @type {any} */ (Object.fromEntries(SEATS.map((seat) => [seat, value(seat)])));
/** @typedef {{entry: Entry, versions: {seq: number, body: any}[]}} Told An entry of the game in all its versions, the one that holds last. */

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
    /** What is proposed to the others, and who agrees. @type {Map<number, {changes: any[], agree: Set<string>}>} */
    this.disputes = new Map();
    /** Since when a second person has to confirm, and which entries somebody has confirmed. */
    this.terms = NO_TERMS;
    this.since = 0;
    /** @type {Set<number>} */
    this.seconded = new Set();
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
      this.putRight(entry, body.corrected.changes, body.corrected.with ?? []);
    } else if (["disputed", "answered", "settled"].includes(kind)) this.dispute(entry);
    else if (kind === "terms") {
      if (!body.terms.second_person || !this.terms.second_person) this.since = seq;
      this.terms = { ...NO_TERMS, ...body.terms };
    } else if (kind === "confirmed") this.seconded.add(body.confirmed.seq);
    else if (kind === "announced") this.announced.push(entry);
    else if (kind === "named") this.players[body.seat] = body.name;
    else if (kind === "first_king" || kind === "started") this.firstKing = body.first_king ?? null;
  }

  /** What is proposed holds once all four agree with it, or the table settles it so. @param {Entry} entry */
  dispute(entry) {
    const { disputed, answered, settled } = entry.body;
    if (disputed) this.disputes.set(entry.seq, { changes: disputed.changes ?? [], agree: new Set([disputed.seat]) });
    const dispute = this.disputes.get((answered ?? settled)?.dispute);
    if (!dispute) return;
    if (answered) dispute.agree[answered.agrees ? "add" : "delete"](answered.seat);
    if (settled?.as === "proposed" || (answered && dispute.agree.size === SEATS.length)) {
      this.putRight(entry, dispute.changes, dispute.agree.size === SEATS.length ? SEATS : [settled?.by]);
    }
  }

  /** What all four or the referee stand behind needs no second person. @param {Entry} entry @param {any[]} changes @param {string[]} behind */
  putRight(entry, changes, behind) {
    for (const change of changes) this.correct(entry, change);
    if (behind.length === SEATS.length || behind.includes("referee")) this.seconded.add(entry.seq);
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

  /** What still waits for a second person, where the table asks for one. @returns {number[]} */
  get unconfirmed() {
    const waits = (/** @type {{seq: number, body: any} | undefined} */ holds) => holds?.body && holds.seq > this.since && !this.seconded.has(holds.seq);
    return this.terms.second_person ? this.told.filter(({ versions }) => waits(versions.at(-1))).map(({ entry }) => entry.seq) : [];
  }

  /** What counts, in the order of play. @returns {Entry[]} */
  get counted() {
    return this.told.flatMap(({ entry, versions }) => {
      const { body } = /** @type {{body: any}} */ (versions.at(-1));
      return body ? [{ ...entry, kind: kindOf(body), body, corrected: versions.length > 1 }] : [];
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
  const { players, firstKing, counted, announced, corrected, terms, unconfirmed } = journal;
  return { players, firstKing, counted, announced, corrected, terms, unconfirmed };
}
