// The small signs of the score sheet on a canvas, in boxes of 24 units.

/** @typedef {import("./canvas.js").PageStyle} PageStyle */

const HEART = new Path2D(
  "M12 22.3C9.6 18.4 1.5 13.8 1.5 8c0-3.3 2.5-5.7 5.5-5.7 2.1 0 4 1.1 5 3 1-1.9 2.9-3 5-3 3 0 5.5 2.4 5.5 5.7 0 5.8-8.1 10.4-10.5 14.3z",
);
const DIAMOND = new Path2D(
  "M12 .8C13.7 4.8 16.5 9 19.8 12c-3.3 3-6.1 7.2-7.8 11.2C10.3 19.2 7.5 15 4.2 12 7.5 9 10.3 4.8 12 .8z",
);
const CROWN = new Path2D("M.8 5.4 6 10.2 12 3.4l6 6.8 5.2-4.8-2 10.4H2.8zM2.8 17.6h18.4V20H2.8z");
const CHECK = new Path2D("m4 13 5.4 5.6L20 5.4");
const TRICK_CARD_RECTANGLES = [
  [6.4, 1, 8.8, 11.3],
  [11, 5.3, 11.6, 8.5],
  [11.3, 11.6, 8.8, 11.3],
  [1.4, 10.2, 11.6, 8.5],
];
const TREX_SIGN_COLUMNS = [
  [0.6, 1, 3],
  [6.6, 0, 2],
  [12.6, 2, 4],
  [18.6, 2, 4],
];
const TREX_SIGN_JACK_STEP = 2;

/**
 * Draws in a box of 24 units centred at this point.
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {() => void} draw
 */
function drawInBox(context, x, y, size, draw) {
  context.save();
  context.translate(x - size / 2, y - size / 2);
  context.scale(size / 24, size / 24);
  draw();
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {Path2D} shape @param {string} colour */
function fillPath(context, shape, colour) {
  context.fillStyle = colour;
  context.fill(shape);
}

/** @param {CanvasRenderingContext2D} context @param {PageStyle} pageStyle @param {string} letter @param {number} x @param {number} y @param {number} size */
function drawLetter(context, pageStyle, letter, x, y, size) {
  context.font = `700 ${size}px ui-serif, "New York", "Noto Serif", Cambria, serif`;
  context.textAlign = "center";
  context.fillStyle = pageStyle.ink;
  context.fillText(letter, x, y);
}

/** A trick: four overlapping cards. @param {CanvasRenderingContext2D} context @param {PageStyle} pageStyle */
function drawTrick(context, pageStyle) {
  context.strokeStyle = pageStyle.ink;
  context.fillStyle = pageStyle.paper;
  context.lineWidth = 1.4;
  for (const [x, y, width, height] of TRICK_CARD_RECTANGLES) {
    context.fillRect(x, y, width, height);
    context.strokeRect(x, y, width, height);
  }
}

/** Trex: four suits around their jacks. @param {CanvasRenderingContext2D} context @param {PageStyle} pageStyle */
function drawTrexSign(context, pageStyle) {
  for (const [x, first, last] of TREX_SIGN_COLUMNS) {
    for (let step = first; step <= last; step += 1) {
      context.fillStyle = step === TREX_SIGN_JACK_STEP ? pageStyle.accent : pageStyle.ink;
      context.fillRect(x, 1.2 + 4.5 * step, 5, 3.5);
    }
  }
}

/**
 * The sign of a contract.
 * @param {CanvasRenderingContext2D} context
 * @param {PageStyle} pageStyle
 * @param {string} contract
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function drawSign(context, pageStyle, contract, x, y, size) {
  if (contract === "king_of_hearts") {
    drawLetter(context, pageStyle, "K", x - size * 0.24, y, size * 0.85);
    drawInBox(context, x + size * 0.34, y, size * 0.5, () => fillPath(context, HEART, pageStyle.red));
  } else if (contract === "queens") drawLetter(context, pageStyle, "Q", x, y, size);
  else if (contract === "diamonds")
    drawInBox(context, x, y, size * 0.95, () => fillPath(context, DIAMOND, pageStyle.red));
  else
    drawInBox(context, x, y, size * 1.1, () =>
      contract === "collections" ? drawTrick(context, pageStyle) : drawTrexSign(context, pageStyle),
    );
}

/** @param {CanvasRenderingContext2D} context @param {string} colour @param {number} x @param {number} y @param {number} size */
export const drawCrown = (context, colour, x, y, size) =>
  drawInBox(context, x, y, size, () => fillPath(context, CROWN, colour));

/** @param {CanvasRenderingContext2D} context @param {string} colour @param {number} x @param {number} y @param {number} size */
export const drawCheck = (context, colour, x, y, size) =>
  drawInBox(context, x, y, size, () => {
    context.strokeStyle = colour;
    context.lineWidth = 3.2;
    context.stroke(CHECK);
  });

/**
 * A row of eight-pointed stars.
 * @param {CanvasRenderingContext2D} context
 * @param {PageStyle} pageStyle
 * @param {number} width
 * @param {number} y
 * @param {number} size
 */
export function drawStarRow(context, pageStyle, width, y, size) {
  const count = Math.round(width / size);
  for (let index = 0; index <= count; index += 1) {
    drawStar(context, (index * width) / count, y, size * 0.51, pageStyle.accent);
    drawStar(context, (index * width) / count, y, size * 0.27, pageStyle.paper);
    drawStar(context, (index * width) / count, y, size * 0.2, pageStyle.accent);
  }
}

/**
 * A star of two overlapping squares.
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 */
function drawStar(context, x, y, radius, colour) {
  context.fillStyle = colour;
  const half = radius * Math.SQRT1_2;
  context.fillRect(x - half, y - half, 2 * half, 2 * half);
  context.beginPath();
  context.moveTo(x, y - radius);
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [-1, 0],
  ])
    context.lineTo(x + dx * radius, y + dy * radius);
  context.fill();
}
