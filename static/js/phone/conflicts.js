// Finds conflicts that need a decision before entries are sent: two versions of a deal, late undos, and refused entries.
// Pure functions.

import { canonicalJson } from "../game/digest.js";
import { EntryDiscarded, DealRecorded, EntriesCorrected, contentOf } from "../game/events/index.js";
import { currentVersionSeq, foldJournal } from "../game/record.js";
import { newIdempotencyKey } from "../lib/idempotency-key.js";

/** @typedef {import("./game-store.js").StoredGame} StoredGame */
/** @typedef {import("./game-store.js").QueuedEntry} QueuedEntry */
/** @typedef {import("../game/game-builder.js").GameFileEntry} GameFileEntry */
/**
 * @typedef {{key: string, ours: QueuedEntry[], lateUndos: QueuedEntry[], theirs: GameFileEntry[], problem: string}} Conflict
 * Versions of a deal on this phone and in the game, with undos that came too late; or a single late undo or refused entry.
 * `key` identifies the conflict; `problem` is the server's reason for refusing an entry or a resolution.
 */

/** Whether an entry is in the journal. @param {QueuedEntry} entry @param {any[]} entries the journal */
export const isRecorded = (entry, entries) => entries.some(({ key }) => key === entry.key);

/**
 * Whether only one of two deals can count: same king and a common contract.
 * @param {{king: string, contracts: string[]}} first
 * @param {{king: string, contracts: string[]}} second
 */
export const dealsOverlap = (first, second) =>
  first.king === second.king && first.contracts.some((contract) => second.contracts.includes(contract));

/** @typedef {{king: string, contracts: string[], note?: string}} DealBody */

/** Whether two deals are equal apart from their notes. @param {DealBody} first @param {DealBody} second */
export function isSameDeal(first, second) {
  const comparable = (/** @type {DealBody} */ { note: _note, contracts, ...deal }) =>
    canonicalJson({ ...deal, contracts: [...contracts].sort() });
  return comparable(first) === comparable(second);
}

/** Identifies the versions shown, so that a choice applies to exactly these. @param {GameFileEntry[]} theirs */
export const versionsFingerprint = (theirs) => theirs.map((deal) => `${deal.seq}:${currentVersionSeq(deal)}`).join(" ");

/** Whether a deal was corrected after this undo was entered. @param {QueuedEntry} undo @param {ReturnType<typeof foldJournal>} record */
function isUndoOutdated({ takes_back: undoneKey, after }, { counted, corrections }) {
  const undoneDeal = undoneKey && counted.find((entry) => DealRecorded.is(entry) && entry.key === undoneKey);
  return (
    undoneDeal &&
    corrections.some(
      (entry) =>
        entry.seq > after && contentOf(entry).changes.some((/** @type {any} */ { seq }) => seq === undoneDeal.seq),
    )
  );
}

/**
 * The recorded deals that conflict with a queued one. If it was refused, also a deal of the same contracts in a kingdom
 * that another phone has started in place of this one.
 * @param {QueuedEntry} queuedDeal
 * @param {GameFileEntry[]} recordedDeals
 */
function conflictingDeals(queuedDeal, recordedDeals) {
  const { after, body, problem: refusal } = queuedDeal;
  const theirs = recordedDeals.filter((second) => dealsOverlap(second.body, body));
  if (theirs.length || !refusal || recordedDeals.some((second) => second.body.king === body.king)) return theirs;
  const isNew = (/** @type {string} */ king) =>
    recordedDeals.every((second) => second.body.king !== king || second.seq > after);
  const contractKey = [...body.contracts].sort().join();
  return recordedDeals
    .filter((second) => [...second.body.contracts].sort().join() === contractKey && isNew(second.body.king))
    .slice(0, 1);
}

/** @param {Conflict[]} conflicts @param {QueuedEntry} deal @param {GameFileEntry[]} theirs @param {string} refusal */
function addDealConflict(conflicts, deal, theirs, refusal) {
  const existingConflict = conflicts.find((first) => first.theirs.some((second) => theirs.includes(second)));
  if (!existingConflict)
    return conflicts.push({ key: deal.key, ours: [deal], lateUndos: [], theirs, problem: refusal });
  existingConflict.ours.push(deal);
  existingConflict.theirs.push(...theirs.filter((second) => !existingConflict.theirs.includes(second)));
}

/** @param {Conflict[]} conflicts @param {QueuedEntry} entry */
function addLateOrRefusedEntry(conflicts, entry) {
  const tooLate = conflicts.find(({ theirs }) => theirs.some(({ key }) => key === entry.takes_back));
  if (tooLate) tooLate.lateUndos.push(entry);
  else conflicts.push({ key: entry.key, ours: [entry], lateUndos: [], theirs: [], problem: entry.problem ?? "" });
}

/** The conflicts, in the order of their entries. @param {StoredGame} storedGame @param {QueuedEntry[]} queuedEntries @returns {Conflict[]} */
export function findConflicts({ entries }, queuedEntries) {
  const openEntries = queuedEntries.filter((entry) => !isRecorded(entry, entries));
  if (!openEntries.some((entry) => DealRecorded.is(entry) || entry.takes_back || entry.problem)) return [];
  const record = foldJournal(entries);
  const lateOrRefused = openEntries.filter(
    (entry) => !DealRecorded.is(entry) && (entry.problem || isUndoOutdated(entry, record)),
  );
  const undoneKeys = openEntries
    .filter((entry) => !lateOrRefused.includes(entry))
    .map(({ takes_back: undoneKey }) => undoneKey);
  const deals = record.counted.filter((entry) => DealRecorded.is(entry) && !undoneKeys.includes(entry.key));
  /** @type {Conflict[]} */
  const conflicts = [];
  /** @type {QueuedEntry[]} */
  const refused = [];
  for (const deal of openEntries.filter(DealRecorded.is)) {
    const theirs = conflictingDeals(deal, deals);
    // The refusal of a choice is shown while the game is unchanged.
    if (theirs.length)
      addDealConflict(conflicts, deal, theirs, (deal.declined?.at === entries.length && deal.declined.problem) || "");
    else if (deal.problem) refused.push(deal);
  }
  for (const entry of [...refused, ...lateOrRefused]) addLateOrRefusedEntry(conflicts, entry);
  const position = (/** @type {Conflict} */ { key }) => openEntries.findIndex((entry) => entry.key === key);
  return conflicts.sort((first, second) => position(first) - position(second));
}

/** The entries that a conflict holds back. @param {Conflict} conflict */
export const entriesHeldBy = ({ ours, lateUndos }) => [...lateUndos, ...ours];

/** The entry as one that stays in the journal without counting. @param {QueuedEntry} entry @param {number} [instead] @returns {QueuedEntry} */
export const toDiscardedEntry = (entry, instead) => ({
  ...entry,
  key: newIdempotencyKey(), // the server may still be asked about the old key
  ...EntryDiscarded.entry(entry.body, instead),
  takes_back: undefined,
  problem: undefined,
  behind: undefined,
});

/**
 * The changes that make this phone's version count: each of their deals is replaced by one of ours; extra deals of theirs
 * are removed, extra ones of ours inserted.
 * @param {Conflict} conflict
 * @param {GameFileEntry[]} counted all counted entries in playing order
 */
export function changesForOurVersion({ ours, theirs }, counted) {
  const replacedEntries = theirs.map(({ seq }, index) => ({ seq, entry: ours[index]?.body ?? null }));
  const nextSeq = counted[counted.findIndex(({ seq }) => seq === theirs.at(-1)?.seq) + 1]?.seq ?? null;
  return [
    ...replacedEntries,
    ...ours.slice(theirs.length).map(({ body }) => ({ before: theirs.length ? nextSeq : null, entry: body })),
  ];
}

/**
 * The correction that makes this phone's version count. It remembers the conflict until it is sent.
 * @param {Conflict} conflict
 * @param {object[]} changes
 * @param {string} reason
 * @param {{after: number, author: string | null, made_at: string}} meta
 * @returns {QueuedEntry}
 */
export const toResolvingCorrection = (conflict, changes, reason, meta) => ({
  ...meta,
  id: conflict.ours[0].id,
  token: conflict.ours[0].token,
  key: newIdempotencyKey(),
  ...EntriesCorrected.entry({ reason, changes }),
  chosen: { from: entriesHeldBy(conflict), seen: versionsFingerprint(conflict.theirs) },
});

/** Whether a deal has changed since this phone's version was chosen. @param {QueuedEntry} choice @param {any[]} entries */
export function isVersionChoiceOutdated({ chosen }, entries) {
  const currentFingerprints = new Set(foldJournal(entries).counted.map((deal) => versionsFingerprint([deal])));
  return !chosen?.seen.split(" ").every((deal) => currentFingerprints.has(deal));
}
