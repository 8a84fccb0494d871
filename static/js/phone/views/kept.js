// What lies on this phone alone: its games, what waits, and two versions of a deal.

import { CONTRACTS } from "../../game/fold.js";
import { score } from "../../points.js";
import { collision } from "../opened.js";

/** @typedef {import("../../points.js").Seat} Seat */
/** @typedef {import("./game.js").Opened} Opened */
/** @typedef {import("../store.js").Kept} Kept */

const A_WEEK = 7 * 24 * 60 * 60 * 1000;

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared */
export function keptViews({ say: _, urlFor, language }, { game, programmeName }) {
  /** What of a game has not reached the server. @param {Opened} opened */
  const waiting = ({ token, kept, waiting: entries, held }) => ({
    gone: Boolean(kept.gone),
    problem: kept.problem ?? "",
    count: entries.length,
    deals: entries.every(({ kind }) => kind === "deal") ? entries.length : 0,
    held: held.length,
    versions_url: urlFor("phone.versions", { token }),
  });

  /** The points of a deal, seat by seat. @param {any} shown @param {any} deal */
  const told = (shown, deal) => {
    const won = score(shown.state.points_table, deal.captures);
    return { title: programmeName(CONTRACTS.filter((one) => deal.contracts.includes(one))), rows: shown.seats.map((/** @type {any} */ seat) => ({ name: seat.name, change: won[/** @type {Seat} */ (seat.seat)] })) };
  };

  /** What the table has to decide on: two versions of a deal, one that cannot be, or one that was to be taken back and `stands`. @param {Opened} opened */
  const versions = (opened) => {
    const shown = game(opened);
    const [entry] = opened.held;
    const theirs = collision(entry, opened.kept.entries);
    const stands = opened.kept.entries.find(({ key, kind }) => kind === "deal" && key === entry.takes_back);
    return {
      game: shown,
      key: entry.key,
      problem: entry.problem ?? "",
      ours: entry.kind === "deal" ? told(shown, entry.body) : null,
      stands: stands ? told(shown, stands.body) : null,
      theirs: theirs ? { ...told(shown, theirs.body), author: theirs.author } : null,
    };
  };

  /** A day of this week by its name, an older one by its date. @param {Date} begun */
  const dayOf = (begun) => {
    const recent = Date.now() - begun.getTime() < A_WEEK;
    return new Intl.DateTimeFormat(`${language.locale}-u-nu-${language.digits}`, recent ? { weekday: "long" } : { dateStyle: "long" }).format(begun);
  };

  /** The games of this phone, the latest first. @param {Kept[]} games */
  const list = (games) => {
    const open = games.filter(({ moved, gone }) => !moved && !gone).sort((one, other) => (other.used ?? other.seen) - (one.used ?? one.seen));
    return open.map(({ token, entries, state }) => {
      const names = state.players.filter((/** @type {string | null} */ name) => name !== null);
      return { token, title: _("The game of %(day)s", { day: dayOf(new Date(entries[0].received_at)) }), note: names.join(_(", ")), complete: Boolean(state.result?.complete), names };
    });
  };

  return { waiting, versions, list };
}
