// A game's journal → what stands of it: who plays, what counts in which version, what is announced and proposed.

import { SEATS } from "../points.js";

/** @typedef {import("../points.js").Seat} Seat */
/** @typedef {{seq: number, kind: string, body: any}} Entry An entry of the journal; its body is null where a person was erased. */

const COUNTED = ["deal", "void", "adjustment"];
const ONE_SEAT = ["king", "taken_by", "doubled_by", "led_by", "claimed_by", "by"];
const EACH_SEAT = ["diamonds", "tricks", "adjustment"];
const REFEREE = "referee";
const NO_TERMS = { second_person: false, deadline: null, referee: false };

/** @template T @param {(seat: Seat) => T} value @returns {Record<Seat, T>} */
export const bySeat = (value) => /** @type {any} */ (Object.fromEntries(SEATS.map((seat) => [seat, value(seat)])));
/** @typedef {{seq: number, body: any, players: Record<string, string | null>}} Version What an entry said, and who sat in the seats that it names. */
/** @typedef {{entry: Entry, versions: Version[]}} Told An entry of the game in all its versions, the one that holds last. */

/** @typedef {Entry & {versions: Version[], corrected: boolean}} Counted */
/** @typedef {{seq: number, seat: Seat, about: number | null, reason: string, changes: any[], agree: Seat[], disagree: Seat[], end: string | null, by_referee: boolean, asked_again: boolean}} Dispute */
/** @typedef {{king: Seat, seat: Seat, digest?: string, seen?: {rules: number, bodies: any[], sits: Seat[]}}} Confirmed The digest of what they saw, or what it is of: the rules, by how often they had been changed, the entries, and who sat where. */

/** Whoever raises it agrees with themselves. @param {number} seq @param {any} said @returns {Dispute} */
const disputeIn = (seq, { seat, about = null, reason, changes = [] }) => ({ seq, seat, about, reason, changes, agree: [seat], disagree: [], end: null, by_referee: false, asked_again: false });

/** An answer replaces an earlier one. @param {Dispute} dispute @param {{seat: Seat, agrees: boolean}} said */
function answer(dispute, { seat, agrees }) {
  const those = (/** @type {Seat[]} */ seats, /** @type {boolean} */ isIn) => SEATS.filter((one) => (one === seat ? isIn : seats.includes(one)));
  dispute.agree = those(dispute.agree, agrees);
  dispute.disagree = those(dispute.disagree, !agrees);
}

/** @param {Told} told @param {Version} version One correction makes one version. */
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

/** A change that was proposed before it was known who sat where, as it means the same behind that. @param {any} change @param {Record<Seat, Seat>} to @param {boolean} deals */
function proposedElsewhere(change, to, deals) {
  if (change.seats) return { ...change, seats: Object.fromEntries(Object.entries(change.seats).map(([old, now]) => [to[/** @type {Seat} */ (old)], to[/** @type {Seat} */ (now)]])) };
  if (!deals) return change;
  if (change.first_king) return { ...change, first_king: to[/** @type {Seat} */ (change.first_king)] };
  return change.entry ? { ...change, entry: moved("", change.entry, to) } : change;
}

/** A dispute stays the same people's, wherever they sit. @param {Dispute} dispute @param {Record<Seat, Seat>} to @param {boolean} deals */
function disputedElsewhere(dispute, to, deals) {
  const now = (/** @type {Seat[]} */ seats) => SEATS.filter((seat) => seats.some((old) => to[old] === seat));
  const { seat, agree, disagree, changes, end } = dispute;
  Object.assign(dispute, { seat: to[seat], agree: now(agree), disagree: now(disagree), changes: end ? changes : changes.map((change) => proposedElsewhere(change, to, deals)) });
}

/** What stands of a journal, entry after entry: who plays, what counts, what has been announced and not yet played. */
class Journal {
  /** @param {Set<number>} takenBack */
  constructor(takenBack) {
    this.takenBack = takenBack;
    /** What has been taken back so far. @type {Set<number>} */
    this.over = new Set();
    /** @type {Record<string, string | null>} */
    this.players = bySeat(() => null);
    /** For each seat, where whoever sits there now was first written. @type {Seat[]} */
    this.sits = [...SEATS];
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
    /** Since when a second person has to confirm, and who has confirmed which entries. */
    this.terms = NO_TERMS;
    this.since = 0;
    /** @type {Map<number, string[]>} */
    this.seconded = new Map();
    /** Who has confirmed which kingdom, as they saw it. @type {Confirmed[]} */
    this.confirmed = [];
    this.rulesChanged = 0;
    /** Which house rules held from which entry on, as they were entered. @type {{since: number, houseRules: any}[]} */
    this.ruled = [];
    /** Who sat where from which entry on. @type {{since: number, players: Record<string, string | null>}[]} */
    this.seated = [];
  }

  /** @param {Entry} entry */
  take(entry) {
    const { seq, kind, body } = entry;
    const holds = !this.takenBack.has(seq);
    if (COUNTED.includes(kind)) {
      this.told.push({ entry, versions: [{ seq, body, players: this.players }] });
      if (holds && kind !== "adjustment") this.announced = [];
    } else if (!holds) this.wasMissing(entry);
    else if (kind === "take_back") {
      this.correct(entry, { seq: body.take_back, entry: null });
      this.over.add(body.take_back);
    } else if (kind === "corrected") {
      this.corrected.push(entry);
      this.putRight(entry, body.corrected);
    } else if (kind === "agreed") this.confirmed.push({ king: body.agreed.kingdom, seat: body.agreed.seat, digest: body.agreed.digest });
    else if (["disputed", "answered", "settled"].includes(kind)) this.dispute(entry);
    else if (kind === "terms") {
      if (!body.terms.second_person || !this.terms.second_person) this.since = seq;
      this.terms = { ...NO_TERMS, ...body.terms };
    } else if (kind === "confirmed") this.second(body.confirmed.seq, [body.confirmed.seat]);
    else if (kind === "announced") this.announced.push(entry);
    else if (kind === "named") this.name(seq, body);
    else if (kind === "first_king" || kind === "started") {
      this.firstKing = body.first_king ?? null;
      if (kind === "started") this.ruled.push({ since: seq, houseRules: body.house_rules });
    }
  }

  /** What a correction had put in that was taken back. @param {Entry} entry */
  wasMissing(entry) {
    const changes = entry.kind === "corrected" ? entry.body.corrected.changes : [];
    for (const change of changes) if ("before" in change) this.correct(entry, change);
  }

  /** What is proposed holds once all four agree with it, or the table settles it so. @param {Entry} entry */
  dispute(entry) {
    const { disputed, answered, settled } = entry.body;
    if (disputed) this.disputes.set(entry.seq, disputeIn(entry.seq, disputed));
    const dispute = this.disputes.get((answered ?? settled)?.dispute);
    if (!dispute) return;
    if (answered) answer(dispute, answered);
    const allAgree = dispute.agree.length === SEATS.length;
    if (settled) Object.assign(dispute, { end: settled.as, by_referee: settled.by === REFEREE });
    else if (allAgree) dispute.end = dispute.changes.length ? "proposed" : "as_it_stands";
    else return;
    if (dispute.end === "proposed") this.putRight(entry, { changes: dispute.changes, with: allAgree ? SEATS : dispute.by_referee ? [REFEREE] : [] });
  }

  /** Where all four stand behind it, the kingdoms that they had agreed on are agreed on as they stand now. @param {Entry} entry @param {{changes: any[], with?: string[]}} said */
  putRight(entry, said) {
    const byAll = said.with?.length === SEATS.length;
    const before = bySeat((king) => this.seenOf(king));
    for (const change of said.changes) {
      this.correct(entry, change);
      this.askAgain(change);
    }
    if (byAll || said.with?.includes(REFEREE)) this.second(entry.seq, byAll ? SEATS : []);
    if (!byAll) return;
    const moves = said.changes.filter((change) => change.seats && change.deals);
    const again = SEATS.filter((king) => SEATS.every((seat) => this.confirmed.some((one) => one.king === king && one.seat === seat)));
    for (const old of again) {
      const king = moves.reduce((seat, change) => change.seats[seat] ?? seat, old);
      const seen = this.seenOf(king);
      if (JSON.stringify(seen) !== JSON.stringify(before[old])) this.confirmed.push(...SEATS.map((seat) => ({ king, seat, seen })));
    }
  }

  /** Whoever has answered to an open dispute has not answered to what has changed since. @param {any} change */
  askAgain(change) {
    for (const dispute of this.disputes.values()) {
      const touched = "seats" in change || ("seq" in change && [dispute.about, ...dispute.changes.map(({ seq }) => seq)].includes(change.seq));
      const answered = dispute.agree.length + dispute.disagree.length > 1;
      if (!dispute.end && touched && answered) Object.assign(dispute, { agree: [dispute.seat], disagree: [], asked_again: true });
    }
  }

  /** The referee is none of the four. @param {number} seq @param {string[]} seats */
  second(seq, seats) {
    this.seconded.set(seq, [...(this.seconded.get(seq) ?? []), ...seats]);
  }

  /** What whoever confirms a kingdom sees. @param {Seat} king */
  seenOf(king) {
    return { rules: this.rulesChanged, bodies: this.bodiesOf(king), sits: this.sits };
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
      if (place >= 0 && !this.over.has(change.seq)) this.told[place] = revised(this.told[place], { seq, body: change.entry, players: this.players });
    } else if ("before" in change) this.told.splice(place < 0 ? this.told.length : place, 0, { entry, versions: [{ seq, body: change.entry, players: this.players }] });
    else if ("seats" in change) this.reseat(seq, bySeat((seat) => change.seats[seat] ?? seat), change.deals);
    else if ("first_king" in change) this.firstKing = change.first_king;
    else {
      this.rulesChanged += 1;
      this.ruled.push({ since: seq, houseRules: change.house_rules });
    }
  }

  /** A name that is put right is right in what was said before, too. @param {number} seq @param {{seat: Seat, name: string}} said */
  name(seq, { seat, name }) {
    const was = this.players[seat];
    this.seat(seq, { ...this.players, [seat]: name });
    if (was === null) return;
    const renamed = (/** @type {Record<string, string | null>} */ players) => bySeat((one) => (players[one] === was ? name : players[one]));
    for (const one of this.seated) one.players = renamed(one.players);
    for (const { versions } of this.told) for (const version of versions) version.players = renamed(version.players);
  }

  /** @param {number} seq @param {Record<string, string | null>} players */
  seat(seq, players) {
    this.players = players;
    this.seated.push({ since: seq, players });
  }

  /** @param {number} seq @param {Record<Seat, Seat>} to @param {boolean} deals whether what somebody took goes along */
  reseat(seq, to, deals) {
    this.seat(seq, Object.fromEntries(SEATS.map((seat) => [to[seat], this.players[seat]])));
    this.sits = SEATS.map((seat) => this.sits[SEATS.findIndex((old) => to[old] === seat)]);
    for (const [one, seats] of this.seconded) this.seconded.set(one, seats.map((/** @type {Seat} */ old) => to[old]));
    for (const dispute of this.disputes.values()) disputedElsewhere(dispute, to, deals);
    if (!deals) return;
    this.firstKing &&= to[this.firstKing];
    this.announced = this.announced.map((entry) => ({ ...entry, body: { announced: moved("", entry.body.announced, to) } }));
    this.told = this.told.map((told) => {
      const { body } = /** @type {{body: any}} */ (told.versions.at(-1));
      return body ? revised(told, { seq, body: moved("", body, to), players: this.players }) : told;
    });
  }

  /** What still waits for a second person, where the table asks for one. @returns {number[]} */
  get unconfirmed() {
    const waits = (/** @type {{seq: number} | undefined} */ holds) => holds && holds.seq > this.since && !this.seconded.has(holds.seq);
    return this.terms.second_person ? this.counted.filter(({ versions }) => waits(versions.at(-1))).map(({ seq }) => seq) : [];
  }

  /** What counts, in the order of play. */
  get counted() {
    return this.told.filter((told) => this.counts(told)).map(asSaid);
  }

  /** What counted once and counts no more; the last of its versions says nothing. */
  get gone() {
    return this.told.filter((told) => !this.counts(told)).map(asSaid);
  }

  /** @param {Told} told */
  counts({ entry, versions }) {
    return Boolean(versions.at(-1)?.body) && !this.takenBack.has(entry.seq);
  }
}

/** @param {any} body */
const kindOf = (body) => ("void" in body ? "void" : "adjustment" in body ? "adjustment" : "deal");

/** An entry as it was last said. @param {Told} told @returns {Counted} */
function asSaid({ entry, versions }) {
  const body = versions.findLast((version) => version.body)?.body ?? {};
  return { ...entry, kind: kindOf(body), body, versions, corrected: versions.length > 1 };
}

/** @param {Entry[]} entries */
export function record(entries) {
  const takenBack = new Set(entries.filter(({ kind }) => kind === "take_back").map(({ body }) => body?.take_back));
  const journal = new Journal(takenBack);
  for (const entry of entries) if (entry.body) journal.take(entry);
  const { players, sits, seated, firstKing, counted, gone, announced, corrected, confirmed, rulesChanged, ruled, terms, unconfirmed, seconded } = journal;
  return { players, sits, seated, firstKing, counted, gone, announced, corrected, confirmed, rulesChanged, ruled, terms, unconfirmed, seconded, disputes: [...journal.disputes.values()], takenBack };
}
