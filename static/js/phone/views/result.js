// The result: who has won, what is worth telling of the game, and who pays whom.

import { choose, numbersOf } from "../../game/highlights.js";
import { newKey } from "../../lib/key.js";
import { SEATS } from "../../lib/points.js";
import { TEAMS, standingOrder } from "./game.js";

/** @typedef {import("./game.js").Opened} Opened */
/** @typedef {import("../../game/highlights.js").Chosen} Chosen */

const A_MINUTE = 60_000;
/** In minutes: a game that took less was entered afterwards; one that took more was interrupted, or a clock was wrong. */
const SHORTEST = 5;
const LONGEST = 24 * 60;
const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;

/** When an entry was made by the phone's clock, if that says how far it is from UTC; else when it was received. @param {any} entry */
const madeAt = ({ made_at: made, received_at: received }) => Date.parse(made && (ZONE.test(made) || !received) ? made : received);

/**
 * @param {import("../site.js").Site} site
 * @param {ReturnType<typeof import("./board.js").boardViews>} board
 * @param {ReturnType<typeof import("./paper.js").paperViews>} paper
 * @param {ReturnType<typeof import("./history.js").historyViews>} history
 */
export function resultViews({ say: _, urlFor, plurals, number, change, words, language, presets, highlights }, { saved, rims }, { sheet }, { day }) {
  /** As few payments as settle all. @param {any} shown */
  const payments = (shown) => {
    const better = standingOrder(shown.rules);
    /** @type {[string, number][]} */
    const shares = (shown.partnership ? shown.teams : shown.seats).map((/** @type {any} */ one) => [one.name, better * one.total]);
    if (shares.reduce((sum, [, share]) => sum + share, 0)) return [];
    const gains = new Map(shares.filter(([, share]) => share > 0));
    const paid = [];
    for (const [payer, share] of [...shares].sort((one, other) => one[1] - other[1])) {
      let owes = -share;
      for (const gainer of [...gains.keys()].sort((one, other) => (gains.get(other) ?? 0) - (gains.get(one) ?? 0))) {
        const part = Math.min(owes, gains.get(gainer) ?? 0);
        if (part <= 0) continue;
        paid.push({ from: payer, to: gainer, points: part });
        gains.set(gainer, (gains.get(gainer) ?? 0) - part);
        owes -= part;
      }
    }
    return paid;
  };

  /** @param {any} shown */
  const tieNote = (shown) => {
    if (shown.state.result.tie_broken_by === "deal") return _("Tied on points: decided by the tiebreaker deal.");
    if (shown.may_break_tie) return _("Tied on points and in Trex: the win is shared until a tiebreaker deal decides.");
    if (shown.state.result.tie_broken_by) return _("Tied on points: decided by more first places in Trex.");
    if (shown.winners.length < 2 || shown.rules.winner === "worst_player_loses") return "";
    return _("Tied on points: the win is shared. You can play one more deal, but it’s not part of this game.");
  };

  /** What a highlight is about, by its name. @param {any} shown @param {string} label @param {boolean} [short] */
  const called = (shown, label, short = false) => {
    if (!label) return "";
    if (TEAMS.includes(label)) return shown.teams[TEAMS.indexOf(label)].name;
    const seat = shown.seats.find((/** @type {any} */ one) => one.seat === label);
    return short ? seat.short : seat.name;
  };

  /** @param {[string, string | null]} sentence its English, and what its form depends on @param {Chosen} chosen @param {string} name */
  const said = ([english, by], chosen, name) => {
    /** @type {Record<string, any>} */
    const params = { name, count: chosen.number, points: Math.abs(chosen.points ?? 0) };
    return by ? plurals(english, params[by], params) : _(english, params);
  };

  /** @param {any} shown @param {Chosen} fact */
  const factOf = (shown, fact) => ({
    number: fact.points === null ? number(fact.number) : change(fact.points),
    text: said(highlights.said.facts[fact.code], fact, called(shown, fact.label, true)),
    loss: fact.points !== null && fact.points < 0,
    url: SEATS.some((seat) => seat === fact.label) ? urlFor("why.total", { token: shown.token, letter: fact.label }) : urlFor("why.standing", { token: shown.token }),
  });

  /** The day of the last deal, by this phone's calendar. @param {any} last */
  const dateOf = (last) => {
    const at = new Date(madeAt(last));
    const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    return day(`${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`);
  };

  /** @param {any[]} entries up to the last deal */
  const duration = (entries) => {
    const took = Math.floor((madeAt(entries.at(-1)) - Math.min(...entries.map(madeAt))) / A_MINUTE);
    if (took < SHORTEST || took > LONGEST) return "";
    if (took < 60) return _("%(minutes)s min", { minutes: took });
    return _("%(hours)s h %(minutes)s min", { hours: Math.floor(took / 60), minutes: took % 60 });
  };

  /** The house rules by the preset they began with, and whether anything in them is changed. @param {any} shown */
  const rulesPlayed = ({ rules, record }) => {
    const { preset } = record.rulesHistory.at(-1).houseRules;
    const isSame = Object.entries(presets[preset].rules).every(([option, value]) => JSON.stringify(rules[option]) === JSON.stringify(value));
    return isSame ? _("Rules: %(preset)s", { preset: words.preset[preset] }) : _("Rules: %(preset)s, changed", { preset: words.preset[preset] });
  };

  /** @param {any} shown @param {Opened} opened */
  const told = (shown, { state, record, entries }) => {
    const isUnknown = (/** @type {any} */ body) => highlights.from_totals.some((/** @type {string} */ note) => body.note?.includes(note));
    const { headline, facts } = choose(highlights, numbersOf(state, record.counted, isUnknown), state.result.winners);
    const last = Math.max(...record.counted.filter((/** @type {any} */ { kind }) => kind === "deal").map((/** @type {any} */ { seq }) => seq));
    return {
      headline: headline ? said(highlights.said.headlines[headline.code], headline, called(shown, headline.label)) : "",
      facts: facts.map((fact) => factOf(shown, fact)),
      played: [dateOf(entries[last - 1]), rulesPlayed(shown), duration(entries.slice(0, last))].filter(Boolean),
    };
  };

  /** The page, with the sheet for a picture. @param {Opened} opened */
  const result = (opened) => {
    const { game: shown, ...paper } = sheet(opened);
    const places = shown.partnership ? shown.teams : shown.seats;
    const best = places.find(({ rank }) => rank === 1)?.total ?? 0;
    const standings = places.map(({ rank, tied, name, total }) => ({ rank, tied, name, total, margin: Math.abs(best - total) }));
    return {
      ...paper,
      game: shown,
      rims: rims(shown),
      who_is_king: {},
      saved: saved(shown),
      highlights: told(shown, opened),
      separator: language.digits === "arab" ? `${language.comma} ` : " · ",
      standings: standings.sort((one, other) => one.rank - other.rank),
      payments: payments(shown),
      payments_note: shown.partnership ? _("Point for point, team by team") : _("Point for point"),
      tie_note: tieNote(shown),
      tonight: Boolean(opened.state.in_club), // the next one starts at the club's evening, of which a phone alone knows nothing
      again_form: shown.can_write ? { csrf_token: "" } : null,
      key: newKey(),
    };
  };

  return { result, payments };
}
