// The table page: what has been played, what may be chosen, what was just saved, and where it goes on.

import { CONTRACTS, faceValue } from "../../game/fold.js";
import { SEATS } from "../../points.js";
import { newKey } from "../../key.js";
import { safe } from "../runtime.js";
import { PENALTIES } from "./game.js";
import { shortNames } from "./names.js";

/** @typedef {import("../../points.js").Seat} Seat */
/** @typedef {import("./game.js").Opened} Opened */

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared */
export function boardViews({ say: _, points, urlFor, words, language }, { game, programmeName }) {
  /** @param {any} shown */
  const grid = (shown) => {
    const { result } = shown.state;
    const short = shortNames(shown.seats.map((/** @type {any} */ seat) => seat.name));
    /** @type {Record<string, any>} */
    const cells = {};
    result.deals.forEach((/** @type {any} */ deal, /** @type {number} */ place) => {
      for (const [contract, cell] of Object.entries(shown.state.grid[place])) {
        const { seats, points: most } = /** @type {any} */ (cell);
        const takers = seats.map((/** @type {Seat} */ seat) => short[SEATS.indexOf(seat)]);
        cells[deal.king + contract] = { contract, state: "played", takers, points: most, seq: shown.state.seqs[place] };
      }
    });
    const begun = result.kingdoms.map((/** @type {any} */ kingdom) => kingdom.king);
    return [...begun, ...SEATS.filter((seat) => !begun.includes(seat))].map((seat) => {
      const kingdom = result.kingdoms.find((/** @type {any} */ one) => one.king === seat);
      const running = shown.king?.seat === seat;
      return {
        seat,
        name: shown.seats[SEATS.indexOf(seat)].name,
        begun: Boolean(kingdom),
        running,
        cells: CONTRACTS.map((contract) => cells[seat + contract] ?? { contract, state: "left", takers: [], points: 0 }),
        sum: kingdom?.sum ?? 0,
        proved: Boolean(kingdom?.complete),
        left: running && kingdom ? shown.state.left : null,
      };
    });
  };

  /** What a contract gives or costs, as players say it. @param {any} shown @param {string} contract */
  const worth = (shown, contract) => {
    const table = shown.state.points_table;
    const counted = /** @type {Record<string, [number, number]>} */ ({ queens: [4, faceValue(["queens"], table) / 4], diamonds: [13, table.diamond], collections: [13, table.trick] })[contract];
    if (counted) return _("%(count)s × %(each)s", { count: points(counted[0]), each: points(counted[1]) });
    if (contract === "king_of_hearts") return points(faceValue([contract], table));
    return safe(table.trex.map(points).join(language.digits === "arab" ? "، " : " · "));
  };

  /** Where a deal of these contracts is recorded. @param {any} shown @param {string[]} contracts @param {number | null} [saved] */
  const dealUrl = (shown, contracts, saved = null) => urlFor("deals.new", { token: shown.token, contracts: contracts.join("+") || null, king: shown.king_named, renege: shown.renege_asked, saved });

  /** What the king may play. @param {any} shown @returns {string[][]} */
  const possible = (shown) => {
    const left = shown.king ? shown.state.result.remaining[shown.king.seat] : [];
    return shown.state.play.programmes.filter((/** @type {string[]} */ one) => one.every((contract) => left.includes(contract)));
  };

  /** Where the table goes on after a deal: the only contract's form, else the table. @param {any} shown */
  const afterSaving = (shown) => {
    const choices = shown.can_write && !shown.announcement ? possible(shown) : [];
    return choices.length === 1 ? dealUrl(shown, choices[0], shown.state.last.seq) : urlFor("table.show", { token: shown.token });
  };

  /** What the king may play, each contract by itself. @param {any} shown */
  const choices = (shown) => {
    if (!shown.king) return [];
    const left = shown.state.result.remaining[shown.king.seat];
    const address = dealUrl(shown, []);
    return (shown.rules.combining === "all_four" ? ["trex"] : CONTRACTS).map((contract) => {
      const allowed = shown.state.play.programmes.some((/** @type {string[]} */ programme) => programme.join() === contract);
      return {
        contract,
        name: words.contract[contract],
        worth: worth(shown, contract),
        state: !left.includes(contract) ? "played" : allowed ? "open" : "not_now",
        url: `${address}${address.includes("?") ? "&" : "?"}contracts=${contract}`,
        checked: false,
      };
    });
  };

  /** Several contracts in one deal, where the rules and what is left allow it. @param {any} shown */
  const combine = (shown) => {
    if (!shown.king || shown.rules.combining === "none") return null;
    const several = possible(shown).filter((one) => one.length > 1);
    if (!several.length) return null;
    if (shown.rules.combining === "all_four") {
      return { all_four: true, url: dealUrl(shown, PENALTIES), worth: points(faceValue(PENALTIES, shown.state.points_table)), contracts: [] };
    }
    return { all_four: false, url: dealUrl(shown, []), worth: null, contracts: choices(shown).filter(({ state, contract }) => state === "open" && contract !== "trex") };
  };

  /** @param {any} shown */
  const whoIsKing = (shown) =>
    shown.king || shown.complete
      ? []
      : shown.state.candidates.map((/** @type {Seat} */ seat) => ({
          seat,
          name: shown.seats[SEATS.indexOf(seat)].name,
          url: urlFor("table.show", { token: shown.token, king: seat, renege: shown.renege_asked }),
        }));

  /** @param {any} shown @param {Partial<Record<Seat, number>>} bySeat */
  const changes = (shown, bySeat) => shown.seats.flatMap((/** @type {any} */ seat) => (bySeat[/** @type {Seat} */ (seat.seat)] ? [{ name: seat.name, change: bySeat[/** @type {Seat} */ (seat.seat)] }] : []));

  /** The last thing written, said in a line. What waits has no number yet: its `key` tells which it is. @param {any} shown */
  const saved = (shown) => {
    const told = lastSaid(shown);
    const waits = shown.entries?.find((/** @type {any} */ entry) => entry.seq === told?.seq && entry.waits);
    return told && waits ? { ...told, key: waits.key } : told;
  };

  /** @param {any} shown */
  const lastSaid = (shown) => {
    const { last, result } = shown.state;
    if (!last) return null;
    const { entry, seq } = last;
    if (entry.announced) return { title: _("%(contracts)s announced", { contracts: programmeName(entry.announced.contracts) }), seq, points: [] };
    if (entry.corrected) return { title: _("Corrected: %(reason)s", { reason: entry.corrected.reason }), seq, points: [] };
    if (entry.void) return { title: _("Deal thrown in: %(reason)s", { reason: words.void_reason[entry.void.reason] }), seq, points: [] };
    if (entry.adjustment) return { title: _("Points by agreement: %(reason)s", { reason: entry.reason }), seq, points: changes(shown, entry.adjustment) };
    const [contract, ...more] = entry.contracts;
    const title = more.length ? _("%(contracts)s written", { contracts: programmeName(CONTRACTS.filter((one) => entry.contracts.includes(one))) }) : words.written[contract];
    return { title, seq, points: changes(shown, result.deals.at(-1).points) };
  };

  /** @param {Opened} opened */
  const table = (opened) => {
    const shown = game(opened);
    const { result } = opened.state;
    return {
      game: shown,
      grid: grid(shown),
      choices: choices(shown),
      combine: combine(shown),
      who_is_king: whoIsKing(shown),
      saved: saved(shown),
      first_king_form: !result.deals.length && result.next_king !== null,
      key: newKey(),
    };
  };

  return { table, saved, possible, dealUrl, afterSaving };
}
