// A small IndexedDB store. Unlike localStorage, it survives a browser that is killed right after a write.

import { createRequestRunner } from "./indexed-db.js";

const STORE_NAME = "drafts";
const runRequest = createRequestRunner("trexscore-drafts", (database) => database.createObjectStore(STORE_NAME));

/**
 * Returns undefined if the browser forbids storage or has no room.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} use
 * @returns {Promise<T | undefined>}
 */
async function withStore(mode, use) {
  try {
    return await runRequest(STORE_NAME, mode, (store) => {
      const request = use(store);
      // durable even if the page is closed before completion
      store.transaction.commit();
      return request;
    });
  } catch (error) {
    if (error === null || error instanceof DOMException || error instanceof ReferenceError) return undefined;
    throw error;
  }
}

/** @param {string} key @returns {Promise<any>} */
export const getDraft = (key) => withStore("readonly", (store) => store.get(key));
/** @returns {Promise<string[]>} */
export const getDraftKeys = async () =>
  /** @type {string[]} */ ((await withStore("readonly", (store) => store.getAllKeys())) ?? []);
/** @param {string} key @param {unknown} value */
export const putDraft = (key, value) => withStore("readwrite", (store) => store.put(value, key));
/** @param {string} key */
export const removeDraft = (key) => withStore("readwrite", (store) => store.delete(key));
