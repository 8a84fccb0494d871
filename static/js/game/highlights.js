// Chooses the highlights of a finished game, as trexscore/rules/highlights does.

import { WHOLE_GAME_KEY } from "./highlight-numbers.js";

/** @typedef {import("./highlight-numbers.js").HighlightNumbers} HighlightNumbers */
/** @typedef {{code: string, subject_kind: string, number_name: string, least_number: number, weight: number, span_to_full_bonus: number, topic: string, points_name: string, required_number_name: string}} HighlightRule */
/** @typedef {{code: string, subjectKey: string, number: number, points: number | null}} ChosenHighlight */

const MAX_FACTS = 3;
const MAX_EXTRA_INTEREST = 20;

/**
 * The key of what a highlight is about; null where several are equal.
 * @param {string} subjectKind
 * @param {Record<string, number>} values
 * @param {string[]} winners
 */
function subjectKeyOf(subjectKind, values, winners) {
  if (subjectKind === "game") return WHOLE_GAME_KEY in values ? WHOLE_GAME_KEY : null;
  if (subjectKind === "winner" && winners.length !== 1) return null;
  const eligible = Object.keys(values).filter((key) => subjectKind === "top" || winners[0].includes(key));
  const holders = eligible.filter((key) => values[key] === Math.max(...eligible.map((key) => values[key])));
  return holders.length === 1 ? holders[0] : null;
}

/** @param {HighlightRule} one @param {HighlightNumbers} numbers @param {string[]} winners @returns {ChosenHighlight | null} */
function matchedHighlight(
  {
    code,
    subject_kind: subjectKind,
    number_name: numberName,
    least_number: leastNumber,
    points_name: pointsName,
    required_number_name: secondName,
  },
  numbers,
  winners,
) {
  const values = numbers[numberName] ?? {};
  const subjectKey = subjectKeyOf(subjectKind, values, winners);
  if (subjectKey === null || values[subjectKey] < leastNumber) return null;
  if (secondName && (numbers[secondName]?.[subjectKey] ?? 0) < 1) return null;
  if (!pointsName) return { code, subjectKey, number: values[subjectKey], points: null };
  const pointValues = numbers[pointsName] ?? {};
  const side = Object.keys(pointValues).find((each) => subjectKey && each.includes(subjectKey)) ?? WHOLE_GAME_KEY;
  const shownPoints = pointValues[subjectKey] ?? pointValues[side];
  return shownPoints === undefined ? null : { code, subjectKey, number: values[subjectKey], points: shownPoints };
}

/** The highlights that apply, the most interesting first. @param {HighlightRule[]} table @param {HighlightNumbers} numbers @param {string[]} winners */
const rankHighlights = (table, numbers, winners) =>
  table
    .flatMap((entry) => {
      const matched = matchedHighlight(entry, numbers, winners);
      return matched
        ? [
            {
              chosen: matched,
              topic: entry.topic,
              interest:
                entry.weight +
                Math.min(
                  MAX_EXTRA_INTEREST,
                  Math.floor((MAX_EXTRA_INTEREST * (matched.number - entry.least_number)) / entry.span_to_full_bonus),
                ),
            },
          ]
        : [];
    })
    .sort((first, second) => second.interest - first.interest);

/**
 * The headline and the facts of a game with these winners (seats or pairs).
 * @param {{headlines: HighlightRule[], facts: HighlightRule[]}} tables
 * @param {HighlightNumbers} numbers
 * @param {string[]} winners
 * @returns {{headline: ChosenHighlight | null, facts: ChosenHighlight[]}}
 */
export function chooseHighlights({ headlines, facts }, numbers, winners) {
  const [first] = rankHighlights(headlines, numbers, winners);
  if (!first) return { headline: null, facts: [] };
  const topics = new Set([first.topic]);
  const chosenHighlights = [];
  for (const { chosen: fact, topic } of rankHighlights(facts, numbers, winners)) {
    if (topics.has(topic) || chosenHighlights.length === MAX_FACTS) continue;
    topics.add(topic);
    chosenHighlights.push(fact);
  }
  return { headline: first.chosen, facts: chosenHighlights };
}
