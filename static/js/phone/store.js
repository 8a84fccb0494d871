// What lies on this phone: the games that were open here, each with its journal, and the entries that wait for reception.

/** @typedef {{token: string, may: string, seq: number, state: any, entries: any[], seen: number, used?: number, archived?: boolean, gone?: boolean, key?: string, file?: any, rematch_of?: string, moved?: string, problem?: string, differs?: {seq: number, ours: string, theirs: string}}} Kept
 * A game as the server last told it. One that was begun here has its `key` and game `file`, and once the server has it, the token that it `moved` to, or the `problem` that it has with it; `rematch_of` is the game that it follows;
 * one whose link opens nothing any more is `gone`. `differs`: from which entry on the server tells another history than the one that lies here. `seen` is when all of it was taken over, `used` when it was last open, `archived` whether it is out of the way on this device. */
/** @typedef {{id?: number, token: string, key: string, kind: string, body: any, after: number, author: string | null, made_at: string, takes_back?: string, problem?: string, problem_at?: number, behind?: boolean, chosen?: {from: Waiting[], seen: string}, declined?: {problem: string, at: number}}} Waiting
 * An entry that the server has not acknowledged, and the last `seq` that its writer had seen; `takes_back` is the key of what it takes back, `problem` why the server refuses it,
 * and `problem_at` behind which entry it did; `behind`: refused while something before it was to be decided on. A correction that was `chosen` remembers what waited before it (`from`), and what it was chosen over; where the server refuses that, what waited before is asked about again and says why it was `declined`. */

const NAME = "trexscore";
const PAGES = "trexscore-pages";
const VERSION = 1;

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @returns {Promise<IDBDatabase>} */
function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("games", { keyPath: "token" });
      request.result.createObjectStore("waiting", { keyPath: "id", autoIncrement: true }).createIndex("token", "token");
    };
    request.onsuccess = () => {
      const forget = () => (opening = null);
      request.result.onclose = forget;
      request.result.onversionchange = () => {
        request.result.close(); // a newer page wants to change the shape
        forget();
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/**
 * Does something with one kind of things; it is on disk once this is settled.
 * @template T
 * @param {"games" | "waiting"} kind
 * @param {IDBTransactionMode} mode
 * @param {(things: IDBObjectStore) => IDBRequest<T>} use
 * @returns {Promise<T>}
 */
async function within(kind, mode, use) {
  const transaction = (await database()).transaction(kind, mode, { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  const result = await settled(use(transaction.objectStore(kind)));
  await done;
  return result;
}

/** @param {string} token @returns {Promise<Kept | undefined>} */
export const game = (token) => within("games", "readonly", (games) => games.get(token));
/** @returns {Promise<Kept[]>} */
export const games = () => within("games", "readonly", (all) => all.getAll());
/** @param {Kept} kept */
export const keepGame = (kept) => within("games", "readwrite", (games) => games.put(kept));
/** @param {string} token */
export const dropGame = (token) => within("games", "readwrite", (games) => games.delete(token));
/** This game was open just now. @param {string} token */
export const touch = (token) =>
  within("games", "readwrite", (games) => {
    const asked = games.get(token);
    asked.addEventListener("success", () => asked.result && games.put({ ...asked.result, used: Date.now() }));
    return asked;
  });
/** Just these games are archived. @param {string[]} tokens */
export const archive = (tokens) =>
  within("games", "readwrite", (games) => {
    const asked = games.getAll();
    asked.addEventListener("success", () => {
      for (const kept of asked.result) {
        const archived = tokens.includes(kept.token);
        if (archived !== Boolean(kept.archived)) games.put({ ...kept, archived });
      }
    });
    return asked;
  });
/** @param {string} token @returns {Promise<Waiting[]>} what waits, in the order in which it was entered */
export const waiting = (token) => within("waiting", "readonly", (all) => all.index("token").getAll(token));
/** Whether something of a game is on this phone alone. @param {string} token */
export const isAhead = async (token) => token !== "" && (Boolean((await game(token))?.key) || (await waiting(token)).length > 0);
/** @returns {Promise<Waiting[]>} */
export const allWaiting = () => within("waiting", "readonly", (all) => all.getAll());
/** @param {Waiting} entry */
export const wait = (entry) => within("waiting", "readwrite", (all) => all.put(entry));
/** @param {Waiting} entry */
export const forget = ({ id }) => within("waiting", "readwrite", (all) => all.delete(/** @type {number} */ (id)));

/**
 * Some entries make way for others, in one step. Nothing changes where one of them has made way already: a second tap, or
 * another tab, was first.
 * @param {Waiting[]} old
 * @param {Waiting[]} fresh
 * @returns {Promise<boolean>} whether they made way
 */
export async function replace(old, fresh) {
  let isThere = false;
  await within("waiting", "readwrite", (all) => {
    const asked = all.getAll();
    asked.addEventListener("success", () => {
      const keys = new Map(asked.result.map(({ id, key }) => [id, key]));
      isThere = old.every(({ id, key }) => keys.get(id) === key);
      if (!isThere) return;
      for (const { id } of old) all.delete(/** @type {number} */ (id));
      for (const entry of fresh) all.put(entry);
    });
    return asked;
  });
  return isThere;
}

/** A page's address without what was looked for on it: the whole page lies here, and its script finds it again. @param {string} url */
function pageAddress(url) {
  const address = new URL(url, location.origin);
  address.searchParams.delete("q");
  return address.href;
}

/** Nothing of a game is left here, neither its journal nor a page of it. @param {string} token */
export async function dropAll(token) {
  await dropGame(token);
  const cache = await globalThis.caches?.open(PAGES);
  for (const request of (await cache?.keys()) ?? []) {
    if (new URL(request.url).pathname.split("/")[2] === token) await cache?.delete(request);
  }
}

/** A page that only the server draws, as it was last seen. @param {string} url @returns {Promise<Response | undefined>} */
export const page = (url) => caches.match(pageAddress(url), { cacheName: PAGES });
/** @param {string} url @param {Response} answer */
export const keepPage = async (url, answer) => (await caches.open(PAGES)).put(pageAddress(url), answer);
