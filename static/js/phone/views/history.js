// What an entry was before it was corrected, word for word; and the journal as a story.

import { record } from "../../game/journal.js";
import { SEATS, score } from "../../points.js";

/** @typedef {import("../../points.js").Seat} Seat */
/** @typedef {import("../../game/journal.js").Counted} Counted */
/** @typedef {import("./game.js").Opened} Opened */

const IN_THE_GAME = ["deal", "void", "adjustment"];
const PUTS_RIGHT = ["corrected", "answered", "settled"];
const NAMED_AT_THE_START = 5;

/** Each version of an entry with the one before it; one that was missing began as none. @param {Counted} counted @param {boolean} wasMissing */
const steps = ({ versions }, wasMissing) =>
  versions.map((version, place) => ({ seq: version.seq, old: versions[place - 1], version })).slice(wasMissing ? 0 : 1);

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared @param {ReturnType<typeof import("./behind.js").behindViews>} behind @param {ReturnType<typeof import("./differences.js").differenceViews>} differences @param {ReturnType<typeof import("./noted.js").notedViews>} noted */
export function historyViews({ say: _, words, language, plural }, { game, namesOf, programmeName, titleOf }, { number, filled }, { changed, ofTheGame }, { notesOf }) {
  /** Day and time by the clock that said so, as a table would say it. @param {any} entry */
  const moment = ({ made_at, received_at }) => {
    const at = made_at ?? received_at;
    const [year, month, day] = at.slice(0, 10).split("-").map(Number);
    const parts = /** @type {Record<string, string>} */ ({ y: number(year), MMMM: language.months[month - 1], d: number(day) });
    const time = at.slice(11, 16).replace(/\d/g, (/** @type {string} */ digit) => number(Number(digit)));
    return `${language.date.replace(/MMMM|[dy]/g, (/** @type {string} */ part) => parts[part])}${language.comma} ${time}`;
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
    return { seq, reason: reason(entry, shown.entries), author: entry.author, device: entry.device, when: moment(entry), changed: changed(old, version) };
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
    if (!body) return _("Erased");
    switch (kind) {
      case "started": return _("The game began");
      case "named": return _("The name at seat %(letter)s is put right: %(name)s", { name: body.name, letter: language.letters[SEATS.indexOf(body.seat)] });
      case "first_king": return _("First king: %(name)s", { name: name(body.first_king) });
      case "deal": return _("%(contracts)s written", { contracts: contracts(body) });
      case "void":
      case "adjustment": return titleOf({ kind, body });
      case "announced": return _("%(contracts)s announced", { contracts: contracts(body.announced) });
      case "take_back": return _("Entry %(number)s taken back", { number: body.take_back });
      case "agreed": return _("%(name)s agrees with %(king)s’s kingdom", { name: name(body.agreed.seat), king: name(body.agreed.kingdom) });
      case "disputed": return _("%(name)s objects: %(reason)s", { name: name(body.disputed.seat), reason: body.disputed.reason });
      case "answered": {
        const said = { name: name(body.answered.seat), number: body.answered.dispute };
        return body.answered.agrees ? _("%(name)s agrees with dispute %(number)s", said) : _("%(name)s does not agree with dispute %(number)s", said);
      }
      case "settled": {
        const number = body.settled.dispute;
        return body.settled.by ? _("The referee has settled dispute %(number)s", { number }) : _("Dispute %(number)s settled", { number });
      }
      case "corrected": return corrected(body.corrected);
      case "terms": return termsOf(body.terms);
      case "confirmed": return _("%(name)s confirms entry %(number)s", { name: name(body.confirmed.seat), number: body.confirmed.seq });
      default: return _("Of two versions, this one was not picked");
    }
  };

  /** How the score is kept. @param {any} said */
  const termsOf = ({ second_person: second = false, deadline = null, referee = false }) => {
    const until = deadline ? filled(words.terms.deadline[deadline.after][plural(deadline.minutes)], { minutes: number(deadline.minutes) }) : words.terms.at_any_time;
    return [words.terms.second_person[Number(second)], until, words.terms.referee[Number(referee)]].join(" ");
  };

  /** @param {any} said */
  const corrected = ({ reason, with: behind = [] }) => {
    if (behind.includes("referee")) return _("Corrected by the referee: %(reason)s", { reason });
    return behind.length === SEATS.length ? _("Corrected, and all four stand behind it: %(reason)s", { reason }) : _("Corrected: %(reason)s", { reason });
  };

  /** What an entry gave when it was written. @param {Record<Seat, string>} names @param {any} shown @param {any} entry */
  const points = (names, shown, { kind, body }) => {
    if (!body || !["deal", "adjustment"].includes(kind)) return [];
    const won = body.adjustment ?? score(shown.state.points_table, body.captures);
    return SEATS.flatMap((seat) => (won[seat] ? [{ name: names[seat], change: won[seat] }] : []));
  };

  /** Who sat where when an entry was written: whom its letters mean. @param {any} record @param {number} seq */
  const namesAt = ({ seated, players }, seq) => namesOf(seated.findLast((/** @type {any} */ { since }) => since <= seq)?.players ?? players);

  /** What a correction that holds has changed of the seats and the first king. @param {Opened} opened @param {number} place */
  const ofTheWhole = ({ entries, record: { takenBack } }, place) => {
    const { seq, kind, body } = entries[place];
    const changes = body?.corrected?.changes ?? [{}];
    if (!PUTS_RIGHT.includes(kind) || takenBack.has(seq) || changes.every((/** @type {any} */ change) => "seq" in change || "before" in change)) return [];
    return ofTheGame(record(entries.slice(0, place)), record(entries.slice(0, place + 1))).flatMap(({ differences }) => differences);
  };

  /** Every entry, the latest first; the names that were given at the start are told with it. @param {Opened} opened */
  const story = (opened) => {
    const shown = game({ ...opened, king: null });
    const { counted, gone, takenBack } = opened.record;
    const standing = new Map(counted.map((/** @type {Counted} */ one) => [one.seq, one]));
    const putRight = (/** @type {any} */ { seq, kind }) =>
      PUTS_RIGHT.includes(kind) ? counted.flatMap((/** @type {Counted} */ one) => steps(one, true).filter((step) => step.seq === seq).flatMap(({ old, version }) => changed(old, version))) : [];
    const told = opened.entries.flatMap((entry, place) => {
      const { seq, kind, author, device } = entry;
      if (kind === "named" && seq <= NAMED_AT_THE_START) return [];
      const names = namesAt(opened.record, seq);
      const stands = standing.get(seq);
      return [{
        seq,
        title: title(names, entry),
        author,
        device,
        when: moment(entry),
        points: points(names, shown, entry),
        differences: [...ofTheWhole(opened, place), ...putRight(entry)],
        gone: takenBack.has(seq) || (IN_THE_GAME.includes(kind) && !stands),
        corrected: stands ? stands.versions.length > 1 : false,
        explained: Boolean(stands) || gone.some((/** @type {Counted} */ one) => one.seq === seq),
        notes: notesOf(names, shown.rules, entry),
      }];
    });
    return { game: shown, story: told.reverse() };
  };

  return { correctionsOf, goneOf, story };
}
