// Calls `use`; returns null if the browser forbids storage.

/** @template T @param {() => T} use @returns {T | null} */
export function storage(use) {
  try {
    return use();
  } catch (problem) {
    if (!(problem instanceof DOMException)) throw problem;
    return null;
  }
}
