// The score sheet.

import { DealRecorded, DealVoided, PointsAdjusted } from "../../game/events/index.js";
import { SEATS, scoreCaptures } from "../../lib/points.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("./game.js").GameView} GameView */

/**
 * @param {import("../offline-pages.js").OfflinePageTools} tools
 * @param {ReturnType<typeof import("./game.js").gamePresenter>} shared
 * @param {ReturnType<typeof import("./table-page.js").tablePagePresenter>} tablePage
 */
export function sheetPresenter({ say: _, words }, { game, titleOf, verdict }, { lastUndoableEntry }) {
  /** @param {GameView} view @param {{reason: string, claimed_by?: Seat}} voidDeal */
  const voidNote = ({ seats }, { reason, claimed_by: claimant }) => {
    const reasonText = words.void_reason[reason];
    return claimant
      ? _("Void at %(name)s’s request: %(reason)s", { name: seats[SEATS.indexOf(claimant)].name, reason: reasonText })
      : _("Void: %(reason)s", { reason: reasonText });
  };

  /** Marks of a row: revoke, dispute, confirmation, correction. @param {GameView} view @param {import("../../game/game-builder.js").GameFileEntry} entry */
  const marks = (view, { seq, body, corrected }) => ({
    has_revoke: Boolean(body.renege),
    is_disputed: view.open_disputes.some(({ about }) => about === seq),
    is_unconfirmed: view.state.unconfirmed.includes(seq),
    is_corrected: corrected,
  });

  /** The whole game as a score sheet. @param {LocalGame} localGame */
  const sheet = (localGame) => {
    const gameView = game({ ...localGame, king: null });
    const { result, candidates, points_table: pointsTable } = localGame.state;
    /** @type {Map<Seat, any[]>} */
    const rows = new Map();
    let deals = 0;
    for (const entry of localGame.record.counted) {
      const { seq, body } = entry;
      const row = DealRecorded.is(entry)
        ? {
            seq,
            marks: marks(gameView, entry),
            contracts: result.deals[deals].contracts,
            points: SEATS.map((seat) => result.deals[deals].points[seat]),
            void_note: "",
          }
        : {
            seq,
            marks: marks(gameView, entry),
            contracts: [],
            points: [],
            void_note: DealVoided.is(entry) ? voidNote(gameView, body.void) : "",
          };
      if (DealRecorded.is(entry)) deals += 1;
      if (!PointsAdjusted.is(entry) && body.king) rows.set(body.king, [...(rows.get(body.king) ?? []), row]);
    }
    const startedKings = result.kingdoms.map((kingdom) => kingdom.king);
    const voidOnly = [...rows.keys()].filter((seat) => !startedKings.includes(seat));
    const nextKings = candidates.length === 1 && !startedKings.includes(candidates[0]) ? candidates : [];
    const kingdoms = [...startedKings, ...(voidOnly.length ? voidOnly : nextKings)].map((seat) => {
      const scored = result.kingdoms.find((kingdom) => kingdom.king === seat);
      const isComplete = Boolean(scored?.complete);
      return {
        king_letter: seat,
        king_name: gameView.seats[SEATS.indexOf(seat)].name,
        deal_rows: rows.get(seat) ?? [],
        disputed_seqs: (rows.get(seat) ?? [])
          .filter(({ marks: { is_disputed: isDisputed } }) => isDisputed)
          .map((row) => row.seq),
        remaining_contracts: result.remaining[seat],
        seat_sums: SEATS.map((each) => scored?.points[each] ?? 0),
        sum: scored?.sum ?? 0,
        is_sum_proved: isComplete,
      };
    });
    const adjustments = localGame.record.counted.flatMap((entry, index, entries) => {
      if (!PointsAdjusted.is(entry)) return [];
      const lastDeal =
        entries.slice(0, index).findLast(({ body }) => body.king) ?? entries.find(({ body }) => body.king);
      return [{ ...entry, king: lastDeal?.body.king ?? "" }];
    });
    const tieBreaks = localGame.record.counted.filter(({ kind }) => kind === "tie_break");
    const pointsOf = (/** @type {any} */ entry) => scoreCaptures(pointsTable, entry.body.captures);
    return {
      tie_breaks: tieBreaks.map((entry) => ({
        seq: entry.seq,
        marks: marks(gameView, entry),
        points: SEATS.map((seat) => pointsOf(entry)[seat]),
        title: titleOf(entry),
        kingdom_king_letter: "",
      })),
      game: gameView,
      verdict: verdict(gameView),
      kingdoms,
      last: lastUndoableEntry(gameView),
      totals: gameView.seats,
      adjustments: adjustments.map((entry) => ({
        seq: entry.seq,
        marks: marks(gameView, entry),
        points: SEATS.map((seat) => entry.body.adjustment[seat] ?? 0),
        title: entry.body.reason ?? "",
        kingdom_king_letter: entry.king,
      })),
    };
  };

  return { sheet };
}
