// Differences between two versions of an entry or of a game, as texts.

import { sortContracts } from "../../game/fold.js";
import { CARD_BY_CAPTURE_KEY, SEATS, captureOf } from "../../lib/points.js";
import { differingOptions } from "../../lib/house-rules.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("../../game/game-builder.js").Version} Version */
/** @typedef {import("../../game/game-builder.js").GameFileEntry} GameFileEntry */
/** @typedef {{label: string, old_text: string | null, new_text: string | null}} Difference null: not stated */
/** @typedef {{title: string, seq?: number, king_name?: string, inclusion_change?: string}} EntryReference An entry with its title and king, or a part of the whole game, without `seq`. */
/** @typedef {{references: EntryReference[], differences: Difference[]}} SharedDifferences Entries with the same changes. */

/**
 * @param {import("../offline-pages.js").OfflinePageTools} tools
 * @param {ReturnType<typeof import("./game.js").gamePresenter>} shared
 * @param {ReturnType<typeof import("./rule-references.js").ruleReferencePresenter>} rules
 */
export function differencePresenter(
  { say: _, joinNames, words, language, presets },
  { namesOf, titleOf },
  { fillParams, formatAnswer },
) {
  const { labels, labels_of_cards: cardLabels } = words;

  /** @param {any} captures @param {(seat: Seat) => string} nameOf @returns {[string, string][]} */
  const captureStatements = (captures, nameOf) => {
    const capture = Object.values(CARD_BY_CAPTURE_KEY).flatMap((card) =>
      Object.entries(captureOf(captures, card) ?? {}).map(([part, seat]) => [
        fillParams(cardLabels[part], { card: words.card[card] }),
        nameOf(/** @type {Seat} */ (seat)),
      ]),
    );
    const counts = ["diamonds", "tricks"].flatMap((part) => {
      const countedSeats = SEATS.filter((seat) => captures[part]?.[seat] !== undefined);
      return countedSeats.map((seat) => [
        fillParams(labels[part], { name: nameOf(seat) }),
        language.number(captures[part][seat]),
      ]);
    });
    const seatsOut = (captures.trex ?? []).map((/** @type {Seat} */ seat, /** @type {number} */ index) => [
      words.places[index],
      nameOf(seat),
    ]);
    return /** @type {[string, string][]} */ ([...capture, ...counts, ...seatsOut]);
  };

  /** Every fact in an entry, with its label. @param {any} body @param {(seat: Seat) => string} nameOf @returns {[string, string][]} */
  const labelledStatements = (body, nameOf) => {
    /** @type {[string, string][]} */
    const statements = [];
    if ("king" in body) statements.push([labels.king, nameOf(body.king)]);
    if ("contracts" in body)
      statements.push([
        labels.contracts,
        sortContracts(body.contracts)
          .map((contract) => words.contract[contract])
          .join(" + "),
      ]);
    statements.push(...captureStatements(body.captures ?? {}, nameOf));
    if ("void" in body) statements.push([labels.reason, words.void_reason[body.void.reason]]);
    if (body.void?.claimed_by) statements.push([labels.claimed_by, nameOf(body.void.claimed_by)]);
    for (const [seat, points] of Object.entries(body.adjustment ?? {}))
      statements.push([
        fillParams(labels.adjustment, { name: nameOf(/** @type {Seat} */ (seat)) }),
        language.number(points),
      ]);
    if ("reason" in body) statements.push([labels.reason, body.reason]);
    if ("renege" in body) statements.push([labels.renege, nameOf(body.renege.by)]);
    if (body.note) statements.push([labels.note, body.note]);
    return statements;
  };

  /**
   * The differences between two versions. A player who changed seats counts as the same player.
   * @param {Partial<Version> | undefined} old
   * @param {Partial<Version> | undefined} next
   * @returns {Difference[]}
   */
  const differencesOf = (old, next) => {
    const [before, after] = [old, next].map((version) => {
      const names = namesOf(version?.players ?? {});
      return new Map(version?.body ? labelledStatements(version.body, (seat) => names[seat]) : []);
    });
    const labels = [...new Set([...before.keys(), ...after.keys()])].filter(
      (label) => before.get(label) !== after.get(label),
    );
    return labels.map((label) => ({ label, old_text: before.get(label) ?? null, new_text: after.get(label) ?? null }));
  };

  /** The house rules in force, by option. @param {any} rulesEntry */
  const effectiveRules = ({ houseRules: { preset, options } }) => ({ ...presets[preset].rules, ...options });

  /** The house rules in force at an entry. @param {any} record @param {number} [seq] */
  const rulesAt = ({ rulesHistory }, seq = Infinity) =>
    effectiveRules(rulesHistory.findLast((/** @type {any} */ { since }) => since <= seq));

  /** The house rules in force after a number of rule changes. @param {any} record */
  const rulesAfterNthChange =
    ({ rulesHistory }) =>
    (/** @type {number} */ changes) =>
      effectiveRules(rulesHistory[changes]);

  /** @param {any} before @param {any} after @returns {Difference[]} */
  const ruleDifferences = (before, after) => {
    const [old, next] = [before, after].map((record) => rulesAt(record));
    const optionChanges = differingOptions(old, next);
    return optionChanges.map((option) => ({
      label: words.question[option],
      old_text: formatAnswer(option, old[option]),
      new_text: formatAnswer(option, next[option]),
    }));
  };

  /** Changes to the whole game: rules, seats, first king. @param {any} oldRecord @param {any} newRecord @returns {[EntryReference, Difference[]][]} */
  const gameDifferences = (oldRecord, newRecord) => {
    const [before, after] = [namesOf(oldRecord.players), namesOf(newRecord.players)];
    const [old_text, new_text] = [before, after].map((names) =>
      joinNames(SEATS.map((seat) => names[seat])),
    );
    const seats = old_text === new_text ? [] : [{ label: _("Around the table"), old_text, new_text }];
    const firstKingChange = {
      label: _("First king"),
      old_text: oldRecord.firstKing && before[/** @type {Seat} */ (oldRecord.firstKing)],
      new_text: newRecord.firstKing && after[/** @type {Seat} */ (newRecord.firstKing)],
    };
    return [
      [{ title: _("House rules") }, ruleDifferences(oldRecord, newRecord)],
      [{ title: _("Seats") }, seats],
      [{ title: _("The first king") }, firstKingChange.old_text === firstKingChange.new_text ? [] : [firstKingChange]],
    ];
  };

  /** An entry by its title and king, in its current version. @param {GameFileEntry} counted @param {string} [inclusion] @returns {EntryReference} */
  const entryReference = (counted, inclusion = "") => {
    const { king } = counted.body;
    return {
      title: titleOf(counted),
      seq: counted.seq,
      king_name: king ? namesOf(counted.versions.at(-1)?.players ?? {})[/** @type {Seat} */ (king)] : "",
      inclusion_change: inclusion,
    };
  };

  /** @param {any} oldRecord @param {any} newRecord @returns {[EntryReference, Difference[]][]} */
  const entryDifferences = (oldRecord, newRecord) => {
    const [old, next] = [oldRecord, newRecord].map(
      ({ counted }) => new Map(counted.map((/** @type {GameFileEntry} */ entry) => [entry.seq, entry])),
    );
    const seqs = [...new Set([...old.keys(), ...next.keys()])].sort((entry, second) => entry - second);
    return seqs.map((seq) => {
      const [before, after] = [old.get(seq), next.get(seq)];
      const [oldVersion, nextVersion] = [before?.versions.at(-1), after?.versions.at(-1)];
      return [
        entryReference(before ?? after, !before ? "put_in" : after ? "" : "left_out"),
        oldVersion?.seq === nextVersion?.seq ? [] : differencesOf(oldVersion, nextVersion),
      ];
    });
  };

  /** All differences between two records. Entries with equal changes are grouped. @param {any} before @param {any} after @returns {SharedDifferences[]} */
  const changesBetween = (before, after) => {
    /** @type {Map<string, SharedDifferences>} */
    const differencesByText = new Map();
    for (const [reference, differences] of [...gameDifferences(before, after), ...entryDifferences(before, after)]) {
      const key = JSON.stringify(differences);
      if (!differences.length) continue;
      const references = [...(differencesByText.get(key)?.references ?? []), reference];
      differencesByText.set(key, { references, differences });
    }
    return [...differencesByText.values()];
  };

  return { differencesOf, changesBetween, rulesAt, rulesAfterNthChange };
}
