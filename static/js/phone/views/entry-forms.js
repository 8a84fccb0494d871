// The forms of a game: deal, void deal, adjustment, first king.

import { scoreCaptures } from "../../lib/points.js";
import { revokeCharges, dealForm, dealBodyOfForm, postedFromCaptures } from "../deal-form.js";
import { MAX_POINTS, adjustmentForm, firstKingForm, voidForm } from "../small-forms.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("./game.js").GameView} GameView */

/** @typedef {{after?: string, requestedRevokedBy?: string, captures?: string}} DealRequest `after`: the entry saved just before; `requestedRevokedBy`: the seat that revoked, or "ask"; `captures`: captures entered before, as JSON. */

/** The points that this card can give with the questions of this form. @param {any} table @param {any} step */
function pointsSharesByCaptureCase(table, { card, asks_leader: asksLeader }) {
  const events = [
    "plain",
    "doubled",
    "own",
    ...(table.partnership ? ["partner"] : []),
    ...(asksLeader ? ["own_led_by_another", "own_led_by_holder"] : []),
  ];
  const shares = (/** @type {string} */ event) =>
    table.cards[card][event].map((/** @type {any} */ share) => ({ points: share.points, to: share.to }));
  return Object.fromEntries(events.map((event) => [event, shares(event)]));
}

/**
 * @param {import("../offline-pages.js").OfflinePageTools} tools
 * @param {ReturnType<typeof import("./game.js").gamePresenter>} shared
 * @param {ReturnType<typeof import("./table-page.js").tablePagePresenter>} tablePage
 */
export function entryFormPresenter({ say: _, words, language }, { game, contractSetName }, { lastUndoableEntry }) {
  /** The points of a complete form; null before. @param {GameView} view @param {any} form @param {string[]} contracts */
  const preview = (view, form, contracts) => {
    if (form.first_unanswered_step_index !== null) return null;
    const points = scoreCaptures(view.state.points_table, dealBodyOfForm(form, contracts, view.king.seat).captures);
    return view.seats.map((seat) => ({
      name: seat.name,
      deal_points: points[/** @type {Seat} */ (seat.seat)],
      total_after: seat.total + points[/** @type {Seat} */ (seat.seat)],
    }));
  };

  /** The text without isolates, which stored notes must not contain. @param {string} text */
  const withoutIsolates = (text) => text.replaceAll(/[\u2068\u2069]/g, "");

  /** What a revoke charges to a player, as text. @param {any} form */
  const revokeChargeText = (form) =>
    revokeCharges(form)
      .map(({ card, contract, count }) =>
        card
          ? words.card[card]
          : withoutIsolates(_("%(name)s: %(count)s", { name: words.contract[contract ?? ""], count })),
      )
      .join(`${language.list_comma} `);

  /** The note of a deal: what was only charged. @param {any} form */
  const revokeChargeNote = (form) =>
    revokeChargeText(form) ? withoutIsolates(_("Charged: %(rest)s.", { rest: revokeChargeText(form) })) : "";

  /**
   * The form of a deal.
   * @param {LocalGame} localGame
   * @param {string[]} contracts
   * @param {import("../form-fields.js").Posted | null} posted
   * @param {DealRequest} asked
   */
  const deal = (localGame, contracts, posted = null, { after = "", requestedRevokedBy = "", captures = "" } = {}) => {
    const gameView = game(localGame);
    const last_written = lastUndoableEntry(gameView);
    const announced = localGame.state.announced;
    const empty = dealForm(
      gameView,
      contracts,
      announced && announced.contracts.join() === contracts.join() ? announced : null,
      posted ?? postedFromCaptures(captures, requestedRevokedBy),
      requestedRevokedBy,
    );
    const form = Object.assign(empty, { charged_captures_text: revokeChargeText(empty) });
    const cardSteps = form.steps.filter((step) => step.kind === "card");
    const cards = Object.fromEntries(
      cardSteps.map((/** @type {any} */ step) => [
        step.card,
        pointsSharesByCaptureCase(localGame.state.points_table, step),
      ]),
    );
    const lastDeal = localGame.state.result.deals.at(-1);
    const previousDeal = lastDeal && gameView.king && lastDeal.king === gameView.king.seat ? lastDeal : null;
    return {
      game: gameView,
      form,
      contracts,
      title: contractSetName(contracts),
      points_table: { ...localGame.state.points_table, cards },
      previous: previousDeal,
      preview: preview(gameView, form, contracts),
      prefilled: captures || null,
      saved: last_written && String(last_written.seq) === after ? last_written : null,
    };
  };

  /** @param {LocalGame} localGame @param {string} reason preselected */
  const voidDeal = (localGame, reason = "") => {
    const gameView = game(localGame);
    return { game: gameView, form: voidForm(gameView, words.void_reason, reason) };
  };

  /** @param {LocalGame} localGame @param {import("../form-fields.js").Posted | null} posted */
  const adjustment = (localGame, posted = null) => {
    const gameView = game({ ...localGame, king: null });
    const invalidPointsText = (/** @type {any} */ seat) =>
      _("Enter a whole number of points for %(seat)s, plus or minus, up to %(most)s.", {
        seat: seat.name,
        most: MAX_POINTS,
      });
    return { game: gameView, form: adjustmentForm(gameView, posted, invalidPointsText) };
  };

  /** @param {LocalGame} localGame */
  const firstKing = (localGame) => {
    const gameView = game({ ...localGame, king: null });
    const questions = {
      seven_of_hearts: _("Who holds the 7 of hearts?"),
      highest_card: _("Who drew the highest card?"),
      agreed: _("Who is the first king?"),
    };
    return {
      game: gameView,
      form: firstKingForm(gameView),
      question: questions[/** @type {keyof typeof questions} */ (gameView.rules.first_king)],
    };
  };

  return { deal, revokeChargeNote, voidDeal, adjustment, firstKing };
}
