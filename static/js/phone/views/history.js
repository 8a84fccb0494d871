// The history page, and the versions of a corrected entry.

import { actsForPlayers } from "../../game/scorer-link.js";
import { agreements } from "../../game/sign-offs.js";
import { replay } from "../../game/journal.js";
import { SEATS, score } from "../../lib/points.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("../../game/journal.js").CountedEntry} CountedEntry */
/** @typedef {import("./game.js").OpenedGame} OpenedGame */
/** @typedef {import("./game.js").GameView} GameView */

const COUNTED = ["deal", "void", "adjustment"];
const CORRECTIONS = ["corrected", "answered", "settled"];
const DISPUTE_ANSWERS = ["answered", "settled", "reopened"];
const CAN_CANCEL = ["adjustment", "corrected", "answered", "settled", "take_back"];
const REFERRING = ["take_back", "confirmed", "disputed", ...DISPUTE_ANSWERS];
const INITIAL_ENTRIES = 5;
const PAGE_SIZE = 100;
const A_MINUTE = 60_000;
const MAX_DELAY = 10 * A_MINUTE;
/** The largest UTC offset of a clock that does not state it. */
const MAX_OFFSET = 14 * 60 * A_MINUTE;
const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;

/** The time shown on a clock, ignoring its zone. @param {string} moment */
const clockTime = (moment) => Date.parse(`${moment.replace(ZONE, "")}Z`);

/** @param {string} zone the UTC offset */
const offsetMinutes = (zone) => (zone === "Z" ? 0 : Number(`${zone[0]}1`) * (60 * Number(zone.slice(1, 3)) + Number(zone.slice(4))));

/** Each version with the one before; an inserted entry starts from none. @param {CountedEntry} counted @param {boolean} wasMissing */
const versionSteps = ({ versions }, wasMissing) =>
  versions.map((version, index) => ({ seq: version.seq, old: versions[index - 1], version })).slice(wasMissing ? 0 : 1);

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gamePresenter>} shared @param {ReturnType<typeof import("./rules.js").rulePresenter>} behind @param {ReturnType<typeof import("./differences.js").differencePresenter>} differences @param {ReturnType<typeof import("./notes.js").notePresenter>} noted */
export function historyPresenter({ say: _, words, language, plural }, { game, namesOf, programmeName, titleOf }, { number, filled }, { differencesOf, changesBetween, rulesAt }, { notesOf }) {
  /** Day and time as text. @param {string} moment */
  const moment = (moment) => `${day(moment)}${language.comma} ${time(moment)}`;
  /** @param {string} moment */
  const day = (moment) => {
    const [year, month, date] = moment.slice(0, 10).split("-").map(Number);
    const parts = /** @type {Record<string, string>} */ ({ y: number(year), MMMM: language.months[month - 1], d: number(date) + (date === 1 ? language.after_first : "") });
    return language.date.replace(/MMMM|[dy]/g, (/** @type {string} */ part) => parts[part]);
  };
  /** @param {string} moment */
  const time = (moment) => moment.slice(11, 16).replace(/\d/g, (digit) => number(Number(digit)));

  /** The time on the phone's clock; the server's if the two differ or the phone sent none. @param {any} entry */
  const recordedTime = ({ made_at: made, received_at: received }) => {
    if (!made || !received) return moment(made ?? received);
    const zone = ZONE.exec(made)?.[0];
    const receivedLocal = new Date(clockTime(received) + offsetMinutes(zone ?? "Z") * A_MINUTE).toISOString();
    if (Math.abs(clockTime(made) - clockTime(receivedLocal)) <= (zone ? MAX_DELAY : MAX_OFFSET)) return moment(made);
    return _("%(made)s, received %(received)s", { made: moment(made), received: made.slice(0, 10) === receivedLocal.slice(0, 10) ? time(receivedLocal) : moment(receivedLocal) });
  };

  /** The reason for a change: of the correction, or of the dispute that led to it. @param {any} entry @param {any[]} entries */
  const reason = ({ body }, entries) => {
    if (body?.corrected) return body.corrected.reason;
    const details = body?.answered ?? body?.settled;
    return (details && entries.find(({ seq }) => seq === details.dispute)?.body?.disputed.reason) ?? "";
  };

  /** The corrections of an entry, latest first. @param {GameView} view @param {CountedEntry} counted */
  const correctionsOf = (view, counted) => {
    const { kind } = view.entries.find((entry) => entry.seq === counted.seq);
    return versionSteps(counted, !COUNTED.includes(kind)).map((step) => versionOf(view, step)).reverse();
  };

  /** One version: reason, author, time and differences. @param {GameView} view @param {{seq: number, old: any, version: any}} step */
  const versionOf = (view, { seq, old, version }) => {
    const entry = view.entries.find((entry) => entry.seq === seq);
    return { seq, reason: reason(entry, view.entries), author: entry.author, device: entry.device, when: recordedTime(entry), changed: differencesOf(old, version) };
  };

  /** A removed entry: its last content, what removed it, and its earlier corrections. @param {GameView} view @param {CountedEntry} counted */
  const removedEntry = (view, counted) => {
    const [last, end] = counted.versions.slice(-2);
    const { kind } = view.entries.find((entry) => entry.seq === end.seq);
    return {
      gone: { content: differencesOf(undefined, last), end: versionOf(view, { seq: end.seq, old: last, version: end }), taken_back: kind === "take_back" },
      versions: correctionsOf(view, { ...counted, versions: counted.versions.slice(0, -1) }),
    };
  };

  /** The title of an entry. @param {Record<Seat, string>} names @param {any} entry @returns {string} */
  const title = (names, { kind, body }) => {
    const name = (/** @type {Seat} */ seat) => names[seat];
    const contracts = (/** @type {any} */ details) => programmeName(words.contracts.filter((/** @type {string} */ entry) => details.contracts.includes(entry)));
    if (!body) return _("Removed permanently");
    switch (kind) {
      case "started": return _("Game started");
      case "named": return _("Name at seat %(letter)s corrected: %(name)s", { name: body.name, letter: language.letters[SEATS.indexOf(body.seat)] });
      case "first_king": return _("First king: %(name)s", { name: name(body.first_king) });
      case "deal": return _("%(contracts)s saved", { contracts: contracts(body) });
      case "void":
      case "adjustment": return titleOf({ kind, body });
      case "announced": return _("%(contracts)s announced", { contracts: contracts(body.announced) });
      case "abandoned": return _("Game abandoned");
      case "take_back": return _("Entry %(number)s undone", { number: body.take_back });
      case "agreed": return _("%(name)s signs off %(king)s’s kingdom", { name: name(body.agreed.seat), king: name(body.agreed.kingdom) });
      case "disputed": return _("Dispute by %(name)s: %(reason)s", { name: name(body.disputed.seat), reason: body.disputed.reason });
      case "link": return linkText(body.link.for === "referee" ? "" : name(body.link.for), body.link.is === "opened");
      case "corrected": return correctionText(body.corrected);
      case "terms": return policyText(body.terms);
      case "confirmed": return _("%(name)s confirms entry %(number)s", { name: name(body.confirmed.seat), number: body.confirmed.seq });
      case "erased": return _("Names removed permanently; all points stay");
      default: return _("The other version was chosen");
    }
  };

  /** The title of an answer to a dispute, or of its end. @param {Record<Seat, string>} names @param {OpenedGame} opened @param {any} entry @returns {string} */
  const disputeTitle = (names, { entries, record: gameRecord }, { seq, kind, body }) => {
    const details = body[kind];
    const raised = entries.find((entry) => entry.seq === details.dispute)?.body?.disputed;
    const raiser = raised ? names[/** @type {Seat} */ (raised.seat)] : _("someone");
    const { reason } = details;
    if (kind === "answered") {
      const params = { name: names[/** @type {Seat} */ (details.seat)], other: raiser };
      if (gameRecord.concluded.get(details.dispute) === seq) return _("%(name)s agrees with %(other)s’s dispute: all four agree, so it’s resolved", params);
      return details.agrees ? _("%(name)s agrees with %(other)s’s dispute", params) : _("%(name)s disagrees with %(other)s’s dispute", params);
    }
    if (kind === "reopened") {
      return details.by ? _("The referee reopens %(name)s’s dispute: %(reason)s", { name: raiser, reason }) : _("%(by)s reopens %(name)s’s dispute: %(reason)s", { by: names[/** @type {Seat} */ (details.seat)], name: raiser, reason });
    }
    return resolutionText(raiser, details);
  };

  /** @param {string} name who raised it @param {any} details */
  const resolutionText = (name, { as, by: referee, reason }) => {
    if (as === "withdrawn") return _("%(name)s’s dispute was withdrawn", { name });
    const corrects = as === "proposed";
    if (!referee) return corrects ? _("Resolved: corrected as %(name)s proposed", { name }) : _("%(name)s’s dispute is resolved: it stays as it was", { name });
    if (reason) return corrects ? _("The referee corrects it as %(name)s proposed: %(reason)s", { name, reason }) : _("The referee dismisses %(name)s’s dispute: %(reason)s", { name, reason });
    return corrects ? _("The referee corrects it as %(name)s proposed", { name }) : _("The referee dismisses %(name)s’s dispute", { name });
  };

  /** @param {string} name of the player whose link it is; empty for the referee's @param {boolean} isOpened */
  const linkText = (name, isOpened) => {
    if (!name) return isOpened ? _("Referee link opened") : _("Referee link replaced");
    return isOpened ? _("Player link opened: %(name)s", { name }) : _("Player link replaced: %(name)s", { name });
  };

  /** The policy as text. @param {any} said */
  const policyText = ({ second_person: isSecond = false, deadline = null, referee = false }) => {
    const until = deadline ? filled(words.terms.deadline[deadline.after][plural(deadline.minutes)], { minutes: number(deadline.minutes) }) : words.terms.at_any_time;
    return [words.terms.second_person[Number(isSecond)], until, words.terms.referee[Number(referee)]].join(" ");
  };

  /** @param {any} said */
  const correctionText = ({ reason, with: approvedBy = [] }) => {
    if (approvedBy.includes("referee")) return _("Corrected by the referee: %(reason)s", { reason });
    return approvedBy.length === SEATS.length ? _("Corrected and approved by all four: %(reason)s", { reason }) : _("Corrected: %(reason)s", { reason });
  };

  /** The points that an entry gave when it was recorded. @param {Record<Seat, string>} names @param {any} state @param {any} entry */
  const points = (names, state, { seq, kind, body }) => {
    if (!body || !["deal", "adjustment"].includes(kind)) return [];
    const { points_table: table } = state.tables_before?.find((/** @type {any} */ { until }) => seq < until) ?? state;
    const gained = body.adjustment ?? score(table, body.captures);
    return SEATS.flatMap((seat) => (gained[seat] ? [{ name: names[seat], change: gained[seat] }] : []));
  };

  /** The players' names when an entry was recorded. @param {any} record @param {number} seq */
  const namesWhen = ({ seatingHistory, players }, seq) => namesOf(seatingHistory.findLast((/** @type {any} */ { since }) => since <= seq)?.players ?? players);

  /** The name of the king whose kingdom an entry belongs to; empty if none. @param {Record<Seat, string>} names @param {any} entry @returns {string} */
  const kingName = (names, { kind, body }) => {
    const king = [...COUNTED, "announced"].includes(kind) ? (body?.announced ?? body)?.king : null;
    return king ? names[/** @type {Seat} */ (king)] : "";
  };

  /** The earlier entry that an entry refers to. @param {OpenedGame} opened @param {Set<number>} pages @param {any} entry */
  const aboutOf = ({ entries, record: gameRecord }, pages, { kind, body }) => {
    const find = (/** @type {number | null | undefined} */ seq) => entries.find((entry) => entry.seq === seq);
    const { take_back: undoneSeq, confirmed, disputed, answered, settled, reopened } = body ?? {};
    const disputeAnswer = answered ?? settled ?? reopened;
    const target = find(disputeAnswer ? find(disputeAnswer.dispute)?.body?.disputed.about ?? disputeAnswer.dispute : undoneSeq ?? confirmed?.seq ?? disputed?.about);
    if (!target?.body || !REFERRING.includes(kind)) return null;
    const names = namesWhen(gameRecord, target.seq);
    return { title: COUNTED.includes(target.kind) ? titleOf(target) : title(names, target), seq: target.seq, king_name: kingName(names, target), explained: pages.has(target.seq) };
  };

  /** The journal with names as corrected later. @param {OpenedGame} opened */
  const withCurrentNames = ({ entries, record: { seatingHistory } }) => {
    const renames = new Map(seatingHistory.map((/** @type {any} */ { since, players }) => [since, players]));
    return entries.map((entry) => (entry.kind === "named" && entry.body ? { ...entry, body: { ...entry.body, name: renames.get(entry.seq)[entry.body.seat] } } : entry));
  };

  /** The range of entries on a page: before an entry, or the latest. @param {number} length @param {number} before */
  const pageRange = (length, before) => {
    const last = !before || before > length - PAGE_SIZE + 1 ? length : Math.max(1, before - 1);
    const first = Math.max(1, last - PAGE_SIZE + 1);
    return { first, last, older: first > 1 ? first : null, newer: last < length ? last + PAGE_SIZE + 1 : null };
  };

  /** A page of the history, latest first. Names given at the start are left out. @param {OpenedGame} localGame @param {string | number} [before] */
  const historyPage = (localGame, before = 0) => {
    const pages = pageRange(localGame.entries.length, Number(before));
    const view = game({ ...localGame, king: null });
    const { counted, removed, undone } = localGame.record;
    const countedBySeq = new Map(counted.map((counted) => [counted.seq, counted]));
    const explained = new Set([...countedBySeq.keys(), ...removed.map((counted) => counted.seq)]);
    const recordAfter = replay(withCurrentNames(localGame));
    /** The changes that a correction made. @param {number} index */
    const changesAt = (index) => {
      const [before, after] = [index, index + 1].map(recordAfter);
      return changesBetween(before, after).map(({ named, differences }) => ({ differences, named: named.map((counted) => ({ ...counted, explained: explained.has(counted.seq ?? 0) })) }));
    };
    const firstSigned = localGame.entries.find(({ kind }) => kind === "agreed")?.seq ?? localGame.entries.length;
    /** Sign-offs that an entry cancelled. @param {Record<Seat, string>} names @param {number} index */
    const cancelledSignOffs = (names, index) => {
      const before = recordAfter(index);
      const sealed = agreements(before, [...SEATS], rulesAt(before)).filter(({ seal }) => seal).map(({ king }) => king);
      const { contents } = recordAfter(index + 1);
      return sealed.filter((king) => before.contents[king] !== contents[king]).map((king) => _("This cancelled the sign-off of %(king)s’s kingdom.", { king: names[king] }));
    };
    const items = localGame.entries.slice(pages.first - 1, pages.last).flatMap((entry, index) => {
      const { seq, kind, author, device } = entry;
      if (kind === "named" && seq <= INITIAL_ENTRIES) return [];
      const names = namesWhen(localGame.record, seq);
      const countedEntry = countedBySeq.get(seq);
      return [{
        seq,
        title: entry.body && DISPUTE_ANSWERS.includes(kind) ? disputeTitle(names, localGame, entry) : title(names, entry),
        author,
        device,
        when: recordedTime(entry),
        king_name: kingName(names, entry),
        points: points(names, view.state, entry),
        about: aboutOf(localGame, explained, entry),
        changes: entry.body && CORRECTIONS.includes(kind) ? changesAt(pages.first - 1 + index) : [],
        gone: undone.has(seq) || (COUNTED.includes(kind) && !countedEntry),
        corrected: countedEntry ? countedEntry.versions.length > 1 : false,
        explained: explained.has(seq),
        by_scorer: actsForPlayers(entry),
        notes: [...notesOf(names, rulesAt(localGame.record, seq), entry), ...(CAN_CANCEL.includes(kind) && seq > firstSigned ? cancelledSignOffs(names, pages.first - 1 + index) : [])],
      }];
    });
    return { game: view, story: items.reverse(), pages, head: localGame.entries.findLast(({ digest }) => digest)?.digest };
  };

  return { correctionsOf, removedEntry, historyPage, time, day };
}
