// Words however they are typed: without vowel signs, with any form of alef, in any digits. As language/rule_book/search.py does it.

const ALIKE = /** @type {Record<string, string>} */ ({ "\u0671": "\u0627", "\u0649": "\u064a", "\u0629": "\u0647", "\u0640": "", "\u2212": "-", "\u00df": "ss" });
const DIGITS = ["\u0660", "\u06f0"];

/** @param {string} digit */
const ascii = (digit) => String(digit.charCodeAt(0) - (DIGITS.findLast((zero) => digit >= zero) ?? digit).charCodeAt(0));

/** The text as it is compared: bare letters, small, one space between words. @param {string} text */
export const folded = (text) =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, ascii)
    .toLowerCase()
    .replace(/[\u0671\u0649\u0629\u0640\u2212\u00df]/g, (letter) => ALIKE[letter])
    .replace(/(?:[^\p{L}\p{N}_+-]|[+-](?!\p{Nd}))+/gu, " ")
    .trim();

// The Arabic article and the short words that are written together with what follows.
const ARTICLE = "[وف]?(?:[بكل]?ال|لل)";
const BEGINNING = `(?:^|[ +-])(?:${ARTICLE}|[وفبكل]{1,2})?`;
const TAKEN_OFF = new RegExp(`^(?:${ARTICLE}(?=..)|[وفبل](?=....))`);

/** @param {string} word */
const escaped = (word) => word.replace(/\+/g, "\\+");

/** @param {string} word */
const beginningWith = (word) => new RegExp(`${BEGINNING}(?:${escaped(word)}|${escaped(word.replace(TAKEN_OFF, ""))})`);

/** Whether for every word of the query some word begins so in the text, which is folded already. @param {string} query @param {string} within */
export const finds = (query, within) => folded(query).split(" ").every((word) => beginningWith(word).test(within));
