// The table laid flat: its octagon turns when the kingdom is another player's.

const DURATION = 300;
const TURNED = /** @type {Record<string, number>} */ ({ A: 0, B: -90, C: 180, D: 90 });

const lines = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-faces]"));
const facing = () => TURNED[lines()?.dataset.faces ?? "A"];

let before = facing();

document.addEventListener("game:moved-on", () => {
  const now = facing();
  const way = ((now - before + 540) % 360) - 180; // the shorter one
  before = now;
  if (!way || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  lines()?.animate([{ rotate: `${now - way}deg` }, { rotate: `${now}deg` }], { duration: DURATION, easing: "ease-in-out" });
});
