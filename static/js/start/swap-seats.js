// Corrects the seats: a tap on one name and then on another swaps them, as the server would.

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-seats]"));
const picked = /** @type {HTMLInputElement} */ (form.querySelector("[data-picked]"));

/** @param {string} seat */
const sideElement = (seat) => /** @type {HTMLElement} */ (form.querySelector(`[data-side="${seat}"]`));
/** @param {string} seat */
const seatInput = (seat) => /** @type {HTMLInputElement} */ (form.querySelector(`[data-seated-player="${seat}"]`));

/** @param {string} seat @param {boolean} isPicked */
function markPicked(seat, isPicked) {
  const side = sideElement(seat);
  side.classList.toggle("is-chosen", isPicked);
  side.querySelector("button")?.setAttribute("aria-pressed", String(isPicked));
}

/** @param {string} firstSeat @param {string} secondSeat */
function swapSeats(firstSeat, secondSeat) {
  [seatInput(firstSeat).value, seatInput(secondSeat).value] = [seatInput(secondSeat).value, seatInput(firstSeat).value];
  const [firstButton, secondButton] = [firstSeat, secondSeat].map((seat) => /** @type {HTMLElement} */ (sideElement(seat).querySelector("button")));
  const names = [...firstButton.childNodes];
  firstButton.replaceChildren(...secondButton.childNodes);
  secondButton.replaceChildren(...names);
}

form.addEventListener("click", (event) => {
  const key = /** @type {Element} */ (event.target).closest("button[name=tapped]");
  if (!(key instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const before = picked.value;
  if (before) markPicked(before, false);
  if (before && before !== key.value) swapSeats(before, key.value);
  picked.value = before ? "" : key.value;
  markPicked(key.value, !before);
});
