// Blocking, in the head: the page is drawn once, for a browser that runs the modules below.
const page = document.documentElement;
if ("noModule" in HTMLScriptElement.prototype) page.classList.add("js");
// A module that did not arrive leaves a page that works without.
addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && page.classList.remove("js"), true);

// The second tap of a nervous thumb: until a page has been there for a moment, no tap saves, undoes or leaves.
const MOMENT = 700;
const LOWEST = 64; // pixels from below, where Save was
let shownAt = Infinity;
const begin = () => {
  page.removeAttribute("data-calm");
  requestAnimationFrame(() => {
    shownAt = performance.now();
    setTimeout(() => (page.dataset.calm = ""), MOMENT);
  });
};
begin();
addEventListener("pageshow", ({ persisted }) => persisted && begin());
addEventListener(
  "click",
  (event) => {
    const target = /** @type {Element} */ (event.target);
    const careful = target.closest("[data-save], .status__do, .top__back, .seats .why-of, .seats .side__why, .flat__close, .oct__back") || (target.closest("[data-board]") && event.clientY > innerHeight - LOWEST);
    // The time of the tap itself: a busy phone handles it late. A key has no detail.
    if (!event.detail || !careful || event.timeStamp - shownAt > MOMENT) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
