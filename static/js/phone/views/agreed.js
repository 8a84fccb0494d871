// What the four say of a kingdom or an entry: who agrees, which seal it has, what somebody objects to. It is read here; what
// anybody says to it goes to the server.

import { fold, isInOrder } from "../../game/fold.js";
import { seals } from "../../game/sign-offs.js";
import { normalizeSeal, isOldSeal } from "../../game/digest.js";
import { seatsActedForByScorer } from "../../game/scorer-link.js";
import { foldJournal } from "../../game/journal.js";
import { SEATS } from "../../lib/points.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("./game.js").Opened} Opened */

const LONGEST_SEAL = 40;

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared @param {ReturnType<typeof import("./differences.js").differenceViews>} differences */
export function agreedViews({ say: _ }, { game, titleOf }, { changesBetween, rulesAfter }) {
  /** @param {any} shown @param {Seat[]} agree */
  const voices = (shown, agree) => shown.seats.map((/** @type {any} */ seat) => ({ seat, agreed: agree.includes(seat.seat), may_agree: false }));

  /** The players with these seats. @param {any} shown @param {Seat[]} seats */
  const named = (shown, seats) => shown.seats.filter((/** @type {any} */ { seat }) => seats.includes(seat)).map((/** @type {any} */ { name }) => name).join(_(", "));

  /** For whom the scorer's phone has signed off any of these kingdoms as they are now. @param {any} shown @param {any[]} agreements */
  const signedOffFor = (shown, agreements) => named(shown, agreements.flatMap(({ king, seats }) => seatsActedForByScorer(shown, "agreed", king).filter((seat) => seats.includes(seat))));

  /** How far a kingdom has been agreed on; nothing before it is complete. @param {any} shown @param {string} king */
  const agreementOf = (shown, king) => {
    const said = shown.state.agreements.find((/** @type {any} */ one) => one.king === king);
    if (!said) return null;
    const signedAs = (said.signed_as ?? []).map((/** @type {string | null} */ name) => name ?? "–").join(_(", "));
    return { ...said, signed_as: signedAs, cancelled: Boolean(said.cancelled), old_kind: Boolean(said.seal) && isOldSeal(said.seal), voices: voices(shown, said.seats) };
  };

  /** The seals that a kingdom had before it was put right. @param {any} shown @param {any} record @param {string} king */
  const sealsBefore = (shown, record, king) => {
    const now = shown.state.agreements.map((/** @type {any} */ one) => one.seal);
    return seals(record, rulesAfter(record)).filter((one) => one.king === king && !now.includes(one.seal)).map(({ seal }) => seal);
  };

  /** What is proposed, entry by entry, and what becomes of the totals. What other house rules come to the server alone knows. @param {any} shown @param {any[]} changes */
  const proposed = (shown, changes) => {
    const { entries, state } = shown;
    const now = foldJournal(entries);
    const known = new Set(now.counted.map(({ seq }) => seq));
    const named = changes.flatMap(({ seq, before }) => seq ?? before ?? []);
    const canBe = named.every((seq) => known.has(seq)) && !changes.some((change) => "house_rules" in change);
    if (!changes.length || !canBe) return { changed: [], moved: [], needs_all: true };
    const more = [...entries, { seq: entries.length + 1, kind: "corrected", body: { corrected: { reason: "?", changes } } }];
    if (!isInOrder(more, state)) return { changed: [], moved: [], needs_all: true };
    const then = foldJournal(more);
    const signed = state.agreements.some((/** @type {any} */ { king, seal }) => seal && now.contents[/** @type {Seat} */ (king)] !== then.contents[/** @type {Seat} */ (king)]);
    const totals = fold(more, state).result.totals;
    const unmoved = SEATS.filter((seat) => totals[seat] === state.result.totals[seat]);
    const changed = changesBetween(now, then).map(({ named, differences }) => ({ title: named.map(beforeItIsDecided).join(_(", ")), differences }));
    return { changed, moved: moved(shown, changes, totals), needs_all: signed || !unmoved.length || unmoved.length === SEATS.length };
  };

  /** @param {import("./differences.js").Named} named */
  const beforeItIsDecided = ({ title: deal, fate }) => {
    if (fate === "put_in") return _("%(deal)s is missing", { deal });
    return fate ? _("%(deal)s does not count", { deal }) : deal;
  };

  /** The totals, of the same people before and after. @param {any} shown @param {any[]} changes @param {Record<Seat, number>} totals */
  const moved = (shown, changes, totals) => {
    const sits = (/** @type {Seat} */ old) => changes.reduce((seat, { seats }) => seats?.[seat] ?? seat, old);
    const each = shown.seats.map((/** @type {any} */ { name, seat, total }) => ({ name, before: total, after: totals[/** @type {Seat} */ (sits(seat))] }));
    const [first, second, third] = SEATS.map(sits);
    if (!shown.partnership || SEATS.indexOf(third) !== (SEATS.indexOf(first) + 2) % 4) return each;
    const teams = [totals.A + totals.C, totals.B + totals.D];
    const of = (/** @type {Seat} */ seat) => teams[SEATS.indexOf(seat) % 2];
    return [...each, ...shown.teams.map((/** @type {any} */ { name, total }, /** @type {number} */ place) => ({ name, before: total, after: of([first, second][place]) }))];
  };

  /** @param {string | null} end @param {boolean} byReferee @param {string} [reason] */
  const ended = (end, byReferee, reason) => {
    if (byReferee && reason) return end === "proposed" ? _("Corrected by the referee as proposed: %(reason)s", { reason }) : _("Dismissed by the referee: %(reason)s", { reason });
    if (byReferee) return end === "proposed" ? _("Corrected by the referee as proposed.") : _("Dismissed by the referee.");
    if (end === "proposed") return _("Resolved: corrected as proposed.");
    if (end === "as_it_stands") return _("Resolved: it stays as it was.");
    return end ? _("Withdrawn.") : "";
  };

  /** @param {any} shown @param {Seat} seat */
  const nameOf = (shown, seat) => shown.seats[SEATS.indexOf(seat)].name;

  /** The disputes about an entry, or about the game as a whole, the latest first. @param {any} shown @param {number | null} about */
  const disputesAbout = (shown, about) => {
    const found = shown.state.disputes.filter((/** @type {any} */ one) => one.about === about);
    return found.reverse().map((/** @type {any} */ { seq, seat, reason, changes, agree, disagree, end, by_referee: byReferee, end_reason, asked_again }) => ({
      seq,
      name: nameOf(shown, seat),
      reason,
      end: ended(end, byReferee, end_reason),
      ...(end ? { changed: [], moved: [], needs_all: true } : proposed(shown, changes)),
      voices: voices(shown, agree),
      against: disagree.map((/** @type {Seat} */ one) => nameOf(shown, one)),
      may_rule: false,
      may_withdraw: false,
      may_reopen: false,
      asked_again,
      seat,
      by_scorer: named(shown, ["disputed", "answered", "settled"].flatMap((kind) => seatsActedForByScorer(shown, kind, seq))),
    }));
  };

  /** What is disputed of this game: each entry, and the game as a whole. @param {Opened} opened */
  const disputes = (opened) => {
    const shown = game({ ...opened, king: null });
    const { counted, removed } = opened.record;
    const listed = (/** @type {any[]} */ those) => those.flatMap((/** @type {any} */ { about, seat, reason, end, by_referee: byReferee, end_reason }) => {
      const stands = counted.find((/** @type {any} */ one) => one.seq === about);
      const entry = stands ?? removed.find((/** @type {any} */ one) => one.seq === about);
      const king = entry?.body.king && _("%(king)s’s kingdom", { king: nameOf(shown, entry.body.king) });
      return entry ? [{ about, name: nameOf(shown, seat), reason, title: titleOf(entry), note: stands ? (king ?? "") : _("no longer counts"), end: ended(end, byReferee, end_reason) }] : [];
    }).reverse();
    const over = shown.state.disputes.filter((/** @type {any} */ one) => one.end);
    return { game: shown, objections: listed(shown.open_disputes), resolved: listed(over), disputes: disputesAbout(shown, null) };
  };

  /** Whether a second person has seen an entry as it stands; nothing where nobody asked for one and nobody was. @param {any} shown @param {any} record @param {import("../../game/journal.js").CountedEntry} counted */
  const confirmationOf = (shown, record, { seq, versions }) => {
    const holds = versions.at(-1)?.seq ?? seq;
    const seats = record.confirmations.get(holds);
    const waits = record.unconfirmed.includes(seq);
    if (!waits && !seats) return null;
    const names = shown.seats.filter((/** @type {any} */ one) => seats?.includes(one.seat)).map((/** @type {any} */ { name }) => name);
    const by = seats ? names.join(_(", ")) || _("the referee") : "";
    const { author } = shown.entries.find((/** @type {any} */ one) => one.seq === holds);
    return { entry: holds, waits, by, author, voices: [], by_scorer: named(shown, seatsActedForByScorer(shown, "confirmed", holds)), needs_another_link: false };
  };

  /** Whether a seal on paper is that of a kingdom of this game, as it stands. @param {Opened} opened @param {string} text */
  const seal = (opened, text) => {
    const shown = game({ ...opened, king: null });
    const typed = text.slice(0, LONGEST_SEAL);
    const had = seals(opened.record, rulesAfter(opened.record)).find((one) => one.seal === normalizeSeal(typed));
    const holds = shown.state.agreements.some((/** @type {any} */ one) => one.seal === normalizeSeal(typed));
    return { game: shown, typed, found: had ? shown.seats[SEATS.indexOf(had.king)] : null, holds, whole: Boolean(typed) && shown.state.game_seal === normalizeSeal(typed) };
  };

  /** What each of the four has signed off of these kingdoms. A phone alone signs nothing off. @param {any} shown @param {any[]} agreements */
  const signersOf = (shown, agreements) =>
    shown.seats.map((/** @type {any} */ seat) => ({ seat, missing: agreements.filter(({ seats }) => !seats.includes(seat.seat)), may_sign: false, undoable: [] }));

  return { agreementOf, signersOf, signedOffFor, confirmationOf, sealsBefore, disputesAbout, disputes, whySeal: seal };
}
