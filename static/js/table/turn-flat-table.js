// The flat table: its octagon turns when the king changes.

const TURN_MILLISECONDS = 300;
const ANGLE_BY_SEAT = /** @type {Record<string, number>} */ ({ A: 0, B: -90, C: 180, D: 90 });

const findFlatTable = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-facing-seat]"));
const currentFacingAngle = () => ANGLE_BY_SEAT[findFlatTable()?.dataset.facingSeat ?? "A"];

let lastAngle = currentFacingAngle();

document.addEventListener("game:moved-on", () => {
  const angle = currentFacingAngle();
  const turn = ((angle - lastAngle + 540) % 360) - 180; // the shorter way
  lastAngle = angle;
  if (!turn || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  findFlatTable()?.animate([{ rotate: `${angle - turn}deg` }, { rotate: `${angle}deg` }], {
    duration: TURN_MILLISECONDS,
    easing: "ease-in-out",
  });
});
