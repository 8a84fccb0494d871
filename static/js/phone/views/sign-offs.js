// Sign-offs, confirmations and disputes, read only: signing and answering needs the server.

import { normalizeSeal, isOldSeal } from "../../game/digest.js";
import {
  DisputeAnswered,
  DisputeRaised,
  DisputeResolved,
  EntriesCorrected,
  EntryConfirmed,
  KingdomSigned,
} from "../../game/events/index.js";
import { fold, wereAllDealsPermitted } from "../../game/fold.js";
import { foldJournal } from "../../game/record.js";
import { seatsAnsweredByScorer } from "../../game/scorer-answers.js";
import { everyKingdomSealEver, isRulingChangedIn, signedKingdomsChangedIn } from "../../game/sign-offs.js";
import { SEATS } from "../../lib/points.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("./game.js").GameView} GameView */

const MAX_SEAL_LENGTH = 40;
const NO_PROPOSED_CHANGES = { record_changes: [], total_changes: [], needs_all_players: true };

/**
 * @param {import("../offline-pages.js").OfflinePageTools} tools
 * @param {ReturnType<typeof import("./game.js").gamePresenter>} shared
 * @param {ReturnType<typeof import("./differences.js").differencePresenter>} differences
 */
export function signOffPresenter({ say: _, joinNames }, { game, titleOf }, { changesBetween, rulesAfterNthChange }) {
  /** The names of the players in these seats. @param {GameView} view @param {Seat[]} seats */
  const joinedNames = (view, seats) =>
    joinNames(view.seats.filter(({ seat }) => seats.includes(seat)).map(({ name }) => name));

  /** Players for whom the scorer link signed off any of these kingdoms. @param {GameView} view @param {any[]} signOffs */
  const namesSignedByScorer = (view, signOffs) =>
    joinedNames(
      view,
      signOffs.flatMap(({ king, seats }) =>
        seatsAnsweredByScorer(view, KingdomSigned, ({ kingdom }) => kingdom === king).filter((seat) =>
          seats.includes(seat),
        ),
      ),
    );

  /** The sign-off of a kingdom; null before it is complete. @param {GameView} view @param {string} king */
  const signOffOf = (view, king) => {
    const signOff = view.state.agreements.find((signOff) => signOff.king === king);
    if (!signOff) return null;
    const signedAs = joinNames((signOff.signed_as ?? []).map((/** @type {string | null} */ name) => name ?? "–"));
    return {
      state: signOff,
      joined_names_when_sealed: signedAs,
      has_old_type_seal: Boolean(signOff.seal) && isOldSeal(signOff.seal),
    };
  };

  /** Seals that a kingdom had before it was corrected. @param {GameView} view @param {any} record @param {string} king */
  const sealsBefore = (view, record, king) => {
    const currentSeals = view.state.agreements.map((signOff) => signOff.seal);
    return everyKingdomSealEver(record, rulesAfterNthChange(record))
      .filter((signOff) => signOff.king === king && !currentSeals.includes(signOff.seal))
      .map(({ seal }) => seal);
  };

  /** The effect of a proposal on entries and totals; unknown for changed house rules, which need the server. @param {GameView} view @param {any[]} changes */
  const proposedChanges = (view, changes) => {
    const { entries, state } = view;
    const currentRecord = foldJournal(entries);
    const knownSeqs = new Set(currentRecord.counted.map(({ seq }) => seq));
    const changedSeqs = changes.flatMap(({ seq, before }) => seq ?? before ?? []);
    const isPossible =
      changedSeqs.every((seq) => knownSeqs.has(seq)) && !changes.some((change) => "house_rules" in change);
    if (!changes.length || !isPossible) return NO_PROPOSED_CHANGES;
    const withProposal = [...entries, { seq: entries.length + 1, ...EntriesCorrected.entry({ reason: "?", changes }) }];
    if (!wereAllDealsPermitted(withProposal, state)) return NO_PROPOSED_CHANGES;
    const recordAfter = foldJournal(withProposal);
    const completeKings = state.agreements.map(({ king }) => /** @type {Seat} */ (king));
    const isDecided =
      signedKingdomsChangedIn(currentRecord, recordAfter, completeKings, state.rules).length > 0 ||
      isRulingChangedIn(currentRecord, recordAfter);
    const totals = fold(withProposal, state).result.totals;
    const unchangedSeats = SEATS.filter((seat) => totals[seat] === state.result.totals[seat]);
    const changedEntries = changesBetween(currentRecord, recordAfter).map(({ references, differences }) => ({
      title: references.map(proposalTitle).join(_(", ")),
      differences,
    }));
    return {
      record_changes: changedEntries,
      total_changes: totalsBeforeAndAfter(view, changes, totals),
      needs_all_players: isDecided || !unchangedSeats.length || unchangedSeats.length === SEATS.length,
    };
  };

  /** @param {import("./differences.js").EntryReference} reference */
  const proposalTitle = ({ title: deal, inclusion_change: inclusionChange }) => {
    if (inclusionChange === "put_in") return _("%(deal)s is missing", { deal });
    return inclusionChange ? _("%(deal)s does not count", { deal }) : deal;
  };

  /** Totals before and after, by player and team. @param {GameView} view @param {any[]} changes @param {Record<Seat, number>} totals */
  const totalsBeforeAndAfter = (view, changes, totals) => {
    const newSeat = (/** @type {Seat} */ old) => changes.reduce((seat, { seats }) => seats?.[seat] ?? seat, old);
    const players = view.seats.map(({ name, seat, total }) => ({
      name,
      before: total,
      after: totals[/** @type {Seat} */ (newSeat(seat))],
    }));
    const [first, second, third] = SEATS.map(newSeat);
    if (!view.partnership || SEATS.indexOf(third) !== (SEATS.indexOf(first) + 2) % 4) return players;
    const teams = [totals.A + totals.C, totals.B + totals.D];
    const teamTotalOf = (/** @type {Seat} */ seat) => teams[SEATS.indexOf(seat) % 2];
    return [
      ...players,
      ...view.teams.map(({ name, total }, index) => ({
        name,
        before: total,
        after: teamTotalOf([first, second][index]),
      })),
    ];
  };

  /** @param {string | null} end @param {boolean} byReferee @param {string} [reason] */
  const outcomeText = (end, byReferee, reason) => {
    if (byReferee && reason)
      return end === "proposed"
        ? _("Corrected by the referee as proposed: %(reason)s", { reason })
        : _("Dismissed by the referee: %(reason)s", { reason });
    if (byReferee)
      return end === "proposed" ? _("Corrected by the referee as proposed.") : _("Dismissed by the referee.");
    if (end === "proposed") return _("Resolved: corrected as proposed.");
    if (end === "as_it_stands") return _("Resolved: nothing changes.");
    return end ? _("Withdrawn.") : "";
  };

  /** @param {GameView} view @param {Seat} seat */
  const nameOf = (view, seat) => view.seats[SEATS.indexOf(seat)].name;

  /** Who reopened a dispute, and why. @param {GameView} view @param {{seat: Seat | null, reason: string} | undefined} reopening */
  const reopeningText = (view, reopening) => {
    if (!reopening) return "";
    const { seat, reason } = reopening;
    return seat
      ? _("Reopened by %(name)s: %(reason)s", { name: nameOf(view, seat), reason })
      : _("Reopened by the referee: %(reason)s", { reason });
  };

  /** The disputes about an entry, or about the whole game, latest first. @param {GameView} view @param {any} record @param {number | null} about */
  const disputesAbout = (view, record, about) => {
    const matching = view.state.disputes.filter((dispute) => dispute.about === about);
    return matching.reverse().map((/** @type {any} */ state) => ({
      state,
      raised_by_name: nameOf(view, state.seat),
      reopening_sentence: reopeningText(view, record.reopenings.get(state.seq)),
      end_sentence: outcomeText(state.end, state.by_referee, state.end_reason),
      proposal: state.end ? NO_PROPOSED_CHANGES : proposedChanges(view, state.changes),
      joined_names_answered_by_scorer: joinedNames(
        view,
        [DisputeRaised, DisputeAnswered, DisputeResolved].flatMap((event) =>
          seatsAnsweredByScorer(view, event, ({ dispute }, at) => (dispute ?? at) === state.seq),
        ),
      ),
    }));
  };

  /** All disputes of the game. @param {LocalGame} localGame */
  const disputes = (localGame) => {
    const gameView = game({ ...localGame, king: null });
    const { counted, removed } = localGame.record;
    const disputeRows = (/** @type {any[]} */ disputes) =>
      disputes
        .flatMap((/** @type {any} */ { about, seat, reason, end, by_referee: byReferee, end_reason }) => {
          const countedEntry = counted.find((/** @type {any} */ entry) => entry.seq === about);
          const entry = countedEntry ?? removed.find((/** @type {any} */ entry) => entry.seq === about);
          const king = entry?.body.king && _("%(king)s’s kingdom", { king: nameOf(gameView, entry.body.king) });
          return entry
            ? [
                {
                  disputed_seq: about,
                  raised_by_name: nameOf(gameView, seat),
                  reason,
                  disputed_entry_title: titleOf(entry),
                  kingdom_or_status: countedEntry ? (king ?? "") : _("no longer counts"),
                  end_sentence: outcomeText(end, byReferee, end_reason),
                },
              ]
            : [];
        })
        .reverse();
    const resolved = gameView.state.disputes.filter((entry) => entry.end);
    return {
      game: gameView,
      entry_dispute_rows: disputeRows(gameView.open_disputes),
      resolved: disputeRows(resolved),
      disputes: disputesAbout(gameView, localGame.record, null),
    };
  };

  /**
   * The confirmation of an entry by a second person; null if none is required and none was given.
   * @param {GameView} view
   * @param {any} record
   * @param {import("../../game/game-builder.js").GameFileEntry} counted
   */
  const confirmationOf = (view, record, { seq, versions }) => {
    const currentVersionSeq = versions.at(-1)?.seq ?? seq;
    const seats = record.confirmations.get(currentVersionSeq);
    const isWaiting = record.unconfirmed.includes(seq);
    if (!isWaiting && !seats) return null;
    const names = view.seats.filter((entry) => seats?.includes(entry.seat)).map(({ name }) => name);
    const confirmedBy = seats ? joinNames(names) || _("the referee") : "";
    const { author } = view.entries.find((entry) => entry.seq === currentVersionSeq);
    return {
      entry_seq: currentVersionSeq,
      is_unconfirmed: isWaiting,
      joined_confirmer_names: confirmedBy,
      author,
      seats_that_may_confirm: [],
      joined_names_answered_by_scorer: joinedNames(
        view,
        seatsAnsweredByScorer(view, EntryConfirmed, (confirmed) => confirmed.seq === currentVersionSeq),
      ),
      needs_another_link: false,
    };
  };

  /** Checks whether a seal code belongs to a kingdom of this game as it is now. @param {LocalGame} localGame @param {string} text */
  const sealCheck = (localGame, text) => {
    const gameView = game({ ...localGame, king: null });
    const typedSeal = text.slice(0, MAX_SEAL_LENGTH);
    const matchingSignOff = everyKingdomSealEver(localGame.record, rulesAfterNthChange(localGame.record)).find(
      (signOff) => signOff.seal === normalizeSeal(typedSeal),
    );
    const isCurrent = gameView.state.agreements.some((signOff) => signOff.seal === normalizeSeal(typedSeal));
    return {
      game: gameView,
      typed: typedSeal,
      found: matchingSignOff ? gameView.seats[SEATS.indexOf(matchingSignOff.king)] : null,
      holds: isCurrent,
      whole: Boolean(typedSeal) && gameView.state.game_seal === normalizeSeal(typedSeal),
    };
  };

  /** What each player has signed off. Signing needs the server. @param {GameView} view @param {any[]} signOffs */
  const playerSignOffs = (view, signOffs) =>
    view.seats.map((seat) => ({
      seat,
      unsigned_kingdoms: signOffs.filter(({ state }) => !state.seats.includes(seat.seat)),
      may_sign: false,
      undoable_sign_offs: [],
    }));

  return {
    signOffOf,
    playerSignOffs,
    namesSignedByScorer,
    confirmationOf,
    sealsBefore,
    disputesAbout,
    disputes,
    sealCheck,
  };
}
