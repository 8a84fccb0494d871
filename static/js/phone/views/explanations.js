// Explanations of numbers: a deal line by line with its rules, and the rows of a total.

import { DealRecorded, PointsAdjusted } from "../../game/events/index.js";
import { undoubledCardPoints } from "../../game/fold.js";
import { SEATS, scoreLines, scoreCaptures, sum } from "../../lib/points.js";
import { isolateName } from "./name-forms.js";
import { captureCaseOfCard } from "./rule-references.js";

/** @typedef {import("../../lib/points.js").ScoreLine} ScoreLine */
/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("./game.js").GameView} GameView */

/**
 * @param {import("../offline-pages.js").OfflinePageTools} tools
 * @param {ReturnType<typeof import("./game.js").gamePresenter>} shared
 * @param {ReturnType<typeof import("./rule-references.js").ruleReferencePresenter>} rules
 * @param {ReturnType<typeof import("./history.js").historyPresenter>} history
 * @param {ReturnType<typeof import("./sign-offs.js").signOffPresenter>} signOffs
 * @param {ReturnType<typeof import("./deal-notes.js").dealNotePresenter>} noted
 */
export function explanationPresenter(
  { say: _, joinNames, words, language, plural },
  { game, namesOf, contractSetName, titleOf },
  { fillParams, entryRule, rulesForLines },
  { correctionsOf, removedEntry },
  { confirmationOf, disputesAbout },
  { revokeNote, redealClaimText },
) {
  /** How many cards or units of equal value a line has. @param {any} table @param {ScoreLine} line */
  const unitCount = (table, { card, contract, count, points }) => {
    if (words.why_counted[contract]) return count;
    const undoubledPoints = card ? undoubledCardPoints(table, card) : 0;
    const times = undoubledPoints ? Math.abs(points / undoubledPoints) : 0;
    return times > 1 && Number.isInteger(times) ? times : null;
  };

  /** @param {GameView} view @param {ScoreLine} line @param {any} captures */
  const lineExplanation = (view, line, captures) => {
    const seat = isolateName(view.seats[SEATS.indexOf(line.seat)].name);
    const counts = words.why_counted[line.contract];
    const count = unitCount(view.state.points_table, line);
    const selfLed =
      captureCaseOfCard(captures, line.card, view.rules.partnership) === "own_led_by_holder"
        ? `${line.reason} self-led`
        : "";
    const text = line.card
      ? fillParams(words.why_card[selfLed] ?? words.why_card[line.reason], { seat, card: words.card[line.card] })
      : counts
        ? fillParams(counts[plural(count ?? 0)], { seat, count: language.number(count ?? 0) })
        : fillParams(words.why_place[String(line.count)], { seat });
    return {
      text,
      points: line.points,
      count,
      points_each: count ? line.points / count : 0,
      contract: line.contract,
      card: line.card ?? null,
      cover: line.reason === "plain" ? "plain" : "blanket",
    };
  };

  /** Counted entries, deals with their points. @param {LocalGame} localGame */
  const countedEntriesWithPoints = (localGame) => {
    let index = 0;
    return localGame.record.counted.map((entry) => ({
      ...entry,
      scored: DealRecorded.is(entry) ? localGame.state.result.deals[index++] : null,
    }));
  };

  /** The points of a tiebreaker, which has no number and no king. @param {LocalGame} localGame @param {any} body */
  const tieBreakScore = (localGame, body) => {
    const points = scoreCaptures(localGame.state.points_table, body.captures);
    return { number: 0, king: null, contracts: body.contracts, points, sum: sum(SEATS.map((seat) => points[seat])) };
  };

  /** @param {LocalGame} localGame @param {number} seq */
  const entryExplanation = (localGame, seq) => {
    const gameView = game({ ...localGame, king: null });
    const entry = countedEntriesWithPoints(localGame).find((candidate) => candidate.seq === seq);
    if (!entry) return null;
    const { body, kind } = entry;
    const scored = entry.scored ?? (kind === "tie_break" ? tieBreakScore(localGame, body) : null);
    const lines = scored ? scoreLines(localGame.state.points_table, body.captures) : [];
    const names = namesOf(localGame.record.players);
    const seats =
      scored &&
      SEATS.map((seat, index) => ({
        name: gameView.seats[index].name,
        points: scored.points[seat],
        lines: lines.filter((line) => line.seat === seat).map((line) => lineExplanation(gameView, line, body.captures)),
      }));
    const explanation = scored && {
      deal_number: scored.number,
      king_name: scored.king ? gameView.seats[SEATS.indexOf(scored.king)].name : "",
      seat_points: seats,
      joined_names_without_points: joinNames(
        seats.filter(({ lines: ownLines }) => !ownLines.length).map(({ name }) => name),
      ),
      sum: scored.sum,
      // Only the server calculates it a second way (rules/expected_sum.py). The two always agree, so the phone takes the sum.
      expected_sum: scored.sum,
      rules: rulesForLines(gameView.rules, lines, body.captures),
      revoke_text: body.renege ? revokeNote(names, gameView.rules, body) : "",
      revoke_rule_text: words.revoke_rule[gameView.rules.renege],
      note: body.note ?? "",
    };
    const adjustment = PointsAdjusted.is(entry) ? SEATS.map((seat) => body.adjustment[seat] ?? 0) : null;
    return {
      game: gameView,
      seq,
      explanation,
      title: titleOf(entry),
      claimed: redealClaimText(names, body),
      score_entry: { is_deal: DealRecorded.is(entry), adjustment, is_tie_break: kind === "tie_break" },
      announced: body.void && body.contracts ? contractSetName(body.contracts) : "",
      rule: entryRule(gameView.rules, body),
      confirmation: confirmationOf(gameView, localGame.record, entry),
      disputes: disputesAbout(gameView, localGame.record, seq),
      corrections: correctionsOf(gameView, entry),
    };
  };

  /** An entry that no longer counts. @param {LocalGame} localGame @param {number} seq */
  const uncountedEntry = (localGame, seq) => {
    const gameView = game({ ...localGame, king: null });
    const entry = localGame.record.removed.find((candidate) => candidate.seq === seq);
    return entry
      ? {
          game: gameView,
          seq,
          title: titleOf(entry),
          ...removedEntry(gameView, entry),
          disputes: disputesAbout(gameView, localGame.record, seq),
        }
      : null;
  };

  /** @param {LocalGame} localGame @param {string} letter */
  const totalExplanation = (localGame, letter) => {
    const gameView = game({ ...localGame, king: null });
    const seat = gameView.seats.find((candidate) => candidate.seat === letter);
    if (!seat) return null;
    let totalAfter = 0;
    const rows = countedEntriesWithPoints(localGame).flatMap((entry) => {
      const { scored, body, seq } = entry;
      if (!scored && !PointsAdjusted.is(entry)) return [];
      const points = scored ? scored.points[letter] : (body.adjustment[letter] ?? 0);
      totalAfter += points;
      const king_name = scored ? gameView.seats[SEATS.indexOf(scored.king)].name : "";
      return [
        { seq, title: titleOf(entry), contracts: scored?.contracts ?? [], king_name, points, total_after: totalAfter },
      ];
    });
    return { game: gameView, seat, rows };
  };

  return { entryExplanation, uncountedEntry, totalExplanation, countedEntriesWithPoints, lineExplanation };
}
