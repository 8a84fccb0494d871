// Starts a game on this phone, with a preset or with the rules of a stored game.

import { newIdempotencyKey } from "../lib/idempotency-key.js";
import { sha256 } from "../game/digest.js";
import { GameStarted, PlayerNamed } from "../game/events/index.js";
import { fieldFactories, postedText } from "./form-fields.js";
import { SEATS, formatNumber } from "../lib/points.js";

/** @typedef {import("./game-store.js").StoredGame} StoredGame */
/** @typedef {StoredGame & {key: string, file: any, rematch_of?: string}} NewGame */

const GAME_FILE_FORMAT = "trexscore-game/1";
const MAX_NAME_LENGTH = 40;
const FORBIDDEN_CHARACTER_PATTERN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** A typed name without what copied text has around it, its runs of spaces as one space; as `NameField` of trexscore/web/forms.py. @param {string} name */
const cleanName = (name) =>
  name
    .replace(/[ \u00a0\u2000-\u200a\u202f\u3000]+/g, " ")
    .replace(/^[ \u202a-\u202c\u2066-\u2069\ufeff]+|[ \u202a-\u202c\u2066-\u2069\ufeff]+$/g, "");

/** The name as it is compared: case-folded (via upper case, so that ß equals ss) and without invisible marks. @param {string} name */
const normalizeName = (name) =>
  name
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFC")
    .replace(/[\u200c-\u200f\u061c]/gu, "");

/**
 * Whether the form differs from its preset. Only the server can compute the points table of changed rules.
 * @param {FormData} posted
 * @param {Record<string, any>} filled
 */
function differsFromPreset(posted, filled) {
  const relevantFields = Object.entries(filled).filter(
    ([name]) => posted.has(name) || (Array.isArray(filled[name]) && posted.has("combining")),
  );
  return relevantFields.some(([name, value]) => {
    const values = posted.getAll(name).map(String);
    return Array.isArray(value)
      ? [...values].sort().join() !== [...value].sort().join()
      : values[0].trim() !== String(value);
  });
}

/** What the first entry of a game says. @param {any} house_rules @param {string | null} [first] the first king */
const gameStartedBody = (house_rules, first) => ({ house_rules, ...(first ? { first_king: first } : {}) });

/** A game file. @param {(string | null)[]} players @param {any} house_rules @param {string | null} [first] the first king @param {any[]} [deals] */
export const gameFile = (players, house_rules, first, deals = []) => ({
  format: GAME_FILE_FORMAT,
  players,
  ...gameStartedBody(house_rules, first),
  deals,
});

/** The typed name, or "Player n" if the seat is empty. @param {string} name @param {string} sentence @param {number} index @param {string} digits */
const nameOrPlaceholder = (name, sentence, index, digits) =>
  name || sentence.replace("%(number)s", formatNumber(index, { digits }));

/** @param {string[]} players */
function areValidNames(players) {
  const fit = players.every(
    (name) =>
      name &&
      [...name].length <= MAX_NAME_LENGTH &&
      !FORBIDDEN_CHARACTER_PATTERN.test(name) &&
      /[^\p{Cf}\p{Zs}]/u.test(name),
  );
  return fit && new Set(players.map(normalizeName)).size === players.length;
}

/** The idempotency key of a game's rematch, the same for each attempt. @param {string} token */
const rematchIdempotencyKey = (token) =>
  sha256(`rematch here\n${token}`)
    .slice(0, 32)
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");

/** The local token of a game started under a key. A hash, because the key gives access to the game's links. @param {string} key */
const localToken = (key) => `local-${sha256(key).slice(0, 32)}`;

/** The local token of a game's rematch until the server has it. @param {string} token */
export const rematchLocalToken = (token) => localToken(rematchIdempotencyKey(token));

/**
 * @param {any} siteData the site's tables
 * @param {any} texts the texts in the reader's language
 * @param {FormData | {state: any, token: string}} source the posted form, or a game to play again
 * @param {string} digits for the number of a seat without a name
 * @returns {NewGame | string} the game, or an error message
 */
export function buildNewGame(siteData, texts, source, digits) {
  const _ = (/** @type {string} */ text) => texts.sentences[text];
  const rematchState = source instanceof FormData ? null : source.state;
  const form = source instanceof FormData ? source : new FormData();
  const preset = String(form.get("preset") || "standard");
  const typedNames = rematchState
    ? rematchState.players
    : SEATS.map((seat, index) =>
        nameOrPlaceholder(cleanName(String(form.get(`name_${seat}`) ?? "")), _("Player %(number)s"), index + 1, digits),
      );
  const players = typedNames.map((/** @type {string} */ name) => name.trim().normalize("NFC"));
  if (!rematchState && differsFromPreset(form, siteData.presets[preset].filled))
    return _("Offline, a game can only start with a preset. Undo your changes to the house rules, or go online.");
  if (!rematchState && !areValidNames(players)) return _("Enter four different names of 1 to 40 characters.");
  const { rules, points_table } = rematchState ?? siteData.presets[preset];
  const house_rules = rematchState ? rematchState.house_rules : { preset, options: {} };
  const firstKing = SEATS.find((seat) => seat === form.get("crown"));
  const key =
    source instanceof FormData ? String(form.get("key") || newIdempotencyKey()) : rematchIdempotencyKey(source.token);
  const received_at = new Date().toISOString();
  const entries = [
    GameStarted.entry(gameStartedBody(house_rules, firstKing)),
    ...SEATS.map((seat, index) => PlayerNamed.entry(seat, players[index])),
  ].map((entry, index) => ({ ...entry, seq: index + 1, key: `${key}-${index}`, received_at }));
  const rematch_of = source instanceof FormData ? undefined : source.token;
  return {
    token: localToken(key),
    may: "own",
    seq: entries.length,
    state: { players, house_rules, rules, points_table },
    entries,
    seen: Date.now(),
    key,
    file: gameFile(typedNames, house_rules, firstKing),
    rematch_of,
  };
}

/**
 * The form of a new game: empty, or as posted with an error message.
 * @param {any} siteData
 * @param {any} texts
 * @param {FormData | null} [posted]
 * @param {string} [message]
 */
export function newGameForm(siteData, texts, posted = null, message = "") {
  const _ = (/** @type {string} */ english) => texts.sentences[english];
  const preset = postedText(posted, "preset") || "standard";
  const presets = Object.keys(siteData.presets).map((name) => ({
    data: name,
    checked: name === preset,
    label: { text: texts.words.preset[name] },
  }));
  return {
    csrf_token: "",
    key: { name: "key", data: postedText(posted, "key") || newIdempotencyKey() },
    problems: message ? [message] : [],
    rules_open: Boolean(posted),
    name_fields: SEATS.map((seat) => fieldFactories.text(`name_${seat}`, postedText(posted, `name_${seat}`))),
    crown: fieldFactories.choiceField("crown", postedText(posted, "crown"), [...SEATS, ""]),
    preset: {
      id: "preset",
      name: "preset",
      label: { text: _("Preset") },
      [Symbol.iterator]: () => presets[Symbol.iterator](),
    },
    filled_with: { name: "filled_with", data: preset },
  };
}
