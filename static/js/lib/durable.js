// A small IndexedDB store. Unlike localStorage, it survives a browser that is killed right after a write.

const STORE = "drafts";

/** @type {Promise<IDBDatabase> | null} */
let database = null;

/** @returns {Promise<IDBDatabase>} */
function open() {
  database ??= new Promise((done, failed) => {
    const asked = indexedDB.open("trexscore-drafts", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = asked.onblocked = () => failed(asked.error);
  });
  return database;
}

/**
 * Returns undefined if the browser forbids storage or has no room.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} use
 * @returns {Promise<T | undefined>}
 */
async function within(mode, use) {
  try {
    const transaction = (await open()).transaction(STORE, mode, { durability: "strict" });
    return await new Promise((done, failed) => {
      const asked = use(transaction.objectStore(STORE));
      transaction.commit(); // durable even if the page is closed before completion
      transaction.oncomplete = () => done(asked.result);
      transaction.onabort = () => failed(transaction.error);
    });
  } catch (problem) {
    if (problem === null || problem instanceof DOMException || problem instanceof ReferenceError) return undefined;
    throw problem;
  }
}

/** @param {string} key @returns {Promise<any>} */
export const get = (key) => within("readonly", (store) => store.get(key));
/** @returns {Promise<string[]>} */
export const keys = async () => /** @type {string[]} */ ((await within("readonly", (store) => store.getAllKeys())) ?? []);
/** @param {string} key @param {unknown} value */
export const put = (key, value) => within("readwrite", (store) => store.put(value, key));
/** @param {string} key */
export const remove = (key) => within("readwrite", (store) => store.delete(key));
