// Draws a picture of the score sheet in double resolution, with the same lines, numbers and colours.

import { Canvas, WIDTH, readPageStyle } from "./canvas.js";
import { drawCheck, drawCrown, drawSign, drawStarRow } from "./signs.js";

/** @typedef {import("./read-sheet.js").Sheet} Sheet */
/** @typedef {import("./read-sheet.js").KingdomBlock} KingdomBlock */
/** @typedef {import("./read-sheet.js").Cell} Cell */
/** @typedef {import("./read-sheet.js").Row} Row */
/** @typedef {{title: string, about: string, app: string, won: boolean}} PictureHeader `about`: date and rules of the game. */

const SCALE = 2;
const PADDING = 18;
const NAME_WIDTH = 112;
const SIGN_WIDTH = 44;
const COLUMN_WIDTH = (WIDTH - NAME_WIDTH - SIGN_WIDTH) / 4;
const STAR_ROW_HEIGHT = 44;
const TITLE_HEIGHT = 68;
const ABOUT_LINE_HEIGHT = 26;
const PLAYER_NAMES_HEIGHT = 40;
const ROW_HEIGHT = 27;
const KINGDOM_SUM_HEIGHT = 35;
const TOTALS_SECTION_HEIGHT = 96;
const TEAM_HEIGHT = 44;
const MARGIN_TEXT_HEIGHT = 22;
const FOOTER_HEIGHT = 44;

/** @param {KingdomBlock} block */
const kingdomHeight = (block) => block.rows.length * ROW_HEIGHT + (block.sums.length ? KINGDOM_SUM_HEIGHT : 0);

/** Draws the parts of the sheet. */
class SheetCanvas extends Canvas {
  /** @param {number} index */
  columnCentre(index) {
    return NAME_WIDTH + SIGN_WIDTH + (index + 0.5) * COLUMN_WIDTH;
  }

  /** @param {Cell[]} cells @param {number} y @param {number} size @param {number} [weight] */
  drawCells(cells, y, size, weight = 400) {
    for (const [index, { text, loss, zero }] of cells.entries()) {
      const colour = loss ? this.pageStyle.red : zero ? this.pageStyle.soft : this.pageStyle.ink;
      this.drawText(text, this.columnCentre(index), y, size, COLUMN_WIDTH - 6, { weight, colour, number: true });
    }
  }

  /**
   * A rank in a ring, filled for the first; nothing without a rank.
   * @param {string} rank
   * @param {boolean} first
   * @param {number} x
   * @param {number} y
   * @param {boolean} [onAccent]
   */
  drawRankRing(rank, first, x, y, onAccent = false) {
    if (!rank) return;
    const { context } = this;
    const theme = onAccent ? { ink: this.pageStyle.paper, paper: this.pageStyle.accent } : this.pageStyle;
    context.beginPath();
    context.arc(this.fromStart(x), y, 11, 0, 2 * Math.PI);
    context.fillStyle = context.strokeStyle = theme.ink;
    context.lineWidth = 1.2;
    if (first) context.fill();
    context.stroke();
    this.drawText(rank, x, y + 1, 14, 18, { number: true, colour: first ? theme.paper : theme.ink });
  }

  /** @param {PictureHeader} about @param {number} y */
  drawTitle({ title, about, won }, y) {
    const crown = won ? 40 : 0;
    if (won) drawCrown(this.context, this.pageStyle.accent, this.fromStart(PADDING + 15), y - 1, 32);
    this.drawText(title, PADDING + crown, y, 30, WIDTH - 2 * PADDING - crown, {
      weight: 700,
      align: "start",
      least: 15,
      serif: true,
    });
    if (about)
      this.drawText(about, PADDING, y + 36, 16, WIDTH - 2 * PADDING, { align: "start", colour: this.pageStyle.soft });
  }

  /** @param {string[]} names @param {number} y */
  drawNames(names, y) {
    for (const [index, name] of names.entries())
      this.drawName(name, this.columnCentre(index), y + PLAYER_NAMES_HEIGHT / 2 - 1, 17, COLUMN_WIDTH - 6);
    this.fillBlock(NAME_WIDTH, y + PLAYER_NAMES_HEIGHT - 2, WIDTH - NAME_WIDTH, 2, this.pageStyle.rule);
  }

  /** @param {Row} row @param {number} y @param {boolean} last */
  drawRow({ signs, cells, note, open }, y, last) {
    const middle = y + ROW_HEIGHT / 2;
    const size = signs.length > 1 ? 10.5 : 17;
    for (const [index, sign] of signs.entries()) {
      const offset = (index - (signs.length - 1) / 2) * (size * 1.05);
      drawSign(this.context, this.pageStyle, sign, this.fromStart(NAME_WIDTH + SIGN_WIDTH / 2 + offset), middle, size);
    }
    if (note)
      this.drawText(note, NAME_WIDTH + SIGN_WIDTH + 8, middle, 14, WIDTH - NAME_WIDTH - SIGN_WIDTH - 16, {
        align: "start",
        colour: this.pageStyle.soft,
      });
    else this.drawCells(cells, middle + 0.5, 20);
    if (!open)
      return this.fillBlock(
        NAME_WIDTH,
        y + ROW_HEIGHT - 1,
        WIDTH - NAME_WIDTH,
        1,
        last ? this.pageStyle.soft : this.pageStyle.line,
      );
    for (let x = NAME_WIDTH; x < WIDTH; x += 7) this.fillBlock(x, y + ROW_HEIGHT - 1, 4, 1, this.pageStyle.pencil);
  }

  /** @param {KingdomBlock} block @param {number} top */
  drawKingdom({ king, crowned, running, proof, rows, sums }, top) {
    const { pageStyle, context } = this;
    this.drawName(king, PADDING, top + 18, 16, NAME_WIDTH - PADDING - 12, { weight: 700, align: "start" });
    if (crowned)
      drawCrown(context, running ? pageStyle.accent : pageStyle.soft, this.fromStart(PADDING + 11), top + 44, 22);
    let y = top;
    for (const [index, row] of rows.entries()) {
      this.drawRow(row, y, index === rows.length - 1);
      y += ROW_HEIGHT;
    }
    if (sums.length) this.drawCells(sums, y + KINGDOM_SUM_HEIGHT / 2, 21, 700);
    if (proof) {
      drawCheck(context, pageStyle.accent, this.fromStart(NAME_WIDTH + 15), y + KINGDOM_SUM_HEIGHT / 2, 15);
      this.drawText(proof, NAME_WIDTH + 32, y + KINGDOM_SUM_HEIGHT / 2, 19, 22, {
        weight: 700,
        colour: pageStyle.accent,
        number: true,
      });
    }
    y = top + kingdomHeight({ king, crowned, running, proof, rows, sums });
    // the double rule marks a kingdom that adds up
    for (const line of proof ? [0, 3] : [1]) this.fillBlock(0, y - 2 + line, WIDTH, proof ? 1 : 2, pageStyle.rule);
  }

  /** @param {Sheet} sheet @param {number} top */
  drawTotals({ label, places }, top) {
    this.drawText(label, PADDING, top + 38, 16, NAME_WIDTH - PADDING - 14, { weight: 700, align: "start" });
    for (const [index, { total, rank, first, won, margin }] of places.entries()) {
      if (won)
        this.fillBlock(
          NAME_WIDTH + SIGN_WIDTH + index * COLUMN_WIDTH + 1,
          top + 4,
          COLUMN_WIDTH - 1,
          TOTALS_SECTION_HEIGHT - 8,
          this.pageStyle.accent,
        );
      const colour = won ? this.pageStyle.paper : total.loss ? this.pageStyle.red : this.pageStyle.ink;
      this.drawText(total.text, this.columnCentre(index), top + 36, 35, COLUMN_WIDTH - 6, {
        weight: 700,
        colour,
        number: true,
      });
      this.drawRankRing(rank, first, this.columnCentre(index), top + 75, won);
      this.drawText(
        margin,
        this.columnCentre(index),
        top + TOTALS_SECTION_HEIGHT + MARGIN_TEXT_HEIGHT / 2 - 6,
        14,
        COLUMN_WIDTH - 6,
        { colour: this.pageStyle.soft },
      );
    }
  }

  /** @param {Sheet} sheet @param {number} top */
  drawTeams({ teams }, top) {
    const row = teams.some(({ margin }) => margin) ? TEAM_HEIGHT + MARGIN_TEXT_HEIGHT / 2 : TEAM_HEIGHT;
    for (const [index, { name, total, rank, first, margin }] of teams.entries()) {
      const y = top + index * row;
      this.fillBlock(0, y, WIDTH, 1, index ? this.pageStyle.line : this.pageStyle.rule);
      this.drawRankRing(rank, first, PADDING + 11, y + TEAM_HEIGHT / 2);
      this.drawText(name, PADDING + 34, y + TEAM_HEIGHT / 2, 18, WIDTH - 160, {
        align: "start",
        weight: first ? 700 : 400,
      });
      this.drawText(margin, PADDING + 34, y + TEAM_HEIGHT / 2 + 17, 14, WIDTH - 160, {
        align: "start",
        colour: this.pageStyle.soft,
      });
      this.drawText(total.text, WIDTH - 58, y + TEAM_HEIGHT / 2, 25, 90, {
        weight: 700,
        colour: total.loss ? this.pageStyle.red : this.pageStyle.ink,
        number: true,
      });
    }
  }

  /** The vertical lines from the names to the totals. @param {number} top @param {number} bottom */
  drawVerticalLines(top, bottom) {
    for (let index = 0; index < 4; index += 1)
      this.fillBlock(
        NAME_WIDTH + SIGN_WIDTH + index * COLUMN_WIDTH,
        top + PLAYER_NAMES_HEIGHT,
        1,
        bottom - top - PLAYER_NAMES_HEIGHT,
        this.pageStyle.line,
      );
    for (const offset of [7, 1])
      this.fillBlock(NAME_WIDTH - offset, top - 4, 1, bottom - top + 4, this.pageStyle.accent);
  }

  /** @param {string} app @param {number} y */
  drawFooter(app, y) {
    this.fillBlock(0, y, WIDTH, 2, this.pageStyle.rule);
    this.drawText(app, WIDTH / 2, y + FOOTER_HEIGHT / 2 + 1, 15, WIDTH, { colour: this.pageStyle.soft });
  }
}

/** @param {Sheet} sheet @param {PictureHeader} about @returns {Promise<Blob>} */
export async function drawSheetPng(sheet, about) {
  const marginHeights = [sheet.places, sheet.teams].map((places) =>
    places.some(({ margin }) => margin) ? MARGIN_TEXT_HEIGHT : 0,
  );
  const body =
    PLAYER_NAMES_HEIGHT +
    sheet.blocks.reduce((sum, block) => sum + kingdomHeight(block), 0) +
    TOTALS_SECTION_HEIGHT +
    marginHeights[0];
  const head = STAR_ROW_HEIGHT + TITLE_HEIGHT + (about.about ? ABOUT_LINE_HEIGHT : 0);
  const height = head + body + sheet.teams.length * TEAM_HEIGHT + marginHeights[1] + FOOTER_HEIGHT;
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH * SCALE, height: height * SCALE });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
  context.scale(SCALE, SCALE);
  const sketch = new SheetCanvas(context, readPageStyle());
  sketch.fillBlock(0, 0, WIDTH, height, sketch.pageStyle.paper);
  drawStarRow(context, sketch.pageStyle, WIDTH, STAR_ROW_HEIGHT / 2 + 4, 30);
  sketch.drawTitle(about, STAR_ROW_HEIGHT + TITLE_HEIGHT / 2 + 2);
  let y = head;
  sketch.drawVerticalLines(y, y + body);
  sketch.drawNames(sheet.names, y);
  y += PLAYER_NAMES_HEIGHT;
  for (const block of sheet.blocks) {
    sketch.drawKingdom(block, y);
    y += kingdomHeight(block);
  }
  sketch.drawTotals(sheet, y);
  sketch.drawTeams(sheet, y + TOTALS_SECTION_HEIGHT + marginHeights[0]);
  sketch.drawFooter(about.app, height - FOOTER_HEIGHT);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}
