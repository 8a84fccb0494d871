// Who really sat where: a tap on one name and then on another swaps the two, as the server would answer.

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-seats]"));
const picked = /** @type {HTMLInputElement} */ (form.querySelector("[data-picked]"));

/** @param {string} seat */
const sideOf = (seat) => /** @type {HTMLElement} */ (form.querySelector(`[data-side="${seat}"]`));
/** @param {string} seat */
const satAt = (seat) => /** @type {HTMLInputElement} */ (form.querySelector(`[data-sat="${seat}"]`));

/** @param {string} seat @param {boolean} isPicked */
function mark(seat, isPicked) {
  const side = sideOf(seat);
  side.classList.toggle("is-chosen", isPicked);
  side.querySelector("button")?.setAttribute("aria-pressed", String(isPicked));
}

/** @param {string} one @param {string} other */
function swap(one, other) {
  [satAt(one).value, satAt(other).value] = [satAt(other).value, satAt(one).value];
  const [first, second] = [one, other].map((seat) => /** @type {HTMLElement} */ (sideOf(seat).querySelector("button")));
  const names = [...first.childNodes];
  first.replaceChildren(...second.childNodes);
  second.replaceChildren(...names);
}

form.addEventListener("click", (event) => {
  const key = /** @type {Element} */ (event.target).closest("button[name=tap]");
  if (!(key instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const before = picked.value;
  if (before) mark(before, false);
  if (before && before !== key.value) swap(before, key.value);
  picked.value = before ? "" : key.value;
  mark(key.value, !before);
});
