// IndexedDB with promises.

/**
 * Returns a function that runs a request on one of a database's stores and resolves once it is on disk. The database is
 * opened at the first request.
 * @param {string} name
 * @param {(database: IDBDatabase) => void} createStores
 * @returns {<T>(storeName: string, mode: IDBTransactionMode, makeRequest: (objects: IDBObjectStore) => IDBRequest<T>) => Promise<T>}
 */
export function createRequestRunner(name, createStores) {
  /** @type {Promise<IDBDatabase> | null} */
  let opening = null;
  const open = () =>
    (opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => createStores(request.result);
      request.onsuccess = () => {
        const reset = () => (opening = null);
        request.result.onclose = reset;
        request.result.onversionchange = () => {
          // a newer page upgrades the database
          request.result.close();
          reset();
        };
        resolve(request.result);
      };
      request.onerror = request.onblocked = () => reject(request.error);
    }));
  return async (storeName, mode, makeRequest) => {
    const transaction = (await open()).transaction(storeName, mode, { durability: "strict" });
    return new Promise((resolve, reject) => {
      const request = makeRequest(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  };
}
