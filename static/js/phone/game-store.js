// IndexedDB of this phone: opened games with their journals, and entries that are queued for sending.

import { createRequestRunner } from "../lib/indexed-db.js";

/**
 * A game as the server last sent it, or one that was started here.
 * @typedef {object} StoredGame
 * @property {string} token
 * @property {string} may the link's permission
 * @property {number} seq
 * @property {any} state
 * @property {any[]} entries
 * @property {number} seen time of the full download
 * @property {number} [used] when it was last opened
 * @property {boolean} [archived] whether it is hidden on this device
 * @property {boolean} [gone] whether the link no longer works
 * @property {string} [key] of a game started here: its idempotency key
 * @property {any} [file] of a game started here: its game file
 * @property {string} [rematch_of] of a game started here: the token of the game before
 * @property {string} [moved] of a game started here: its token on the server
 * @property {string} [problem] of a game started here: why the server refused it
 * @property {{seq: number, ours: string, theirs: string}} [differs] the first entry where the server's history differs
 */
/**
 * An entry that the server has not acknowledged.
 * @typedef {object} QueuedEntry
 * @property {number} [id]
 * @property {string} token
 * @property {string} key
 * @property {string} kind
 * @property {any} body
 * @property {number} after the last `seq` that its author had seen
 * @property {string | null} author
 * @property {string} made_at
 * @property {string} [takes_back] the key of the entry that it undoes
 * @property {string} [problem] why the server refused it
 * @property {number} [problem_at] the last entry when it was refused
 * @property {boolean} [behind] whether it was refused while an earlier entry was in conflict
 * @property {{from: QueuedEntry[], seen: string}} [chosen] of a correction: the entries of the conflict that it resolves
 * @property {{problem: string, at: number}} [declined] why the server refused the correction that resolved its conflict
 */

const PAGE_CACHE_NAME = "trexscore-pages";

const runRequest = createRequestRunner("trexscore", (database) => {
  database.createObjectStore("games", { keyPath: "token" });
  database.createObjectStore("waiting", { keyPath: "id", autoIncrement: true }).createIndex("token", "token");
});

/** @param {string} token @returns {Promise<StoredGame | undefined>} */
export const getGame = (token) => runRequest("games", "readonly", (games) => games.get(token));
/** @returns {Promise<StoredGame[]>} */
export const getGames = () => runRequest("games", "readonly", (all) => all.getAll());
/** @param {StoredGame} stored */
export const putGame = (stored) => runRequest("games", "readwrite", (games) => games.put(stored));
/** @param {string} token */
export const deleteGame = (token) => runRequest("games", "readwrite", (games) => games.delete(token));
/** Stores that this game was opened now. @param {string} token */
export const markGameUsed = (token) =>
  runRequest("games", "readwrite", (games) => {
    const request = games.get(token);
    request.addEventListener("success", () => request.result && games.put({ ...request.result, used: Date.now() }));
    return request;
  });
/** Archives exactly these games. @param {string[]} tokens */
export const archiveOnlyGames = (tokens) =>
  runRequest("games", "readwrite", (games) => {
    const request = games.getAll();
    request.addEventListener("success", () => {
      for (const stored of request.result) {
        const archived = tokens.includes(stored.token);
        if (archived !== Boolean(stored.archived)) games.put({ ...stored, archived });
      }
    });
    return request;
  });
/** @param {string} token @returns {Promise<QueuedEntry[]>} in order of entry */
export const getQueuedEntries = (token) => runRequest("waiting", "readonly", (all) => all.index("token").getAll(token));
/** Whether this phone has something of a game that the server does not have. @param {string} token */
export const hasUnsentEntries = async (token) =>
  token !== "" && (Boolean((await getGame(token))?.key) || (await getQueuedEntries(token)).length > 0);
/** @returns {Promise<QueuedEntry[]>} */
export const getAllQueuedEntries = () => runRequest("waiting", "readonly", (all) => all.getAll());
/** @param {QueuedEntry} entry */
export const putQueuedEntry = (entry) => runRequest("waiting", "readwrite", (all) => all.put(entry));
/** @param {QueuedEntry} entry */
export const deleteQueuedEntry = ({ id }) =>
  runRequest("waiting", "readwrite", (all) => all.delete(/** @type {number} */ (id)));

/**
 * Replaces queued entries in one transaction. Nothing changes if one of them is gone already, for example after a second
 * tap or in another tab.
 * @param {QueuedEntry[]} previous
 * @param {QueuedEntry[]} next
 * @returns {Promise<boolean>} whether they were replaced
 */
export async function replaceQueuedEntries(previous, next) {
  let isUnchanged = false;
  await runRequest("waiting", "readwrite", (all) => {
    const request = all.getAll();
    request.addEventListener("success", () => {
      const keys = new Map(request.result.map(({ id, key }) => [id, key]));
      isUnchanged = previous.every(({ id, key }) => keys.get(id) === key);
      if (!isUnchanged) return;
      for (const { id } of previous) all.delete(/** @type {number} */ (id));
      for (const entry of next) all.put(entry);
    });
    return request;
  });
  return isUnchanged;
}

/** The cache key of a page: its address without the search text, since the whole page is cached and filtered by its script. @param {string} url */
function pageCacheKey(url) {
  const address = new URL(url, location.origin);
  address.searchParams.delete("q");
  return address.href;
}

/** Deletes a game's journal and its cached pages. @param {string} token */
export async function deleteGameAndPages(token) {
  await deleteGame(token);
  const cache = await globalThis.caches?.open(PAGE_CACHE_NAME);
  for (const request of (await cache?.keys()) ?? []) {
    if (new URL(request.url).pathname.split("/")[2] === token) await cache?.delete(request);
  }
}

/** The cached copy of a page that only the server draws. @param {string} url @returns {Promise<Response | undefined>} */
export const getCachedPage = (url) => caches.match(pageCacheKey(url), { cacheName: PAGE_CACHE_NAME });
/** @param {string} url @param {Response} response */
export const cachePage = async (url, response) => (await caches.open(PAGE_CACHE_NAME)).put(pageCacheKey(url), response);
