// A picture of the sheet, twice as fine as the screen's points: the same lines, numbers and colours.

import { drawCheck, drawCrown, drawSign, drawTiles } from "./signs.js";

/** @typedef {import("./read.js").Sheet} Sheet */
/** @typedef {import("./read.js").Block} Block */
/** @typedef {import("./read.js").Cell} Cell */
/** @typedef {import("./read.js").Row} Row */
/** @typedef {{paper: string, ink: string, soft: string, pencil: string, accent: string, red: string, rule: string, line: string, serif: string, sans: string, rtl: boolean, digit: number}} Look */
/** @typedef {{title: string, about: string, app: string, won: boolean}} About `about`: when and by which rules it was played. */
/** @typedef {{weight?: number, colour?: string, align?: "start" | "center", number?: boolean, least?: number, serif?: boolean}} Kind */

const FINE = 2;
const WIDTH = 540;
const EDGE = 18;
const MARGIN = 112;
const SIGN = 44;
const COLUMN = (WIDTH - MARGIN - SIGN) / 4;
const TILES = 44;
const TITLE = 68;
const ABOUT = 26;
const HEAD = 40;
const ROW = 27;
const SUM = 35;
const TOTAL = 96;
const TEAM = 44;
const BEHIND = 22;
const FOOT = 44;

/** @returns {Look} the page's own colours and letters, by day or by night */
function lookOfPage() {
  const style = getComputedStyle(document.documentElement);
  const named = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const colours = Object.fromEntries(["paper", "ink", "soft", "pencil", "accent", "red", "rule", "line"].map((name) => [name, named(name)]));
  const rtl = document.documentElement.dir === "rtl";
  const digit = document.documentElement.dataset.digits === "arab" ? 1.12 : 1;
  return /** @type {Look} */ ({ ...colours, serif: named("serif"), sans: named("sans"), rtl, digit });
}

/** As `dir="auto"` has it: the first letter decides. @param {string} text @param {boolean} otherwise */
function isRightToLeft(text, otherwise) {
  const first = text.match(/\p{L}/u);
  return first ? /[\u0590-\u08ff\ufb1d-\ufefc]/.test(first[0]) : otherwise;
}

/** A long name in two lines, parted where they come out most alike. @param {string} name */
function inTwo(name) {
  const ends = [...name.matchAll(/\s+|(?<=-)/g)].map(({ index }) => index).filter((end) => end > 0);
  const end = ends.sort((one, other) => Math.abs(name.length - 2 * one) - Math.abs(name.length - 2 * other))[0];
  return end ? [name.slice(0, end), name.slice(end).trim()] : [name];
}

/** @param {Block} block */
const heightOf = (block) => block.rows.length * ROW + (block.sums.length ? SUM : 0);

/** Draws with measures from where reading begins; numbers stand left to right wherever they are. */
class Sketch {
  /** @param {CanvasRenderingContext2D} paper @param {Look} look */
  constructor(paper, look) {
    this.paper = paper;
    this.look = look;
    paper.textBaseline = "middle";
  }

  /** @param {number} x */
  at(x) {
    return this.look.rtl ? WIDTH - x : x;
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} colour */
  block(x, y, width, height, colour) {
    this.paper.fillStyle = colour;
    this.paper.fillRect(this.look.rtl ? WIDTH - x - width : x, y, width, height);
  }

  /** A text that is made smaller, and at last cut, where it is too long. @param {string} text @param {number} x @param {number} y @param {number} size @param {number} room @param {Kind} [kind] */
  write(text, x, y, size, room, { weight = 400, colour = this.look.ink, align = "center", number = false, least = 11, serif = number } = {}) {
    const { paper, look } = this;
    let points = number ? size * look.digit : size;
    const set = () => (paper.font = `${weight} ${points}px ${serif ? look.serif : look.sans}`);
    paper.direction = number || !isRightToLeft(text, look.rtl) ? "ltr" : "rtl";
    set();
    for (; points > least && paper.measureText(text).width > room; points -= 0.5) set();
    let shown = text;
    while (shown.length > 1 && paper.measureText(shown).width > room) shown = `${shown.replace(/…$/, "").slice(0, -1).trim()}…`;
    paper.textAlign = align === "center" ? "center" : look.rtl ? "right" : "left";
    paper.fillStyle = colour;
    paper.fillText(shown, this.at(x), y);
  }

  /** A name in one line, or smaller in two. @param {string} text @param {number} x @param {number} y @param {number} size @param {number} room @param {Kind} [kind] */
  name(text, x, y, size, room, kind = {}) {
    this.paper.font = `${kind.weight ?? 400} ${size * 0.8}px ${this.look.sans}`;
    const lines = this.paper.measureText(text).width > room ? inTwo(text) : [text];
    const small = lines.length > 1 ? size * 0.8 : size;
    for (const [place, line] of lines.entries()) {
      this.write(line, x, y + (place - (lines.length - 1) / 2) * small * 1.15, small, room, { least: 9, ...kind });
    }
  }

  /** @param {number} place */
  column(place) {
    return MARGIN + SIGN + (place + 0.5) * COLUMN;
  }

  /** @param {Cell[]} cells @param {number} y @param {number} size @param {number} [weight] */
  cells(cells, y, size, weight = 400) {
    for (const [place, { text, loss, zero }] of cells.entries()) {
      const colour = loss ? this.look.red : zero ? this.look.soft : this.look.ink;
      this.write(text, this.column(place), y, size, COLUMN - 6, { weight, colour, number: true });
    }
  }

  /** A rank in its ring; the first is filled, and who has none has no ring. @param {string} rank @param {boolean} first @param {number} x @param {number} y @param {boolean} [onAccent] */
  ring(rank, first, x, y, onAccent = false) {
    if (!rank) return;
    const { paper } = this;
    const look = onAccent ? { ink: this.look.paper, paper: this.look.accent } : this.look;
    paper.beginPath();
    paper.arc(this.at(x), y, 11, 0, 2 * Math.PI);
    paper.fillStyle = paper.strokeStyle = look.ink;
    paper.lineWidth = 1.2;
    if (first) paper.fill();
    paper.stroke();
    this.write(rank, x, y + 1, 14, 18, { number: true, colour: first ? look.paper : look.ink });
  }

  /** @param {About} about @param {number} y */
  title({ title, about, won }, y) {
    const crown = won ? 40 : 0;
    if (won) drawCrown(this.paper, this.look.accent, this.at(EDGE + 15), y - 1, 32);
    this.write(title, EDGE + crown, y, 30, WIDTH - 2 * EDGE - crown, { weight: 700, align: "start", least: 15, serif: true });
    if (about) this.write(about, EDGE, y + 36, 16, WIDTH - 2 * EDGE, { align: "start", colour: this.look.soft });
  }

  /** @param {string[]} names @param {number} y */
  head(names, y) {
    for (const [place, name] of names.entries()) this.name(name, this.column(place), y + HEAD / 2 - 1, 17, COLUMN - 6);
    this.block(MARGIN, y + HEAD - 2, WIDTH - MARGIN, 2, this.look.rule);
  }

  /** @param {Row} row @param {number} y @param {boolean} last */
  row({ signs, cells, note, open }, y, last) {
    const middle = y + ROW / 2;
    const size = signs.length > 1 ? 10.5 : 17;
    for (const [place, sign] of signs.entries()) {
      const off = (place - (signs.length - 1) / 2) * (size * 1.05);
      drawSign(this.paper, this.look, sign, this.at(MARGIN + SIGN / 2 + off), middle, size);
    }
    if (note) this.write(note, MARGIN + SIGN + 8, middle, 14, WIDTH - MARGIN - SIGN - 16, { align: "start", colour: this.look.soft });
    else this.cells(cells, middle + 0.5, 20);
    if (!open) return this.block(MARGIN, y + ROW - 1, WIDTH - MARGIN, 1, last ? this.look.soft : this.look.line);
    for (let x = MARGIN; x < WIDTH; x += 7) this.block(x, y + ROW - 1, 4, 1, this.look.pencil);
  }

  /** @param {Block} block @param {number} top */
  kingdom({ king, crowned, running, proof, rows, sums }, top) {
    const { look, paper } = this;
    this.name(king, EDGE, top + 18, 16, MARGIN - EDGE - 12, { weight: 700, align: "start" });
    if (crowned) drawCrown(paper, running ? look.accent : look.soft, this.at(EDGE + 11), top + 44, 22);
    let y = top;
    for (const [place, row] of rows.entries()) {
      this.row(row, y, place === rows.length - 1);
      y += ROW;
    }
    if (sums.length) this.cells(sums, y + SUM / 2, 21, 700);
    if (proof) {
      drawCheck(paper, look.accent, this.at(MARGIN + 15), y + SUM / 2, 15);
      this.write(proof, MARGIN + 32, y + SUM / 2, 19, 22, { weight: 700, colour: look.accent, number: true });
    }
    y = top + heightOf({ king, crowned, running, proof, rows, sums });
    for (const line of proof ? [0, 3] : [1]) this.block(0, y - 2 + line, WIDTH, proof ? 1 : 2, look.rule); // the double rule: it adds up
  }

  /** @param {Sheet} sheet @param {number} top */
  totals({ label, places }, top) {
    this.write(label, EDGE, top + 38, 16, MARGIN - EDGE - 14, { weight: 700, align: "start" });
    for (const [place, { total, rank, first, won, margin }] of places.entries()) {
      if (won) this.block(MARGIN + SIGN + place * COLUMN + 1, top + 4, COLUMN - 1, TOTAL - 8, this.look.accent);
      const colour = won ? this.look.paper : total.loss ? this.look.red : this.look.ink;
      this.write(total.text, this.column(place), top + 36, 35, COLUMN - 6, { weight: 700, colour, number: true });
      this.ring(rank, first, this.column(place), top + 75, won);
      this.write(margin, this.column(place), top + TOTAL + BEHIND / 2 - 6, 14, COLUMN - 6, { colour: this.look.soft });
    }
  }

  /** @param {Sheet} sheet @param {number} top */
  teams({ teams }, top) {
    const row = teams.some(({ margin }) => margin) ? TEAM + BEHIND / 2 : TEAM;
    for (const [place, { name, total, rank, first, margin }] of teams.entries()) {
      const y = top + place * row;
      this.block(0, y, WIDTH, 1, place ? this.look.line : this.look.rule);
      this.ring(rank, first, EDGE + 11, y + TEAM / 2);
      this.write(name, EDGE + 34, y + TEAM / 2, 18, WIDTH - 160, { align: "start", weight: first ? 700 : 400 });
      this.write(margin, EDGE + 34, y + TEAM / 2 + 17, 14, WIDTH - 160, { align: "start", colour: this.look.soft });
      this.write(total.text, WIDTH - 58, y + TEAM / 2, 25, 90, { weight: 700, colour: total.loss ? this.look.red : this.look.ink, number: true });
    }
  }

  /** The upright lines, from the names down to the totals. @param {number} top @param {number} bottom */
  uprights(top, bottom) {
    for (let place = 0; place < 4; place += 1) this.block(MARGIN + SIGN + place * COLUMN, top + HEAD, 1, bottom - top - HEAD, this.look.line);
    for (const off of [7, 1]) this.block(MARGIN - off, top - 4, 1, bottom - top + 4, this.look.accent);
  }

  /** @param {string} app @param {number} y */
  foot(app, y) {
    this.block(0, y, WIDTH, 2, this.look.rule);
    this.write(app, WIDTH / 2, y + FOOT / 2 + 1, 15, WIDTH, { colour: this.look.soft });
  }
}

/** @param {Sheet} sheet @param {About} about @returns {Promise<Blob>} */
export async function pictureOf(sheet, about) {
  const behind = [sheet.places, sheet.teams].map((places) => (places.some(({ margin }) => margin) ? BEHIND : 0));
  const body = HEAD + sheet.blocks.reduce((sum, block) => sum + heightOf(block), 0) + TOTAL + behind[0];
  const head = TILES + TITLE + (about.about ? ABOUT : 0);
  const height = head + body + sheet.teams.length * TEAM + behind[1] + FOOT;
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH * FINE, height: height * FINE });
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
  paper.scale(FINE, FINE);
  const sketch = new Sketch(paper, lookOfPage());
  sketch.block(0, 0, WIDTH, height, sketch.look.paper);
  drawTiles(paper, sketch.look, WIDTH, TILES / 2 + 4, 30);
  sketch.title(about, TILES + TITLE / 2 + 2);
  let y = head;
  sketch.uprights(y, y + body);
  sketch.head(sheet.names, y);
  y += HEAD;
  for (const block of sheet.blocks) {
    sketch.kingdom(block, y);
    y += heightOf(block);
  }
  sketch.totals(sheet, y);
  sketch.teams(sheet, y + TOTAL + behind[0]);
  sketch.foot(about.app, height - FOOT);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
