// How a number came about: a deal line by line with the rules behind it, the deals of a kingdom, the rows of a total.

import { SEATS, linesOf, written } from "../../points.js";
import { faceValue } from "../../game/fold.js";

/** @typedef {import("../../points.js").Seat} Seat */
/** @typedef {import("../../points.js").Line} Line */
/** @typedef {import("./game.js").Opened} Opened */

/** Cards are the king's or a queen's. @param {Line} line */
const part = ({ card }) => (card === "KH" ? 0 : 1);

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared */
export function whyViews({ say: _, words, language, plural, behind }, { game, programmeName }) {
  /** @param {number} n */
  const number = (n) => written(n, { digits: language.digits });
  /** @param {string[]} several */
  const listed = (several) => several.join(`${language.comma} `);
  /** @param {string} text @param {Record<string, string>} params */
  const filled = (text, params) => text.replace(/%\((\w+)\)s/g, (_all, name) => params[name]);

  /** @param {Line} line */
  const optionBehind = ({ reason, contract }) => behind.options[reason] ?? behind.counted[contract];

  /** What the house rules say, as their page says it. @param {string} option @param {any} value */
  const answer = (option, value) => {
    if (Array.isArray(value)) return listed(value.map(number));
    return words.answer[option]?.[String(value)] ?? number(value);
  };

  /** @param {any} rules @param {Line} line */
  const ruleBehind = (rules, line) => {
    if (line.reason === "doubled") return words.rule.doubled;
    const option = optionBehind(line);
    return filled(words.rule.says, { question: words.question[option], answer: answer(option, rules[option]) });
  };

  /** Who grants it. @param {any} rules @param {Line} line @returns {string[]} */
  const sources = (rules, line) => {
    const option = optionBehind(line);
    const value = JSON.stringify(rules[option]);
    if (["plain", "place"].includes(line.reason)) return behind.granted[option]?.[value] ?? [];
    const key = line.reason === "doubled" ? line.reason : `${line.reason} ${rules[option]}`;
    return behind.reasons[key]?.[part(line)] ?? [];
  };

  /** @param {any} rules @param {Line[]} lines */
  const rulesBehind = (rules, lines) => {
    /** @type {Map<string, Set<string>>} */
    const said = new Map();
    for (const line of lines) {
      const text = ruleBehind(rules, line);
      said.set(text, new Set([...(said.get(text) ?? []), ...sources(rules, line)]));
    }
    return [...said].map(([text, named]) => ({ text, sources: listed([...named].map((name) => words.source[name])) }));
  };

  /** A name as it can stand in any sentence. @param {any} shown @param {Seat} seat */
  const nameAt = (shown, seat) => `\u2068${shown.seats[SEATS.indexOf(seat)].name}\u2069`;

  /** Who did not follow suit, and what that comes to; in Trex there is no suit to follow. @param {any} shown @param {any} body */
  const reneged = ({ rules, seats }, { contracts, renege }) => filled(words.reneged[contracts.includes("trex") ? "none" : rules.renege], { seat: nameAt({ seats }, renege.by) });

  /** @param {any} shown @param {Line} line */
  const lineOf = (shown, line) => {
    const seat = nameAt(shown, line.seat);
    const counts = words.why_counted[line.contract];
    const count = counts ? line.count : null;
    const text = line.card
      ? filled(words.why_card[line.reason], { seat, card: words.card[line.card] })
      : counts
        ? filled(counts[plural(count)], { seat, count: number(count ?? 0) })
        : filled(words.why_place[String(line.count)], { seat });
    return { text, points: line.points, count, each: count ? line.points / count : 0 };
  };

  /** The deals that count, each with its entry. @param {Opened} opened */
  const deals = (opened) => {
    let place = 0;
    return opened.record.counted.map((/** @type {any} */ entry) => ({ ...entry, scored: entry.kind === "deal" ? opened.state.result.deals[place++] : null }));
  };

  /** @param {any} entry */
  const titleOf = ({ kind, body }) => {
    if (kind === "adjustment") return _("Points by agreement: %(reason)s", { reason: body.reason });
    if (kind === "void") return _("Deal thrown in: %(reason)s", { reason: words.void_reason[body.void.reason] });
    return programmeName(words.contracts.filter((/** @type {string} */ contract) => body.contracts.includes(contract)));
  };

  /** @param {Opened} opened @param {number} seq */
  const deal = (opened, seq) => {
    const shown = game({ ...opened, king: null });
    const entry = deals(opened).find((/** @type {any} */ one) => one.seq === seq);
    if (!entry) return null;
    const { scored, body, kind } = entry;
    const lines = scored ? linesOf(opened.state.points_table, body.captures) : [];
    const why = scored && {
      title: titleOf(entry),
      number: scored.number,
      king_name: shown.seats[SEATS.indexOf(scored.king)].name,
      contracts: scored.contracts,
      seats: SEATS.map((seat, place) => ({
        name: shown.seats[place].name,
        points: scored.points[seat],
        running: scored.running[seat],
        lines: lines.filter((line) => line.seat === seat).map((line) => lineOf(shown, line)),
      })),
      sum: scored.sum,
      expected: scored.sum,
      rules: rulesBehind(shown.rules, lines),
      renege: body.renege ? { text: reneged(shown, body), rule: words.renege_rule[shown.rules.renege] } : null,
      note: body.note ?? "",
    };
    const adjustment = kind === "adjustment" ? SEATS.map((seat) => body.adjustment[seat] ?? 0) : null;
    const claimed = kind === "void" && body.void.claimed_by ? filled(words.claimed, { seat: nameAt(shown, body.void.claimed_by) }) : "";
    return { game: shown, seq, why, title: titleOf(entry), claimed, entry: { is_deal: kind === "deal", adjustment }, disputes: [], versions: [] };
  };

  /** @param {Opened} opened @param {string} letter */
  const total = (opened, letter) => {
    const shown = game({ ...opened, king: null });
    const seat = shown.seats.find((/** @type {any} */ one) => one.seat === letter);
    if (!seat) return null;
    let running = 0;
    const rows = deals(opened).flatMap((/** @type {any} */ entry) => {
      const { scored, kind, body, seq } = entry;
      if (!scored && kind !== "adjustment") return [];
      const points = scored ? scored.points[letter] : (body.adjustment[letter] ?? 0);
      running += points;
      const king_name = scored ? shown.seats[SEATS.indexOf(scored.king)].name : "";
      return [{ seq, title: titleOf(entry), contracts: scored?.contracts ?? [], king_name, points, running }];
    });
    return { game: shown, seat, rows };
  };

  /** @param {Opened} opened @param {string} letter */
  const kingdom = (opened, letter) => {
    const shown = game({ ...opened, king: null });
    const found = opened.state.result.kingdoms.find((/** @type {any} */ one) => one.king === letter);
    if (!found) return null;
    const own = deals(opened).filter((/** @type {any} */ { scored }) => scored?.king === letter);
    return {
      game: shown,
      king: shown.seats[SEATS.indexOf(/** @type {Seat} */ (letter))],
      kingdom: { ...found, expected_sum: found.sum },
      deals: own.map((/** @type {any} */ { seq, scored }) => ({ seq, contracts: scored.contracts, sum: scored.sum })),
      agreement: null, // only the server hears who agrees
      left: found.complete ? null : faceValue(opened.state.result.remaining[letter], opened.state.points_table),
    };
  };

  return { whyDeal: deal, whyTotal: total, whyKingdom: kingdom };
}
