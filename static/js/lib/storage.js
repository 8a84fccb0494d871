// Calls `use`; returns null if the browser forbids storage.

/** @template T @param {() => T} use @returns {T | null} */
export function tryStorage(use) {
  try {
    return use();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}
