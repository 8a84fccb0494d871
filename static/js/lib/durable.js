// A store that is on the disk before the next tap: what localStorage was told, a killed browser forgets for some seconds after.

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
 * A browser that forbids it, or has no room left, keeps nothing: then there is nothing to be had either.
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
      transaction.commit(); // it holds even if this page ends before it hears so
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
