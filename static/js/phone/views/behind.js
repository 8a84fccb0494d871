// The house rules behind what a page explains: each in a sentence, with who grants it and where the book tells more.

import { QUEENS, captureEvent, formatNumber } from "../../lib/points.js";

/** @typedef {import("../../lib/points.js").Line} Line */
/** @typedef {{text: string, sources: string[], slug: string, implied?: string[], settled?: boolean, others?: [string[], string][]}} Said */

const SUIT_OF = Object.fromEntries(Object.entries(QUEENS).map(([suit, card]) => [card, suit]));

/** Cards are the king's or a queen's. @param {Line} line */
const part = ({ card }) => (card === "KH" ? 0 : 1);

/** What has happened to the card of a line. @param {any} captures @param {string | null} card @param {boolean} partnership */
export function eventWith(captures, card, partnership) {
  const taken = card && (card === "KH" ? captures.king_of_hearts : captures.queens?.[SUIT_OF[card]]);
  return taken ? captureEvent(taken, partnership) : null;
}

/** @param {import("../site.js").Site} site */
export function behindViews({ words, language, behind }) {
  /** @param {number} n */
  const number = (n) => formatNumber(n, { digits: language.digits });
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

  /** @param {any} rules @param {string} option @param {Partial<Said>} who @returns {Said} */
  const said = (rules, option, who) => ({
    text: filled(words.rule.says, { question: words.question[option], answer: answer(option, rules[option]) }),
    sources: [],
    slug: behind.told_at[option],
    ...who,
  });

  /** @param {any} rules @param {string} option @returns {Said} */
  const ofOption = (rules, option) => {
    const value = JSON.stringify(rules[option]);
    return said(rules, option, { sources: behind.granted[option]?.[value], implied: behind.implied[option]?.[value], others: words.others[option]?.[value] });
  };

  /** The rules that a line hangs on, what is counted first. @param {any} rules @param {Line} line @param {string | null} event @returns {Said[]} */
  const ofLine = (rules, line, event) => {
    const counted = ofOption(rules, behind.counted[line.contract]);
    if (["plain", "place"].includes(line.reason)) return [counted];
    if (event === "partner") return [counted, ofOption(rules, "partner_capture")];
    if (event === "own" && rules.own_capture.startsWith("leader_gains")) return [counted, { text: words.rule.own_after_a_revoke, sources: [], slug: behind.told_at.own_after_a_revoke, settled: true }];
    const isTwice = line.reason === "doubled";
    const option = behind.options[line.reason];
    const key = isTwice ? "doubled" : `${line.reason} ${rules[option]}`;
    const sources = behind.reasons[key]?.[part(line)];
    if (!isTwice) return [counted, said(rules, option, { sources, implied: behind.reasons_implied[key]?.[part(line)] })];
    const twice = { text: words.rule.doubled, sources: sources ?? [], slug: behind.told_at.doubled };
    return [counted, twice, ...(rules.doubler_bonus === "none" ? [ofOption(rules, "doubler_bonus")] : [])];
  };

  /** @param {string[]} names */
  const sourcesIn = (names) => listed([...new Set(names)].map((name) => words.source[name]));

  /** One rule behind several lines, with the sources of all of them. @param {Said[]} same */
  const shown = (same) => {
    const [{ text, slug, settled, others = [] }] = same;
    const sources = same.flatMap(({ sources: by }) => by ?? []);
    const implied = same.flatMap(({ implied: by }) => by ?? []).filter((name) => !sources.includes(name));
    const by = (/** @type {string} */ says, /** @type {string[]} */ names) => (names.length ? filled(says, { sources: `\u2068${sourcesIn(names)}\u2069` }) : "");
    const who = [by(words.rule.so_say, sources), by(words.rule.implied, implied)];
    const granted = who.filter(Boolean).join(" ") || (settled ? words.rule.settled : words.rule.custom);
    return { text, slug, granted, others: others.map(([names, says]) => [sourcesIn(names), says]) };
  };

  /** What a table has agreed on in one point. @param {any} rules @param {string} option */
  const ruleOf = (rules, option) => shown([ofOption(rules, option)]);

  /** The rule behind an entry that is no deal. @param {any} rules @param {any} body */
  const ruleOfEntry = (rules, body) => {
    if (body.adjustment) return shown([{ text: words.rule.by_agreement, sources: [], slug: behind.told_at.by_agreement }]);
    if (!body.void) return null;
    const { reason } = body.void;
    const what = filled(words.rule.thrown_in_for, { reasons: words.void_reason[reason] });
    const text = rules.redeals.includes(reason) ? what : `${what} ${words.rule.not_agreed_before}`;
    return shown([{ text, sources: behind.granted.redeals[JSON.stringify(reason)], slug: behind.void_told_at[reason] }]);
  };

  /** Each rule once, in the order in which the lines need it. @param {any} rules @param {Line[]} lines @param {any} captures */
  const rulesBehind = (rules, lines, captures) => {
    /** @type {Map<string, Said[]>} */
    const found = new Map();
    const behindLines = lines.flatMap((line) => ofLine(rules, line, eventWith(captures, line.card, rules.partnership)));
    for (const one of rules.signs === "reversed" ? [ofOption(rules, "signs"), ...behindLines] : behindLines) found.set(one.text, [...(found.get(one.text) ?? []), one]);
    return [...found.values()].map(shown);
  };

  return { number, filled, answer, ruleOf, ruleOfEntry, rulesBehind };
}
