// The flat table: its octagon turns when the king changes.

const TURN_MILLISECONDS = 300;
const ANGLE_BY_SEAT = /** @type {Record<string, number>} */ ({ A: 0, B: -90, C: 180, D: 90 });

const flatTable = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-facing-seat]"));
const facingAngle = () => ANGLE_BY_SEAT[flatTable()?.dataset.facingSeat ?? "A"];

let lastAngle = facingAngle();

document.addEventListener("game:moved-on", () => {
  const angle = facingAngle();
  const turn = ((angle - lastAngle + 540) % 360) - 180; // the shorter way
  lastAngle = angle;
  if (!turn || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  flatTable()?.animate([{ rotate: `${angle - turn}deg` }, { rotate: `${angle}deg` }], { duration: TURN_MILLISECONDS, easing: "ease-in-out" });
});
