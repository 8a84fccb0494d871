// The lists of games stored on this phone, and their unsent entries.

import { DealRecorded } from "../../game/events/index.js";
import { formatDate } from "./dates.js";

/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("./game.js").GameView} GameView */

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const MAX_NAMED_LEADERS = 2; // with more, a shared lead is shown without names

/**
 * @param {import("../offline-pages.js").OfflinePageTools} tools
 * @param {ReturnType<typeof import("./game.js").gamePresenter>} shared
 * @param {ReturnType<typeof import("./conflicts.js").conflictPresenter>} conflictViews
 */
export function gameListPresenter({ say: _, joinNames, urlFor, language }, { game }, { conflictSummary }) {
  /** Unsent entries of a game, and its first conflict. @param {LocalGame} localGame */
  const queueSummary = (localGame) => {
    const { token, stored, queuedEntries: entries, conflicts } = localGame;
    return {
      is_revoked: Boolean(stored.gone),
      problem: stored.problem ?? "",
      count: entries.length,
      deals: entries.every(DealRecorded.is) ? entries.length : 0,
      asked: conflicts.length ? conflictSummary(localGame, conflicts[0]) : null,
      conflicts_url: urlFor("phone.conflicts", { token }),
    };
  };

  /** The start of a game in local time. @param {string} started */
  const startTimeParts = (started) => {
    const startDate = new Date(started);
    const today = new Date();
    const midnight = (/** @type {Date} */ date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
    const days = Math.round((midnight(today) - midnight(startDate)) / DAY_MILLISECONDS);
    const pattern =
      startDate.getFullYear() === today.getFullYear()
        ? `EEE ${language.short_date.replace(/ y$/, "")}`
        : language.short_date;
    return {
      relative_day: days === 0 ? "today" : days === 1 ? "yesterday" : "",
      time: [startDate.getHours(), startDate.getMinutes()]
        .map((part) => (part < 10 ? language.number(0) : "") + language.number(part))
        .join(":"),
      date: formatDate(language, pattern, startDate),
    };
  };

  /** Four players or two pairs. @param {GameView} view @param {"short" | "narrow_column_name"} nameForm of the names */
  const displayNames = ({ seats, partnership }, nameForm) => {
    const [first, two, three, four] = seats.map((seat) => seat[nameForm]);
    return partnership
      ? [
          _("%(one)s and %(other)s", { one: first, other: three }),
          _("%(one)s and %(other)s", { one: two, other: four }),
        ]
      : [first, two, three, four];
  };

  /** The leader, or who won or lost. @param {GameView} view */
  const leadOf = (view) => {
    const sides = view.partnership ? view.teams : view.seats;
    const winners = view.winners;
    // if all but the worst win, show who lost
    const showsLosers = view.complete && new Set(winners.map((side) => side.total)).size > 1;
    const active = !view.complete
      ? sides.filter((side) => side.rank === 1)
      : showsLosers
        ? sides.filter((side) => !winners.includes(side))
        : winners;
    if (!active.length) return null;
    const names = displayNames(view, view.partnership ? "narrow_column_name" : "short").filter((_name, index) =>
      active.includes(sides[index]),
    );
    const [{ total }] = active;
    if (names.length > (view.partnership ? 1 : MAX_NAMED_LEADERS))
      return { status: "tied", joined_names: "", player_count: names.length, total };
    return {
      status: !view.complete ? "leads" : showsLosers ? "lost" : "won",
      joined_names: joinNames(names),
      player_count: names.length * (view.partnership ? 2 : 1),
      total,
    };
  };

  /** A game in the lists. @param {LocalGame} localGame */
  const listedGame = (localGame) => {
    const gameView = game(localGame);
    const knownNames = localGame.state.players.filter((name) => name !== null);
    return {
      token: localGame.token,
      short_side_names: displayNames(gameView, "short"),
      in_pairs: gameView.partnership,
      start_time: startTimeParts(localGame.stored.entries[0].received_at),
      deal_number: gameView.deal_number,
      max_deals_in_game: gameView.rules.combining === "any" ? null : gameView.max_deals_in_game,
      lead_or_result: leadOf(gameView),
      is_complete: gameView.complete,
      is_archived: Boolean(localGame.stored.archived),
      may_start_rematch: gameView.can_write && knownNames.length === gameView.seats.length && !localGame.state.in_club,
      player_names: knownNames,
    };
  };

  /** The games of this phone, latest first. @param {LocalGame[]} games */
  const gameList = (games) =>
    [...games]
      .sort(({ stored: first }, { stored: second }) => (second.used ?? second.seen) - (first.used ?? first.seen))
      .map(listedGame);

  /** The game to offer a rematch of: the last finished one, unless the same players have a game running. @param {ReturnType<typeof listedGame>[]} games */
  const rematchCandidate = (games) => {
    const active = games.filter(({ is_archived: isArchived }) => !isArchived);
    const lastComplete = active.find(({ is_complete: isComplete }) => isComplete);
    return lastComplete?.may_start_rematch &&
      !active.some(
        ({ is_complete: isComplete, player_names: names }) =>
          !isComplete && names.join("\n") === lastComplete.player_names.join("\n"),
      )
      ? lastComplete
      : null;
  };

  return { queueSummary, gameList, rematchCandidate };
}
