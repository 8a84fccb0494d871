// The base of a game's events, as trexscore/game/event.py.

/** @typedef {import("../journal.js").Entry} Entry */
/** @typedef {import("../journal.js").Journal} Journal */
/** @typedef {ReturnType<typeof defaults>} GameEvent What the scripts have to know about all entries of one kind. */

export const REFEREE = "referee";

/** Whether a link with this permission keeps the score for all players. @param {string} permission */
export const keepsScore = (permission) => permission === "own" || permission === "write";

/** @param {string} wire the kind of its stored entries, which never changes */
const defaults = (wire) => ({
  wire,
  /** Whether it is an entry of the game file. */
  ofGameFile: false,
  /** Whether entries undone before it can no longer be redone. */
  endsRedo: false,
  /** Whether it can make changes to earlier entries. */
  corrects: false,
  is: (/** @type {{kind: string}} */ { kind }) => kind === wire,
  /** What a body says. @returns {any} */
  content: (/** @type {any} */ body) => body[wire],
  /** The kind and body of an entry. @returns {{kind: string, body: any}} */
  entry: (/** @type {any} */ content, /** @type {any} */ _more) => ({ kind: wire, body: { [wire]: content } }),
  /** Changes the game. */
  apply: (/** @type {Journal} */ _game, /** @type {any} */ _content, /** @type {Entry} */ _entry) => {},
  /** Changes the game although the event was undone. */
  applyUndone: (/** @type {Journal} */ _game, /** @type {any} */ _content, /** @type {Entry} */ _entry) => {},
  /** Whether a scorer link that writes it acts for players. @returns {boolean} */
  speaksForPlayers: (/** @type {any} */ content) => "seat" in Object(content),
  /** The earlier entry that it is about. @returns {number | null | undefined} */
  refersTo: (/** @type {any} */ _content) => null,
});

/** An event whose content is in its body under its wire name. @param {string} wire @param {Partial<GameEvent>} [details] @returns {Readonly<GameEvent>} */
export const event = (wire, details) => Object.freeze({ ...defaults(wire), ...details });

/** An event whose content is its whole body. @param {string} wire @param {Partial<GameEvent>} [details] */
export const flatEvent = (wire, details) => event(wire, { content: (body) => body, entry: (body) => ({ kind: wire, body }), speaksForPlayers: () => false, ...details });
