// The sheet and the result.

import { faceValue } from "../../game/fold.js";
import { SEATS, score } from "../../points.js";
import { newKey } from "../../key.js";
import { standingOrder } from "./game.js";

/** @typedef {import("../../points.js").Seat} Seat */
/** @typedef {import("./game.js").Opened} Opened */

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared @param {ReturnType<typeof import("./board.js").boardViews>} board */
export function paperViews({ say: _, words }, { game, titleOf }, { saved }) {
  /** @param {any} shown @param {{reason: string, claimed_by?: Seat}} thrown */
  const whyThrownIn = ({ seats }, { reason, claimed_by: by }) => {
    const why = words.void_reason[reason];
    return by ? _("Thrown in, as %(name)s asked: %(reason)s", { name: seats[SEATS.indexOf(by)].name, reason: why }) : _("Thrown in: %(reason)s", { reason: why });
  };

  /** What is to be known of a row before it is believed. @param {any} shown @param {import("../../game/journal.js").Counted} entry */
  const marks = (shown, { seq, body, corrected }) => ({
    reneged: Boolean(body.renege),
    disputed: shown.open_disputes.some((/** @type {any} */ { about }) => about === seq),
    waits: shown.unconfirmed.includes(seq),
    corrected,
  });

  /** The sheet: the whole game as the paper that people know. @param {Opened} opened */
  const sheet = (opened) => {
    const shown = game({ ...opened, king: null });
    const { result, candidates, points_table: pointsTable } = opened.state;
    /** @type {Map<Seat, any[]>} */
    const rows = new Map();
    let deals = 0;
    for (const entry of opened.record.counted) {
      const { seq, kind, body } = entry;
      const row = kind === "deal"
        ? { seq, marks: marks(shown, entry), contracts: result.deals[deals].contracts, points: SEATS.map((seat) => result.deals[deals].points[seat]), void: false, note: "" }
        : { seq, marks: marks(shown, entry), contracts: [], points: [], void: true, note: kind === "void" ? whyThrownIn(shown, body.void) : "" };
      if (kind === "deal") deals += 1;
      if (kind !== "adjustment" && body.king) rows.set(body.king, [...(rows.get(body.king) ?? []), row]);
    }
    const begun = result.kingdoms.map((/** @type {any} */ kingdom) => kingdom.king);
    const thrownIn = [...rows.keys()].filter((seat) => !begun.includes(seat));
    const next = candidates.length === 1 && !begun.includes(candidates[0]) ? candidates : [];
    const kingdoms = [...begun, ...(thrownIn.length ? thrownIn : next)].map((seat) => {
      const scored = result.kingdoms.find((/** @type {any} */ one) => one.king === seat);
      const proved = Boolean(scored?.complete);
      const left = result.remaining[seat];
      return {
        king: seat,
        king_name: shown.seats[SEATS.indexOf(seat)].name,
        begun: Boolean(scored),
        running: !proved,
        deals: rows.get(seat) ?? [],
        disputed: (rows.get(seat) ?? []).filter(({ marks: { disputed } }) => disputed).map((row) => row.seq),
        open_contracts: left,
        sums: SEATS.map((each) => scored?.points[each] ?? 0),
        sum: scored?.sum ?? 0,
        proved,
        left: proved ? null : faceValue(left, pointsTable),
      };
    });
    const agreed = opened.record.counted.flatMap((/** @type {any} */ entry, /** @type {number} */ place, /** @type {any[]} */ all) => {
      if (entry.kind !== "adjustment") return [];
      const dealt = all.slice(0, place).findLast(({ body }) => body.king) ?? all.find(({ body }) => body.king);
      return [{ ...entry, king: dealt?.body.king ?? "" }];
    });
    const tieBreaks = opened.record.counted.filter((/** @type {any} */ { kind }) => kind === "tie_break");
    const pointsOf = (/** @type {any} */ entry) => score(pointsTable, entry.body.captures);
    return {
      tie_breaks: tieBreaks.map((/** @type {any} */ entry) => ({ seq: entry.seq, marks: marks(shown, entry), points: SEATS.map((seat) => pointsOf(entry)[seat]), reason: titleOf(entry), king: "" })),
      game: shown,
      kingdoms,
      last: saved(shown),
      totals: shown.seats,
      adjustments: agreed.map((/** @type {any} */ entry) => ({ seq: entry.seq, marks: marks(shown, entry), points: SEATS.map((seat) => entry.body.adjustment[seat] ?? 0), reason: entry.body.reason ?? "", king: entry.king })),
    };
  };

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
    if (shown.state.result.tie_broken_by === "deal") return _("Equal on points: the tie-break deal decided.");
    if (shown.may_break_tie) return _("Equal on points and in Trex: the win is shared until a tie-break deal decides.");
    if (shown.state.result.tie_broken_by) return _("Equal on points: more first places in Trex decided.");
    if (shown.winners.length < 2 || shown.rules.winner === "worst_player_loses") return "";
    return _("Equal on points: the win is shared. The table may play one more deal, which is not part of the game.");
  };

  /** The result: who won, by how much, and who pays whom; with the sheet, for a picture. @param {Opened} opened */
  const result = (opened) => {
    const { game: shown, ...paper } = sheet(opened);
    const places = shown.partnership ? shown.teams : shown.seats;
    const best = places.find(({ rank }) => rank === 1)?.total ?? 0;
    const standings = places.map(({ rank, tied, name, total }) => ({ rank, tied, name, total, margin: Math.abs(best - total) }));
    return {
      ...paper,
      game: shown,
      standings: standings.sort((one, other) => one.rank - other.rank),
      payments: payments(shown),
      payments_note: shown.partnership ? _("team by team, a point for a point") : _("a point for a point"),
      tie_note: tieNote(shown),
      tonight: Boolean(opened.state.in_club), // the next one starts at the club's evening, of which a phone alone knows nothing
      again_form: shown.can_write ? { csrf_token: "" } : null,
      key: newKey(),
    };
  };

  return { sheet, result, payments };
}
