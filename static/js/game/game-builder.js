// Folds a game's journal, entry by entry: players, counted entries with their versions, announcements, disputes and sign-offs.

import { SEATS, bySeat } from "../lib/points.js";
import { canonicalJson, sealedBodiesByKing, nameDigest } from "./digest.js";
import {
  ContractAnnounced,
  NO_POLICY,
  REFEREE,
  contentOf,
  eventOf,
  eventOfBody,
  resetDisputeAnswers,
} from "./events/index.js";
import { reseatDispute, reseatBody } from "./reseat.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {{seq: number, kind: string, body: any, by?: any, key?: string, isQueued?: boolean}} Entry An entry of the journal. Its body is null where a name was removed; `isQueued`: not sent yet. */
/** @typedef {{seq: number, body: any, players: Record<string, string | null>}} Version The content of an entry after correction `seq`, and the players in the seats that it names. */
/** @typedef {{entry: Entry, versions: Version[]}} VersionedEntry An entry with all its versions, the current one last. */

/** @typedef {Entry & {versions: Version[], corrected: boolean}} GameFileEntry An entry that is part of the game file, whether it counts or not. */
/** @typedef {{seq: number, seat: Seat, about: number | null, reason: string, changes: any[], agree: Seat[], disagree: Seat[], end: string | null, end_reason?: string, by_referee: boolean, asked_again: boolean}} Dispute */
/** @typedef {{rules: number, bodies: any[], sealed: any[], originalSeats: Seat[], nameDigests: (string | null)[]}} SeenContent */
/** @typedef {{king: Seat, currentKing: Seat, seat: Seat, digest?: string, seen: SeenContent, content: string | null, isNewKind: boolean, players: (string | null)[], byScorer?: boolean}} SignOff One player's sign-off of a kingdom: the digest they sent, or the content they saw. `seen.rules` counts the rule changes so far; `currentKing` has moved with the deals since. */

/** @param {VersionedEntry} stored @param {Version} version a correction replaces the version with its own number */
const withVersion = (stored, version) => ({
  ...stored,
  versions: [...stored.versions.filter(({ seq }) => seq !== version.seq), version],
});

/** The game as folded so far. */
export class GameBuilder {
  /** @param {Set<number>} undone @param {Record<string, {seat: Seat, mark: string}>} removedNameMarks */
  constructor(undone, removedNameMarks) {
    this.undone = undone;
    this.removedNameMarks = removedNameMarks;
    /** The key of the first entry. @type {string | null} */
    this.key = null;
    /** `key`, from the first entry on that has `by` or is queued; seals are of the new kind from then on. @type {string | null} */
    this.sealUid = null;
    /** The marks that stand for names in seals. @type {Record<string, string | null>} */
    this.nameDigests = bySeat(() => null);
    /** Sequence numbers undone so far in the fold. @type {Set<number>} */
    this.undoneSoFar = new Set();
    /** @type {Record<string, string | null>} */
    this.players = bySeat(() => null);
    /** By current seat, the seat where its player was first entered. @type {Seat[]} */
    this.originalSeats = [...SEATS];
    /** By seat at the start, the seat to which its deals have moved. @type {Record<string, Seat>} */
    this.dealSeats = bySeat((seat) => seat);
    /** @type {Seat | null} */
    this.firstKing = null;
    /** @type {VersionedEntry[]} */
    this.stored = [];
    /** @type {Entry[]} */
    this.announced = [];
    /** Entries that abandon the game, until a deal follows. @type {Entry[]} */
    this.abandoned = [];
    /** @type {Entry[]} */
    this.corrections = [];
    /** @type {Map<number, Dispute>} */
    this.disputes = new Map();
    /** Sequence number of the answer with which all four agreed, by dispute. @type {Map<number, number>} */
    this.concluded = new Map();
    /** The last reopening of each dispute; `seat` is null for the referee. @type {Map<number, {seat: Seat | null, reason: string}>} */
    this.reopenings = new Map();
    /** Entries by which the referee corrected something. @type {Set<number>} */
    this.rulings = new Set();
    /** Second person, deadline and referee, as the last policy entry sets them. */
    this.policy = NO_POLICY;
    /** If a second person confirms entries: the sequence number after which they do. */
    this.secondPersonSince = 0;
    /** Who confirmed a version, by its sequence number: seats, or none of them for the referee. @type {Map<number, string[]>} */
    this.confirmations = new Map();
    /** Who signed off which kingdom, with what they saw. @type {SignOff[]} */
    this.signOffs = [];
    this.ruleChangeCount = 0;
    /** House rules as entered, each from an entry on. @type {{since: number, houseRules: any}[]} */
    this.rulesHistory = [];
    /** Seatings, each from an entry on. @type {{since: number, players: Record<string, string | null>}[]} */
    this.seatingHistory = [];
    /** Seats whose player link was opened at least once. @type {Set<string>} */
    this.seatsWithOpenedLink = new Set();
    /** Links that are open now, by seat or "referee". @type {Set<string>} */
    this.openLinks = new Set();
  }

  /** @param {Entry} entry */
  apply(entry) {
    const { seq, body, by: author, key, isQueued } = entry;
    if (seq === 1) this.key = key ?? null;
    if (!body) {
      const removed = this.removedNameMarks[seq];
      if (removed) this.nameDigests = { ...this.nameDigests, [removed.seat]: removed.mark };
      return;
    }
    if ((author || isQueued) && !this.sealUid && this.key) this.switchToNewSeals(this.key);
    if (author?.right === "seat") this.seatsWithOpenedLink.add(author.seat);
    if (author?.right === "seat" || author?.right === REFEREE) this.openLinks.add(author.seat ?? REFEREE);
    eventOf(entry)[this.undone.has(seq) ? "applyThoughUndone" : "apply"](this, contentOf(entry), entry);
  }

  /** @param {Entry} entry an entry of the game file */
  addEntry(entry) {
    const { seq, body } = entry;
    this.stored.push({ entry, versions: [{ seq, body, players: this.players }] });
  }

  /** @param {Seat} king @param {Seat} seat @param {string} [digest] @returns {SignOff} */
  signOffFor(king, seat, digest) {
    const sealedContent = this.sealedContent(king);
    return {
      king,
      currentKing: king,
      seat,
      digest,
      seen: sealedContent,
      content: this.sealUid && sealedContentKey(sealedContent),
      isNewKind: Boolean(this.sealUid),
      players: SEATS.map((seat) => this.players[seat]),
    };
  }

  /** Earlier sign-offs stay valid; from here on the content they cover includes adjustments. @param {string} uid */
  switchToNewSeals(uid) {
    this.sealUid = uid;
    for (const signOff of this.signOffs) {
      const contentNow = this.sealedContent(signOff.king);
      signOff.content =
        oldSealedContentKey(signOff.seen) === oldSealedContentKey(contentNow) ? sealedContentKey(contentNow) : null;
    }
  }

  /**
   * If all four approve a correction, kingdoms they had signed off stay signed off with the new content.
   * @param {Entry} entry
   * @param {{changes: any[], with?: string[]}} correction
   */
  applyCorrection(entry, correction) {
    const isByAll = correction.with?.length === SEATS.length;
    const contentBefore = bySeat((king) => this.sealedContent(king));
    for (const change of correction.changes) {
      this.change(entry, change);
      resetDisputeAnswers(this, change);
    }
    if (correction.with?.includes(REFEREE)) this.rulings.add(entry.seq);
    if (isByAll || correction.with?.includes(REFEREE)) this.confirm(entry.seq, isByAll ? SEATS : []);
    if (!isByAll || this.sealUid) return;
    const seatMoves = correction.changes.filter((change) => change.seats && change.deals);
    const resealed = SEATS.filter((king) =>
      SEATS.every((seat) => this.signOffs.some((signOff) => signOff.king === king && signOff.seat === seat)),
    );
    for (const previous of resealed) {
      const king = seatMoves.reduce((seat, change) => change.seats[seat] ?? seat, previous);
      const sealedContent = this.sealedContent(king);
      if (oldSealedContentKey(sealedContent) !== oldSealedContentKey(contentBefore[previous]))
        this.signOffs.push(...SEATS.map((seat) => this.signOffFor(king, seat)));
    }
  }

  /** The referee is not one of the four seats. @param {number} seq @param {readonly string[]} seats */
  confirm(seq, seats) {
    this.confirmations.set(seq, [...(this.confirmations.get(seq) ?? []), ...seats]);
  }

  /** What a player who signs off this kingdom sees. @param {Seat} king */
  sealedContent(king) {
    const bodies = this.counted.map(({ body }) => body);
    return {
      rules: this.ruleChangeCount,
      bodies: bodies.filter((body) => body.king === king),
      sealed: sealedBodiesByKing(bodies)[king] ?? [],
      originalSeats: this.originalSeats,
      nameDigests: SEATS.map((seat) => this.nameDigests[seat]),
    };
  }

  /** @param {Entry} entry @param {any} change */
  change(entry, change) {
    const { seq } = entry;
    const entryIndex = this.stored.findIndex((stored) => stored.entry.seq === (change.seq ?? change.before));
    if ("seq" in change) {
      if (entryIndex >= 0 && !this.undoneSoFar.has(change.seq))
        this.stored[entryIndex] = withVersion(this.stored[entryIndex], {
          seq,
          body: change.entry,
          players: this.players,
        });
    } else if ("before" in change)
      this.stored.splice(entryIndex < 0 ? this.stored.length : entryIndex, 0, {
        entry,
        versions: [{ seq, body: change.entry, players: this.players }],
      });
    else if ("seats" in change)
      this.reseat(
        seq,
        bySeat((seat) => change.seats[seat] ?? seat),
        change.deals,
      );
    else if ("first_king" in change) this.firstKing = change.first_king;
    else {
      this.ruleChangeCount += 1;
      this.rulesHistory.push({ since: seq, houseRules: change.house_rules });
    }
  }

  /** A corrected name also replaces the old one in earlier versions and seatings. @param {number} seq @param {Seat} seat @param {string} name */
  rename(seq, seat, name) {
    const previousName = this.players[seat];
    this.nameDigests = { ...this.nameDigests, [seat]: nameDigest(this.key ?? "", name) };
    this.setSeating(seq, { ...this.players, [seat]: name });
    if (previousName === null) return;
    const renamed = (/** @type {Record<string, string | null>} */ players) =>
      bySeat((seat) => (players[seat] === previousName ? name : players[seat]));
    for (const history of this.seatingHistory) history.players = renamed(history.players);
    for (const { versions } of this.stored) for (const version of versions) version.players = renamed(version.players);
  }

  /** @param {number} seq @param {Record<string, string | null>} players */
  setSeating(seq, players) {
    this.players = players;
    this.seatingHistory.push({ since: seq, players });
  }

  /** @param {number} seq @param {Record<Seat, Seat>} newSeats @param {boolean} movesDeals whether captures move with the players */
  reseat(seq, newSeats, movesDeals) {
    this.setSeating(seq, Object.fromEntries(SEATS.map((seat) => [newSeats[seat], this.players[seat]])));
    this.nameDigests = Object.fromEntries(SEATS.map((seat) => [newSeats[seat], this.nameDigests[seat]]));
    this.originalSeats = SEATS.map((seat) => this.originalSeats[SEATS.findIndex((old) => newSeats[old] === seat)]);
    for (const [confirmedSeq, seats] of this.confirmations)
      this.confirmations.set(
        confirmedSeq,
        seats.map((/** @type {Seat} */ old) => newSeats[old]),
      );
    for (const dispute of this.disputes.values()) reseatDispute(dispute, newSeats, movesDeals);
    for (const [disputed, { seat, reason }] of this.reopenings)
      this.reopenings.set(disputed, { seat: seat && newSeats[seat], reason });
    this.stored = this.stored.map((stored) => {
      const lastVersion = /** @type {Version} */ (stored.versions.at(-1));
      if (!lastVersion.body) return stored;
      if (movesDeals)
        return withVersion(stored, { seq, body: reseatBody("", lastVersion.body, newSeats), players: this.players });
      return { ...stored, versions: [...stored.versions.slice(0, -1), { ...lastVersion, players: this.players }] };
    });
    if (!movesDeals) return;
    this.signOffs = this.signOffs.map((signOff) => ({ ...signOff, currentKing: newSeats[signOff.currentKing] }));
    this.firstKing &&= newSeats[this.firstKing];
    this.dealSeats = bySeat((seat) => newSeats[this.dealSeats[seat]]);
    this.announced = this.announced.map((entry) => ({
      ...entry,
      ...ContractAnnounced.entry(reseatBody("", contentOf(entry), newSeats)),
    }));
  }

  /** Sequence numbers that wait for a second person, if the table requires one. @returns {number[]} */
  get unconfirmed() {
    const isWaiting = (/** @type {{seq: number} | undefined} */ version) =>
      version && version.seq > this.secondPersonSince && !this.confirmations.has(version.seq);
    return this.policy.second_person
      ? this.counted.filter(({ versions }) => isWaiting(versions.at(-1))).map(({ seq }) => seq)
      : [];
  }

  /** Counted entries in playing order. */
  get counted() {
    return this.stored.filter((stored) => this.isCounted(stored)).map(entryWithLastBody);
  }

  /** Entries that counted once and no longer do; their last version is empty. */
  get removed() {
    return this.stored.filter((stored) => !this.isCounted(stored)).map(entryWithLastBody);
  }

  /** @param {VersionedEntry} stored */
  isCounted({ entry, versions }) {
    return Boolean(versions.at(-1)?.body) && !this.undone.has(entry.seq);
  }
}

/** Everything that the points of a kingdom depend on, as it was seen. @param {SeenContent} seen */
export const sealedContentKey = ({ rules, sealed, originalSeats }) => canonicalJson([rules, sealed, originalSeats]);

/** The same without adjustments, as in seals of the old kind. @param {SeenContent} seen */
export const oldSealedContentKey = ({ rules, bodies, originalSeats }) => canonicalJson([rules, bodies, originalSeats]);

/** The kind of a counted entry with this body: a tiebreaker has one of its own. @param {any} body @returns {string} */
export const countedEntryKind = (body) => ("tie_break" in body ? "tie_break" : eventOfBody(body).storedKind);

/**
 * An entry with its last content, which may be of another kind. Its last version is empty if it no longer counts.
 * @param {VersionedEntry} stored
 * @returns {GameFileEntry}
 */
function entryWithLastBody({ entry, versions }) {
  const body = versions.findLast((version) => version.body)?.body ?? {};
  return { ...entry, kind: countedEntryKind(body), body, versions, corrected: versions.length > 1 };
}
