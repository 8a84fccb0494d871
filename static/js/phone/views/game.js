// The values of a game that every page shows, as in the server's presenters.

import {
  ContractAnnounced,
  DealVoided,
  PointsAdjusted,
  contentOf,
  isScorerPermission,
} from "../../game/events/index.js";
import { CONTRACTS, pointsDirection, sortContracts } from "../../game/fold.js";
import { differingOptions } from "../../lib/house-rules.js";
import { CARD_BY_CAPTURE_KEY, SEATS, sum } from "../../lib/points.js";
import { doublableCards } from "../deal-form.js";
import { narrowColumnNameForms, shortNameForms } from "./name-forms.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("../game-store.js").StoredGame} StoredGame */
/** @typedef {import("../game-store.js").QueuedEntry} QueuedEntry */
/** @typedef {ReturnType<typeof import("../../game/fold.js").fold> & import("../../game/fold.js").RuleTables & {house_rules: {preset: string, options: Record<string, unknown>}, in_club?: boolean, rematch?: string, tables_before?: {until: number, points_table: import("../../lib/points.js").PointsTable}[], game_seal?: string}} GameState */
/** @typedef {{token: string, permission: string, state: GameState, record: import("../../game/record.js").GameRecord, king: Seat | null, requestedRevokedBy?: string, entries: any[], stored: StoredGame, queuedEntries: QueuedEntry[], conflicts: import("../conflicts.js").Conflict[]}} LocalGame
 * A game as it lies on this phone, and who was said to be king. */

export const TEAMS = ["AC", "BD"];
export const PENALTY_CONTRACTS = CONTRACTS.slice(0, 4);

/**
 * The doubled cards of an announcement, each with the name of its holder.
 * @param {Record<string, string>} holderByCard
 * @param {Record<string, string>} names
 */
export const namedDoublings = (holderByCard, names) =>
  Object.entries(holderByCard).map(([card, holder]) => [CARD_BY_CAPTURE_KEY[card], names[holder]]);

const NO_RANK = { rank: 0, tied: false, points_behind: 0 };

/**
 * Ranks of totals; none before anything is scored. Those who have won are before the others.
 * @param {number[]} totals
 * @param {boolean[]} won
 * @param {number} sign
 * @param {boolean} scored
 */
const rankTotals = (totals, won, sign, scored) => {
  const isAhead = (/** @type {number} */ one, /** @type {number} */ other) =>
    won[one] === won[other] ? sign * totals[one] > sign * totals[other] : won[one];
  const firstIndex = totals.findIndex((_total, index) => !totals.some((_other, rival) => isAhead(rival, index)));
  return totals.map((total, index) => ({
    rank: 1 + totals.filter((_other, rival) => isAhead(rival, index)).length,
    tied: totals.filter((other, rival) => other === total && won[rival] === won[index]).length > 1,
    points_behind: Math.max(0, sign * (totals[firstIndex] - total)),
    ...(scored ? {} : NO_RANK),
  }));
};

/** @typedef {ReturnType<ReturnType<typeof gamePresenter>["game"]>} GameView The values that every page of a game shows. */

/** @param {import("../offline-pages.js").OfflinePageTools} tools */
export function gamePresenter({ say: _, joinNames, plurals, urlFor, words, language, presets }) {
  /** The name of contracts that are played together. @param {string[]} contracts */
  const contractSetName = (contracts) => {
    const sorted = sortContracts(contracts);
    return sorted.join() === PENALTY_CONTRACTS.join()
      ? _("All four in one")
      : sorted.map((contract) => words.contract[contract]).join(" + ");
  };

  /** The title of a counted entry. @param {any} entry @returns {string} */
  const titleOf = (entry) => {
    const { kind, body } = entry;
    if (PointsAdjusted.is(entry)) return _("Adjustment: %(reason)s", { reason: body.reason });
    if (DealVoided.is(entry)) return _("Void deal: %(reason)s", { reason: words.void_reason[body.void.reason] });
    return kind === "tie_break"
      ? _("Tiebreaker: %(contracts)s", { contracts: contractSetName(body.contracts) })
      : contractSetName(body.contracts);
  };

  /** The short title of an entry that is not a deal. @param {any} entry @returns {string} */
  const shortTitleOf = (entry) => {
    if (ContractAnnounced.is(entry))
      return _("%(contracts)s announced", { contracts: contractSetName(contentOf(entry).contracts) });
    return words.short_title[entry.kind] ?? _("Undo");
  };

  /** The players' names; the seat for a removed name. @param {Record<string, string | null>} players @returns {Record<Seat, string>} */
  const namesOf = (players) =>
    /** @type {any} */ (
      Object.fromEntries(
        SEATS.map((seat, index) => [seat, players[seat] || _("Seat %(letter)s", { letter: language.letters[index] })]),
      )
    );

  /** @param {string} token @param {any} state @param {Record<Seat, string>} names */
  const announcementView = (token, state, names) => {
    const announcement = state.announced;
    if (!announcement) return null;
    const king = state.result.next_king === null ? announcement.king : null;
    return {
      king_name: names[/** @type {Seat} */ (announcement.king)],
      contracts: announcement.contracts,
      title: contractSetName(announcement.contracts),
      has_doublable_cards: doublableCards(state.rules, announcement.contracts).length > 0,
      record_url: urlFor("deals.new", { token, contracts: announcement.contracts.join("+"), king }),
      doublings: namedDoublings(announcement.doubled, names),
    };
  };

  /** Whether house rules differ from a preset. @param {string} preset @param {any} rules */
  const differsFromPreset = (preset, rules) => differingOptions(presets[preset].rules, rules).length > 0;

  /** The name of the preset, marked if this table changed it. @param {any} state */
  const rulesName = ({ house_rules: { preset }, rules }) =>
    differsFromPreset(preset, rules)
      ? _("%(preset)s, changed", { preset: words.preset[preset] })
      : words.preset[preset];

  /** How many deals these contracts take. @param {string[]} remaining @param {any} rules */
  const maxDealsLeft = (remaining, rules) =>
    rules.combining === "all_four"
      ? Number(remaining.includes("trex")) + Number(remaining.some((contract) => contract !== "trex"))
      : remaining.length;

  /** Whether any player may deal: the 7 of hearts decides the king, and the kingdom has no deal yet. @param {any} state @param {Seat} king */
  const isDealerOpen = ({ rules, result }, king) =>
    result.remaining[king].length === CONTRACTS.length &&
    (result.deals.length ? rules.next_king : rules.first_king) === "seven_of_hearts";

  /** The values that every page of a game shows. @param {LocalGame} opened */
  const game = ({ token, permission, state, king, requestedRevokedBy, entries, record }) => {
    const { rules, result } = state;
    const currentKing = result.next_king ?? (king && state.candidates.includes(king) ? king : null);
    /** @type {Record<Seat, string>} */
    const names = namesOf(Object.fromEntries(SEATS.map((seat, index) => [seat, state.players[index]])));
    const totals = SEATS.map((seat) => result.totals[seat]);
    const scored = result.deals.length > 0 || totals.some(Boolean);
    const hasWon = (/** @type {readonly string[]} */ sides) => sides.map((side) => result.winners.includes(side));
    const seatRanks = rankTotals(totals, hasWon(SEATS), pointsDirection(rules), scored);
    const [shortNames, columnNames] = [shortNameForms, narrowColumnNameForms].map((form) => form(Object.values(names)));
    const seats = SEATS.map((seat, index) => ({
      seat,
      name: names[seat],
      short: shortNames[index],
      narrow_column_name: columnNames[index],
      total: result.totals[seat],
      ...seatRanks[index],
      is_king: seat === currentKing,
    }));
    const teamSums = result.teams ? TEAMS.map((team) => result.teams[team]) : [];
    const teamRanks = rankTotals(teamSums, hasWon(TEAMS), pointsDirection(rules), scored);
    const teams = teamSums.map((total, index) => ({
      name: _("%(one)s and %(other)s", { one: seats[index].name, other: seats[index + 2].name }),
      short: _("%(one)s and %(other)s", {
        one: seats[index].narrow_column_name,
        other: seats[index + 2].narrow_column_name,
      }),
      total,
      ...teamRanks[index],
    }));
    const dealCount = result.deals.length;
    const kingSeat = seats.find((seat) => seat.is_king) ?? null;
    const winners = rules.partnership
      ? teams.filter((_team, index) => result.winners.includes(TEAMS[index]))
      : seats.filter(({ seat }) => result.winners.includes(seat));
    return {
      token,
      permission,
      state,
      entries,
      record,
      rules,
      seats,
      seat: (/** @type {Seat} */ letter) => seats[SEATS.indexOf(letter)],
      teams,
      seq: state.seq,
      king: kingSeat,
      complete: result.complete,
      abandoned: state.abandoned !== undefined,
      can_write: isScorerPermission(permission),
      may_correct: ["own", "write", "referee"].includes(permission),
      may_dispute: permission !== "read",
      may_answer_for: () => false,
      signed_off_seats: seats.filter(
        ({ seat }) => state.agreements.length && state.agreements.every((signOff) => signOff.seats.includes(seat)),
      ),
      ever_opened_link_seats: state.own_links ?? [],
      joined_names_signed_off_by_scorer: joinNames(
        seats
          .filter(({ seat }) => state.agreements.some(({ by_scorer }) => by_scorer?.includes(seat)))
          .map(({ name }) => name),
      ),
      joined_cancelled_sign_off_king_names: joinNames(
        seats
          .filter(({ seat }) => state.agreements.some(({ cancelled, king }) => cancelled && king === seat))
          .map(({ name }) => name),
      ),
      open_disputes: state.disputes.filter(({ end }) => !end),
      partnership: rules.partnership,
      deal_number: result.complete ? dealCount : dealCount + 1,
      max_deals_in_game: dealCount + sum(SEATS.map((seat) => maxDealsLeft(result.remaining[seat], rules))),
      announcement: announcementView(token, state, names),
      kingdom_title: result.complete
        ? _("The game is over")
        : kingSeat
          ? _("%(king)s’s kingdom", { king: kingSeat.name })
          : _("Who is king?"),
      is_king_dealer: Boolean(kingSeat) && !(kingSeat && isDealerOpen(state, kingSeat.seat)),
      requested_revoked_by: requestedRevokedBy || null,
      rules_name: rulesName(state),
      may_change_first_king: isScorerPermission(permission) && !dealCount && result.next_king !== null,
      chosen_king: kingSeat && result.next_king === null ? kingSeat.seat : null,
      winners,
      may_break_tie:
        result.complete &&
        winners.length > 1 &&
        rules.tie_break === "most_trex_firsts" &&
        (rules.partnership || rules.winner !== "worst_player_loses"),
      winning_seats: result.winners.flatMap((side) => [...side]),
      rematch_token: state.rematch ?? null,
      winning_player_count: winners.length * (rules.partnership ? 2 : 1),
    };
  };

  /** The verdict for the header: who won and by how much. @param {ReturnType<typeof game>} view @returns {string} */
  const verdict = ({
    complete,
    rules,
    partnership,
    seats,
    teams,
    winners,
    winning_seats: won,
    winning_player_count: people,
    state,
  }) => {
    if (!complete) return "";
    const pairs = [0, 1].map((index) =>
      _("%(one)s and %(other)s", { one: seats[index].short, other: seats[index + 2].short }),
    );
    const winnerNames = partnership
      ? pairs.filter((_pair, index) => state.result.winners.includes(TEAMS[index]))
      : winners.map(({ short: shortNames }) => shortNames);
    const names = joinNames(winnerNames);
    if (rules.winner === "worst_player_loses") {
      const losers = seats.filter(({ seat }) => !won.includes(seat));
      if (partnership || losers.length !== 1) return plurals("%(names)s has won", people, { names });
      const [{ short: shortNames, total }] = losers;
      const winningSeats = seats.filter(({ seat }) => won.includes(seat));
      return _("%(name)s loses by %(points)s", {
        name: shortNames,
        points: Math.min(...winningSeats.map((seat) => Math.abs(seat.total - total))),
      });
    }
    if (winners.length > 1) return _("%(names)s share the win", { names });
    const order = pointsDirection(rules);
    const [first, second] = (partnership ? teams : seats)
      .map((first) => order * first.total)
      .sort((first, second) => second - first);
    if (first === second) return plurals("%(names)s wins the tiebreaker", people, { names });
    return plurals("%(names)s wins by %(points)s", people, { names, points: first - second });
  };

  return { game, verdict, namesOf, contractSetName, titleOf, shortTitleOf, maxDealsLeft, differsFromPreset };
}
