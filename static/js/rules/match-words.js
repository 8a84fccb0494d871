// Normalizes and matches words, as in trexscore/i18n/rule_book/search.py.

const REPLACEMENT_BY_LETTER = /** @type {Record<string, string>} */ ({
  "\u0671": "\u0627",
  "\u0649": "\u064a",
  "\u0629": "\u0647",
  "\u0640": "",
  "\u2212": "-",
  "\u00df": "ss",
});
const ZERO_DIGITS = ["\u0660", "\u06f0"];

/** @param {string} digit */
const toAsciiDigit = (digit) =>
  String(digit.charCodeAt(0) - (ZERO_DIGITS.findLast((zero) => digit >= zero) ?? digit).charCodeAt(0));

/** The text for comparison: no marks, unified alef and digits, lower case, single spaces. @param {string} text */
export const normalizeText = (text) =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, toAsciiDigit)
    .toLowerCase()
    .replace(/[\u0671\u0649\u0629\u0640\u2212\u00df]/g, (letter) => REPLACEMENT_BY_LETTER[letter])
    .replace(/(?:[^\p{L}\p{N}_+-]|[+-](?!\p{Nd}))+/gu, " ")
    .trim();

// The Arabic article and the prefixes written together with the next word.
const ARTICLE_REGEX_SOURCE = "[وف]?(?:[بكل]?ال|لل)";
const WORD_START_REGEX_SOURCE = `(?:^|[ +-])(?:${ARTICLE_REGEX_SOURCE}|[وفبكل]{1,2})?`;
const PREFIX_PATTERN = new RegExp(`^(?:${ARTICLE_REGEX_SOURCE}(?=..)|[وفبل](?=....))`);

/** @param {string} word */
const escapePlus = (word) => word.replace(/\+/g, "\\+");

/** @param {string} word */
const wordStartPattern = (word) =>
  new RegExp(`${WORD_START_REGEX_SOURCE}(?:${escapePlus(word)}|${escapePlus(word.replace(PREFIX_PATTERN, ""))})`);

/** Whether each word of the query begins a word of the text, which is normalized already. @param {string} query @param {string} text */
export const matchesQuery = (query, text) =>
  normalizeText(query)
    .split(" ")
    .every((word) => wordStartPattern(word).test(text));
