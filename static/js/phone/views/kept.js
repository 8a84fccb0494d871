// What lies on this phone alone: its games, and what waits.

import { formatNumber } from "../../lib/points.js";

/** @typedef {import("./game.js").Opened} Opened */

const A_DAY = 24 * 60 * 60 * 1000;
const MOST_NAMED = 2; // more than that share a place without being named

/** @param {string} name */
const isolated = (name) => `\u2068${name}\u2069`;

/**
 * @param {import("../site.js").Site} site
 * @param {ReturnType<typeof import("./game.js").gameViews>} shared
 * @param {ReturnType<typeof import("./versions.js").versionViews>} versions
 */
export function keptViews({ say: _, urlFor, language }, { game }, { named }) {
  const number = (/** @type {number} */ n) => formatNumber(n, { digits: language.digits });

  /** What of a game has not reached the server, and the first thing that the table has to decide on. @param {Opened} opened */
  const waiting = (opened) => {
    const { token, kept, waiting: entries, asked } = opened;
    return {
      gone: Boolean(kept.gone),
      problem: kept.problem ?? "",
      count: entries.length,
      deals: entries.every(({ kind }) => kind === "deal") ? entries.length : 0,
      asked: asked.length ? named(opened, asked[0]) : null,
      versions_url: urlFor("phone.versions", { token }),
    };
  };

  /** When a game began, by this phone's clocks. @param {string} started */
  const momentOf = (started) => {
    const begun = new Date(started);
    const now = new Date();
    const midnight = (/** @type {Date} */ at) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
    const days = Math.round((midnight(now) - midnight(begun)) / A_DAY);
    const [year, month, date] = [begun.getFullYear(), begun.getMonth(), begun.getDate()];
    const parts = /** @type {Record<string, string>} */ ({
      y: number(year),
      MMM: language.short_months[month],
      d: number(date) + (date === 1 ? language.after_first : ""),
      EEE: language.short_days[(begun.getDay() + 6) % 7],
    });
    const pattern = year === now.getFullYear() ? `EEE ${language.short_date.replace(/ y$/, "")}` : language.short_date;
    return {
      day: days === 0 ? "today" : days === 1 ? "yesterday" : "",
      time: [begun.getHours(), begun.getMinutes()].map((part) => (part < 10 ? number(0) : "") + number(part)).join(":"),
      date: pattern.replace(/MMM|EEE|[dy]/g, (/** @type {string} */ part) => parts[part]),
    };
  };

  /** Four players, or two pairs. @param {any} shown @param {"short" | "column"} form of their names */
  const namesOf = ({ seats, partnership }, form) => {
    const [one, two, three, four] = seats.map((/** @type {any} */ seat) => seat[form]);
    return partnership ? [_("%(one)s and %(other)s", { one, other: three }), _("%(one)s and %(other)s", { one: two, other: four })] : [one, two, three, four];
  };

  /** Who is in front, or has won or lost. @param {any} shown */
  const leadOf = (shown) => {
    const sides = shown.partnership ? shown.teams : shown.seats;
    const won = shown.winners;
    const worst = shown.complete && new Set(won.map((/** @type {any} */ side) => side.total)).size > 1; // where all but the worst win, the worst is the news
    const front = !shown.complete ? sides.filter((/** @type {any} */ side) => side.rank === 1) : worst ? sides.filter((/** @type {any} */ side) => !won.includes(side)) : won;
    if (!front.length) return null;
    const names = namesOf(shown, shown.partnership ? "column" : "short").filter((/** @type {string} */ _name, /** @type {number} */ place) => front.includes(sides[place]));
    const [{ total }] = front;
    if (names.length > (shown.partnership ? 1 : MOST_NAMED)) return { how: "tied", names: "", people: names.length, points: total };
    const listed = names.length === 1 ? names[0] : names.map(isolated).join(`${language.comma} `);
    return { how: !shown.complete ? "leads" : worst ? "lost" : "won", names: listed, people: names.length * (shown.partnership ? 2 : 1), points: total };
  };

  /** A game of this phone, as the first page and the list show it. @param {Opened} opened */
  const here = (opened) => {
    const shown = game(opened);
    const known = opened.state.players.filter((/** @type {string | null} */ name) => name !== null);
    return {
      token: opened.token,
      names: namesOf(shown, "short"),
      pairs: shown.partnership,
      began: momentOf(opened.kept.entries[0].received_at),
      deal_number: shown.deal_number,
      deals_in_game: shown.rules.combining === "any" ? null : shown.deals_in_game,
      lead: leadOf(shown),
      complete: shown.complete,
      archived: Boolean(opened.kept.archived),
      may_start_again: shown.can_write && known.length === shown.seats.length && !opened.state.in_club,
      known,
    };
  };

  /** The games of this phone, the latest first. @param {Opened[]} games */
  const list = (games) => [...games].sort(({ kept: one }, { kept: other }) => (other.used ?? other.seen) - (one.used ?? one.seen)).map(here);

  /** The game whose four may play again with one tap: the last one finished, unless they are playing already. @param {ReturnType<typeof here>[]} games */
  const sameFour = (games) => {
    const front = games.filter(({ archived }) => !archived);
    const last = front.find(({ complete }) => complete);
    return last?.may_start_again && !front.some(({ complete, known }) => !complete && known.join("\n") === last.known.join("\n")) ? last : null;
  };

  return { waiting, list, sameFour };
}
