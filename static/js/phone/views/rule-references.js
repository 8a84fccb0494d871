// The house rules behind explained numbers, each with its sources and a link to the rule book.

import { captureCaseOf, captureOf } from "../../lib/points.js";

/** @typedef {import("../../lib/points.js").ScoreLine} ScoreLine */
/** @typedef {{text: string, sources: string[], slug: string, implied?: string[], settled?: boolean, others?: [string[], string][]}} RuleReference */

/** 0 for the king of hearts, 1 for a queen. @param {ScoreLine} line */
const kingOrQueenIndex = ({ card }) => (card === "KH" ? 0 : 1);

/** How the card of a line was captured; null without a card. @param {any} captures @param {string | null} card @param {boolean} partnership */
export function captureCaseOfCard(captures, card, partnership) {
  const capture = card && captureOf(captures, card);
  return capture ? captureCaseOf(/** @type {any} */ (capture), partnership) : null;
}

/** @param {import("../offline-pages.js").OfflinePageTools} tools */
export function ruleReferencePresenter({ words, language, behind: ruleSources }) {
  /** @param {string[]} texts */
  const joinList = (texts) => texts.join(`${language.list_comma} `);
  /** @param {string} text @param {Record<string, string>} params */
  const fillParams = (text, params) => text.replace(/%\((\w+)\)s/g, (_all, name) => params[name]);

  /** The answer that the house rules give for an option. @param {string} option @param {any} value */
  const formatAnswer = (option, value) => {
    if (option === "redeals")
      return joinList(value.map((/** @type {string} */ reason) => words.void_reason[reason])) || words.never;
    if (Array.isArray(value)) return joinList(value.map((/** @type {number} */ n) => language.number(n)));
    return words.answer[option]?.[String(value)] ?? language.number(value);
  };

  /** @param {any} rules @param {string} option @param {Partial<RuleReference>} details @returns {RuleReference} */
  const ruleReference = (rules, option, details) => ({
    text: fillParams(words.rule.says, {
      question: words.question[option],
      answer: formatAnswer(option, rules[option]),
    }),
    sources: [],
    slug: ruleSources.slugs[option],
    ...details,
  });

  /** @param {any} rules @param {string} option @returns {RuleReference} */
  const referenceForOption = (rules, option) => {
    const optionValue = JSON.stringify(rules[option]);
    return ruleReference(rules, option, {
      sources: ruleSources.granted[option]?.[optionValue],
      implied: ruleSources.implied[option]?.[optionValue],
      others: words.others[option]?.[optionValue],
    });
  };

  /**
   * The rules that a line depends on, the counting rule first.
   * @param {any} rules
   * @param {ScoreLine} line
   * @param {string | null} captureCase
   * @returns {RuleReference[]}
   */
  const lineRules = (rules, line, captureCase) => {
    const countedReference = referenceForOption(rules, ruleSources.counted[line.contract]);
    if (["plain", "place"].includes(line.reason)) return [countedReference];
    if (captureCase === "partner") {
      const doubledRules = rules.partner_capture === "as_individuals" ? lineRules(rules, line, "doubled").slice(1) : [];
      return [countedReference, referenceForOption(rules, "partner_capture"), ...doubledRules];
    }
    if (captureCase === "own" && rules.own_capture.startsWith("leader_gains"))
      return [
        countedReference,
        { text: words.rule.own_after_a_revoke, sources: [], slug: ruleSources.slugs.own_after_a_revoke, settled: true },
      ];
    const isDoubled = line.reason === "doubled";
    const option = ruleSources.options[line.reason];
    const key = isDoubled ? "doubled" : `${line.reason} ${rules[option]}`;
    const sources = ruleSources.reasons[key]?.[kingOrQueenIndex(line)];
    if (!isDoubled)
      return [
        countedReference,
        ruleReference(rules, option, { sources, implied: ruleSources.reasons_implied[key]?.[kingOrQueenIndex(line)] }),
      ];
    const doublingReference = { text: words.rule.doubled, sources: sources ?? [], slug: ruleSources.slugs.doubled };
    return [
      countedReference,
      doublingReference,
      ...(rules.doubler_bonus === "none" ? [referenceForOption(rules, "doubler_bonus")] : []),
    ];
  };

  /** @param {string[]} names */
  const joinedSourceNames = (names) => joinList([...new Set(names)].map((name) => words.source[name]));

  /** One rule of several lines, with the sources of all of them. @param {RuleReference[]} references */
  const mergeRuleReferences = (references) => {
    const [{ text, slug, settled, others = [] }] = references;
    const sources = references.flatMap(({ sources: describe }) => describe ?? []);
    const implied = references
      .flatMap(({ implied: describe }) => describe ?? [])
      .filter((name) => !sources.includes(name));
    const sourcesSentence = (/** @type {string} */ sentence, /** @type {string[]} */ names) =>
      names.length ? fillParams(sentence, { sources: `\u2068${joinedSourceNames(names)}\u2069` }) : "";
    const details = [sourcesSentence(words.rule.so_say, sources), sourcesSentence(words.rule.implied, implied)];
    const sourceText = details.filter(Boolean).join(" ") || (settled ? words.rule.settled : words.rule.custom);
    return {
      text,
      slug,
      source_text: sourceText,
      other_claims: others.map(([names, sentence]) => [joinedSourceNames(names), sentence]),
    };
  };

  /** The rule for one option. @param {any} rules @param {string} option */
  const ruleOf = (rules, option) => mergeRuleReferences([referenceForOption(rules, option)]);

  /** The rule of an entry that is not a deal; null if there is none. @param {any} rules @param {any} body */
  const entryRule = (rules, body) => {
    if (body.adjustment)
      return mergeRuleReferences([
        { text: words.rule.by_agreement, sources: [], slug: ruleSources.slugs.by_agreement },
      ]);
    if (!body.void) return null;
    const { reason } = body.void;
    const reasonText = fillParams(words.rule.thrown_in_for, { reasons: words.void_reason[reason] });
    const text = rules.redeals.includes(reason) ? reasonText : `${reasonText} ${words.rule.not_agreed_before}`;
    return mergeRuleReferences([
      { text, sources: ruleSources.granted.redeals[JSON.stringify(reason)], slug: ruleSources.void_told_at[reason] },
    ]);
  };

  /** Each rule once, in the order of the lines. @param {any} rules @param {ScoreLine[]} lines @param {any} captures */
  const rulesForLines = (rules, lines, captures) => {
    /** @type {Map<string, RuleReference[]>} */
    const byText = new Map();
    const lineReferences = lines.flatMap((line) =>
      lineRules(rules, line, captureCaseOfCard(captures, line.card, rules.partnership)),
    );
    const references =
      rules.signs === "reversed" ? [referenceForOption(rules, "signs"), ...lineReferences] : lineReferences;
    for (const reference of references)
      byText.set(reference.text, [...(byText.get(reference.text) ?? []), reference]);
    return [...byText.values()].map(mergeRuleReferences);
  };

  return { fillParams, formatAnswer, ruleOf, entryRule, rulesForLines };
}
