// A game that begins on this phone: with the rules of a preset, or those of a game that was played here.

import { newKey } from "../lib/key.js";
import { sha256 } from "../game/digest.js";
import { field } from "./forms.js";
import { SEATS, formatNumber } from "../lib/points.js";

/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {Kept & {key: string, file: any, rematch_of?: string}} Begun */

export const FORMAT = "trexscore-game/1";
const LONGEST = 40;
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Names that look alike are the same; large letters and back make one of ß and ss. @param {string} name */
const compared = (name) => name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC").replace(/[\u200c-\u200f\u061c]/gu, "");

/** Whether the form answers a question otherwise than its preset: what such a game is worth, only the server knows. @param {FormData} posted @param {Record<string, any>} filled */
function isChanged(posted, filled) {
  const asked = Object.entries(filled).filter(([name]) => posted.has(name) || (Array.isArray(filled[name]) && posted.has("combining")));
  return asked.some(([name, value]) => {
    const said = posted.getAll(name).map(String);
    return Array.isArray(value) ? [...said].sort().join() !== [...value].sort().join() : said[0].trim() !== String(value);
  });
}

/** A seat left empty is called by its number. @param {string} typed @param {string} sentence @param {number} place @param {string} digits */
const nameOf = (typed, sentence, place, digits) => (typed.trim() ? typed : sentence.replace("%(number)s", formatNumber(place, { digits })));

/** @param {string[]} players */
function areNames(players) {
  const fit = players.every((name) => name && [...name].length <= LONGEST && !UNFIT.test(name) && /[^\p{Cf}\p{Zs}]/u.test(name));
  return fit && new Set(players.map(compared)).size === players.length;
}

/** The key of the rematch of a game that this phone begins by itself: the same each time it is asked for. @param {string} token */
const rematchKey = (token) => sha256(`rematch here\n${token}`).slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");

/** Where this phone keeps a game that was begun under a key: whoever knows the key gets the game's links, and the address does not tell it. @param {string} key */
const localToken = (key) => `local-${sha256(key).slice(0, 32)}`;

/** Where this phone keeps the rematch of a game, as long as the server does not have it. @param {string} token */
export const localRematch = (token) => localToken(rematchKey(token));

/**
 * @param {any} script the site's tables
 * @param {any} said the reader's words
 * @param {FormData | {state: any, token: string}} of what was typed, or a game whose players play again
 * @param {string} digits in which a seat without a name has its number
 * @returns {Begun | string} the game, or what is wrong with it
 */
export function newGame(script, said, of, digits) {
  const _ = (/** @type {string} */ text) => said.sentences[text];
  const again = of instanceof FormData ? null : of.state;
  const posted = of instanceof FormData ? of : new FormData();
  const preset = String(posted.get("preset") || "standard");
  const typed = again ? again.players : SEATS.map((seat, place) => nameOf(String(posted.get(`name_${seat}`) ?? ""), _("Player %(number)s"), place + 1, digits));
  const players = typed.map((/** @type {string} */ name) => name.trim().normalize("NFC"));
  if (!again && isChanged(posted, script.presets[preset].filled)) return _("Offline, a game can only start with a preset. Undo your changes to the house rules, or go online.");
  if (!again && !areNames(players)) return _("Enter four different names of 1 to 40 characters.");
  const { rules, points_table } = again ?? script.presets[preset];
  const house_rules = again ? again.house_rules : { preset, options: {} };
  const first = SEATS.find((seat) => seat === posted.get("crown"));
  const key = of instanceof FormData ? String(posted.get("key") || newKey()) : rematchKey(of.token);
  const file = { format: FORMAT, players: typed, house_rules, ...(first ? { first_king: first } : {}), deals: [] };
  const named = SEATS.map((seat, place) => ({ kind: "named", body: { seat, name: players[place] } }));
  const started = { kind: "started", body: { house_rules, ...(first ? { first_king: first } : {}) } };
  const received_at = new Date().toISOString();
  const entries = [started, ...named].map((entry, place) => ({ ...entry, seq: place + 1, key: `${key}-${place}`, received_at }));
  const rematch_of = of instanceof FormData ? undefined : of.token;
  return { token: localToken(key), may: "own", seq: entries.length, state: { players, house_rules, rules, points_table }, entries, seen: Date.now(), key, file, rematch_of };
}

/**
 * The form of a new game: empty, or as it was typed with what was wrong.
 * @param {any} script
 * @param {any} said
 * @param {FormData | null} [posted]
 * @param {string} [problem]
 */
export function beginning(script, said, posted = null, problem = "") {
  const _ = (/** @type {string} */ english) => said.sentences[english];
  const text = (/** @type {string} */ name) => String(posted?.get(name) ?? "");
  const preset = text("preset") || "standard";
  const presets = Object.keys(script.presets).map((name) => ({ data: name, checked: name === preset, label: { text: said.words.preset[name] } }));
  return {
    csrf_token: "",
    key: { name: "key", data: text("key") || newKey() },
    problems: problem ? [problem] : [],
    rules_open: Boolean(posted),
    players: SEATS.map((seat) => field.text(`name_${seat}`, text(`name_${seat}`))),
    crown: field.choice("crown", text("crown"), [...SEATS, ""]),
    preset: { id: "preset", name: "preset", label: { text: _("Preset") }, [Symbol.iterator]: () => presets[Symbol.iterator]() },
    filled_with: { name: "filled_with", data: preset },
  };
}
