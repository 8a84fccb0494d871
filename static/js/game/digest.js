// Kingdom digests and seal codes, as trexscore/game/sign_off.py computes them. SHA-256 is written out because crypto.subtle
// needs a secure context, and a phone at a table may be on plain http.

import { SEATS } from "../lib/points.js";

const SEAL_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const [OLD_SEAL_LENGTH, SEAL_LENGTH, GROUP] = [10, 20, 5];
const UNSEALED_TEXT_FIELDS = ["note", "reason"];

/** @param {number} root 2 or 3 @param {number} count @returns {number[]} the first 32 fraction bits of the roots of the first primes */
function primeRootFractions(root, count) {
  const roots = [];
  for (let number = 2; roots.length < count; number += 1) {
    const isPrime = Array.from({ length: number - 2 }, (_none, index) => index + 2).every(
      (divisor) => number % divisor,
    );
    if (isPrime) roots.push((((root === 2 ? Math.sqrt(number) : Math.cbrt(number)) % 1) * 2 ** 32) | 0);
  }
  return roots;
}

const INITIAL_HASH = primeRootFractions(2, 8);
const ROUND_CONSTANTS = primeRootFractions(3, 64);

/** @param {number} word @param {number} bits */
const rotateRight = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** The UTF-8 bytes as big-endian 32-bit words, padded to whole blocks of 16 words as SHA-256 requires. @param {string} text */
function paddedWords(text) {
  const bytes = new TextEncoder().encode(text);
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  bytes.forEach((byte, index) => (words[index >> 2] |= byte << (24 - 8 * (index % 4))));
  words[bytes.length >> 2] |= 0x80 << (24 - 8 * (bytes.length % 4));
  words[words.length - 1] = bytes.length * 8;
  return words;
}

/** @param {Int32Array} block sixteen words */
function messageSchedule(block) {
  const words = new Int32Array(64);
  words.set(block);
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [words[index - 15], words[index - 2]];
    const sigma0 = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
    const sigma1 = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
    words[index] = words[index - 16] + sigma0 + words[index - 7] + sigma1;
  }
  return words;
}

/** @param {string} text */
export function sha256(text) {
  const words = paddedWords(text);
  let state = INITIAL_HASH;
  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d, e, f, g, h] = state;
    messageSchedule(words.subarray(block, block + 16)).forEach((word, round) => {
      const sum1 =
        h +
        (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
        ((e & f) ^ (~e & g)) +
        ROUND_CONSTANTS[round] +
        word;
      const sum2 = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(sum1 + sum2) | 0, a, b, c, (d + sum1) | 0, e, f, g];
    });
    state = [a, b, c, d, e, f, g, h].map((word, index) => (word + state[index]) | 0);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Canonical JSON: sorted keys, no whitespace. @param {any} value @returns {string} */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
    .join()}}`;
}

/**
 * The digest of an old-kind (10-letter) seal: rules, king, entries, and the seats if they changed.
 * @param {Record<string, unknown>} rules
 * @param {string} king
 * @param {object[]} entries the bodies
 * @param {string[]} originalSeats by current seat, the seat where its player was first entered
 */
export const oldKingdomDigest = (rules, king, entries, originalSeats) =>
  sha256(
    canonicalJson({
      house_rules: rules,
      king,
      entries,
      ...(originalSeats.every((seat, index) => seat === SEATS[index]) ? {} : { seats: originalSeats }),
    }),
  );

/** The fields of an entry that affect points. @param {any} body */
const withoutUnsealedTexts = (body) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !UNSEALED_TEXT_FIELDS.includes(name)));

/**
 * Entry bodies in playing order, by king. An adjustment belongs to the kingdom of the deal before it.
 * @param {any[]} bodies
 * @returns {Record<string, any[]>}
 */
export function sealedBodiesByKing(bodies) {
  /** @type {Record<string, any[]>} */
  const kingdoms = {};
  const beforeFirstKing = [];
  let king = null;
  for (const body of bodies) {
    if (body.tie_break) continue; // belongs to the game, not to a kingdom
    king = body.king ?? king;
    if (king === null) beforeFirstKing.push(withoutUnsealedTexts(body));
    else (kingdoms[king] ??= []).push(withoutUnsealedTexts(body));
  }
  const [firstKing] = Object.keys(kingdoms);
  if (firstKing) kingdoms[firstKing].unshift(...beforeFirstKing);
  return kingdoms;
}

/**
 * The digest of the points-relevant content of a kingdom, or of the whole game where `king` is null.
 * @param {string} game
 * @param {Record<string, any>} rules
 * @param {string | null} king
 * @param {any[]} entries
 * @param {string[]} seats
 */
export const contentDigest = (game, rules, king, entries, seats) =>
  sha256(canonicalJson({ seal: 2, game, king, house_rules: rules, entries: entries.map(withoutUnsealedTexts), seats }));

/** The digest of that content together with the name marks of the four who sign it off. @param {string} content @param {(string | null)[]} players */
export const digestWithNames = (content, players) => sha256(canonicalJson({ content, players }));

/** The value that stands for a player's name in seals, so that a name can be removed later. @param {string} game @param {string} name */
export const nameDigest = (game, name) => sha256(canonicalJson({ game, name }));

/** @param {string} letters */
const groupSealLetters = (letters) => letters.match(new RegExp(`.{1,${GROUP}}`, "g"))?.join("-") ?? "";

/** @param {string} digest @param {number} length */
function encodeSeal(digest, length) {
  const bits = BigInt(`0x${digest}`) >> BigInt(4 * digest.length - 5 * length);
  return groupSealLetters(
    Array.from(
      { length },
      (_none, index) => SEAL_ALPHABET[Number((bits >> BigInt(5 * (length - 1 - index))) & 31n)],
    ).join(""),
  );
}

/** A seal code: 100 bits of a digest in 20 letters, easy to write down and read out. @param {string} digest */
export const sealOf = (digest) => encodeSeal(digest, SEAL_LENGTH);

/** The seal code of the old kind, with 10 letters. @param {string} digest */
export const oldSealOf = (digest) => encodeSeal(digest, OLD_SEAL_LENGTH);

/** Whether a seal code is of the old kind. @param {string} seal */
export const isOldSeal = (seal) => seal.replaceAll("-", "").length === OLD_SEAL_LENGTH;

/** A seal code as typed from paper, normalized: any case, with or without dashes, O for 0, I and L for 1. @param {string} typed */
export const normalizeSeal = (typed) =>
  groupSealLetters(typed.toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1").replace(/[\s-]/g, ""));
