// Downloads games from the server, and checks that their history was only extended.

import { EntryUndone, NamesRemoved, eventOf } from "../game/events/index.js";
import { isRecorded } from "./conflicts.js";
import * as store from "./game-store.js";
import { requestJson } from "./server-requests.js";

/** @typedef {import("./game-store.js").StoredGame} StoredGame */

const MAX_STORED_GAMES = 60;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Deletes queued entries that the server has recorded. @param {StoredGame} stored */
async function dequeueRecorded(stored) {
  for (const entry of await store.getQueuedEntries(stored.token))
    if (isRecorded(entry, stored.entries)) await store.deleteQueuedEntry(entry);
}

/** The first entry where the server's history differs from the stored one, which should only ever be extended. @param {any[]} ours @param {any[]} theirs */
function findDivergence(ours, theirs) {
  const divergenceIndex = ours.findIndex(({ digest }, seq) => digest !== theirs[seq]?.digest);
  if (divergenceIndex < 0) return undefined;
  return {
    seq: divergenceIndex + 1,
    ours: ours[divergenceIndex].digest,
    theirs: theirs[divergenceIndex]?.digest ?? "",
  };
}

/** The stored game with this first key under another link, for example a replaced one. @param {string} key */
const gameUnderOtherLink = async (key) =>
  (await store.getGames()).find((stored) => !stored.key && stored.entries[0]?.key === key);

/**
 * Downloads a whole game. A diverging history is only stored if the user has accepted it.
 * @param {string} token
 * @param {boolean} [accepted]
 * @returns {Promise<StoredGame | null>}
 */
export async function downloadWholeGame(token, accepted = false) {
  const [state, journal] = [
    await requestJson(`/api/games/${token}/state`),
    await requestJson(`/api/games/${token}/journal`),
  ];
  if (state.status !== 200 || journal.status !== 200) return null;
  const { entries } = journal.body;
  const oldGame = accepted ? undefined : ((await store.getGame(token)) ?? (await gameUnderOtherLink(entries[0].key)));
  const divergence = oldGame && !oldGame.key && findDivergence(oldGame.entries, entries);
  if (oldGame && divergence) {
    const diverged = { ...oldGame, token, may: state.body.may, gone: false, differs: divergence };
    await store.putGame(diverged);
    return diverged;
  }
  const game = { token, may: state.body.may, seq: entries.length, state: state.body, entries, seen: Date.now() };
  await store.putGame(game);
  await deleteOldGames();
  if (oldGame) cacheRulePages(token).catch(() => null); // they may have changed
  return game;
}

/**
 * Caches the house rules and the rule book, which only the server can draw.
 * @param {string} token
 * @param {string} [lang] pages cached in this language are not renewed
 */
export async function cacheRulePages(token, lang) {
  if (!globalThis.caches) return;
  for (const name of ["house-rules", "rules"]) {
    const address = new URL(`/g/${token}/${name}`, location.origin).href;
    if (lang && (await store.getCachedPage(address))?.headers.get("Content-Language") === lang) continue;
    const response = await fetch(address).catch(() => null);
    if (response?.ok) await store.cachePage(address, response);
  }
}

/** Deletes the oldest games beyond the limit, except those with queued entries. */
async function deleteOldGames() {
  const neededTokens = new Set((await store.getAllQueuedEntries()).map(({ token }) => token));
  const games = (await store.getGames()).filter(
    ({ token, key, moved, differs }) => !neededTokens.has(token) && !differs && (!key || moved),
  );
  games.sort((stored, second) => (second.used ?? second.seen) - (stored.used ?? stored.seen));
  for (const { token } of games.slice(MAX_STORED_GAMES)) await store.deleteGame(token);
}

/** Whether an entry changes more than the journal's end: corrections change the points table, removed names change entries. @param {any} entry */
const needsFullDownload = (entry) => eventOf(entry).corrects || [EntryUndone, NamesRemoved].includes(eventOf(entry));

/**
 * Downloads the entries after the stored ones. Includes the last stored one, whose digest covers all before it.
 * @param {StoredGame} game
 * @returns {Promise<StoredGame | null>}
 */
async function downloadNewEntries(game) {
  const { status, body } = await requestJson(`/api/games/${game.token}/journal?after=${game.seq - 1}`);
  if (status !== 200) return null;
  const [last, ...more] = body.entries;
  if (last?.digest !== game.entries.at(-1).digest) return downloadWholeGame(game.token);
  if (!more.length) return game;
  if (more[0].seq !== game.seq + 1 || more.some(needsFullDownload)) return downloadWholeGame(game.token);
  const entries = [...game.entries, ...more];
  const successor = { ...game, entries, seq: entries.length };
  await store.putGame(successor);
  return successor;
}

/** Updates the stored game from the server; null if its link no longer works. @param {string} token @returns {Promise<StoredGame | null>} */
export async function refreshGame(token) {
  const oldGame = await store.getGame(token);
  // started here and not on the server yet
  if (oldGame?.key) return oldGame;
  const isFresh = oldGame && !oldGame.gone && !oldGame.differs && Date.now() - oldGame.seen < DAY_MILLISECONDS;
  const storedGame = isFresh ? await downloadNewEntries(oldGame) : await downloadWholeGame(token);
  if (storedGame) await dequeueRecorded(storedGame);
  else if (oldGame) await store.putGame({ ...oldGame, gone: true });
  return storedGame;
}

/** Replaces the stored history by the server's. @param {string} token */
export const acceptServerHistory = (token) => downloadWholeGame(token, true);
