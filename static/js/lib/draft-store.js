// A small IndexedDB store. Unlike localStorage, it survives a browser that is killed right after a write.

const STORE_NAME = "drafts";

/** @type {Promise<IDBDatabase> | null} */
let database = null;

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("trexscore-drafts", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE_NAME);
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
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
async function withStore(mode, use) {
  try {
    const transaction = (await openDatabase()).transaction(STORE_NAME, mode, { durability: "strict" });
    return await new Promise((resolve, reject) => {
      const request = use(transaction.objectStore(STORE_NAME));
      // durable even if the page is closed before completion
      transaction.commit();
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } catch (error) {
    if (error === null || error instanceof DOMException || error instanceof ReferenceError) return undefined;
    throw error;
  }
}

/** @param {string} key @returns {Promise<any>} */
export const get = (key) => withStore("readonly", (store) => store.get(key));
/** @returns {Promise<string[]>} */
export const keys = async () => /** @type {string[]} */ ((await withStore("readonly", (store) => store.getAllKeys())) ?? []);
/** @param {string} key @param {unknown} value */
export const putValue = (key, value) => withStore("readwrite", (store) => store.put(value, key));
/** @param {string} key */
export const remove = (key) => withStore("readwrite", (store) => store.delete(key));
