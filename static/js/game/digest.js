// The digest of a kingdom, and its seal, as journal/agreement.py has them. The browser's own SHA-256 is for secure pages alone,
// and a phone at a table may have none.

import { SEATS } from "../lib/points.js";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const [OLD_LETTERS, LETTERS, GROUP] = [10, 20, 5];
const TEXTS = ["note", "reason"];

/** @param {number} root @param {number} count The first bits behind the point of the roots of the first primes. */
function fractions(root, count) {
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    const isPrime = Array.from({ length: number - 2 }, (_none, place) => place + 2).every((divisor) => number % divisor);
    if (isPrime) found.push(((root === 2 ? Math.sqrt(number) : Math.cbrt(number)) % 1) * 2 ** 32 | 0);
  }
  return found;
}

const START = fractions(2, 8);
const ROUNDS = fractions(3, 64);

/** @param {number} word @param {number} bits */
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** The text's bytes as 32-bit words, filled up to whole blocks of sixteen, with the length at the end. @param {string} text */
function wordsOf(text) {
  const bytes = new TextEncoder().encode(text);
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  bytes.forEach((byte, place) => (words[place >> 2] |= byte << (24 - 8 * (place % 4))));
  words[bytes.length >> 2] |= 0x80 << (24 - 8 * (bytes.length % 4));
  words[words.length - 1] = bytes.length * 8;
  return words;
}

/** @param {Int32Array} block sixteen words */
function schedule(block) {
  const words = new Int32Array(64);
  words.set(block);
  for (let place = 16; place < 64; place += 1) {
    const [early, late] = [words[place - 15], words[place - 2]];
    const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const other = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[place] = words[place - 16] + one + words[place - 7] + other;
  }
  return words;
}

/** @param {string} text */
export function sha256(text) {
  const words = wordsOf(text);
  let state = START;
  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d, e, f, g, h] = state;
    schedule(words.subarray(block, block + 16)).forEach((word, round) => {
      const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[round] + word;
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    });
    state = [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) | 0);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Canonical JSON: keys in order, no space. @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}

/** What a kingdom comes to: all that its points hang on, and whose they are. @param {Record<string, any>} rules @param {string} king @param {any[]} entries the bodies @param {string[]} sits for each seat where whoever sits there was first written */
export const kingdomDigest = (rules, king, entries, sits) => sha256(canonical({ house_rules: rules, king, entries, ...(sits.every((seat, place) => seat === SEATS[place]) ? {} : { seats: sits }) }));

/** What of an entry its points hang on. @param {any} body */
const withoutTexts = (body) => Object.fromEntries(Object.entries(body).filter(([name]) => !TEXTS.includes(name)));

/** Entries in the order of play, by the king whose kingdom they belong to: an adjustment belongs to that of the deal before it. @param {any[]} bodies @returns {Record<string, any[]>} */
export function byKingdom(bodies) {
  /** @type {Record<string, any[]>} */
  const found = {};
  const first = [];
  let king = null;
  for (const body of bodies) {
    if (body.tie_break) continue; // it belongs to the game alone
    king = body.king ?? king;
    if (king === null) first.push(withoutTexts(body));
    else (found[king] ??= []).push(withoutTexts(body));
  }
  const [begun] = Object.keys(found);
  if (begun) found[begun].unshift(...first);
  return found;
}

/** What the points of a kingdom hang on, or those of the whole game. @param {string} game @param {Record<string, any>} rules @param {string | null} king @param {any[]} entries @param {string[]} seats */
export const contentDigest = (game, rules, king, entries, seats) => sha256(canonical({ seal: 2, game, king, house_rules: rules, entries: entries.map(withoutTexts), seats }));

/** The same with the marks of the names of those who sign it off. @param {string} content @param {(string | null)[]} players */
export const namedDigest = (content, players) => sha256(canonical({ content, players }));

/** What stands for a name in seals. @param {string} game @param {string} name */
export const nameMark = (game, name) => sha256(canonical({ game, name }));

/** @param {string} letters */
const grouped = (letters) => letters.match(new RegExp(`.{1,${GROUP}}`, "g"))?.join("-") ?? "";

/** @param {string} digest @param {number} length */
function sealed(digest, length) {
  const bits = BigInt(`0x${digest}`) >> BigInt(4 * digest.length - 5 * length);
  return grouped(Array.from({ length }, (_none, place) => ALPHABET[Number((bits >> BigInt(5 * (length - 1 - place))) & 31n)]).join(""));
}

/** A hundred bits of a digest, as they can be written on paper and read out. @param {string} digest */
export const sealOf = (digest) => sealed(digest, LETTERS);

/** The seal that it had as long as seals had ten letters. @param {string} digest */
export const oldSealOf = (digest) => sealed(digest, OLD_LETTERS);

/** Whether a seal is of the old kind. @param {string} seal */
export const isOld = (seal) => seal.replaceAll("-", "").length === OLD_LETTERS;

/** A seal as somebody typed it from paper: in any case, with or without the dashes, O for 0. @param {string} typed */
export const asSealed = (typed) => grouped(typed.toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1").replace(/[\s-]/g, ""));
