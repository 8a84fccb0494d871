// A canvas in the reading direction of the page, with its colours and fonts.

/** @typedef {{paper: string, ink: string, soft: string, pencil: string, accent: string, red: string, rule: string, line: string, serif: string, sans: string, rtl: boolean, digit: number}} PageStyle */
/** @typedef {{weight?: number, colour?: string, align?: "start" | "center", number?: boolean, least?: number, serif?: boolean}} TextStyle */

export const WIDTH = 540;

/** @returns {PageStyle} the page's colours and fonts */
export function readPageStyle() {
  const style = getComputedStyle(document.documentElement);
  const variable = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const colours = Object.fromEntries(
    ["paper", "ink", "soft", "pencil", "accent", "red", "rule", "line"].map((name) => [name, variable(name)]),
  );
  const rtl = document.documentElement.dir === "rtl";
  const digit = document.documentElement.dataset.digits === "arab" ? 1.12 : 1;
  return /** @type {PageStyle} */ ({ ...colours, serif: variable("serif"), sans: variable("sans"), rtl, digit });
}

/** As with `dir="auto"`, the first letter decides. @param {string} text @param {boolean} fallback */
function isRightToLeft(text, fallback) {
  const letter = text.match(/\p{L}/u);
  return letter ? /[\u0590-\u08ff\ufb1d-\ufefc]/.test(letter[0]) : fallback;
}

/** A long name in two lines of similar length. @param {string} name */
function splitName(name) {
  const breaks = [...name.matchAll(/\s+|(?<=-)/g)].map(({ index }) => index).filter((best) => best > 0);
  const breakIndex = breaks.sort(
    (first, second) => Math.abs(name.length - 2 * first) - Math.abs(name.length - 2 * second),
  )[0];
  return breakIndex ? [name.slice(0, breakIndex), name.slice(breakIndex).trim()] : [name];
}

/** Draws with distances from the start edge of the reading direction. Numbers always run left to right. */
export class Canvas {
  /** @param {CanvasRenderingContext2D} context @param {PageStyle} pageStyle */
  constructor(context, pageStyle) {
    this.context = context;
    this.pageStyle = pageStyle;
    context.textBaseline = "middle";
  }

  /** @param {number} x */
  fromStart(x) {
    return this.pageStyle.rtl ? WIDTH - x : x;
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} colour */
  fillBlock(x, y, width, height, colour) {
    this.context.fillStyle = colour;
    this.context.fillRect(this.pageStyle.rtl ? WIDTH - x - width : x, y, width, height);
  }

  /**
   * Draws a text; one that is too long is made smaller, and then cut.
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {number} maxWidth
   * @param {TextStyle} [kind]
   */
  drawText(
    text,
    x,
    y,
    size,
    maxWidth,
    {
      weight = 400,
      colour = this.pageStyle.ink,
      align = "center",
      number = false,
      least: minSize = 11,
      serif = number,
    } = {},
  ) {
    const { context, pageStyle } = this;
    let points = number ? size * pageStyle.digit : size;
    const setFont = () => (context.font = `${weight} ${points}px ${serif ? pageStyle.serif : pageStyle.sans}`);
    context.direction = number || !isRightToLeft(text, pageStyle.rtl) ? "ltr" : "rtl";
    setFont();
    for (; points > minSize && context.measureText(text).width > maxWidth; points -= 0.5) setFont();
    let visible = text;
    while (visible.length > 1 && context.measureText(visible).width > maxWidth)
      visible = `${visible.replace(/…$/, "").slice(0, -1).trim()}…`;
    context.textAlign = align === "center" ? "center" : pageStyle.rtl ? "right" : "left";
    context.fillStyle = colour;
    context.fillText(visible, this.fromStart(x), y);
  }

  /**
   * Draws a name in one line, or smaller in two.
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {number} maxWidth
   * @param {TextStyle} [style]
   */
  drawName(text, x, y, size, maxWidth, style = {}) {
    this.context.font = `${style.weight ?? 400} ${size * 0.8}px ${this.pageStyle.sans}`;
    const lines = this.context.measureText(text).width > maxWidth ? splitName(text) : [text];
    const small = lines.length > 1 ? size * 0.8 : size;
    for (const [index, line] of lines.entries()) {
      this.drawText(line, x, y + (index - (lines.length - 1) / 2) * small * 1.15, small, maxWidth, {
        least: 9,
        ...style,
      });
    }
  }
}
