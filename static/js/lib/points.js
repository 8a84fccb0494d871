// Computes points from captures with the server's points table, as trexscore/rules/scoring.py does, and formats numbers.

/** @typedef {"A" | "B" | "C" | "D"} Seat */
/** @typedef {{taken_by?: Seat | null, doubled_by?: Seat | null, led_by?: Seat | null}} TakenCard `doubled_by` null: doubled by a player not known yet. */
/** @typedef {{king_of_hearts?: TakenCard, queens?: Partial<Record<string, TakenCard>>, diamonds?: Partial<Record<Seat, number>>, tricks?: Partial<Record<Seat, number>>, trex?: Seat[]}} Captures */
/** @typedef {{to: "taker" | "holder" | "leader" | "right_of_taker", points: number, reason: string}} PointsShare */
/** @typedef {{cards: Record<string, Record<string, PointsShare[]>>, diamond: number, trick: number, trex: number[], partnership: boolean}} PointsTable */
/** @typedef {Record<Seat, number>} BySeat */

/** @type {Seat[]} In playing order: the next seat is to the right. */
export const SEATS = ["A", "B", "C", "D"];

/** @template T @param {(seat: Seat) => T} value @returns {Record<Seat, T>} */
export const bySeat = (value) => /** @type {any} */ (Object.fromEntries(SEATS.map((seat) => [seat, value(seat)])));

/** @param {number[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0);

/** The cards that count by themselves, by their names in captures and announcements. @type {Record<string, string>} */
export const CARD_BY_CAPTURE_KEY = { king_of_hearts: "KH", hearts: "QH", spades: "QS", diamonds: "QD", clubs: "QC" };

/** @param {string} card */
export const captureKeyOf = (card) =>
  /** @type {string} */ (Object.keys(CARD_BY_CAPTURE_KEY).find((name) => CARD_BY_CAPTURE_KEY[name] === card));

/** How a card was captured: taker, holder and leader; undefined if the captures do not have it. @param {Captures} captures @param {string} card */
export const captureOf = ({ king_of_hearts: king, queens }, card) =>
  card === "KH" ? king : queens?.[captureKeyOf(card)];

/** Adds a captured card. @param {any} captures @param {string} card @param {TakenCard} capture */
export function addCapture(captures, card, capture) {
  if (card === "KH") captures.king_of_hearts = capture;
  else (captures.queens ??= {})[captureKeyOf(card)] = capture;
}

/** The seat this many places to the right. @param {Seat} seat @param {number} places @returns {Seat} */
const seatToRight = (seat, places) => SEATS[(SEATS.indexOf(seat) + places) % 4];

/** How a card was captured: the key of its row in the points table. @param {TakenCard & {taken_by: Seat}} taken @param {boolean} partnership */
export function captureCaseOf({ taken_by: taker, doubled_by: holder, led_by: leader }, partnership) {
  if (holder === undefined) return "plain";
  if (holder === taker) {
    if (!leader) return "own";
    return leader === holder ? "own_led_by_holder" : "own_led_by_another";
  }
  return partnership && holder === seatToRight(taker, 2) ? "partner" : "doubled";
}

/** @typedef {{seat: Seat, points: number, reason: string, contract: string, card: string | null, count: number | null}} ScoreLine One line of points for a seat, with its reason. */

/**
 * The lines of points that these captures give. Missing captures give none.
 * @param {PointsTable} pointsTable
 * @param {Captures} captures
 * @returns {ScoreLine[]}
 */
export function scoreLines(pointsTable, captures) {
  /** @param {string} card @param {TakenCard | undefined} capture @returns {ScoreLine[]} */
  const cardLines = (card, capture) => {
    const taker = capture?.taken_by;
    if (!capture || !taker) return [];
    const seats = { taker, holder: capture.doubled_by, leader: capture.led_by, right_of_taker: seatToRight(taker, 1) };
    return pointsTable.cards[card][captureCaseOf({ ...capture, taken_by: taker }, pointsTable.partnership)].flatMap(
      ({ to, points, reason }) => {
        const seat = seats[to];
        return seat
          ? [{ seat, points, reason, contract: card === "KH" ? "king_of_hearts" : "queens", card, count: null }]
          : [];
      },
    );
  };
  /** @param {string} contract @param {number} each @param {Partial<Record<Seat, number>>} [counts] @returns {ScoreLine[]} */
  const countLines = (contract, each, counts = {}) =>
    SEATS.map((seat) => ({
      seat,
      points: each * (counts[seat] ?? 0),
      reason: "plain",
      contract,
      card: null,
      count: counts[seat] ?? 0,
    }));
  const trexLines = (captures.trex ?? []).map((seat, index) => ({
    seat,
    points: pointsTable.trex[index],
    reason: "place",
    contract: "trex",
    card: null,
    count: index + 1,
  }));
  const lines = [
    ...Object.values(CARD_BY_CAPTURE_KEY).flatMap((card) => cardLines(card, captureOf(captures, card))),
    ...countLines("diamonds", pointsTable.diamond, captures.diamonds),
    ...countLines("collections", pointsTable.trick, captures.tricks),
    ...trexLines,
  ];
  return lines.filter(({ points }) => points);
}

/** The points that these captures give to each seat. @param {PointsTable} pointsTable @param {Captures} captures @returns {BySeat} */
export function scoreCaptures(pointsTable, captures) {
  /** @type {BySeat} */
  const points = { A: 0, B: 0, C: 0, D: 0 };
  for (const line of scoreLines(pointsTable, captures)) points[line.seat] += line.points;
  return points;
}

const ARABIC_DIGITS = "٠١٢٣٤٥٦٧٨٩";

/**
 * A number in the reader's digits with a true minus; `isSigned` adds a plus to positive numbers.
 * @param {number} n
 * @param {{digits?: string, isSigned?: boolean}} [how]
 */
export function formatNumber(n, { digits = "latn", isSigned = false } = {}) {
  const sign = n < 0 ? "\u2212" : isSigned && n > 0 ? "+" : "";
  const plainDigits = String(Math.abs(n));
  return sign + (digits === "arab" ? plainDigits.replace(/\d/g, (digit) => ARABIC_DIGITS[Number(digit)]) : plainDigits);
}

/** The text without invisible direction marks and surrounding space. @param {string} text */
export const stripDirectionMarks = (text) =>
  text.replace(/[\u200b\u200e\u200f\u061c\u2066-\u2069\u202a-\u202e\ufeff]/g, "").trim();

/** The whole number in a text, in Latin or Arabic digits; null if it is not one. @param {string} text */
export function parseDigits(text) {
  const plainText = stripDirectionMarks(text).replace(/[٠-٩]/g, (digit) => String(ARABIC_DIGITS.indexOf(digit)));
  return /^\d+$/.test(plainText) ? Number(plainText) : null;
}
