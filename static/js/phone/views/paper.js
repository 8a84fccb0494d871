// The sheet.

import { faceValue } from "../../game/fold.js";
import { SEATS, score } from "../../lib/points.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("./game.js").Opened} Opened */

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared @param {ReturnType<typeof import("./board.js").boardViews>} board */
export function paperViews({ say: _, words }, { game, titleOf, verdict }, { saved }) {
  /** @param {any} shown @param {{reason: string, claimed_by?: Seat}} thrown */
  const whyThrownIn = ({ seats }, { reason, claimed_by: by }) => {
    const why = words.void_reason[reason];
    return by ? _("Void at %(name)s’s request: %(reason)s", { name: seats[SEATS.indexOf(by)].name, reason: why }) : _("Void: %(reason)s", { reason: why });
  };

  /** What is to be known of a row before it is believed. @param {any} shown @param {import("../../game/journal.js").CountedEntry} entry */
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
      verdict: verdict(shown),
      kingdoms,
      last: saved(shown),
      totals: shown.seats,
      adjustments: agreed.map((/** @type {any} */ entry) => ({ seq: entry.seq, marks: marks(shown, entry), points: SEATS.map((seat) => entry.body.adjustment[seat] ?? 0), reason: entry.body.reason ?? "", king: entry.king })),
    };
  };

  return { sheet };
}
