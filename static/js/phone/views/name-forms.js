// The width of names and their short forms, as in trexscore/i18n/name_forms.py, and names in sentences.

const NARROW_CHARACTERS = new Set("iljtfrI.,'’()-| !");
const WIDE_CHARACTERS = new Set("mwMW@%");
const NAME_PARTICLES = new Set([
  "abu",
  "abou",
  "umm",
  "um",
  "om",
  "abd",
  "al",
  "el",
  "ibn",
  "bin",
  "ben",
  "dr",
  "dr.",
  "mr",
  "mr.",
  "mrs",
  "mrs.",
  "أبو",
  "ابو",
  "أم",
  "ام",
  "عبد",
  "ابن",
  "بن",
  "آل",
  "د.",
  "دكتور",
  "حاج",
  "الحاج",
]);
const MAX_NAME_CENTI_EMS = 800;
const MAX_COLUMN_CENTI_EMS = 450;
const LETTER_PATTERN = /[\p{L}\p{N}]/u;
const NO_BREAK_SPACE = "\u00a0";

/** @param {string} name @returns {string} the name with isolates, so that it fits any sentence */
export const isolateName = (name) => `\u2068${name}\u2069`;

/** @param {string} character */
const isArabic = (character) => {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0x600 && code < 0x900;
};

/** @param {string} character */
function characterWidthCentiEms(character) {
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0;
  const code = character.codePointAt(0) ?? 0;
  if (isArabic(character) || (code >= 0xfb50 && code < 0xff00)) return 50;
  if (code >= 0x2e80) return 130;
  if (NARROW_CHARACTERS.has(character)) return 33;
  if (WIDE_CHARACTERS.has(character)) return 93;
  return /\p{Lu}/u.test(character) ? 68 : 60;
}

/** @param {string} text */
const splitWords = (text) => text.split(/\s+/u).filter(Boolean);

/** The approximate width of a text in a bold sans serif, in hundredths of an em. @param {string} text */
export const textWidthCentiEms = (text) =>
  [...text].reduce((sum, character) => sum + characterWidthCentiEms(character), 0);

/** The width of the widest unbreakable part, in hundredths of an em. @param {string} text */
export const widestWordWidthCentiEms = (text) =>
  Math.max(0, ...(text.match(/(?:[^\s-]|\u00a0)*-+|(?:[^\s-]|\u00a0)+/gu) ?? []).map(textWidthCentiEms));

/** Whether a word is a name by itself. @param {string} word */
const canStandAlone = (word) => !NAME_PARTICLES.has(word.toLowerCase()) && LETTER_PATTERN.test(word);

/** The forms of a name, shortest first. @param {string} name @param {number} maxUnshortenedWidth @param {boolean} firstNameOnly */
function possibleForms(name, maxUnshortenedWidth, firstNameOnly) {
  const nameWords = splitWords(name).filter(textWidthCentiEms);
  const firstWordCount = nameWords.findIndex(canStandAlone) + 1 || nameWords.length;
  if (textWidthCentiEms(name) <= maxUnshortenedWidth || nameWords.length <= firstWordCount) return [name];
  const firstWords = nameWords.slice(0, firstWordCount).join(NO_BREAK_SPACE);
  const letters = [...nameWords[firstWordCount]];
  const initial = letters.find((letter) => LETTER_PATTERN.test(letter)) ?? letters[0];
  if (isArabic(initial)) return [firstWords, firstWords + NO_BREAK_SPACE + nameWords[firstWordCount], name];
  return [...(firstNameOnly ? [firstWords] : []), `${firstWords}${NO_BREAK_SPACE}${initial}.`, name];
}

/** The shortest form of each name that differs from the others. @param {string[][]} formsOfNames */
function shortestDistinctForms(formsOfNames) {
  let chosen = formsOfNames.map(() => 0);
  for (;;) {
    const forms = formsOfNames.map((each, index) => each[chosen[index]]);
    const nextChosen = forms.map((form, index) =>
      forms.filter((otherForm) => otherForm === form).length > 1 && chosen[index] + 1 < formsOfNames[index].length
        ? chosen[index] + 1
        : chosen[index],
    );
    if (nextChosen.join() === chosen.join()) return forms;
    chosen = nextChosen;
  }
}

/** Long names shortened to the first word and an initial; in Arabic to the first word. @param {string[]} names */
export const shortNameForms = (names) =>
  shortestDistinctForms(names.map((name) => possibleForms(name, MAX_NAME_CENTI_EMS, false)));

/** The same for a narrow column: the first word. @param {string[]} names */
export const narrowColumnNameForms = (names) =>
  shortestDistinctForms(names.map((name) => possibleForms(name, MAX_COLUMN_CENTI_EMS, true)));
