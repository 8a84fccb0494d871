// Blocking, in the head, so that the page is drawn only once: marks the page if the browser runs modules.
const rootElement = document.documentElement;
if ("noModule" in HTMLScriptElement.prototype) rootElement.classList.add("js");
// If a module fails to load, the page works without script.
addEventListener(
  "error",
  ({ target }) => target instanceof HTMLScriptElement && rootElement.classList.remove("js"),
  true,
);

// Ignores a nervous second tap: just after a page has opened, no tap saves, undoes or leaves.
const TAP_GUARD_MILLISECONDS = 700;
const GUARDED_SELECTOR =
  "[data-save], .status__action, .top__back, .seats .explain-link, .seats .side__explain, .flat__close, .oct__back";
const SAVE_AREA_HEIGHT_PIXELS = 64; // pixels above the bottom, where Save was
let pageShownAt = Infinity;
const restartTapGuard = () => {
  rootElement.removeAttribute("data-accepts-taps");
  requestAnimationFrame(() => {
    pageShownAt = performance.now();
    setTimeout(() => (rootElement.dataset.acceptsTaps = ""), TAP_GUARD_MILLISECONDS);
  });
};
restartTapGuard();
addEventListener("pageshow", ({ persisted }) => persisted && restartTapGuard());
addEventListener(
  "click",
  (event) => {
    const target = /** @type {Element} */ (event.target);
    const isGuarded =
      target.closest(GUARDED_SELECTOR) ||
      (target.closest("[data-board]") && event.clientY > innerHeight - SAVE_AREA_HEIGHT_PIXELS);
    // The event's own time, since a busy phone handles it late. Keys have no detail.
    if (!event.detail || !isGuarded || event.timeStamp - pageShownAt > TAP_GUARD_MILLISECONDS) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
