// What an entry was before it was corrected, word for word; and the journal as a story.

import { actsForPlayers } from "../../game/scorer-link.js";
import { agreements } from "../../game/sign-offs.js";
import { replay } from "../../game/journal.js";
import { SEATS, score } from "../../lib/points.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("../../game/journal.js").CountedEntry} Counted */
/** @typedef {import("./game.js").Opened} Opened */

const IN_THE_GAME = ["deal", "void", "adjustment"];
const PUTS_RIGHT = ["corrected", "answered", "settled"];
const OF_A_DISPUTE = ["answered", "settled", "reopened"];
const CAN_CANCEL = ["adjustment", "corrected", "answered", "settled", "take_back"];
const SPEAKS_OF_ANOTHER = ["take_back", "confirmed", "disputed", ...OF_A_DISPUTE];
const NAMED_AT_THE_START = 5;
const ON_A_PAGE = 100;
const A_MINUTE = 60_000;
const AT_ONCE = 10 * A_MINUTE;
/** As far as a clock can be from UTC that does not say how far it is. */
const ANYWHERE = 14 * 60 * A_MINUTE;
const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;

/** What a clock showed, wherever it hung. @param {string} at */
const onTheClock = (at) => Date.parse(`${at.replace(ZONE, "")}Z`);

/** @param {string} zone its distance from UTC */
const minutesOf = (zone) => (zone === "Z" ? 0 : Number(`${zone[0]}1`) * (60 * Number(zone.slice(1, 3)) + Number(zone.slice(4))));

/** Each version of an entry with the one before it; one that was missing began as none. @param {Counted} counted @param {boolean} wasMissing */
const steps = ({ versions }, wasMissing) =>
  versions.map((version, place) => ({ seq: version.seq, old: versions[place - 1], version })).slice(wasMissing ? 0 : 1);

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared @param {ReturnType<typeof import("./behind.js").behindViews>} behind @param {ReturnType<typeof import("./differences.js").differenceViews>} differences @param {ReturnType<typeof import("./noted.js").notedViews>} noted */
export function historyViews({ say: _, words, language, plural }, { game, namesOf, programmeName, titleOf }, { number, filled }, { changed, changesBetween, rulesAt }, { notesOf }) {
  /** Day and time, as a table would say it. @param {string} at */
  const moment = (at) => `${day(at)}${language.comma} ${time(at)}`;
  /** @param {string} at */
  const day = (at) => {
    const [year, month, date] = at.slice(0, 10).split("-").map(Number);
    const parts = /** @type {Record<string, string>} */ ({ y: number(year), MMMM: language.months[month - 1], d: number(date) + (date === 1 ? language.after_first : "") });
    return language.date.replace(/MMMM|[dy]/g, (/** @type {string} */ part) => parts[part]);
  };
  /** @param {string} at */
  const time = (at) => at.slice(11, 16).replace(/\d/g, (digit) => number(Number(digit)));

  /** When it was said by the phone's clock; by the server's where that is another time, or the phone did not say. @param {any} entry */
  const toldAt = ({ made_at: made, received_at: received }) => {
    if (!made || !received) return moment(made ?? received);
    const zone = ZONE.exec(made)?.[0];
    const there = new Date(onTheClock(received) + minutesOf(zone ?? "Z") * A_MINUTE).toISOString();
    if (Math.abs(onTheClock(made) - onTheClock(there)) <= (zone ? AT_ONCE : ANYWHERE)) return moment(made);
    return _("%(made)s, received %(received)s", { made: moment(made), received: made.slice(0, 10) === there.slice(0, 10) ? time(there) : moment(there) });
  };

  /** Why it was put right: the correction's reason, or that of the dispute which was settled so. @param {any} entry @param {any[]} entries */
  const reason = ({ body }, entries) => {
    if (body?.corrected) return body.corrected.reason;
    const said = body?.answered ?? body?.settled;
    return (said && entries.find(({ seq }) => seq === said.dispute)?.body?.disputed.reason) ?? "";
  };

  /** The corrections of an entry, the latest first. @param {any} shown @param {Counted} counted */
  const correctionsOf = (shown, counted) => {
    const { kind } = shown.entries.find((/** @type {any} */ entry) => entry.seq === counted.seq);
    return steps(counted, !IN_THE_GAME.includes(kind)).map((step) => versionOf(shown, step)).reverse();
  };

  /** A version: why, by whom and when it was made, and what it changed. @param {any} shown @param {{seq: number, old: any, version: any}} step */
  const versionOf = (shown, { seq, old, version }) => {
    const entry = shown.entries.find((/** @type {any} */ one) => one.seq === seq);
    return { seq, reason: reason(entry, shown.entries), author: entry.author, device: entry.device, when: toldAt(entry), changed: changed(old, version) };
  };

  /** What an entry had said that counts no more, its corrections while it did, and the entry that ended it. @param {any} shown @param {Counted} counted */
  const goneOf = (shown, counted) => {
    const [last, end] = counted.versions.slice(-2);
    const { kind } = shown.entries.find((/** @type {any} */ entry) => entry.seq === end.seq);
    return {
      gone: { said: changed(undefined, last), end: versionOf(shown, { seq: end.seq, old: last, version: end }), taken_back: kind === "take_back" },
      versions: correctionsOf(shown, { ...counted, versions: counted.versions.slice(0, -1) }),
    };
  };

  /** What an entry says, in a line. @param {Record<Seat, string>} names @param {any} entry @returns {string} */
  const title = (names, { kind, body }) => {
    const name = (/** @type {Seat} */ seat) => names[seat];
    const contracts = (/** @type {any} */ said) => programmeName(words.contracts.filter((/** @type {string} */ one) => said.contracts.includes(one)));
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
      case "link": return linkSaid(body.link.for === "referee" ? "" : name(body.link.for), body.link.is === "opened");
      case "corrected": return corrected(body.corrected);
      case "terms": return termsOf(body.terms);
      case "confirmed": return _("%(name)s confirms entry %(number)s", { name: name(body.confirmed.seat), number: body.confirmed.seq });
      case "erased": return _("Names removed permanently; all points stay");
      default: return _("The other version was chosen");
    }
  };

  /** What somebody said to a dispute, or how it ended. @param {Record<Seat, string>} names @param {Opened} opened @param {any} entry @returns {string} */
  const disputeTitle = (names, { entries, record: told }, { seq, kind, body }) => {
    const said = body[kind];
    const raised = entries.find((one) => one.seq === said.dispute)?.body?.disputed;
    const other = raised ? names[/** @type {Seat} */ (raised.seat)] : _("someone");
    const { reason } = said;
    if (kind === "answered") {
      const both = { name: names[/** @type {Seat} */ (said.seat)], other };
      if (told.concluded.get(said.dispute) === seq) return _("%(name)s agrees with %(other)s’s dispute: all four agree, so it’s resolved", both);
      return said.agrees ? _("%(name)s agrees with %(other)s’s dispute", both) : _("%(name)s disagrees with %(other)s’s dispute", both);
    }
    if (kind === "reopened") {
      return said.by ? _("The referee reopens %(name)s’s dispute: %(reason)s", { name: other, reason }) : _("%(by)s reopens %(name)s’s dispute: %(reason)s", { by: names[/** @type {Seat} */ (said.seat)], name: other, reason });
    }
    return settledSaid(other, said);
  };

  /** @param {string} name who raised it @param {any} said */
  const settledSaid = (name, { as, by, reason }) => {
    if (as === "withdrawn") return _("%(name)s’s dispute was withdrawn", { name });
    const corrects = as === "proposed";
    if (!by) return corrects ? _("Resolved: corrected as %(name)s proposed", { name }) : _("%(name)s’s dispute is resolved: it stays as it was", { name });
    if (reason) return corrects ? _("The referee corrects it as %(name)s proposed: %(reason)s", { name, reason }) : _("The referee dismisses %(name)s’s dispute: %(reason)s", { name, reason });
    return corrects ? _("The referee corrects it as %(name)s proposed", { name }) : _("The referee dismisses %(name)s’s dispute", { name });
  };

  /** @param {string} name the player whose link it is; none for the referee's @param {boolean} isOpened */
  const linkSaid = (name, isOpened) => {
    if (!name) return isOpened ? _("Referee link opened") : _("Referee link replaced");
    return isOpened ? _("Player link opened: %(name)s", { name }) : _("Player link replaced: %(name)s", { name });
  };

  /** How the score is kept. @param {any} said */
  const termsOf = ({ second_person: second = false, deadline = null, referee = false }) => {
    const until = deadline ? filled(words.terms.deadline[deadline.after][plural(deadline.minutes)], { minutes: number(deadline.minutes) }) : words.terms.at_any_time;
    return [words.terms.second_person[Number(second)], until, words.terms.referee[Number(referee)]].join(" ");
  };

  /** @param {any} said */
  const corrected = ({ reason, with: behind = [] }) => {
    if (behind.includes("referee")) return _("Corrected by the referee: %(reason)s", { reason });
    return behind.length === SEATS.length ? _("Corrected and approved by all four: %(reason)s", { reason }) : _("Corrected: %(reason)s", { reason });
  };

  /** What an entry gave when it was written. @param {Record<Seat, string>} names @param {any} state @param {any} entry */
  const points = (names, state, { seq, kind, body }) => {
    if (!body || !["deal", "adjustment"].includes(kind)) return [];
    const { points_table: table } = state.tables_before?.find((/** @type {any} */ { until }) => seq < until) ?? state;
    const won = body.adjustment ?? score(table, body.captures);
    return SEATS.flatMap((seat) => (won[seat] ? [{ name: names[seat], change: won[seat] }] : []));
  };

  /** Who sat where when an entry was written: whom its letters mean. @param {any} record @param {number} seq */
  const namesAt = ({ seatingHistory, players }, seq) => namesOf(seatingHistory.findLast((/** @type {any} */ { since }) => since <= seq)?.players ?? players);

  /** In whose kingdom something was entered, where it was in one. @param {Record<Seat, string>} names @param {any} entry @returns {string} */
  const kingName = (names, { kind, body }) => {
    const king = [...IN_THE_GAME, "announced"].includes(kind) ? (body?.announced ?? body)?.king : null;
    return king ? names[/** @type {Seat} */ (king)] : "";
  };

  /** The earlier entry that another one speaks of. @param {Opened} opened @param {Set<number>} pages @param {any} entry */
  const aboutOf = ({ entries, record: told }, pages, { kind, body }) => {
    const of = (/** @type {number | null | undefined} */ seq) => entries.find((one) => one.seq === seq);
    const { take_back: back, confirmed, disputed, answered, settled, reopened } = body ?? {};
    const answers = answered ?? settled ?? reopened;
    const about = of(answers ? of(answers.dispute)?.body?.disputed.about ?? answers.dispute : back ?? confirmed?.seq ?? disputed?.about);
    if (!about?.body || !SPEAKS_OF_ANOTHER.includes(kind)) return null;
    const names = namesAt(told, about.seq);
    return { title: IN_THE_GAME.includes(about.kind) ? titleOf(about) : title(names, about), seq: about.seq, king_name: kingName(names, about), explained: pages.has(about.seq) };
  };

  /** The journal with each name as it was put right, wherever it was written. @param {Opened} opened */
  const asCalledNow = ({ entries, record: { seatingHistory } }) => {
    const called = new Map(seatingHistory.map((/** @type {any} */ { since, players }) => [since, players]));
    return entries.map((entry) => (entry.kind === "named" && entry.body ? { ...entry, body: { ...entry.body, name: called.get(entry.seq)[entry.body.seat] } } : entry));
  };

  /** The page whose entries stand before one, or the latest where no full page would be behind it. @param {number} length @param {number} before */
  const pagesOf = (length, before) => {
    const last = !before || before > length - ON_A_PAGE + 1 ? length : Math.max(1, before - 1);
    const first = Math.max(1, last - ON_A_PAGE + 1);
    return { first, last, older: first > 1 ? first : null, newer: last < length ? last + ON_A_PAGE + 1 : null };
  };

  /** So many entries, the latest first; the names that were given at the start are told with it. @param {Opened} opened @param {string | number} [before] */
  const story = (opened, before = 0) => {
    const pages = pagesOf(opened.entries.length, Number(before));
    const shown = game({ ...opened, king: null });
    const { counted, removed, undone } = opened.record;
    const standing = new Map(counted.map((/** @type {Counted} */ one) => [one.seq, one]));
    const explained = new Set([...standing.keys(), ...removed.map((/** @type {Counted} */ one) => one.seq)]);
    const behind = replay(asCalledNow(opened));
    /** What a correction has changed when it was written. @param {number} place */
    const changesAt = (place) => {
      const [now, then] = [place, place + 1].map(behind);
      return changesBetween(now, then).map(({ named, differences }) => ({ differences, named: named.map((one) => ({ ...one, explained: explained.has(one.seq ?? 0) })) }));
    };
    const firstSigned = opened.entries.find(({ kind }) => kind === "agreed")?.seq ?? opened.entries.length;
    /** What all four had signed off, and an entry has moved. @param {Record<Seat, string>} names @param {number} place */
    const cancelledAt = (names, place) => {
      const before = behind(place);
      const sealed = agreements(before, [...SEATS], rulesAt(before)).filter(({ seal }) => seal).map(({ king }) => king);
      const { contents } = behind(place + 1);
      return sealed.filter((king) => before.contents[king] !== contents[king]).map((king) => _("This cancelled the sign-off of %(king)s’s kingdom.", { king: names[king] }));
    };
    const told = opened.entries.slice(pages.first - 1, pages.last).flatMap((entry, place) => {
      const { seq, kind, author, device } = entry;
      if (kind === "named" && seq <= NAMED_AT_THE_START) return [];
      const names = namesAt(opened.record, seq);
      const stands = standing.get(seq);
      return [{
        seq,
        title: entry.body && OF_A_DISPUTE.includes(kind) ? disputeTitle(names, opened, entry) : title(names, entry),
        author,
        device,
        when: toldAt(entry),
        king_name: kingName(names, entry),
        points: points(names, shown.state, entry),
        about: aboutOf(opened, explained, entry),
        changes: entry.body && PUTS_RIGHT.includes(kind) ? changesAt(pages.first - 1 + place) : [],
        gone: undone.has(seq) || (IN_THE_GAME.includes(kind) && !stands),
        corrected: stands ? stands.versions.length > 1 : false,
        explained: explained.has(seq),
        by_scorer: actsForPlayers(entry),
        notes: [...notesOf(names, rulesAt(opened.record, seq), entry), ...(CAN_CANCEL.includes(kind) && seq > firstSigned ? cancelledAt(names, pages.first - 1 + place) : [])],
      }];
    });
    return { game: shown, story: told.reverse(), pages, head: opened.entries.findLast(({ digest }) => digest)?.digest };
  };

  return { correctionsOf, goneOf, story, time, day };
}
