// Sends queued entries in order. Retries are harmless, and nothing is dropped before the server has acknowledged it.

import { ContractAnnounced, DealRecorded, EntryUndone, isScorerPermission } from "../game/events/index.js";
import {
  toDiscardedEntry,
  entriesHeldBy,
  isRecorded,
  isVersionChoiceOutdated,
  findConflicts,
  isSameDeal,
} from "./conflicts.js";
import { downloadWholeGame, refreshGame } from "./downloads.js";
import * as store from "./game-store.js";
import { inCurrentSeats } from "./queue-seats.js";
import { postJson } from "./server-requests.js";
import { newIdempotencyKey } from "../lib/idempotency-key.js";

/** @typedef {import("./game-store.js").StoredGame} StoredGame */
/** @typedef {import("./game-store.js").QueuedEntry} QueuedEntry */

/** Moves the queue of a replaced link to the new link of the same game. */
async function moveQueuesOfReplacedLinks() {
  const games = await store.getGames();
  for (const retired of games.filter(({ gone }) => gone)) {
    const successor = games.find(
      ({ gone, may: permission, entries }) =>
        !gone && isScorerPermission(permission) && entries[0].key === retired.entries[0].key,
    );
    const queuedEntries = await store.getQueuedEntries(retired.token);
    if (successor)
      await store.replaceQueuedEntries(
        queuedEntries,
        queuedEntries.map((entry) => ({ ...entry, token: successor.token })),
      );
  }
}

/** The body to send: the target of an undo may have a number by now. @param {QueuedEntry} entry @param {StoredGame} stored */
const bodyToSend = (entry, stored) =>
  entry.takes_back
    ? EntryUndone.entry(stored.entries.find(({ key }) => key === entry.takes_back)?.seq).body
    : entry.body;

/** @typedef {{storedGame: StoredGame | null, moved?: boolean, refused?: {code: string, message: string} | null}} SendResult The result of sending: recorded, refused, or overtaken by other entries (`moved`). */

/**
 * Sends one entry after the server's last.
 * @param {QueuedEntry} entry
 * @param {StoredGame} stored
 * @param {string} language
 * @returns {Promise<SendResult>}
 */
async function sendEntry(entry, stored, language) {
  const { key, author, made_at } = entry;
  const request = { key, after: stored.seq, author, made_at, entry: bodyToSend(entry, stored) };
  const { status, body } = await postJson(`/api/games/${stored.token}/entries`, request, {
    "Accept-Language": language,
  });
  const successor =
    status === 409 && body.seq < stored.seq ? await downloadWholeGame(stored.token) : await refreshGame(stored.token);
  if (successor?.differs) return { storedGame: null };
  return {
    storedGame: successor,
    moved: status === 409,
    refused: status === 422 && successor && !isRecorded(entry, successor.entries) ? body.errors[0] : null,
  };
}

/** Whether a refused entry has become irrelevant and needs no decision. @param {QueuedEntry} entry @param {string} code */
const isRefusalIrrelevant = (entry, code) => ContractAnnounced.is(entry) || code === "already_taken_back";

/**
 * Puts the entries of a resolved conflict back into the queue, and drops an undo of the resolution.
 * @param {QueuedEntry} choice
 * @param {QueuedEntry[]} queuedEntries
 * @param {QueuedEntry["declined"]} [declined] why the server refused the resolution
 */
async function reopenConflict(choice, queuedEntries, declined) {
  const from = (choice.chosen?.from ?? []).map((entry) => (DealRecorded.is(entry) ? { ...entry, declined } : entry));
  await store.replaceQueuedEntries(
    [choice, ...queuedEntries.filter(({ takes_back }) => takes_back === choice.key)],
    from,
  );
}

/**
 * Stores a refusal, so that the page shows it.
 * @param {QueuedEntry} entry
 * @param {{code: string, message: string}} refused
 * @param {number} seq the last entry at that time
 * @param {QueuedEntry[]} queuedEntries
 * @param {boolean} hasConflicts whether an earlier entry is in conflict; then this one is only blocked
 * @returns {Promise<boolean>} whether another entry is queued in its place
 */
async function storeRefusal(entry, { code, message }, seq, queuedEntries, hasConflicts) {
  const refusal = { problem: message, problem_at: seq, behind: undefined };
  const isAlreadyDone = entry.chosen && code === "nothing_to_correct"; // someone else did the same
  if (isAlreadyDone) await store.deleteQueuedEntry(entry);
  else if (entry.chosen) await reopenConflict(entry, queuedEntries, { problem: message, at: seq });
  else if (isRefusalIrrelevant(entry, code)) await store.replaceQueuedEntries([entry], [toDiscardedEntry(entry)]);
  else
    await store.replaceQueuedEntries(
      [entry],
      [{ ...entry, ...(hasConflicts && !entry.problem ? { behind: true } : refusal) }],
    );
  return Boolean(entry.chosen) || isRefusalIrrelevant(entry, code);
}

/**
 * Resolves a conflict without asking if both phones recorded the same, or if the entry was undone on this phone.
 * @param {import("./conflicts.js").Conflict} conflict
 * @param {QueuedEntry} entry
 * @param {QueuedEntry[]} queuedEntries
 */
async function resolveAutomatically({ ours, theirs, lateUndos }, entry, queuedEntries) {
  const undo = queuedEntries.find(({ takes_back }) => takes_back === entry.key);
  if (undo) return store.replaceQueuedEntries([entry, undo], [toDiscardedEntry(entry)]);
  const isSame = ours.length === 1 && theirs.length === 1 && isSameDeal(ours[0].body, theirs[0].body);
  return (
    isSame &&
    store.replaceQueuedEntries(
      [ours[0], ...lateUndos],
      lateUndos.map((stored) => toDiscardedEntry(stored)),
    )
  );
}

/**
 * Sends the queue of one game. Entries in conflict are held, later ones are tried. Refused ones are retried once the
 * game has changed.
 * @param {string} token
 * @param {string} language of the server's messages
 * @returns {Promise<void>}
 */
async function sendGameQueue(token, language) {
  let current = await refreshGame(token);
  if (!current) return;
  const queuedEntries = inCurrentSeats(await store.getQueuedEntries(token), current.entries);
  let hasConflicts = false;
  let isReplaced = false;
  for (const entry of queuedEntries) {
    if (!current || current.differs) return;
    if (entry.chosen && isVersionChoiceOutdated(entry, current.entries)) {
      await reopenConflict(entry, queuedEntries);
      return sendGameQueue(token, language);
    }
    const conflict = findConflicts(current, queuedEntries).find((stored) => entriesHeldBy(stored).includes(entry));
    if (conflict && (await resolveAutomatically(conflict, entry, queuedEntries))) return sendGameQueue(token, language);
    if (conflict && (conflict.theirs.length || !entry.problem || entry.problem_at === current.seq)) {
      hasConflicts = true;
      continue;
    }
    const sendResult = await sendEntry(entry, current, language);
    if (sendResult.moved) return sendGameQueue(token, language);
    current = sendResult.storedGame;
    if (current && inCurrentSeats(queuedEntries, current.entries).some((each, index) => each !== queuedEntries[index]))
      return sendGameQueue(token, language);
    if (!sendResult.refused || !current) continue;
    const isDone = await storeRefusal(entry, sendResult.refused, current.seq, queuedEntries, hasConflicts);
    isReplaced ||= isDone;
    hasConflicts ||= !isDone;
  }
  if (isReplaced) await sendGameQueue(token, language);
}

/** The server's token of the game before a rematch; empty if the server does not have that game yet. @param {string} token */
async function serverTokenOfGame(token) {
  const storedGame = await store.getGame(token);
  return storedGame?.moved ?? (storedGame?.key ? "" : token);
}

/** Starts the rematch of a game on the server, or finds the one that another phone started. @param {StoredGame} game */
async function startRematch(game) {
  const tokenBefore = await serverTokenOfGame(String(game.rematch_of));
  if (!tokenBefore) return null;
  const { status, body } = await postJson(`/api/games/${tokenBefore}/rematch`, {});
  // the link of the previous game was replaced
  const isGone = status === 403 || status === 404;
  return isGone ? startGameFromFile(game) : { status, body, token: body.token };
}

/** @param {StoredGame} game */
async function startGameFromFile(game) {
  const { status, body } = await postJson("/api/games", game.file, { "Idempotency-Key": String(game.key) });
  return { status, body, token: body.own };
}

/** Starts a game on the server that was started here, and moves its queue there. @param {StoredGame} game @returns {Promise<unknown>} */
async function startGameOnServer(game) {
  const response = await (game.rematch_of ? startRematch(game) : startGameFromFile(game));
  if (!response) return;
  const { status, body, token } = response;
  if (status === 422 && body.errors[0].code === "key_reused")
    return startGameOnServer({ ...game, key: newIdempotencyKey() }); // it was started with other content
  if (status !== 200 && status !== 201)
    return store.putGame({ ...game, problem: body.errors?.[0]?.message ?? body.message });
  if (!(await downloadWholeGame(token))) return;
  const queuedEntries = await store.getQueuedEntries(game.token);
  await store.replaceQueuedEntries(
    queuedEntries,
    queuedEntries.map((entry) => ({ ...entry, token })),
  );
  await store.putGame({ ...game, moved: token });
  // adds it to the server's list of this phone's games
  await fetch(`/g/${token}`).catch(() => null);
}

/** Whether conflicts need a decision. @param {string} token */
export async function hasOpenConflicts(token) {
  const storedGame = await store.getGame(token);
  return (
    storedGame !== undefined &&
    findConflicts(storedGame, inCurrentSeats(await store.getQueuedEntries(token), storedGame.entries)).length > 0
  );
}

/** @param {string} language */
async function sendAllQueues(language) {
  for (const game of await store.getGames())
    if (game.key && !game.moved && !game.problem) await startGameOnServer(game);
  const tokens = new Set((await store.getAllQueuedEntries()).map(({ token }) => token));
  for (const token of tokens) await sendGameQueue(token, language);
  await moveQueuesOfReplacedLinks();
  const tokensWithUnsent = new Set((await store.getAllQueuedEntries()).map(({ token }) => token));
  for (const token of tokensWithUnsent) if (!tokens.has(token)) await sendGameQueue(token, language);
}

/** Sends the queues of all games, in one tab at a time. Raises `ServerUnreachable` if offline. @param {string} language */
export const sendOutbox = (language) =>
  navigator.locks ? navigator.locks.request("outbox", () => sendAllQueues(language)) : sendAllQueues(language);
