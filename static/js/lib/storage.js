// What this phone keeps for itself. Storage that its browser forbids is none.

/** @template T @param {() => T} use @returns {T | null} */
export function storage(use) {
  try {
    return use();
  } catch (problem) {
    if (!(problem instanceof DOMException)) throw problem;
    return null;
  }
}
