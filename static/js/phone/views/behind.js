// The house rules behind what a page explains: each in a sentence, with who grants it and where the book tells more.

import { QUEENS, eventOf, written } from "../../points.js";

/** @typedef {import("../../points.js").Line} Line */
/** @typedef {{text: string, sources: string[], slug: string}} Said */

const SUIT_OF = Object.fromEntries(Object.entries(QUEENS).map(([suit, card]) => [card, suit]));

/** Cards are the king's or a queen's. @param {Line} line */
const part = ({ card }) => (card === "KH" ? 0 : 1);

/** What has happened to the card of a line. @param {any} captures @param {string | null} card @param {boolean} partnership */
export function eventWith(captures, card, partnership) {
  const taken = card && (card === "KH" ? captures.king_of_hearts : captures.queens?.[SUIT_OF[card]]);
  return taken ? eventOf(taken, partnership) : null;
}

/** @param {import("../site.js").Site} site */
export function behindViews({ words, language, behind }) {
  /** @param {number} n */
  const number = (n) => written(n, { digits: language.digits });
  /** @param {string[]} several */
  const listed = (several) => several.join(`${language.comma} `);
  /** @param {string} text @param {Record<string, string>} params */
  const filled = (text, params) => text.replace(/%\((\w+)\)s/g, (_all, name) => params[name]);

  /** What the house rules say, as their page says it. @param {string} option @param {any} value */
  const answer = (option, value) => {
    if (option === "redeals") return listed(value.map((/** @type {string} */ reason) => words.void_reason[reason])) || words.never;
    if (Array.isArray(value)) return listed(value.map(number));
    return words.answer[option]?.[String(value)] ?? number(value);
  };

  /** @param {any} rules @param {string} option @param {string[]} sources @returns {Said} */
  const said = (rules, option, sources) => ({
    text: filled(words.rule.says, { question: words.question[option], answer: answer(option, rules[option]) }),
    sources,
    slug: behind.told_at[option],
  });

  /** @param {any} rules @param {string} option @returns {Said} */
  const ofOption = (rules, option) => said(rules, option, behind.granted[option]?.[JSON.stringify(rules[option])] ?? []);

  /** @param {any} rules @param {Line} line @param {boolean} byPartner @returns {Said} */
  const ofLine = (rules, line, byPartner) => {
    if (byPartner && rules.partner_capture !== "as_individuals") return ofOption(rules, "partner_capture");
    const option = behind.options[line.reason] ?? behind.counted[line.contract];
    if (["plain", "place"].includes(line.reason)) return ofOption(rules, option);
    const isTwice = line.reason === "doubled";
    const sources = behind.reasons[isTwice ? "doubled" : `${line.reason} ${rules[option]}`]?.[part(line)] ?? [];
    return isTwice ? { text: words.rule.doubled, sources, slug: behind.told_at.doubled } : said(rules, option, sources);
  };

  /** One rule behind several lines, with the sources of all of them. @param {Said[]} same */
  const shown = (same) => ({ ...same[0], sources: listed([...new Set(same.flatMap(({ sources }) => sources))].map((name) => words.source[name])) });

  /** What a table has agreed on in one point. @param {any} rules @param {string} option */
  const ruleOf = (rules, option) => shown([ofOption(rules, option)]);

  /** Each rule once, in the order in which the lines need it. @param {any} rules @param {Line[]} lines @param {any} captures */
  const rulesBehind = (rules, lines, captures) => {
    /** @type {Map<string, Said[]>} */
    const found = new Map();
    for (const line of lines) {
      const one = ofLine(rules, line, eventWith(captures, line.card, rules.partnership) === "partner");
      found.set(one.text, [...(found.get(one.text) ?? []), one]);
    }
    return [...found.values()].map(shown);
  };

  return { number, filled, answer, ruleOf, rulesBehind };
}
