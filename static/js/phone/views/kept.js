// What lies on this phone alone: its games, and what waits.

/** @typedef {import("./game.js").Opened} Opened */
/** @typedef {import("../store.js").Kept} Kept */

const A_WEEK = 7 * 24 * 60 * 60 * 1000;

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./versions.js").versionViews>} versions */
export function keptViews({ say: _, urlFor, language }, { named }) {
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

  return { waiting, list };
}
