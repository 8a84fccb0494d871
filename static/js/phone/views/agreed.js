// What the four say of a kingdom or an entry: who agrees, which seal it has, what somebody objects to. It is read here; what
// anybody says to it goes to the server.

import { fold } from "../../game/fold.js";
import { asSealed } from "../../game/digest.js";
import { record } from "../../game/journal.js";
import { SEATS } from "../../points.js";

/** @typedef {import("../../points.js").Seat} Seat */
/** @typedef {import("./game.js").Opened} Opened */

const LONGEST_SEAL = 40;

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared @param {ReturnType<typeof import("./differences.js").differenceViews>} differences */
export function agreedViews({ say: _, language }, { game, titleOf }, { changed }) {
  /** @param {any} shown @param {Seat[]} agree */
  const voices = (shown, agree) => shown.seats.map((/** @type {any} */ seat) => ({ seat, agreed: agree.includes(seat.seat), may_agree: false }));

  /** How far a kingdom has been agreed on; nothing before it is complete. @param {any} shown @param {string} king */
  const agreementOf = (shown, king) => {
    const said = shown.state.agreements.find((/** @type {any} */ one) => one.king === king);
    return said ? { ...said, voices: voices(shown, said.seats) } : null;
  };

  /** @param {string} title @param {any[]} differences */
  const part = (title, differences) => (differences.length ? [{ title, differences }] : []);

  /** What of the game as a whole is put right. @param {any} shown @param {any} now @param {any} then */
  const ofTheGame = (shown, now, then) => {
    const moved = SEATS.filter((seat) => now.players[seat] !== then.players[seat]);
    const seats = moved.map((seat) => ({ what: _("Seat %(letter)s", { letter: language.letters[SEATS.indexOf(seat)] }), old: now.players[seat], new: then.players[seat] }));
    const name = (/** @type {Seat | null} */ seat) => seat && shown.seats[SEATS.indexOf(seat)].name;
    const kings = now.firstKing === then.firstKing ? [] : [{ what: _("First king"), old: name(now.firstKing), new: name(then.firstKing) }];
    return [...part(_("Seats"), seats), ...part(_("The first king"), kings)];
  };

  /** What is proposed, entry by entry, and what becomes of the totals. What other house rules come to the server alone knows. @param {any} shown @param {any[]} changes */
  const proposed = (shown, changes) => {
    const { entries, state } = shown;
    const now = record(entries);
    const known = new Set(now.counted.map(({ seq }) => seq));
    const named = changes.flatMap(({ seq, before }) => seq ?? before ?? []);
    const canBe = named.every((seq) => known.has(seq)) && !changes.some((change) => "house_rules" in change);
    if (!changes.length || !canBe) return { changed: [], moved: [] };
    const more = [...entries, { seq: entries.length + 1, kind: "corrected", body: { corrected: { reason: "?", changes } } }];
    const then = record(more);
    const [old, fresh] = [now, then].map(({ counted }) => new Map(counted.map((one) => [one.seq, one])));
    const seqs = [...new Set([...old.keys(), ...fresh.keys()])].sort((one, other) => one - other);
    const entriesPutRight = seqs.flatMap((seq) => {
      const [before, after] = [old.get(seq), fresh.get(seq)];
      const differ = changed(shown, before?.body, after?.body);
      if (!differ.length) return [];
      const deal = titleOf(before ?? after);
      const title = !before ? _("%(deal)s, which is missing", { deal }) : after ? deal : _("%(deal)s does not count", { deal });
      return [{ title, differences: differ }];
    });
    const totals = fold(more, state).result.totals;
    const moved = shown.seats.map((/** @type {any} */ { name, seat, total }) => ({ name, before: total, after: totals[/** @type {Seat} */ (seat)] }));
    return { changed: [...ofTheGame(shown, now, then), ...entriesPutRight], moved };
  };

  /** @param {string | null} end */
  const ended = (end) => {
    if (end === "proposed") return _("Settled: it was put right as proposed.");
    if (end === "as_it_stands") return _("Settled: it stands as it was.");
    return end ? _("Withdrawn.") : "";
  };

  /** The disputes about an entry, the latest first. @param {any} shown @param {number} about */
  const disputesAbout = (shown, about) => {
    const name = (/** @type {Seat} */ seat) => shown.seats[SEATS.indexOf(seat)].name;
    const found = shown.state.disputes.filter((/** @type {any} */ one) => one.about === about);
    return found.reverse().map((/** @type {any} */ { seq, seat, reason, changes, agree, disagree, end }) => ({
      seq,
      name: name(seat),
      reason,
      end: ended(end),
      ...(end ? { changed: [], moved: [] } : proposed(shown, changes)),
      proposes: changes.length > 0,
      voices: voices(shown, agree),
      against: disagree.map(name),
      may_settle: false,
      may_withdraw: false,
      seat,
    }));
  };

  /** Whether a seal on paper is that of a kingdom of this game, as it stands. @param {Opened} opened @param {string} text */
  const seal = (opened, text) => {
    const shown = game({ ...opened, king: null });
    const typed = text.slice(0, LONGEST_SEAL);
    const found = shown.state.agreements.find((/** @type {any} */ one) => one.seal === asSealed(typed));
    return { game: shown, typed, found: found ? shown.seats[SEATS.indexOf(found.king)] : null };
  };

  return { agreementOf, disputesAbout, whySeal: seal };
}
