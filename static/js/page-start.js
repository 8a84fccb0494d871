// Blocking, in the head, so that the page is drawn only once: marks the page if the browser runs modules.
const page = document.documentElement;
if ("noModule" in HTMLScriptElement.prototype) page.classList.add("js");
// If a module fails to load, the page works without script.
addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && page.classList.remove("js"), true);

// Ignores a nervous second tap: just after a page has opened, no tap saves, undoes or leaves.
const CALM_MILLISECONDS = 700;
const SAVE_AREA_PIXELS = 64; // pixels above the bottom, where Save was
let shownAt = Infinity;
const restartCalmTime = () => {
  page.removeAttribute("data-accepts-taps");
  requestAnimationFrame(() => {
    shownAt = performance.now();
    setTimeout(() => (page.dataset.acceptsTaps = ""), CALM_MILLISECONDS);
  });
};
restartCalmTime();
addEventListener("pageshow", ({ persisted }) => persisted && restartCalmTime());
addEventListener(
  "click",
  (event) => {
    const target = /** @type {Element} */ (event.target);
    const isGuarded = target.closest("[data-save], .status__action, .top__back, .seats .explain-link, .seats .side__explain, .flat__close, .oct__back") || (target.closest("[data-board]") && event.clientY > innerHeight - SAVE_AREA_PIXELS);
    // The event's own time, since a busy phone handles it late. Keys have no detail.
    if (!event.detail || !isGuarded || event.timeStamp - shownAt > CALM_MILLISECONDS) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
