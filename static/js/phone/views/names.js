// What tells the players apart in the least room.

const LETTER = /\p{L}/u;

/** A name's first letters, as many as no other name begins with. @param {string} name @param {string[]} names */
const shortest = (name, names) => {
  const letters = [...name];
  const starts = letters.slice(1).map((_letter, place) => letters.slice(0, place + 1));
  return starts.find((start) => !names.some((other) => other !== name && other.startsWith(start.join("")))) ?? letters;
};

/** Letters before all else: a digit beside the points would read as one of them. @param {string} name */
const lettersFirst = (name) => {
  const all = [...name.replaceAll(" ", "")];
  return [...all.filter((one) => LETTER.test(one)), ...all.filter((one) => !LETTER.test(one))].join("") || name;
};

/** What tells the players apart in the least room. @param {string[]} names */
export const shortNames = (names) => {
  const lettered = names.map(lettersFirst);
  const prefixes = lettered.map((name) => shortest(name, lettered));
  const short = prefixes.map((prefix) => (prefix.length > 1 ? prefix[0] + prefix[prefix.length - 1] : prefix.join("")));
  return new Set(short).size === new Set(names).size ? short : prefixes.map((prefix) => prefix.join(""));
};
