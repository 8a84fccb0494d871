// How wide a name is, and what is left of a long one where there is no room for it: as trexscore/i18n/name_forms.py has it.

const NARROW = new Set("iljtfrI.,'’()-| !");
const WIDE = new Set("mwMW@%");
const PARTICLES = new Set(["abu", "abou", "umm", "um", "om", "abd", "al", "el", "ibn", "bin", "ben", "dr", "dr.", "mr", "mr.", "mrs", "mrs.", "أبو", "ابو", "أم", "ام", "عبد", "ابن", "بن", "آل", "د.", "دكتور", "حاج", "الحاج"]);
const ROOM = 800;
const ROOM_OF_A_COLUMN = 450;
const LETTER = /[\p{L}\p{N}]/u;
const NBSP = "\u00a0";

/** @param {string} character */
const isArabic = (character) => {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0x600 && code < 0x900;
};

/** @param {string} character */
function width(character) {
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0;
  const code = character.codePointAt(0) ?? 0;
  if (isArabic(character) || (code >= 0xfb50 && code < 0xff00)) return 50;
  if (code >= 0x2e80) return 130;
  if (NARROW.has(character)) return 33;
  if (WIDE.has(character)) return 93;
  return /\p{Lu}/u.test(character) ? 68 : 60;
}

/** @param {string} text */
const words = (text) => text.split(/\s+/u).filter(Boolean);

/** About how wide a text is in a bold sans serif, in hundredths of an em. @param {string} text */
export const widthOf = (text) => [...text].reduce((sum, character) => sum + width(character), 0);

/** The width of the widest part that no line break may part, in hundredths of an em. @param {string} text */
export const longestWord = (text) => Math.max(0, ...(text.match(/(?:[^\s-]|\u00a0)*-+|(?:[^\s-]|\u00a0)+/gu) ?? []).map(widthOf));

/** Whether a word is a name by itself. @param {string} word */
const isName = (word) => !PARTICLES.has(word.toLowerCase()) && LETTER.test(word);

/** From the shortest form to the whole name. @param {string} name @param {number} room @param {boolean} onlyFirst */
function forms(name, room, onlyFirst) {
  const all = words(name).filter(widthOf);
  const first = all.findIndex(isName) + 1 || all.length;
  if (widthOf(name) <= room || all.length <= first) return [name];
  const begun = all.slice(0, first).join(NBSP);
  const letters = [...all[first]];
  const initial = letters.find((letter) => LETTER.test(letter)) ?? letters[0];
  if (isArabic(initial)) return [begun, begun + NBSP + all[first], name];
  return [...(onlyFirst ? [begun] : []), `${begun}${NBSP}${initial}.`, name];
}

/** The first form of each name that no other has. @param {string[][]} steps */
function toldApart(steps) {
  let chosen = steps.map(() => 0);
  for (;;) {
    const now = steps.map((each, place) => each[chosen[place]]);
    const longer = now.map((one, place) => (now.filter((other) => other === one).length > 1 && chosen[place] + 1 < steps[place].length ? chosen[place] + 1 : chosen[place]));
    if (longer.join() === chosen.join()) return now;
    chosen = longer;
  }
}

/** The names with the long ones shortened: the first word and an initial, in Arabic the first word. @param {string[]} names */
export const shortForms = (names) => toldApart(names.map((name) => forms(name, ROOM, false)));

/** The same for the head of a narrow column: the first word. @param {string[]} names */
export const columnForms = (names) => toldApart(names.map((name) => forms(name, ROOM_OF_A_COLUMN, true)));
