// The page of conflicts: two versions of a deal side by side, or a refused entry.

import { DealRecorded, eventOf } from "../../game/events/index.js";
import { sortContracts } from "../../game/fold.js";
import { currentVersionSeq } from "../../game/record.js";
import { CARD_BY_CAPTURE_KEY, SEATS, captureOf, scoreCaptures } from "../../lib/points.js";
import { changesForOurVersion, versionsFingerprint } from "../conflicts.js";
import { localMoment } from "./dates.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("../../game/game-builder.js").GameFileEntry} GameFileEntry */
/** @typedef {import("../conflicts.js").Conflict} Conflict */
/** @typedef {import("../game-store.js").QueuedEntry} QueuedEntry */
/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("./game.js").GameView} GameView */
/** @typedef {{keep: string, heading: string, when: string, title: string, king_name: string, cells: {points: number, details: any}[], use_url: string | null}} VersionColumn */

/** @param {any[]} bodies */
const contractsOfBodies = (bodies) => sortContracts(bodies.flatMap(({ contracts }) => contracts));

/**
 * @param {import("../offline-pages.js").OfflinePageTools} tools
 * @param {ReturnType<typeof import("./game.js").gamePresenter>} shared
 * @param {ReturnType<typeof import("./table-page.js").tablePagePresenter>} tablePage
 * @param {ReturnType<typeof import("./history.js").historyPresenter>} history
 */
export function conflictPresenter(
  { say: _, urlFor, words },
  { game, contractSetName, titleOf, shortTitleOf },
  { filledDealUrl },
  { timeText, momentText },
) {
  /** The deal that a late undo was about and that still counts. @param {LocalGame} opened @param {Conflict} conflict @returns {GameFileEntry | undefined} */
  const lateUndoTarget = ({ record }, { ours: [entry] }) =>
    record.counted.find((counted) => DealRecorded.is(counted) && counted.key === entry.takes_back);

  /** What a conflict is about. @param {LocalGame} localGame @param {Conflict} conflict */
  const conflictSummary = (localGame, conflict) => {
    const { ours, theirs, key } = conflict;
    const url = urlFor("phone.conflicts", { token: localGame.token, of: key });
    const undoneEntry = lateUndoTarget(localGame, conflict);
    const bodies = theirs.length
      ? [...theirs, ...ours].map(({ body }) => body)
      : undoneEntry
        ? [undoneEntry.body]
        : DealRecorded.is(ours[0])
          ? [ours[0].body]
          : [];
    const contracts = contractsOfBodies(bodies);
    const lateEntry = localGame.entries.find((entry) => entry.key === ours[0].takes_back) ?? ours[0];
    const kind = theirs.length ? "versions" : ours[0].takes_back ? "undo" : "refused";
    return {
      kind,
      url,
      contracts,
      title: bodies.length ? contractSetName(contracts) : entryName(lateEntry),
      king: bodies[0]?.king ?? null,
      undone: undoneEntry,
    };
  };

  /** The name of an entry that is not a deal. @param {QueuedEntry} entry @returns {string} */
  const entryName = (entry) => (eventOf(entry).ofGameFile ? titleOf : shortTitleOf)(entry);

  /** Cards whose capture matches. @param {any} captures @param {(capture: any) => boolean} predicate */
  const cardsWhere = (captures, predicate) =>
    Object.values(CARD_BY_CAPTURE_KEY).flatMap((card) => {
      const capture = captureOf(captures, card);
      return capture && predicate(capture)
        ? [{ card, name: words.card[card], doubled: Boolean(capture.doubled_by) }]
        : [];
    });

  /** Where a player's points come from; null for parts not played. @param {any} captures @param {any[]} bodies @param {Seat} seat */
  const detailsOf = (captures, bodies, seat) => ({
    taken: cardsWhere(captures, ({ taken_by }) => taken_by === seat),
    held: cardsWhere(captures, ({ taken_by, doubled_by }) => doubled_by === seat && taken_by !== seat),
    led: cardsWhere(captures, ({ taken_by, led_by }) => led_by === seat && taken_by !== seat),
    diamonds: captures.diamonds ? (captures.diamonds[seat] ?? 0) : null,
    tricks: captures.tricks ? (captures.tricks[seat] ?? 0) : null,
    place: captures.trex ? words.places[captures.trex.indexOf(seat)] : "",
    revoked: bodies.some(({ renege }) => renege?.by === seat),
  });

  /** @param {LocalGame} opened @param {any[]} bodies */
  const cellsOf = ({ state }, bodies) => {
    const captures = Object.assign({}, ...bodies.map((body) => body.captures));
    const points = scoreCaptures(state.points_table, captures);
    return SEATS.map((seat) => ({ points: points[seat], details: detailsOf(captures, bodies, seat) }));
  };

  /** The content of a version, with the name of each deal. @param {LocalGame} localGame @param {any[]} bodies */
  const versionColumnContent = (localGame, bodies) => ({
    title: bodies.map(({ contracts }) => contractSetName(contracts)).join(_(", ")),
    king_name: game(localGame).seats[SEATS.indexOf(bodies[0].king)].short,
    cells: cellsOf(localGame, bodies),
    use_url: /** @type {string | null} */ (null),
  });

  /** The time of a version; with its day if the versions are of different days. @param {string} at @param {string[]} all */
  const versionTimeText = (at, all) =>
    all.every((second) => second.slice(0, 10) === at.slice(0, 10)) ? timeText(at) : momentText(at);

  /** The version in the game. @param {LocalGame} localGame @param {GameFileEntry[]} theirs @param {string[]} times @returns {VersionColumn} */
  const theirColumn = (localGame, theirs, times) => {
    const entry = localGame.entries.find(({ seq }) => seq === currentVersionSeq(theirs[0]));
    const heading = entry.author ? _("%(name)s’s phone", { name: entry.author }) : entry.device || _("Another phone");
    const clock = versionTimeText(times[0], times);
    const when = theirs[0].corrected
      ? _("%(time)s · corrected", { time: clock })
      : _("%(time)s · in the game", { time: clock });
    const bodies = theirs.map(({ body }) => body);
    return { keep: "theirs", heading, when, ...versionColumnContent(localGame, bodies) };
  };

  /** @param {LocalGame} localGame @param {QueuedEntry[]} ours @param {string[]} times @returns {VersionColumn} */
  const ourColumn = (localGame, ours, times) => {
    const bodies = ours.map(({ body }) => body);
    return {
      keep: "ours",
      heading: _("This phone"),
      when: _("%(time)s · was offline", { time: versionTimeText(localMoment(ours[0].made_at), times) }),
      ...versionColumnContent(localGame, bodies),
    };
  };

  /** The local time of each version, the one in the game first. @param {LocalGame} opened @param {GameFileEntry[]} theirs @param {QueuedEntry[]} ours */
  const versionTimes = ({ entries }, theirs, ours) => {
    const entry = theirs.length ? [entries.find(({ seq }) => seq === currentVersionSeq(theirs[0]))] : [];
    return [...entry, ...ours.slice(0, 1)].map(({ made_at: made, received_at: received }) =>
      localMoment(made ?? received),
    );
  };

  /** @param {LocalGame} localGame @param {Conflict} conflict @param {GameFileEntry | undefined} undone @returns {VersionColumn[]} */
  const columnsOf = (localGame, { ours, theirs }, undone) => {
    const gameVersion = theirs.length ? theirs : undone ? [undone] : [];
    const localDeals = DealRecorded.is(ours[0]) ? ours : [];
    const times = versionTimes(localGame, gameVersion, localDeals);
    return [
      ...(gameVersion.length ? [theirColumn(localGame, gameVersion, times)] : []),
      ...(localDeals.length ? [ourColumn(localGame, localDeals, times)] : []),
    ];
  };

  /** Why this phone's version cannot simply be chosen; empty if it can. @param {GameView} view @param {Conflict} conflict @param {string | null} king */
  const whyOwnVersionNotChoosable = (view, { problem: refusal, theirs }, king) => {
    if (!view.can_write) return _("Only a phone with the scorer link can choose.");
    if (refusal) return refusal;
    if (!theirs.length) return _("Another phone has corrected this deal since.");
    const sealed = view.state.agreements.some((signOff) => signOff.king === king && signOff.seal);
    const name = view.seats[SEATS.indexOf(/** @type {Seat} */ (king))]?.name;
    return sealed
      ? _("All four signed off %(king)s’s kingdom. To change it, all four or the referee must approve.", {
          king: name,
        })
      : "";
  };

  /**
   * Where a refused entry is entered again: in its form while that is open, else as a correction.
   * @param {LocalGame} opened
   * @param {GameView} view
   * @param {Conflict} conflict
   */
  const changeLink = ({ record }, view, conflict) => {
    const [entry] = conflict.ours;
    if (!DealRecorded.is(entry)) return null;
    const { king, contracts } = entry.body;
    const remaining = view.king?.seat === king ? view.state.result.remaining[/** @type {Seat} */ (king)] : [];
    const isOpen =
      !conflict.theirs.length && contracts.every((/** @type {string} */ contract) => remaining.includes(contract));
    if (isOpen) return { url: filledDealUrl(view, entry.body), is_form: true };
    return {
      url: urlFor("corrections.preview", {
        token: view.token,
        changes: JSON.stringify(changesForOurVersion(conflict, record.counted)),
        reason: conflict.theirs.length ? chosenReason : null,
      }),
      is_form: false,
    };
  };
  const chosenReason = _("Two phones recorded this deal; this version was chosen.");

  /** The page of one conflict; the first if the requested one was resolved. @param {LocalGame} localGame @param {string} [key] */
  const conflictPage = (localGame, key = "") => {
    const gameView = game(localGame);
    const conflictIndex = Math.max(
      0,
      localGame.conflicts.findIndex((each) => each.key === key),
    );
    const conflict = localGame.conflicts[conflictIndex];
    const summary = conflictSummary(localGame, conflict);
    const [first, second] = columnsOf(localGame, conflict, summary.undone);
    const columns = [first, second].filter(Boolean);
    const refusal = whyOwnVersionNotChoosable(gameView, conflict, summary.king);
    const change = changeLink(localGame, gameView, conflict);
    if (second && gameView.can_write && refusal) second.use_url = change?.url ?? null;
    const nextConflict = localGame.conflicts[conflictIndex + 1];
    return {
      game: gameView,
      ...summary,
      key: conflict.key,
      seen: versionsFingerprint(conflict.theirs),
      problem: refusal,
      number:
        conflict.theirs.length || summary.undone
          ? localGame.record.counted
              .filter(DealRecorded.is)
              .findIndex(({ seq }) => seq === (conflict.theirs[0] ?? summary.undone).seq) + 1
          : null,
      king_name: summary.king ? gameView.seats[SEATS.indexOf(summary.king)].short : "",
      columns,
      titles_differ: Boolean(second) && (first.title !== second.title || first.king_name !== second.king_name),
      rows: gameView.seats.map(({ narrow_column_name: columnName }, index) => ({
        name: columnName,
        differs: Boolean(second) && JSON.stringify(first.cells[index]) !== JSON.stringify(second.cells[index]),
      })),
      change: summary.kind === "refused" ? change : null,
      correct_url: summary.undone
        ? urlFor("entry_corrections.draft_corrected_entry", { token: localGame.token, seq: summary.undone.seq })
        : null,
      place: conflictIndex + 1,
      count: localGame.conflicts.length,
      later_url: nextConflict
        ? urlFor("phone.conflicts", { token: localGame.token, of: nextConflict.key })
        : urlFor("table.show", { token: localGame.token }),
    };
  };

  return { conflictPage, conflictSummary, chosenReason };
}
