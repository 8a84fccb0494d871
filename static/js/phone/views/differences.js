// What is different between two versions of an entry, or of a game, word for word.

import { CONTRACTS } from "../../game/fold.js";
import { QUEENS, SEATS } from "../../lib/points.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("../../game/journal.js").Version} Version */
/** @typedef {import("../../game/journal.js").CountedEntry} Counted */
/** @typedef {{what: string, old: string | null, new: string | null}} Difference null where it was not said */
/** @typedef {{title: string, seq?: number, king_name?: string, fate?: string, explained?: boolean}} Named An entry, by what it was and whose kingdom it was in; or a part of the game as a whole, which has no seq. */
/** @typedef {{named: Named[], differences: Difference[]}} Changed Entries that change alike, or the game as a whole. */

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared @param {ReturnType<typeof import("./behind.js").behindViews>} behind */
export function differenceViews({ say: _, words, language, presets }, { namesOf, titleOf }, { number, filled, answer }) {
  const { said, said_of_a_card: ofACard } = words;

  /** @param {any} captures @param {(seat: Seat) => string} name @returns {[string, string][]} */
  const captured = (captures, name) => {
    const cards = [["KH", captures.king_of_hearts], ...Object.entries(QUEENS).map(([suit, card]) => [card, captures.queens?.[suit]])];
    const taken = cards.flatMap(([card, taken]) => Object.entries(taken ?? {}).map(([part, seat]) => [filled(ofACard[part], { card: words.card[card] }), name(/** @type {Seat} */ (seat))]));
    const counts = ["diamonds", "tricks"].flatMap((part) => {
      const counted = SEATS.filter((seat) => captures[part]?.[seat] !== undefined);
      return counted.map((seat) => [filled(said[part], { name: name(seat) }), number(captures[part][seat])]);
    });
    const out = (captures.trex ?? []).map((/** @type {Seat} */ seat, /** @type {number} */ place) => [words.places[place], name(seat)]);
    return /** @type {[string, string][]} */ ([...taken, ...counts, ...out]);
  };

  /** Everything that an entry says, each under the words for it. @param {any} body @param {(seat: Seat) => string} name @returns {[string, string][]} */
  const told = (body, name) => {
    /** @type {[string, string][]} */
    const all = [];
    if ("king" in body) all.push([said.king, name(body.king)]);
    if ("contracts" in body) all.push([said.contracts, CONTRACTS.filter((one) => body.contracts.includes(one)).map((one) => words.contract[one]).join(" + ")]);
    all.push(...captured(body.captures ?? {}, name));
    if ("void" in body) all.push([said.reason, words.void_reason[body.void.reason]]);
    if (body.void?.claimed_by) all.push([said.claimed_by, name(body.void.claimed_by)]);
    for (const [seat, points] of Object.entries(body.adjustment ?? {})) all.push([filled(said.adjustment, { name: name(/** @type {Seat} */ (seat)) }), number(points)]);
    if ("reason" in body) all.push([said.reason, body.reason]);
    if ("renege" in body) all.push([said.renege, name(body.renege.by)]);
    if (body.note) all.push([said.note, body.note]);
    return all;
  };

  /** Everything in which two versions differ. Whoever has changed seats meanwhile is the same player in both. @param {Partial<Version> | undefined} old @param {Partial<Version> | undefined} fresh @returns {Difference[]} */
  const changed = (old, fresh) => {
    const [before, after] = [old, fresh].map((version) => {
      const names = namesOf(version?.players ?? {});
      return new Map(version?.body ? told(version.body, (seat) => names[seat]) : []);
    });
    const differ = [...new Set([...before.keys(), ...after.keys()])].filter((what) => before.get(what) !== after.get(what));
    return differ.map((what) => ({ what, old: before.get(what) ?? null, new: after.get(what) ?? null }));
  };

  /** House rules as they were entered, option by option. @param {any} ruled */
  const inForce = ({ houseRules: { preset, options } }) => ({ ...presets[preset].rules, ...options });

  /** Those in force at an entry. @param {any} record @param {number} [seq] */
  const rulesAt = ({ rulesHistory }, seq = Infinity) => inForce(rulesHistory.findLast((/** @type {any} */ { since }) => since <= seq));

  /** Those in force once they had been put right so often. @param {any} record */
  const rulesAfter = ({ rulesHistory }) => (/** @type {number} */ changes) => inForce(rulesHistory[changes]);

  /** @param {any} now @param {any} then @returns {Difference[]} */
  const ofTheRules = (now, then) => {
    const [old, fresh] = [now, then].map((record) => rulesAt(record));
    const changes = Object.keys(old).filter((option) => JSON.stringify(old[option]) !== JSON.stringify(fresh[option]));
    return changes.map((option) => ({ what: words.question[option], old: answer(option, old[option]), new: answer(option, fresh[option]) }));
  };

  /** What is put right of the game as a whole: the rules, the seats, the first king. @param {any} now @param {any} then @returns {[Named, Difference[]][]} */
  const ofTheGame = (now, then) => {
    const [before, after] = [namesOf(now.players), namesOf(then.players)];
    const moved = SEATS.filter((seat) => before[seat] !== after[seat]);
    const seats = moved.map((seat) => ({ what: _("Seat %(letter)s", { letter: language.letters[SEATS.indexOf(seat)] }), old: before[seat], new: after[seat] }));
    const first = { what: _("First king"), old: now.firstKing && before[/** @type {Seat} */ (now.firstKing)], new: then.firstKing && after[/** @type {Seat} */ (then.firstKing)] };
    return [
      [{ title: _("House rules") }, ofTheRules(now, then)],
      [{ title: _("Seats") }, seats],
      [{ title: _("The first king") }, first.old === first.new ? [] : [first]],
    ];
  };

  /** How people speak of an entry, as it stands in its last version. @param {Counted} counted @param {string} [fate] @returns {Named} */
  const namedEntry = (counted, fate = "") => {
    const { king } = counted.body;
    return { title: titleOf(counted), seq: counted.seq, king_name: king ? namesOf(counted.versions.at(-1)?.players ?? {})[/** @type {Seat} */ (king)] : "", fate };
  };

  /** @param {any} now @param {any} then @returns {[Named, Difference[]][]} */
  const ofEntries = (now, then) => {
    const [old, fresh] = [now, then].map(({ counted }) => new Map(counted.map((/** @type {Counted} */ one) => [one.seq, one])));
    const seqs = [...new Set([...old.keys(), ...fresh.keys()])].sort((one, other) => one - other);
    return seqs.map((seq) => {
      const [before, after] = [old.get(seq), fresh.get(seq)];
      return [namedEntry(before ?? after, !before ? "put_in" : after ? "" : "left_out"), changed(before?.versions.at(-1), after?.versions.at(-1))];
    });
  };

  /** Everything in which the two differ. Entries in which the very same changes stand together. @param {any} now @param {any} then @returns {Changed[]} */
  const changesBetween = (now, then) => {
    /** @type {Map<string, Changed>} */
    const alike = new Map();
    for (const [named, differences] of [...ofTheGame(now, then), ...ofEntries(now, then)]) {
      const key = JSON.stringify(differences);
      if (differences.length) alike.set(key, { named: [...(alike.get(key)?.named ?? []), named], differences });
    }
    return [...alike.values()];
  };

  return { changed, changesBetween, rulesAt, rulesAfter };
}
