// The result page: winners, highlights, and who pays whom.

import { DealRecorded } from "../../game/events/index.js";
import { pointsDirection } from "../../game/fold.js";
import { highlightNumbers } from "../../game/highlight-numbers.js";
import { chooseHighlights } from "../../game/highlights.js";
import { SEATS, sum } from "../../lib/points.js";
import { ZONE_PATTERN, formatDate } from "./dates.js";
import { TEAMS } from "./game.js";

/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("./game.js").GameView} GameView */
/** @typedef {import("../../game/highlights.js").ChosenHighlight} ChosenHighlight */

const MINUTE_MILLISECONDS = 60_000;
/** In minutes: a shorter game was entered afterwards; in a longer one the clock or the game was interrupted. */
const MIN_DURATION_MINUTES = 5;
const MAX_DURATION_MINUTES = 24 * 60;

/** The time an entry was made, if the phone's clock has a UTC offset; else when it was received. @param {any} entry */
const recordedAtMilliseconds = ({ made_at: made, received_at: received }) =>
  Date.parse(made && (ZONE_PATTERN.test(made) || !received) ? made : received);

/**
 * @param {import("../offline-pages.js").OfflinePageTools} tools
 * @param {ReturnType<typeof import("./game.js").gamePresenter>} shared
 * @param {ReturnType<typeof import("./table-page.js").tablePagePresenter>} tablePage
 * @param {ReturnType<typeof import("./sheet.js").sheetPresenter>} paper
 */
export function resultPresenter(
  { say: _, plurals, words, language, highlights },
  { differsFromPreset },
  { lastUndoableEntry, kingdomProgressBySeat },
  { sheet },
) {
  /**
   * The points of each side by name; empty where the worst player loses, as no source says who pays whom.
   * @param {GameView} view
   * @returns {[string, number][]}
   */
  const pointsToSettle = (view) => {
    if (view.rules.winner === "worst_player_loses") return [];
    const sign = pointsDirection(view.rules);
    return (view.partnership ? view.teams : view.seats).map((side) => [side.name, sign * side.total]);
  };

  /** The fewest payments that settle the game. @param {GameView} view */
  const payments = (view) => {
    const balances = pointsToSettle(view);
    if (sum(balances.map(([, share]) => share))) return [];
    const creditors = new Map(balances.filter(([, share]) => share > 0));
    const payments = [];
    for (const [payer, share] of [...balances].sort((side, second) => side[1] - second[1])) {
      let owes = -share;
      for (const payee of [...creditors.keys()].sort(
        (side, second) => (creditors.get(second) ?? 0) - (creditors.get(side) ?? 0),
      )) {
        const payment = Math.min(owes, creditors.get(payee) ?? 0);
        if (payment <= 0) continue;
        payments.push({ payer, payee, points: payment });
        creditors.set(payee, (creditors.get(payee) ?? 0) - payment);
        owes -= payment;
      }
    }
    return payments;
  };

  /** @param {GameView} view */
  const tieNote = (view) => {
    if (view.state.result.tie_broken_by === "deal") return _("Tied on points: decided by the tiebreaker deal.");
    if (view.may_break_tie) return _("Tied on points and in Trex: the win is shared until a tiebreaker deal decides.");
    if (view.state.result.tie_broken_by) return _("Tied on points: decided by more first places in Trex.");
    if (view.winners.length < 2 || view.rules.winner === "worst_player_loses") return "";
    return _("Tied on points: the win is shared. You can play one more deal, but it’s not part of this game.");
  };

  /** The name of a seat or pair; empty for the game. @param {GameView} view @param {string} subjectKey @param {boolean} [short] */
  const nameOfSubject = (view, subjectKey, short = false) => {
    if (!subjectKey) return "";
    if (TEAMS.includes(subjectKey)) return view.teams[TEAMS.indexOf(subjectKey)].name;
    const seat = view.seats[SEATS.findIndex((each) => each === subjectKey)];
    return short ? seat.short : seat.name;
  };

  /**
   * @param {[string, string | null]} sentence English text, and the parameter that selects its plural form
   * @param {ChosenHighlight} chosen
   * @param {string} name
   */
  const highlightText = ([english, parameter], chosen, name) => {
    /** @type {Record<string, any>} */
    const params = { name, count: chosen.number, points: Math.abs(chosen.points ?? 0) };
    return parameter ? plurals(english, params[parameter], params) : _(english, params);
  };

  /** `seat_letter` is null for a fact about a pair or the game. @param {GameView} view @param {ChosenHighlight} chosen */
  const fact = (view, chosen) => ({
    number: chosen.number,
    points: chosen.points,
    text: highlightText(highlights.texts.facts[chosen.code], chosen, nameOfSubject(view, chosen.subjectKey, true)),
    seat_letter: SEATS.find((seat) => seat === chosen.subjectKey) ?? null,
  });

  /** The date of the last deal in local time. @param {any} last */
  const dayPlayedText = (last) => formatDate(language, language.date, new Date(recordedAtMilliseconds(last)));

  /** @param {any[]} entries up to the last deal */
  const durationText = (entries) => {
    const minutes = Math.floor(
      (recordedAtMilliseconds(entries.at(-1)) - Math.min(...entries.map(recordedAtMilliseconds))) / MINUTE_MILLISECONDS,
    );
    if (minutes < MIN_DURATION_MINUTES || minutes > MAX_DURATION_MINUTES) return "";
    if (minutes < 60) return _("%(minutes)s min", { minutes: minutes });
    return _("%(hours)s h %(minutes)s min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  };

  /** The preset, and whether its rules were changed. @param {GameView} view */
  const rulesPlayedText = ({ rules, record }) => {
    const { preset } = record.rulesHistory[record.rulesHistory.length - 1].houseRules;
    const params = { preset: words.preset[preset] };
    return differsFromPreset(preset, rules) ? _("Rules: %(preset)s, changed", params) : _("Rules: %(preset)s", params);
  };

  /** @param {GameView} view @param {LocalGame} opened */
  const highlightsOf = (view, { state, record, entries }) => {
    const isPointsOnly = (/** @type {any} */ body) =>
      highlights.from_totals.some((/** @type {string} */ note) => body.note?.includes(note));
    const { headline, facts } = chooseHighlights(
      highlights,
      highlightNumbers(state, record.counted, isPointsOnly),
      state.result.winners,
    );
    const lastDealSeq = Math.max(...record.counted.filter(DealRecorded.is).map(({ seq }) => seq));
    return {
      headline: headline
        ? highlightText(highlights.texts.headlines[headline.code], headline, nameOfSubject(view, headline.subjectKey))
        : "",
      facts: facts.map((chosen) => fact(view, chosen)),
      date_rules_and_duration: [
        dayPlayedText(entries[lastDealSeq - 1]),
        rulesPlayedText(view),
        durationText(entries.slice(0, lastDealSeq)),
      ].filter(Boolean),
    };
  };

  /** The result page, with the sheet for the picture. @param {LocalGame} localGame */
  const result = (localGame) => {
    const { game: view, ...paper } = sheet(localGame);
    const places = view.partnership ? view.teams : view.seats;
    return {
      ...paper,
      game: view,
      kingdom_progress: kingdomProgressBySeat(view),
      saved: lastUndoableEntry(view),
      highlights: highlightsOf(view, localGame),
      ranked_sides: [...places].sort((side, second) => side.rank - second.rank),
      payments: payments(view),
      tie_note: tieNote(view),
      // the next game starts at the club's game night, which only the server knows
      is_counted_tonight: Boolean(localGame.state.in_club),
    };
  };

  return { result, payments, pointsToSettle };
}
