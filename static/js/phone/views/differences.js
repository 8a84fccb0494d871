// Two versions of an entry, word for word: what each said where they differ.

import { CONTRACTS } from "../../game/fold.js";
import { QUEENS, SEATS } from "../../points.js";

/** @typedef {import("../../points.js").Seat} Seat */
/** @typedef {import("../../game/journal.js").Version} Version */
/** @typedef {{what: string, old: string | null, new: string | null}} Difference null where it was not said */

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared @param {ReturnType<typeof import("./behind.js").behindViews>} behind */
export function differenceViews({ say: _, words, language }, { namesOf }, { number, filled }) {
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

  /** What is put right of the game as a whole, but for its rules: their answers are the server's. @param {any} now @param {any} then @returns {{title: string, differences: Difference[]}[]} */
  const ofTheGame = (now, then) => {
    const [before, after] = [namesOf(now.players), namesOf(then.players)];
    const moved = SEATS.filter((seat) => before[seat] !== after[seat]);
    const seats = moved.map((seat) => ({ what: _("Seat %(letter)s", { letter: language.letters[SEATS.indexOf(seat)] }), old: before[seat], new: after[seat] }));
    const first = { what: _("First king"), old: now.firstKing && before[/** @type {Seat} */ (now.firstKing)], new: then.firstKing && after[/** @type {Seat} */ (then.firstKing)] };
    const parts = [{ title: _("Seats"), differences: seats }, { title: _("The first king"), differences: first.old === first.new ? [] : [first] }];
    return parts.filter(({ differences }) => differences.length);
  };

  return { changed, ofTheGame };
}
