// Sign-offs of kingdoms by the four players, and the seals that follow.

import { SEATS } from "../lib/points.js";
import { sealedBodiesByKing, contentDigest, oldKingdomDigest, digestWithNames, oldSealOf, sealOf } from "./digest.js";
import { currentVersionSeq } from "./record.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./game-builder.js").SignOff} SignOff */
/** @typedef {import("./record.js").GameRecord} GameRecord */

/** @typedef {(changes: number) => Record<string, unknown> | null} RulesAfter The house rules in force after this many rule changes; null if unknown. */

/**
 * The digest of the old kind of the content that a sign-off is recorded with; null if the rules of that time are unknown.
 * @param {RulesAfter} rulesAfterNthChange
 * @param {SignOff} signOff
 */
function oldDigestOfSignOff(rulesAfterNthChange, { king, seen: content }) {
  const rules = rulesAfterNthChange(content.rules);
  return rules && oldKingdomDigest(rules, king, content.bodies, content.originalSeats);
}

/**
 * The digest signed, computed as the old kind if it was not sent; null if the rules of that time are unknown.
 * @param {RulesAfter} rulesAfterNthChange
 * @param {SignOff} signOff
 */
const signedDigest = (rulesAfterNthChange, signOff) =>
  signOff.digest ?? oldDigestOfSignOff(rulesAfterNthChange, signOff);

/** Whether a digest is of the old kind. @param {RulesAfter} rulesAfterNthChange @param {SignOff} signOff */
const isOldKindSignOff = (rulesAfterNthChange, signOff) =>
  !signOff.digest || !signOff.isNewKind || signOff.digest === oldDigestOfSignOff(rulesAfterNthChange, signOff);

/**
 * Whether a sign-off is of the content it is recorded with. It is not if an entry that it covered was undone later, since an undone entry never counted.
 * @param {string} sealUid
 * @param {RulesAfter} rulesAfterNthChange
 * @param {SignOff} signOff
 */
function matchesContentAtSigning(sealUid, rulesAfterNthChange, signOff) {
  const { king, digest, seen: content } = signOff;
  const rules = rulesAfterNthChange(content.rules);
  if (!digest || !rules) return true;
  const seenDigest = digestWithNames(
    contentDigest(sealUid, rules, king, content.sealed, content.originalSeats),
    content.nameDigests,
  );
  return [seenDigest, oldDigestOfSignOff(rulesAfterNthChange, signOff)].includes(digest);
}

/** The sign-offs of a kingdom with its current content. @param {GameRecord} record @param {Seat} king @param {RulesAfter} rulesAfterNthChange */
const currentSignOffs = (record, king, rulesAfterNthChange) =>
  record.signOffs.filter(
    (signOff) =>
      signOff.king === king &&
      signOff.content === record.contents[king] &&
      matchesContentAtSigning(/** @type {string} */ (record.sealUid), rulesAfterNthChange, signOff),
  );

/** @param {SignOff[]} signOffs @returns {boolean} */
const haveAllSigned = (signOffs) => SEATS.every((seat) => signOffs.some((signOff) => signOff.seat === seat));

/**
 * The sign-off state of a kingdom in a game whose entries have `by`, with the seats that the scorer link signed off.
 * @param {GameRecord} record
 * @param {Seat} king
 * @param {Record<string, any>} rules
 * @param {RulesAfter} rulesAfterNthChange
 */
function kingdomSignOffState(record, king, rules, rulesAfterNthChange) {
  const state = signersAndSeal(record, king, rules, rulesAfterNthChange);
  const signOffsNow = currentSignOffs(record, king, rulesAfterNthChange);
  const byScorer = state.seats.filter((seat) => signOffsNow.findLast((signOff) => signOff.seat === seat)?.byScorer);
  return { ...state, ...(byScorer.length && { by_scorer: byScorer }) };
}

/** @param {GameRecord} record @param {Seat} king @param {Record<string, any>} rules @param {RulesAfter} rulesAfterNthChange */
function signersAndSeal(record, king, rules, rulesAfterNthChange) {
  const bodies = record.counted.map(({ body }) => body);
  const oldDigest = oldKingdomDigest(
    rules,
    king,
    bodies.filter((body) => body.king === king),
    record.originalSeats,
  );
  const nameDigests = SEATS.map((seat) => record.nameDigests[seat]);
  const digest = digestWithNames(
    contentDigest(
      /** @type {string} */ (record.sealUid),
      rules,
      king,
      sealedBodiesByKing(bodies)[king] ?? [],
      record.originalSeats,
    ),
    nameDigests,
  );
  const kingdomSignOffs = record.signOffs.filter((signOff) => signOff.currentKing === king);
  const signOffsNow = currentSignOffs(record, king, rulesAfterNthChange);
  const digestFor = (/** @type {SignOff} */ signOff) => signedDigest(rulesAfterNthChange, signOff);
  if (haveAllSigned(signOffsNow.filter((signOff) => digestFor(signOff) === digest)))
    return { king, seats: SEATS, digest, seal: sealOf(digest) };
  const validSignOffs = signOffsNow.filter((signOff) => [digest, oldDigest].includes(String(digestFor(signOff))));
  if (haveAllSigned(validSignOffs)) return { king, seats: SEATS, digest, seal: oldSealOf(oldDigest) };
  const earlierSignOff = signOffsNow.findLast((signOff) =>
    haveAllSigned(signOffsNow.filter((candidate) => digestFor(candidate) === digestFor(signOff))),
  );
  if (earlierSignOff)
    return {
      king,
      seats: SEATS,
      digest,
      seal: sealOf(String(digestFor(earlierSignOff))),
      signed_as: earlierSignOff.players,
    };
  const cancelled = kingdomSignOffs.some(
    (signOff) =>
      digestFor(signOff) &&
      haveAllSigned(kingdomSignOffs.filter((candidate) => digestFor(candidate) === digestFor(signOff))),
  );
  return {
    king,
    seats: SEATS.filter((seat) => validSignOffs.some((signOff) => signOff.seat === seat)),
    digest,
    seal: null,
    ...(cancelled ? { cancelled } : {}),
  };
}

/**
 * The sign-off state of each complete kingdom with its current content.
 * @param {GameRecord} record
 * @param {Seat[]} completeKings
 * @param {Record<string, any>} rules
 */
export function kingdomSignOffStates(record, completeKings, rules) {
  /** @param {number} changes */
  const rulesAfterNthChange = (changes) => (changes === record.ruleChangeCount ? rules : null);
  return completeKings.map((king) => {
    if (record.sealUid) return kingdomSignOffState(record, king, rules, rulesAfterNthChange);
    const digest = oldKingdomDigest(
      rules,
      king,
      record.counted.map(({ body }) => body).filter((body) => body.king === king),
      record.originalSeats,
    );
    const signOffs = record.signOffs.filter(
      (signOff) => signOff.king === king && signedDigest(rulesAfterNthChange, signOff) === digest,
    );
    const seats = SEATS.filter((seat) => signOffs.some((signOff) => signOff.seat === seat));
    return { king, seats, digest, seal: seats.length === SEATS.length ? oldSealOf(digest) : null };
  });
}

/**
 * Those of the complete kingdoms that are signed off by all four in this record and different in the changed one.
 * @param {GameRecord} record
 * @param {GameRecord} changedRecord
 * @param {Seat[]} completeKings their kings
 * @param {Record<string, any>} rules
 */
export function signedKingdomsChangedIn(record, changedRecord, completeKings, rules) {
  const [before, after] = changedRecord.sealUid
    ? [record.contents, changedRecord.contents]
    : [record.oldContents, changedRecord.oldContents];
  return kingdomSignOffStates(record, completeKings, rules)
    .filter(({ king, seal }) => seal && before[king] !== after[king])
    .map(({ king }) => king);
}

/** Whether an entry that the referee ruled on is different in the changed record. @param {GameRecord} record @param {GameRecord} changedRecord */
export function isRulingChangedIn(record, changedRecord) {
  const upheld = record.disputes
    .filter((dispute) => dispute.by_referee && dispute.end === "as_it_stands")
    .map(({ about }) => about);
  const versions = new Map(changedRecord.counted.map((counted) => [counted.seq, currentVersionSeq(counted)]));
  return record.counted.some((counted) => {
    const version = currentVersionSeq(counted);
    return (record.rulings.has(version) || upheld.includes(counted.seq)) && versions.get(counted.seq) !== version;
  });
}

/**
 * The seal of the whole game; undefined until all four have signed off each kingdom.
 * @param {GameRecord} record
 * @param {any[]} signOffs
 * @param {Record<string, any>} rules
 */
export function gameSeal(record, signOffs, rules) {
  if (!record.sealUid || !signOffs.every((signOff) => signOff.seal && !signOff.signed_as)) return undefined;
  const digestWithoutNames = contentDigest(
    record.sealUid,
    rules,
    null,
    record.counted.map(({ body }) => body),
    record.originalSeats,
  );
  return sealOf(
    digestWithNames(
      digestWithoutNames,
      SEATS.map((seat) => record.nameDigests[seat]),
    ),
  );
}

/**
 * Every seal that a kingdom has ever had, oldest first, with its current king, who may have changed seats since.
 * @param {GameRecord} record
 * @param {RulesAfter} rulesAfterNthChange
 * @returns {{king: Seat, seal: string}[]}
 */
export function everyKingdomSealEver(record, rulesAfterNthChange) {
  /** @type {Map<string, {king: Seat, digest: string, seats: Set<Seat>, isOld: boolean}>} */
  const signersByKingAndDigest = new Map();
  for (const signOff of record.signOffs) {
    const digest = signedDigest(rulesAfterNthChange, signOff);
    if (!digest) continue;
    const signers = signersByKingAndDigest.get(`${signOff.king} ${digest}`) ?? {
      king: signOff.currentKing,
      digest,
      seats: new Set(),
      isOld: isOldKindSignOff(rulesAfterNthChange, signOff),
    };
    signers.seats.add(signOff.seat);
    signersByKingAndDigest.set(`${signOff.king} ${digest}`, signers);
  }
  return [...signersByKingAndDigest.values()]
    .filter(({ seats }) => seats.size === SEATS.length)
    .map(({ king, digest, isOld }) => ({ king, seal: isOld ? oldSealOf(digest) : sealOf(digest) }));
}
