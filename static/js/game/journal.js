// A game's journal → what stands of it: who plays, what counts in which version, what is announced and proposed.

import { SEATS } from "../lib/points.js";
import { actsForPlayers } from "./scorer-link.js";
import { byKingdom, canonical, nameMark } from "./digest.js";
import { Disputes } from "./dispute.js";
import { disputedElsewhere, moved } from "./reseat.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {{seq: number, kind: string, body: any, by?: any, key?: string, waits?: boolean}} Entry An entry of the journal; its body is null where a person was erased. */

const COUNTED = ["deal", "void", "adjustment"];
const REFEREE = "referee";
const NO_TERMS = { second_person: false, deadline: null, referee: false };

/** @template T @param {(seat: Seat) => T} value @returns {Record<Seat, T>} */
export const bySeat = (value) => /** @type {any} */ (Object.fromEntries(SEATS.map((seat) => [seat, value(seat)])));
/** @typedef {{seq: number, body: any, players: Record<string, string | null>}} Version What an entry said, and who sat in the seats that it names. */
/** @typedef {{entry: Entry, versions: Version[]}} Told An entry of the game in all its versions, the one that holds last. */

/** @typedef {Entry & {versions: Version[], corrected: boolean}} Counted */
/** @typedef {{seq: number, seat: Seat, about: number | null, reason: string, changes: any[], agree: Seat[], disagree: Seat[], end: string | null, by_referee: boolean, asked_again: boolean}} Dispute */
/** @typedef {{rules: number, bodies: any[], sealed: any[], sits: Seat[], marks: (string | null)[]}} Seen */
/** @typedef {{king: Seat, seat: Seat, digest?: string, seen: Seen, content: string | null, isNew: boolean, players: (string | null)[], byScorer?: boolean}} Confirmed The digest of what they saw, or what it is of: the rules, by how often they had been changed, the entries, and who sat where. */

/** @param {Told} told @param {Version} version One correction makes one version. */
const revised = (told, version) => ({ ...told, versions: [...told.versions.filter(({ seq }) => seq !== version.seq), version] });

/** What stands of a journal, entry after entry: who plays, what counts, what has been announced and not yet played. */
class Journal {
  /** @param {Set<number>} takenBack @param {Record<string, {seat: Seat, mark: string}>} erased */
  constructor(takenBack, erased) {
    this.takenBack = takenBack;
    this.erased = erased;
    /** The key of the first entry, and the same from the first entry on that has `by`. @type {string | null} */
    this.key = null;
    /** @type {string | null} */
    this.uid = null;
    /** What stands for the names in seals. @type {Record<string, string | null>} */
    this.marks = bySeat(() => null);
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
    /** That the table stops here, as long as no deal has followed. @type {Entry[]} */
    this.abandoned = [];
    /** @type {Entry[]} */
    this.corrected = [];
    this.disputes = new Disputes();
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
    /** Seats whose own link has been opened once, and links that are open now: a seat's, or the referee's. @type {Set<string>} */
    this.ownLinks = new Set();
    /** @type {Set<string>} */
    this.opened = new Set();
  }

  /** @param {Entry} entry */
  take(entry) {
    const { seq, kind, body, by, key, waits } = entry;
    if (seq === 1) this.key = key ?? null;
    if (!body) {
      const left = this.erased[seq];
      if (left) this.marks = { ...this.marks, [left.seat]: left.mark };
      return;
    }
    if ((by || waits) && !this.uid && this.key) this.sealAnew(this.key);
    if (by?.right === "seat") this.ownLinks.add(by.seat);
    if (by?.right === "seat" || by?.right === REFEREE) this.opened.add(by.seat ?? REFEREE);
    const holds = !this.takenBack.has(seq);
    if (COUNTED.includes(kind)) {
      this.told.push({ entry, versions: [{ seq, body, players: this.players }] });
      if (holds && kind !== "adjustment") [this.announced, this.abandoned] = [[], []];
    } else if (!holds) this.wasMissing(entry);
    else if (kind === "take_back") {
      this.correct(entry, { seq: body.take_back, entry: null });
      this.over.add(body.take_back);
    } else if (kind === "corrected") {
      this.corrected.push(entry);
      this.putRight(entry, body.corrected);
    } else if (kind === "agreed") this.confirmed.push({ ...this.agreedOn(body.agreed.kingdom, body.agreed.seat, body.agreed.digest), byScorer: actsForPlayers(entry) });
    else if (["disputed", "answered", "settled", "reopened"].includes(kind)) this.dispute(entry);
    else if (kind === "link" && body.link.is === "renewed") this.opened.delete(body.link.for);
    else if (kind === "terms") {
      if (!body.terms.second_person || !this.terms.second_person) this.since = seq;
      this.terms = { ...NO_TERMS, ...body.terms };
    } else if (kind === "confirmed") this.second(body.confirmed.seq, [body.confirmed.seat]);
    else if (kind === "abandoned") this.abandoned.push(entry);
    else if (kind === "announced") {
      this.announced.push(entry);
      this.abandoned = [];
    }
    else if (kind === "named") this.name(seq, body);
    else if (kind === "first_king" || kind === "started") {
      this.firstKing = body.first_king ?? null;
      if (kind === "started") this.ruled.push({ since: seq, houseRules: body.house_rules });
    }
  }

  /** @param {Seat} king @param {Seat} seat @param {string} [digest] @returns {Confirmed} */
  agreedOn(king, seat, digest) {
    const seen = this.seenOf(king);
    return { king, seat, digest, seen, content: this.uid && contentOf(seen), isNew: Boolean(this.uid), players: SEATS.map((one) => this.players[one]) };
  }

  /** What was signed off before keeps its seal; what it came to is held fast from here on, with adjustments. @param {string} uid */
  sealAnew(uid) {
    this.uid = uid;
    for (const one of this.confirmed) {
      const now = this.seenOf(one.king);
      one.content = oldContentOf(one.seen) === oldContentOf(now) ? contentOf(now) : null;
    }
  }

  /** What a correction had put in that was taken back. @param {Entry} entry */
  wasMissing(entry) {
    const changes = entry.kind === "corrected" ? entry.body.corrected.changes : [];
    for (const change of changes) if ("before" in change) this.correct(entry, change);
  }

  /** What is proposed holds once all four agree with it, or once it is resolved so. @param {Entry} entry */
  dispute(entry) {
    const said = this.disputes.say(entry);
    if (said) this.putRight(entry, said);
  }

  /** Where all four stand behind it, the kingdoms that they had agreed on are agreed on as they stand now. @param {Entry} entry @param {{changes: any[], with?: string[]}} said */
  putRight(entry, said) {
    const byAll = said.with?.length === SEATS.length;
    const before = bySeat((king) => this.seenOf(king));
    for (const change of said.changes) {
      this.correct(entry, change);
      this.disputes.askAgain(change);
    }
    if (byAll || said.with?.includes(REFEREE)) this.second(entry.seq, byAll ? SEATS : []);
    if (!byAll || this.uid) return;
    const moves = said.changes.filter((change) => change.seats && change.deals);
    const again = SEATS.filter((king) => SEATS.every((seat) => this.confirmed.some((one) => one.king === king && one.seat === seat)));
    for (const old of again) {
      const king = moves.reduce((seat, change) => change.seats[seat] ?? seat, old);
      const seen = this.seenOf(king);
      if (oldContentOf(seen) !== oldContentOf(before[old])) this.confirmed.push(...SEATS.map((seat) => this.agreedOn(king, seat)));
    }
  }

  /** The referee is none of the four. @param {number} seq @param {string[]} seats */
  second(seq, seats) {
    this.seconded.set(seq, [...(this.seconded.get(seq) ?? []), ...seats]);
  }

  /** What whoever confirms a kingdom sees. @param {Seat} king */
  seenOf(king) {
    const sealed = byKingdom(this.counted.map(({ body }) => body))[king] ?? [];
    return { rules: this.rulesChanged, bodies: this.bodiesOf(king), sealed, sits: this.sits, marks: SEATS.map((seat) => this.marks[seat]) };
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
    this.marks = { ...this.marks, [seat]: nameMark(this.key ?? "", name) };
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
    this.marks = Object.fromEntries(SEATS.map((seat) => [to[seat], this.marks[seat]]));
    this.sits = SEATS.map((seat) => this.sits[SEATS.findIndex((old) => to[old] === seat)]);
    for (const [one, seats] of this.seconded) this.seconded.set(one, seats.map((/** @type {Seat} */ old) => to[old]));
    for (const dispute of this.disputes.all) disputedElsewhere(dispute, to, deals);
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

/** What the points of a kingdom hang on, as it was seen. @param {Seen} seen */
const contentOf = ({ rules, sealed, sits }) => canonical([rules, sealed, sits]);

/** The same without adjustments, as seals of the old kind have it. @param {Seen} seen */
const oldContentOf = ({ rules, bodies, sits }) => canonical([rules, bodies, sits]);

/** @param {any} body */
const kindOf = (body) => ("void" in body ? "void" : "adjustment" in body ? "adjustment" : "tie_break" in body ? "tie_break" : "deal");

/** An entry as it was last said. @param {Told} told @returns {Counted} */
function asSaid({ entry, versions }) {
  const body = versions.findLast((version) => version.body)?.body ?? {};
  return { ...entry, kind: kindOf(body), body, versions, corrected: versions.length > 1 };
}

/** The entries that others of these undo. @param {Entry[]} entries */
const undoneIn = (entries) => new Set(entries.filter(({ kind }) => kind === "take_back").map(({ body }) => body?.take_back));

/** What is left in seals of names that were erased. @param {Entry[]} entries @returns {Record<string, {seat: Seat, mark: string}>} */
const marksIn = (entries) => Object.assign({}, ...entries.map(({ kind, body }) => (kind === "erased" && body?.erased?.marks) || {}));

/** @param {Entry[]} entries */ export const record = (entries) => replay(entries)(entries.length);

/**
 * How the game was behind each of its entries: one fold that grows, which is cheap as long as it is asked in order.
 * What an entry undoes has never counted; so behind an undoing the fold begins again.
 * @param {Entry[]} entries
 */
export function replay(entries) {
  let journal = new Journal(new Set(), marksIn(entries));
  let reached = 0;
  return (/** @type {number} */ length) => {
    if (length < reached || entries.slice(reached, length).some(({ kind }) => kind === "take_back")) {
      journal = new Journal(undoneIn(entries.slice(0, length)), marksIn(entries));
      reached = 0;
    }
    for (const entry of entries.slice(reached, length)) journal.take(entry);
    reached = length;
    return standing(journal);
  };
}

/** What stands of a journal. @param {Journal} journal */
function standing(journal) {
  const { players, sits, seated, firstKing, counted, gone, announced, abandoned, corrected, confirmed, rulesChanged, ruled, terms, unconfirmed, seconded, uid, marks, ownLinks, opened } = journal;
  return { players, sits, seated: [...seated], firstKing, counted, gone, announced, abandoned, corrected, confirmed, rulesChanged, ruled: [...ruled], terms, unconfirmed, seconded, uid, marks, ownLinks: SEATS.filter((seat) => ownLinks.has(seat)), opened: [...opened].sort(), concluded: new Map(journal.disputes.concluded), contents: bySeat((king) => contentOf(journal.seenOf(king))), disputes: journal.disputes.all, takenBack: journal.takenBack };
}
