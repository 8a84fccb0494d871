// The forms of a game: a deal, a void deal, points by agreement, the first king.

import { newKey } from "../../lib/key.js";
import { SEATS, score } from "../../lib/points.js";
import { adjustmentForm, bookedRest, dealForm, dealOf, firstKingForm, toldBefore, voidForm } from "../forms.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("./game.js").Opened} Opened */

/** @typedef {{after?: string, renege?: string, told?: string}} Asked What had just been saved when the form came by itself, who did not follow suit (or that it is to be asked), and what was told of this deal before. */

/** What taking a card can give, as far as this form can ask about it. @param {any} table @param {any} step */
function possible(table, { card, asks_leader: asksLeader }) {
  const events = ["plain", "doubled", "own", ...(table.partnership ? ["partner"] : []), ...(asksLeader ? ["own_led_by_another", "own_led_by_holder"] : [])];
  const shares = (/** @type {string} */ event) => table.cards[card][event].map((/** @type {any} */ share) => ({ points: share.points, to: share.to }));
  return Object.fromEntries(events.map((event) => [event, shares(event)]));
}

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared @param {ReturnType<typeof import("./board.js").boardViews>} board */
export function entryViews({ say: _, words, language }, { game, programmeName }, { saved }) {
  /** The points of what has been told so far; nothing before anything has been. @param {any} shown @param {any} told @param {string[]} contracts */
  const pencil = (shown, told, contracts) => {
    const whole = told.asked_step === null;
    if (!whole) return null;
    const points = score(shown.state.points_table, dealOf(told, contracts, shown.king.seat).captures);
    return { rows: shown.seats.map((/** @type {any} */ seat) => ({ name: seat.name, change: points[/** @type {Seat} */ (seat.seat)], total_after: seat.total + points[/** @type {Seat} */ (seat.seat)] })) };
  };

  /** Without the marks that keep names apart: an entry holds none, and what is isolated as a whole is turned by none in it. @param {string} text */
  const bare = (text) => text.replaceAll(/[\u2068\u2069]/g, "");

  /** What is booked on a player, in words. @param {any} told */
  const restOf = (told) =>
    bookedRest(told)
      .map(({ card, contract, count }) => (card ? words.card[card] : bare(_("%(name)s: %(count)s", { name: words.contract[contract ?? ""], count }))))
      .join(`${language.comma} `);

  /** What is noted beside a deal: what of it is only booked. @param {any} told */
  const noteOf = (told) => (restOf(told) ? bare(_("Charged: %(rest)s.", { rest: restOf(told) })) : "");

  /** A deal to be recorded. @param {Opened} opened @param {string[]} contracts @param {import("../forms.js").Posted | null} posted @param {Asked} asked */
  const deal = (opened, contracts, posted = null, { after = "", renege = "", told = "" } = {}) => {
    const shown = game(opened);
    const last_written = saved(shown);
    const said = opened.state.announced;
    const form = dealForm(shown, contracts, said && said.contracts.join() === contracts.join() ? said : null, posted ?? toldBefore(told, renege), renege);
    form.booked_rest = restOf(form);
    const asked = form.steps.filter((/** @type {any} */ step) => step.kind === "card");
    const cards = Object.fromEntries(asked.map((/** @type {any} */ step) => [step.card, possible(opened.state.points_table, step)]));
    const last = opened.state.result.deals.at(-1);
    const previous = last && shown.king && last.king === shown.king.seat ? { contracts: last.contracts, points: SEATS.map((seat) => last.points[seat]) } : null;
    return {
      game: shown,
      form,
      contracts,
      title: programmeName(contracts),
      points_table: { ...opened.state.points_table, cards },
      previous,
      preview: pencil(shown, form, contracts),
      told: told || null,
      saved: last_written && String(last_written.seq) === after ? last_written : null,
      key: newKey(),
    };
  };

  /** @param {Opened} opened @param {string} reason the one that was asked for */
  const thrownIn = (opened, reason = "") => {
    const shown = game(opened);
    return { game: shown, form: voidForm(shown, words.void_reason, reason) };
  };

  /** @param {Opened} opened @param {import("../forms.js").Posted | null} posted */
  const agreement = (opened, posted = null) => {
    const shown = game({ ...opened, king: null });
    return { game: shown, form: adjustmentForm(shown, posted) };
  };

  /** @param {Opened} opened */
  const firstKing = (opened) => {
    const shown = game({ ...opened, king: null });
    const questions = { seven_of_hearts: _("Who holds the 7 of hearts?"), highest_card: _("Who drew the highest card?"), agreed: _("Who is the first king?") };
    return { game: shown, form: firstKingForm(shown), question: questions[/** @type {keyof typeof questions} */ (shown.rules.first_king)] };
  };

  return { deal, noteOf, thrownIn, agreement, firstKing };
}
