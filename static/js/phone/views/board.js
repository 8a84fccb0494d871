// The table page: what has been played, what may be chosen, what was just saved, and where it goes on.

import { CONTRACTS, faceValue } from "../../game/fold.js";
import { SEATS } from "../../lib/points.js";
import { newKey } from "../../lib/key.js";
import { redoableEntries } from "../../game/redo.js";
import { safe } from "../runtime.js";
import { PENALTIES } from "./game.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("./game.js").Opened} Opened */

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared */
export function boardViews({ say: _, points, urlFor, words, language }, { game, programmeName, verdict }) {
  /** For each seat, how much of its kingdom has been played. @param {any} shown */
  const rims = (shown) =>
    Object.fromEntries(
      SEATS.map((seat) => {
        const left = shown.state.result.remaining[seat];
        if (shown.rules.combining !== "all_four") return [seat, { played: CONTRACTS.length - left.length, deals: CONTRACTS.length }];
        const deals = Number(left.includes("trex")) + Number(left.some((/** @type {string} */ contract) => contract !== "trex"));
        return [seat, { played: 2 - deals, deals: 2 }];
      }),
    );

  /** The seats whose kingdoms are neither begun nor known to be next. @param {any} shown */
  const kingsToCome = (shown) => {
    const begun = shown.state.result.kingdoms.map((/** @type {any} */ { king }) => king);
    return shown.seats.filter((/** @type {any} */ { seat, is_king }) => !begun.includes(seat) && !is_king);
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

  /** Where the table goes on after a deal: the only contract's form, else the table; the last deal leads to the result. @param {any} shown */
  const afterSaving = (shown) => {
    if (shown.complete) return urlFor("sheet.result", { token: shown.token });
    const choices = shown.can_write && !shown.announcement ? possible(shown) : [];
    return choices.length === 1 ? dealUrl(shown, choices[0], shown.state.last.seq) : urlFor("table.show", { token: shown.token });
  };

  /** What the king has left, each contract by itself; in a game of Complex, Trex alone. @param {any} shown */
  const choices = (shown) => {
    if (!shown.king) return [];
    const left = shown.state.result.remaining[shown.king.seat];
    const address = dealUrl(shown, []);
    const contracts = (shown.rules.combining === "all_four" ? ["trex"] : CONTRACTS).filter((contract) => left.includes(contract));
    return contracts.map((contract) => ({
      contract,
      name: words.contract[contract],
      worth: worth(shown, contract),
      range: contract === "trex" ? [shown.state.points_table.trex[0], shown.state.points_table.trex[3]] : null,
      url: `${address}${address.includes("?") ? "&" : "?"}contracts=${contract}`,
      open: shown.state.play.programmes.some((/** @type {string[]} */ programme) => programme.join() === contract),
      checked: false,
    }));
  };

  /** The contracts that the king has played, in the order in which contracts are shown. @param {any} shown */
  const played = (shown) => {
    if (!shown.king) return [];
    /** @type {Record<string, any>} */
    const found = {};
    shown.state.result.deals.forEach((/** @type {any} */ deal, /** @type {number} */ place) => {
      if (deal.king !== shown.king.seat) return;
      for (const [contract, cell] of Object.entries(shown.state.grid[place])) {
        const { seats, points: most } = /** @type {any} */ (cell);
        found[contract] = { contract, name: seats.length === 1 ? shown.seats[SEATS.indexOf(seats[0])].short : "", points: most, seq: shown.state.seqs[place] };
      }
    });
    return CONTRACTS.flatMap((contract) => found[contract] ?? []);
  };

  /** The king's five contracts, and which of them are still to be played. @param {any} shown */
  const kingdom = (shown) => {
    const left = shown.king ? shown.state.result.remaining[shown.king.seat] : [];
    return shown.king ? CONTRACTS.map((contract) => ({ contract, is_left: left.includes(contract) })) : [];
  };

  /** Several contracts in one deal, where the rules and what is left allow it. @param {any} shown */
  const combine = (shown) => {
    if (!shown.king || shown.rules.combining === "none") return null;
    const several = possible(shown).filter((one) => one.length > 1);
    if (!several.length) return null;
    if (shown.rules.combining === "all_four") {
      return { all_four: true, url: dealUrl(shown, PENALTIES), worth: points(faceValue(PENALTIES, shown.state.points_table)), contracts: [] };
    }
    return { all_four: false, url: dealUrl(shown, []), worth: null, contracts: choices(shown).filter(({ open, contract }) => open && contract !== "trex") };
  };

  /** Where each seat leads that may be king, if the rules leave that open. @param {any} shown */
  const whoIsKing = (shown) =>
    shown.king || shown.complete || !shown.can_write
      ? {}
      : Object.fromEntries(shown.state.candidates.map((/** @type {Seat} */ seat) => [seat, urlFor("table.show", { token: shown.token, king: seat, renege: shown.renege_asked })]));

  /** The largest first. @param {any} shown @param {Partial<Record<Seat, number>>} bySeat */
  const changes = (shown, bySeat) =>
    shown.seats
      .flatMap((/** @type {any} */ { seat, name, column }) => (bySeat[/** @type {Seat} */ (seat)] ? [{ name, short: column, change: bySeat[/** @type {Seat} */ (seat)] }] : []))
      .sort((/** @type {any} */ one, /** @type {any} */ other) => Math.abs(other.change) - Math.abs(one.change));

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
    if (entry.announced) return { title: _("%(contracts)s announced", { contracts: programmeName(entry.announced.contracts) }), seq, points: [], explained: null, sign: "" };
    if (entry.abandoned) return { title: _("Abandoned"), seq, points: [], explained: null, sign: "" };
    if (entry.corrected) return correctedSaid(shown, entry.corrected, seq);
    if (entry.void) return { title: _("Void deal: %(reason)s", { reason: words.void_reason[entry.void.reason] }), seq, points: [], explained: null, sign: "" };
    const [title, points] = entry.adjustment
      ? [_("Adjustment: %(reason)s", { reason: entry.reason }), changes(shown, entry.adjustment)]
      : [programmeName(CONTRACTS.filter((one) => entry.contracts.includes(one))), changes(shown, result.deals.at(-1).points)];
    return { title, seq, points, explained: points.length ? seq : null, sign: entry.contracts?.join() === "king_of_hearts" ? "king_of_hearts" : "" };
  };

  /** One deal that was corrected is named, with its points now; of anything else, the reason is. @param {any} shown @param {any} said @param {number} seq */
  const correctedSaid = (shown, { reason, changes: changed }, seq) => {
    const [{ seq: of, entry }] = changed;
    const place = shown.state.seqs.indexOf(of);
    if (changed.length > 1 || !entry?.contracts || place < 0) return { title: _("Corrected: %(reason)s", { reason }), seq, points: [], explained: null, sign: "" };
    const title = _("%(contracts)s corrected", { contracts: programmeName(CONTRACTS.filter((one) => entry.contracts.includes(one))) });
    return { title, seq, points: changes(shown, shown.state.result.deals[place].points), explained: of, sign: "" };
  };

  /** What was undone last and can be put back. @param {any} shown */
  const undone = (shown) => {
    const last = redoableEntries(shown.entries).at(-1);
    if (!last) return null;
    const { body, kind, seq } = last;
    const told = { seq, change_url: null, contracts: /** @type {string[]} */ ([]), key: last.waits ? last.key : null };
    if (kind === "announced") return { ...told, title: _("%(contracts)s announced", { contracts: programmeName(body.announced.contracts) }) };
    if (kind === "abandoned") return { ...told, title: _("Abandoned") };
    if (kind === "corrected") return { ...told, title: _("Correction") };
    if (kind === "first_king") return { ...told, title: _("First king") };
    if (kind === "void") return { ...told, title: _("Void deal") };
    if (kind === "adjustment") return { ...told, title: _("Adjustment") };
    const contracts = CONTRACTS.filter((one) => body.contracts.includes(one));
    const canChange = !body.tie_break && shown.king?.seat === body.king;
    const change_url = canChange ? urlFor("deals.new", { token: shown.token, contracts: body.contracts.join("+"), king: shown.king_named, renege: body.renege?.by, told: JSON.stringify(body.captures) }) : null;
    return { ...told, title: programmeName(contracts), contracts, change_url };
  };

  /** @param {Opened} opened */
  const table = (opened) => {
    const shown = game(opened);
    const { result } = opened.state;
    return {
      game: shown,
      rims: rims(shown),
      to_come: kingsToCome(shown),
      played: played(shown),
      to_do: shown.unconfirmed.length + shown.open_disputes.length,
      choices: choices(shown),
      combine: combine(shown),
      who_is_king: whoIsKing(shown),
      saved: saved(shown),
      verdict: verdict(shown),
      undone: undone(shown),
      own_device: null,
      key: newKey(),
    };
  };

  /** The table laid flat. @param {Opened} opened */
  const flat = (opened) => {
    const shown = game(opened);
    return { game: shown, rims: rims(shown), kingdom: kingdom(shown), saved: saved(shown), key: newKey() };
  };

  return { table, flat, saved, rims, possible, dealUrl, afterSaving };
}
