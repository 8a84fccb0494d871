// What the table has to decide on before it can be sent: deals of which there are two versions, and what the server refuses.
// Nothing here reads or writes anything.

import { foldJournal } from "../game/journal.js";
import { newKey } from "../lib/key.js";

/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {import("./store.js").Waiting} Waiting */
/** @typedef {import("../game/journal.js").CountedEntry} Counted */
/** @typedef {{key: string, ours: Waiting[], undoing: Waiting[], theirs: Counted[], problem: string}} Question
 * Versions of a deal on this phone and in the game, and the undoing that has come too late for the latter; or what the server
 * refuses, alone. `key` names the question, `problem` is why the server refuses what was entered, or chosen. */

/** Whether an entry has arrived. @param {Waiting} entry @param {any[]} entries the journal */
export const isKnown = (entry, entries) => entries.some(({ key }) => key === entry.key);

/** Whether only one of two deals can count: of the same king, with one of the same contracts. @param {any} one @param {any} other */
export const overlaps = (one, other) => one.king === other.king && one.contracts.some((/** @type {string} */ contract) => other.contracts.includes(contract));

/** A value whose keys are in order, so that equal ones read alike. @param {any} value @returns {any} */
const inOrder = (value) =>
  value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, inOrder(value[key])])) : value;

/** Whether two phones have recorded the same; what is noted beside it counts nothing. @param {any} one @param {any} other */
export function sameDeal(one, other) {
  const told = ({ note: _note, contracts, ...deal }) => JSON.stringify(inOrder({ ...deal, contracts: [...contracts].sort() }));
  return told(one) === told(other);
}

/** The entry that says how a deal counts now. @param {Counted} deal @returns {number} */
const holds = ({ versions }) => /** @type {{seq: number}} */ (versions.at(-1)).seq;

/** The deals as they count now, so that a choice is made of what was seen. @param {Counted[]} theirs */
export const seen = (theirs) => theirs.map((deal) => `${deal.seq}:${holds(deal)}`).join(" ");

/** The deals that count once what waits to be undone is. @param {any[]} entries @param {Waiting[]} waiting */
function counting(entries, waiting) {
  const undone = waiting.filter(({ problem }) => !problem).map(({ takes_back }) => takes_back);
  return foldJournal(entries).counted.filter(({ kind, key }) => kind === "deal" && !undone.includes(key));
}

/**
 * The deals of which a waiting one is another version: those of which only one can count with it. Where it is refused, also
 * the same contracts in a kingdom that another phone has begun meanwhile in place of this one's.
 * @param {Waiting} deal
 * @param {Counted[]} deals
 */
function othersOf({ after, body, problem }, deals) {
  const theirs = deals.filter((other) => overlaps(other.body, body));
  if (theirs.length || !problem || deals.some((other) => other.body.king === body.king)) return theirs;
  const isNew = (/** @type {string} */ king) => deals.every((other) => other.body.king !== king || other.seq > after);
  const contracts = [...body.contracts].sort().join();
  return deals.filter((other) => [...other.body.contracts].sort().join() === contracts && isNew(other.body.king)).slice(0, 1);
}

/** @param {Question[]} asked @param {Waiting} deal @param {Counted[]} theirs @param {string} problem */
function addVersion(asked, deal, theirs, problem) {
  const same = asked.find((one) => one.theirs.some((other) => theirs.includes(other)));
  if (!same) return asked.push({ key: deal.key, ours: [deal], undoing: [], theirs, problem });
  same.ours.push(deal);
  same.theirs.push(...theirs.filter((other) => !same.theirs.includes(other)));
}

/** @param {Question[]} asked @param {Waiting} entry */
function addRefused(asked, entry) {
  const late = asked.find(({ theirs }) => theirs.some(({ key }) => key === entry.takes_back));
  if (late) late.undoing.push(entry);
  else asked.push({ key: entry.key, ours: [entry], undoing: [], theirs: [], problem: String(entry.problem) });
}

/**
 * The questions, in the order in which what they are about was entered.
 * @param {Kept} kept
 * @param {Waiting[]} waiting
 * @returns {Question[]}
 */
export function questions({ entries }, waiting) {
  const open = waiting.filter((entry) => !isKnown(entry, entries));
  if (!open.some(({ kind, problem }) => kind === "deal" || problem)) return [];
  const deals = counting(entries, open);
  /** @type {Question[]} */
  const asked = [];
  /** @type {Waiting[]} */
  const refused = [];
  for (const deal of open.filter(({ kind }) => kind === "deal")) {
    const theirs = othersOf(deal, deals);
    // Why a choice was refused holds as long as the game is as it was then.
    if (theirs.length) addVersion(asked, deal, theirs, (deal.declined?.at === entries.length && deal.declined.problem) || "");
    else if (deal.problem) refused.push(deal);
  }
  for (const entry of [...refused, ...open.filter(({ kind, problem }) => problem && kind !== "deal")]) addRefused(asked, entry);
  const place = ({ key }) => open.findIndex((entry) => entry.key === key);
  return asked.sort((one, other) => place(one) - place(other));
}

/** Everything that a question holds back. @param {Question} question */
export const heldBy = ({ ours, undoing }) => [...undoing, ...ours];

/** An entry that does not count, as the journal keeps it. @param {Waiting} entry @param {number} [instead] @returns {Waiting} */
export const asSetAside = (entry, instead) => ({
  ...entry,
  key: newKey(), // what was refused under the old one may yet be asked about
  kind: "set_aside",
  body: { set_aside: entry.body, ...(instead ? { instead } : {}) },
  takes_back: undefined,
  problem: undefined,
  behind: undefined,
});

/**
 * What has to change for this phone's version to count. A deal of theirs becomes one of ours; what is left over of theirs
 * does not count, of ours is put in.
 * @param {Question} question
 * @param {Counted[]} counted all that counts, in the order of play
 */
export function changesFor({ ours, theirs }, counted) {
  const replaced = theirs.map(({ seq }, place) => ({ seq, entry: ours[place]?.body ?? null }));
  const next = counted[counted.findIndex(({ seq }) => seq === theirs.at(-1)?.seq) + 1]?.seq ?? null;
  return [...replaced, ...ours.slice(theirs.length).map(({ body }) => ({ before: theirs.length ? next : null, entry: body }))];
}

/**
 * The correction by which this phone's version counts. Until it is sent, it remembers what it was chosen from.
 * @param {Question} question
 * @param {any[]} changes
 * @param {string} reason
 * @param {{after: number, author: string | null, made_at: string}} by
 * @returns {Waiting}
 */
export const asChosen = (question, changes, reason, by) => ({
  ...by,
  id: question.ours[0].id,
  token: question.ours[0].token,
  key: newKey(),
  kind: "corrected",
  body: { corrected: { reason, changes } },
  chosen: { from: heldBy(question), seen: seen(question.theirs) },
});

/** Whether a deal has changed since this phone's version of it was chosen. @param {Waiting} choice @param {any[]} entries */
export function isOvertaken({ chosen }, entries) {
  const now = new Set(foldJournal(entries).counted.map((deal) => seen([deal])));
  return !chosen?.seen.split(" ").every((deal) => now.has(deal));
}
