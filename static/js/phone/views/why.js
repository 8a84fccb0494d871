// How a number came about: a deal line by line with the rules behind it, and the rows of a total.

import { CONTRACTS } from "../../game/fold.js";
import { SEATS, pointLines, score } from "../../lib/points.js";
import { eventWith } from "./behind.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("../../lib/points.js").Line} Line */
/** @typedef {import("./game.js").Opened} Opened */

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared @param {ReturnType<typeof import("./behind.js").behindViews>} behind @param {ReturnType<typeof import("./history.js").historyViews>} history @param {ReturnType<typeof import("./agreed.js").agreedViews>} agreed @param {ReturnType<typeof import("./noted.js").notedViews>} noted */
export function whyViews({ say: _, words, plural }, { game, namesOf, programmeName, titleOf }, { number, filled, ruleOfEntry, rulesBehind }, { correctionsOf, goneOf }, { confirmationOf, disputesAbout }, { isolated, reneged, claimed }) {
  /** How many of the same value a line is made of. @param {any} table @param {Line} line */
  const timesIn = (table, { card, contract, count, points }) => {
    if (words.why_counted[contract]) return count;
    const plain = card ? table.cards[card].plain.reduce((/** @type {number} */ sum, /** @type {any} */ share) => sum + share.points, 0) : 0;
    const times = plain ? Math.abs(points / plain) : 0;
    return times > 1 && Number.isInteger(times) ? times : null;
  };

  /** @param {any} shown @param {Line} line @param {any} captures */
  const lineOf = (shown, line, captures) => {
    const seat = isolated(shown.seats[SEATS.indexOf(line.seat)].name);
    const counts = words.why_counted[line.contract];
    const count = timesIn(shown.state.points_table, line);
    const selfLed = eventWith(captures, line.card, shown.rules.partnership) === "own_led_by_holder" ? `${line.reason} self-led` : "";
    const text = line.card
      ? filled(words.why_card[selfLed] ?? words.why_card[line.reason], { seat, card: words.card[line.card] })
      : counts
        ? filled(counts[plural(count)], { seat, count: number(count ?? 0) })
        : filled(words.why_place[String(line.count)], { seat });
    return { text, points: line.points, count, each: count ? line.points / count : 0, contract: line.contract, card: line.card ?? null, cover: line.reason === "plain" ? "plain" : "blanket" };
  };

  /** The deals that count, each with its entry. @param {Opened} opened */
  const deals = (opened) => {
    let place = 0;
    return opened.record.counted.map((/** @type {any} */ entry) => ({ ...entry, scored: entry.kind === "deal" ? opened.state.result.deals[place++] : null }));
  };

  /** A deal behind the game, scored as any other: it has no number and no king. @param {Opened} opened @param {any} body */
  const tieBreak = (opened, body) => {
    const points = score(opened.state.points_table, body.captures);
    return { number: 0, king: null, contracts: body.contracts, points, sum: SEATS.reduce((sum, seat) => sum + points[seat], 0) };
  };

  /** @param {Opened} opened @param {number} seq */
  const deal = (opened, seq) => {
    const shown = game({ ...opened, king: null });
    const entry = deals(opened).find((/** @type {any} */ one) => one.seq === seq);
    if (!entry) return null;
    const { body, kind } = entry;
    const scored = entry.scored ?? (kind === "tie_break" ? tieBreak(opened, body) : null);
    const lines = scored ? pointLines(opened.state.points_table, body.captures) : [];
    const names = namesOf(opened.record.players);
    const seats = scored && SEATS.map((seat, place) => ({
      name: shown.seats[place].name,
      points: scored.points[seat],
      lines: lines.filter((line) => line.seat === seat).map((line) => lineOf(shown, line, body.captures)),
    }));
    const why = scored && {
      title: titleOf(entry),
      number: scored.number,
      king_name: scored.king ? shown.seats[SEATS.indexOf(scored.king)].name : "",
      contracts: scored.contracts,
      seats,
      without: seats.filter((/** @type {any} */ { lines: told }) => !told.length).map((/** @type {any} */ { name }) => isolated(name)).join(_(", ")),
      sum: scored.sum,
      expected: scored.sum,
      rules: rulesBehind(shown.rules, lines, body.captures),
      renege: body.renege ? { text: reneged(names, shown.rules, body), rule: words.renege_rule[shown.rules.renege] } : null,
      note: body.note ?? "",
    };
    const adjustment = kind === "adjustment" ? SEATS.map((seat) => body.adjustment[seat] ?? 0) : null;
    return { game: shown, seq, why, title: titleOf(entry), claimed: claimed(names, body), entry: { is_deal: kind === "deal", adjustment, tie_break: kind === "tie_break" }, announced: body.void && body.contracts ? programmeName(CONTRACTS.filter((one) => body.contracts.includes(one))) : "", rule: ruleOfEntry(shown.rules, body), confirmation: confirmationOf(shown, opened.record, entry), disputes: disputesAbout(shown, seq), versions: correctionsOf(shown, entry) };
  };

  /** An entry that counts no more. @param {Opened} opened @param {number} seq */
  const gone = (opened, seq) => {
    const shown = game({ ...opened, king: null });
    const entry = opened.record.removed.find((/** @type {any} */ one) => one.seq === seq);
    return entry ? { game: shown, seq, title: titleOf(entry), ...goneOf(shown, entry), disputes: disputesAbout(shown, seq) } : null;
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

  return { whyDeal: deal, whyGone: gone, whyTotal: total, deals, lineOf };
}
