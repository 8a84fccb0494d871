// What an entry was before it was corrected, word for word; and the journal as a story.

import { SEATS, score } from "../../points.js";

/** @typedef {import("../../points.js").Seat} Seat */
/** @typedef {import("../../game/journal.js").Counted} Counted */
/** @typedef {import("./game.js").Opened} Opened */

const IN_THE_GAME = ["deal", "void", "adjustment"];
const PUTS_RIGHT = ["corrected", "answered", "settled"];
const NAMED_AT_THE_START = 5;

/** Each version of an entry with the one before it; one that was missing began as none. @param {Counted} counted @param {boolean} wasMissing @returns {{seq: number, old: any, body: any}[]} */
const steps = ({ versions }, wasMissing) =>
  versions.map(({ seq, body }, place) => ({ seq, old: versions[place - 1]?.body ?? null, body })).slice(wasMissing ? 0 : 1);

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared @param {ReturnType<typeof import("./behind.js").behindViews>} behind @param {ReturnType<typeof import("./differences.js").differenceViews>} differences */
export function historyViews({ say: _, words, language }, { game, programmeName, titleOf }, { number }, { changed }) {
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
    const of = (/** @type {number} */ seq) => shown.entries.find((/** @type {any} */ entry) => entry.seq === seq);
    const made = steps(counted, !IN_THE_GAME.includes(of(counted.seq).kind)).map(({ seq, old, body }) => {
      const entry = of(seq);
      return { seq, reason: reason(entry, shown.entries), author: entry.author, device: entry.device, when: moment(entry), changed: changed(shown, old, body) };
    });
    return made.reverse();
  };

  /** What an entry says, in a line. @param {any} shown @param {any} entry @returns {string} */
  const title = (shown, { kind, body }) => {
    const name = (/** @type {Seat} */ seat) => shown.seats[SEATS.indexOf(seat)].name;
    const contracts = (/** @type {any} */ said) => programmeName(words.contracts.filter((/** @type {string} */ one) => said.contracts.includes(one)));
    if (!body) return _("Erased");
    switch (kind) {
      case "started": return _("The game began");
      case "named": return _("%(name)s sits at seat %(letter)s", { name: body.name, letter: language.letters[SEATS.indexOf(body.seat)] });
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
      case "settled": return _("Dispute %(number)s settled", { number: body.settled.dispute });
      case "corrected": return _("Corrected: %(reason)s", { reason: body.corrected.reason });
      default: return _("Of two versions, this one was not picked");
    }
  };

  /** What an entry gave when it was written. @param {any} shown @param {any} entry */
  const points = (shown, { kind, body }) => {
    if (!body || !["deal", "adjustment"].includes(kind)) return [];
    const won = body.adjustment ?? score(shown.state.points_table, body.captures);
    return SEATS.flatMap((seat, place) => (won[seat] ? [{ name: shown.seats[place].name, change: won[seat] }] : []));
  };

  /** Every entry, the latest first; the names that were given at the start are told with it. @param {Opened} opened */
  const story = (opened) => {
    const shown = game({ ...opened, king: null });
    const { counted, takenBack } = opened.record;
    const standing = new Map(counted.map((/** @type {Counted} */ one) => [one.seq, one]));
    const putRight = (/** @type {any} */ { seq, kind }) =>
      PUTS_RIGHT.includes(kind) ? counted.flatMap((/** @type {Counted} */ one) => steps(one, true).filter((step) => step.seq === seq).flatMap(({ old, body }) => changed(shown, old, body))) : [];
    const told = opened.entries.filter(({ kind, seq }) => kind !== "named" || seq > NAMED_AT_THE_START).map((entry) => {
      const { seq, kind, author, device } = entry;
      const stands = standing.get(seq);
      return {
        seq,
        title: title(shown, entry),
        author,
        device,
        when: moment(entry),
        points: points(shown, entry),
        differences: putRight(entry),
        gone: takenBack.has(seq) || (IN_THE_GAME.includes(kind) && !stands),
        corrected: stands ? stands.versions.length > 1 : false,
        explained: Boolean(stands),
      };
    });
    return { game: shown, story: told.reverse() };
  };

  return { correctionsOf, story };
}
