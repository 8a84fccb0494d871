// The history page, and the versions of a corrected entry.

import {
  ContractAnnounced,
  DealRecorded,
  DisputeRaised,
  EntriesCorrected,
  EntryUndone,
  KingdomSigned,
  PlayerNamed,
  PointsAdjusted,
  contentOf,
  eventOf,
} from "../../game/events/index.js";
import { CONTRACTS } from "../../game/fold.js";
import { playersAt, createRecordReplayer } from "../../game/record.js";
import { isAnswerByScorer } from "../../game/scorer-answers.js";
import { signedKingdomsChangedIn } from "../../game/sign-offs.js";
import { SEATS, scoreCaptures } from "../../lib/points.js";
import { ZONE_PATTERN, formatDate, localMoment } from "./dates.js";
import { eventTitlePresenter } from "./event-titles.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("../../game/game-builder.js").GameFileEntry} GameFileEntry */
/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("./game.js").GameView} GameView */

const START_ENTRY_COUNT = 5;
const ENTRIES_PER_PAGE = 100;
const MINUTE_MILLISECONDS = 60_000;
const MAX_SENDING_DELAY_MILLISECONDS = 10 * MINUTE_MILLISECONDS;
/** The largest UTC offset of a clock that does not state it. */
const MAX_ZONE_OFFSET_MILLISECONDS = 14 * 60 * MINUTE_MILLISECONDS;

/** Whether an event can change the points of a finished kingdom. @param {import("../../game/events/event.js").GameEvent} event */
const canCancelSignOffs = (event) => event.corrects || [PointsAdjusted, EntryUndone].includes(event);

/** Each version with the one before; an inserted entry starts from none. @param {GameFileEntry} counted @param {boolean} wasInserted */
const versionsWithPrevious = ({ versions }, wasInserted) =>
  versions
    .map((version, index) => ({ seq: version.seq, old: versions[index - 1], version }))
    .slice(wasInserted ? 0 : 1);

/** The kings who have played all contracts, in the order of play. @param {import("../../game/record.js").GameRecord} record @returns {Seat[]} */
function kingsOfCompleteKingdoms({ counted }) {
  const kings = [...new Set(counted.flatMap(({ body }) => body.king ?? []))];
  return kings.filter((king) =>
    CONTRACTS.every((contract) => counted.some(({ body }) => body.king === king && body.contracts?.includes(contract))),
  );
}

/**
 * @param {import("../offline-pages.js").OfflinePageTools} site
 * @param {ReturnType<typeof import("./game.js").gamePresenter>} shared
 * @param {ReturnType<typeof import("./rule-references.js").ruleReferencePresenter>} rules
 * @param {ReturnType<typeof import("./differences.js").differencePresenter>} differences
 * @param {ReturnType<typeof import("./deal-notes.js").dealNotePresenter>} noted
 */
export function historyPresenter(site, shared, rules, { differencesOf, changesBetween, rulesAt }, { notesOf }) {
  const { say: _, language } = site;
  const { game, namesOf, titleOf } = shared;
  const { eventTitle } = eventTitlePresenter(site, shared, rules);

  /** Day and time as text. @param {string} moment */
  const momentText = (moment) => `${dayText(moment)}${language.list_comma} ${timeText(moment)}`;
  /** @param {string} moment */
  const dayText = (moment) => formatDate(language, language.date, new Date(`${moment.slice(0, 10)}T12:00`));
  /** @param {string} moment */
  const timeText = (moment) => moment.slice(11, 16).replace(/\d/g, (digit) => language.number(Number(digit)));

  /** The time on the phone's clock; the server's if the two differ or the phone sent none. @param {any} entry */
  const recordedTimeText = ({ made_at: madeAt, received_at: receivedAt }) => {
    const [made, received] = [madeAt, receivedAt].map((moment) => moment && localMoment(moment));
    if (!made || !received) return momentText(made ?? received);
    const maxDelay = ZONE_PATTERN.test(madeAt) ? MAX_SENDING_DELAY_MILLISECONDS : MAX_ZONE_OFFSET_MILLISECONDS;
    if (Math.abs(Date.parse(made) - Date.parse(received)) <= maxDelay) return momentText(made);
    return _("%(made)s, received %(received)s", {
      made: momentText(made),
      received: made.slice(0, 10) === received.slice(0, 10) ? timeText(received) : momentText(received),
    });
  };

  /** The reason for a change: of the correction, or of the dispute that led to it. @param {any} entry @param {any[]} entries */
  const changeReason = (entry, entries) => {
    const content = contentOf(entry);
    return (
      (EntriesCorrected.is(entry) ? content : eventOf(entry).corrects ? disputeIn(entries, content.dispute) : null)
        ?.reason ?? ""
    );
  };

  /** What the entry that raised a dispute says. @param {any[]} entries @param {number} number */
  const disputeIn = (entries, number) => {
    const raisedDispute = entries.find((entry) => entry.seq === number && DisputeRaised.is(entry));
    return raisedDispute && contentOf(raisedDispute);
  };

  /** The corrections of an entry, latest first. @param {GameView} view @param {GameFileEntry} counted */
  const correctionsOf = (view, counted) => {
    const entry = view.entries.find((entry) => entry.seq === counted.seq);
    return versionsWithPrevious(counted, !eventOf(entry).ofGameFile)
      .map((step) => correctionView(view, step))
      .reverse();
  };

  /** One version: reason, author, time and differences. @param {GameView} view @param {{seq: number, old: any, version: any}} step */
  const correctionView = (view, { seq, old, version }) => {
    const entry = view.entries.find((entry) => entry.seq === seq);
    return {
      correction_entry: entry,
      reason: changeReason(entry, view.entries),
      time_text: recordedTimeText(entry),
      differences: differencesOf(old, version),
    };
  };

  /** A removed entry: its last content, what removed it, and its earlier corrections. @param {GameView} view @param {GameFileEntry} counted */
  const removedEntry = (view, counted) => {
    const [last, end] = counted.versions.slice(-2);
    const entry = view.entries.find((entry) => entry.seq === end.seq);
    return {
      removed: {
        removed_content: differencesOf(undefined, last),
        removing_correction: correctionView(view, { seq: end.seq, old: last, version: end }),
        is_undo: EntryUndone.is(entry),
      },
      corrections: correctionsOf(view, { ...counted, versions: counted.versions.slice(0, -1) }),
    };
  };

  /** The points that an entry gave when it was recorded. @param {Record<Seat, string>} names @param {any} state @param {any} entry */
  const namedPoints = (names, state, entry) => {
    const { seq, body } = entry;
    if (!body || ![DealRecorded, PointsAdjusted].includes(eventOf(entry))) return [];
    const { points_table: table } = state.tables_before?.find((/** @type {any} */ { until }) => seq < until) ?? state;
    const gained = body.adjustment ?? scoreCaptures(table, body.captures);
    return SEATS.flatMap((seat) => (gained[seat] ? [[names[seat], gained[seat]]] : []));
  };

  /** The players' names when an entry was recorded. @param {any} record @param {number} seq */
  const namesAt = (record, seq) => namesOf(playersAt(record, seq));

  /** The name of the king whose kingdom an entry belongs to; empty if none. @param {Record<Seat, string>} names @param {any} entry @returns {string} */
  const kingName = (names, entry) => {
    const event = eventOf(entry);
    const king = event.ofGameFile || event === ContractAnnounced ? contentOf(entry)?.king : null;
    return king ? names[/** @type {Seat} */ (king)] : "";
  };

  /** The line of an entry. @param {Record<Seat, string>} names @param {LocalGame} opened @param {any} entry */
  const entryTitle = (names, { entries, record }, entry) => {
    const raisedBy = (/** @type {number} */ dispute) =>
      namesAt(record, dispute)[/** @type {Seat} */ (disputeIn(entries, dispute)?.seat)] ?? _("someone");
    const endsDispute = (/** @type {number} */ dispute) => record.concluded.get(dispute) === entry.seq;
    return eventTitle({ names, raisedBy, endsDispute }, entry);
  };

  /** The earlier entry that an entry refers to; of a dispute, what it is about. @param {LocalGame} opened @param {any} entry */
  const referredEntry = (opened, entry) => {
    const { entries, record } = opened;
    const seq = entry.body && eventOf(entry).refersTo(contentOf(entry));
    const about = EntryUndone.is(entry) ? seq : (disputeIn(entries, seq)?.about ?? seq);
    const subjectEntry = entries.find((each) => each.seq === about);
    if (!subjectEntry?.body) return null;
    const names = namesAt(record, subjectEntry.seq);
    return {
      title: eventOf(subjectEntry).ofGameFile ? titleOf(subjectEntry) : entryTitle(names, opened, subjectEntry),
      seq: subjectEntry.seq,
      king_name: kingName(names, subjectEntry),
    };
  };

  /** The journal with names as corrected later. @param {LocalGame} opened */
  const withCurrentNames = ({ entries, record: { seatingHistory } }) => {
    const renames = new Map(seatingHistory.map((/** @type {any} */ { since, players }) => [since, players]));
    return entries.map((entry) =>
      PlayerNamed.is(entry) && entry.body
        ? { ...entry, body: { ...entry.body, name: renames.get(entry.seq)[entry.body.seat] } }
        : entry,
    );
  };

  /** The range of entries on a page: before an entry, or the latest. @param {number} length @param {number} before */
  const pageRange = (length, before) => {
    const lastSeq = !before || before > length - ENTRIES_PER_PAGE + 1 ? length : Math.max(1, before - 1);
    const firstSeq = Math.max(1, lastSeq - ENTRIES_PER_PAGE + 1);
    return {
      first_seq: firstSeq,
      last_seq: lastSeq,
      older_before: firstSeq > 1 ? firstSeq : null,
      newer_before: lastSeq < length ? lastSeq + ENTRIES_PER_PAGE + 1 : null,
    };
  };

  /** A page of the history, latest first. Names given at the start are left out. @param {LocalGame} localGame @param {string | number} [before] */
  const historyPage = (localGame, before = 0) => {
    const pages = pageRange(localGame.entries.length, Number(before));
    const gameView = game({ ...localGame, king: null });
    const { counted, removed, undone } = localGame.record;
    const countedBySeq = new Map(counted.map((counted) => [counted.seq, counted]));
    const explained_seqs = [...countedBySeq.keys(), ...removed.map((counted) => counted.seq)];
    const recordAfter = createRecordReplayer(withCurrentNames(localGame));
    const recordedAfter = createRecordReplayer(localGame.entries);
    /** The changes that a correction made. @param {number} index */
    const changesAt = (index) => changesBetween(recordAfter(index), recordAfter(index + 1));
    const firstSigned = localGame.entries.find(KingdomSigned.is)?.seq ?? localGame.entries.length;
    /** Sign-offs that an entry cancelled. @param {number} index */
    const cancelledSignOffSentences = (index) => {
      const recordBefore = recordedAfter(index);
      const names = namesAt(localGame.record, index);
      return signedKingdomsChangedIn(
        recordBefore,
        recordedAfter(index + 1),
        kingsOfCompleteKingdoms(recordBefore),
        rulesAt(recordBefore),
      ).map((king) => _("This cancelled the sign-off of %(king)s’s kingdom.", { king: names[king] }));
    };
    const items = localGame.entries.slice(pages.first_seq - 1, pages.last_seq).flatMap((entry, index) => {
      const { seq } = entry;
      if (PlayerNamed.is(entry) && seq <= START_ENTRY_COUNT) return [];
      const event = eventOf(entry);
      const names = namesAt(localGame.record, seq);
      const countedEntry = countedBySeq.get(seq);
      return [
        {
          journal_entry: entry,
          title: entryTitle(names, localGame, entry),
          time_text: recordedTimeText(entry),
          king_name: kingName(names, entry),
          names_and_points: namedPoints(names, gameView.state, entry),
          referenced_entry: referredEntry(localGame, entry),
          record_changes: entry.body && event.corrects ? changesAt(pages.first_seq - 1 + index) : [],
          no_longer_counts: undone.has(seq) || (event.ofGameFile && !countedEntry),
          is_corrected: countedEntry ? countedEntry.versions.length > 1 : false,
          is_answer_by_scorer: isAnswerByScorer(entry),
          notes: [
            ...notesOf(names, rulesAt(localGame.record, seq), entry),
            ...(canCancelSignOffs(event) && seq > firstSigned
              ? cancelledSignOffSentences(pages.first_seq - 1 + index)
              : []),
          ],
        },
      ];
    });
    return {
      game: gameView,
      lines: items.reverse(),
      explained_seqs,
      pages,
      head: localGame.entries.findLast(({ digest }) => digest)?.digest,
    };
  };

  return { correctionsOf, removedEntry, historyPage, timeText, momentText };
}
