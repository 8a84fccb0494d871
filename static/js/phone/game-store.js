// IndexedDB of this phone: opened games with their journals, and entries that are queued for sending.

import { createRequestRunner } from "../lib/indexed-db.js";

/**
 * @typedef {{token: string, may: string, seq: number, state: any, entries: any[], seen: number, used?: number, archived?: boolean, gone?: boolean, key?: string, file?: any, rematch_of?: string, moved?: string, problem?: string, differs?: {seq: number, ours: string, theirs: string}}} StoredGame
 * A game as the server last sent it. A game started here has its `key` and game `file`, later the token it `moved` to on the server or the server's `problem` with it; `rematch_of` is the game before.
 * `gone`: the link no longer works. `differs`: the first entry where the server's history differs. `seen`: time of the full download; `used`: when it was last opened; `archived`: hidden on this device.
 */
/**
 * @typedef {{id?: number, token: string, key: string, kind: string, body: any, after: number, author: string | null, made_at: string, takes_back?: string, problem?: string, problem_at?: number, behind?: boolean, chosen?: {from: QueuedEntry[], seen: string}, declined?: {problem: string, at: number}}} QueuedEntry
 * An entry that the server has not acknowledged; `after` is the last `seq` its author had seen, `takes_back` the key of the entry it undoes, `problem` the server's refusal after entry `problem_at`;
 * `behind`: refused while an earlier entry was in conflict. A correction that resolves a conflict has it in `chosen`; if the server refuses it, the entries of the conflict return with `declined`.
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
