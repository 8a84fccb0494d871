// The base of a game's events, as trexscore/game/event.py.

/** @typedef {import("../game-builder.js").Entry} Entry */
/** @typedef {import("../game-builder.js").GameBuilder} GameBuilder */
/** @typedef {{kind: string, body: any}} Draft An entry that is not recorded yet. */
/** @typedef {ReturnType<typeof eventDefaults>} GameEvent What the scripts have to know about all entries of one kind. */

export const REFEREE = "referee";

/** Whether a link with this permission keeps the score for all players. @param {string} permission */
export const isScorerPermission = (permission) => permission === "own" || permission === "write";

/** @param {string} storedKind the kind of its stored entries, which never changes */
const eventDefaults = (storedKind) => ({
  storedKind,
  /** Whether it is an entry of the game file. */
  ofGameFile: false,
  /** Whether entries undone before it can no longer be redone. */
  endsRedo: false,
  /** Whether the seats that it names move when players and their deals do. */
  movesWithDeals: false,
  /** Whether it can make changes to earlier entries. */
  corrects: false,
  is: (/** @type {{kind: string}} */ { kind }) => kind === storedKind,
  /** What a body says. @returns {any} */
  content: (/** @type {any} */ body) => body[storedKind],
  /** The kind and body of an entry. @type {(content: any, more?: any) => Draft} */
  entry: (content) => ({ kind: storedKind, body: { [storedKind]: content } }),
  /** Changes the game. */
  apply: (/** @type {GameBuilder} */ _game, /** @type {any} */ _content, /** @type {Entry} */ _entry) => {},
  /** Changes the game although the event was undone. */
  applyThoughUndone: (/** @type {GameBuilder} */ _game, /** @type {any} */ _content, /** @type {Entry} */ _entry) => {},
  /** Whether a scorer link that writes it acts for players. @returns {boolean} */
  answersForPlayers: (/** @type {any} */ content) => "seat" in Object(content),
  /** The earlier entry that it is about. @returns {number | null | undefined} */
  refersTo: (/** @type {any} */ _content) => null,
});

/** The defined events. @type {Map<string, Readonly<GameEvent>>} */
export const EVENT_BY_KIND = new Map();

/**
 * Defines the event of the entries of a kind. Without other details, their content is in the body under the kind.
 * @param {string} storedKind
 * @param {Partial<GameEvent>} [details]
 * @returns {Readonly<GameEvent>}
 */
export function defineEvent(storedKind, details) {
  const event = Object.freeze({ ...eventDefaults(storedKind), ...details });
  EVENT_BY_KIND.set(storedKind, event);
  return event;
}

/** Defines an event whose content is its whole body. @param {string} storedKind @param {Partial<GameEvent>} [details] */
export const defineWholeBodyEvent = (storedKind, details) =>
  defineEvent(storedKind, {
    content: (body) => body,
    entry: (body) => ({ kind: storedKind, body }),
    answersForPlayers: () => false,
    ...details,
  });
