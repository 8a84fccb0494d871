// Corrects the seats: a tap on one name and then on another swaps them, as the server would.

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-seats]"));
const pickedSeatInput = /** @type {HTMLInputElement} */ (form.querySelector("[data-picked]"));

/** @param {string} seat */
const seatElement = (seat) => /** @type {HTMLElement} */ (form.querySelector(`[data-side="${seat}"]`));
/** @param {string} seat */
const seatedPlayerInput = (seat) =>
  /** @type {HTMLInputElement} */ (form.querySelector(`[data-seated-player="${seat}"]`));

/** @param {string} seat @param {boolean} isPicked */
function markPicked(seat, isPicked) {
  const side = seatElement(seat);
  side.classList.toggle("is-chosen", isPicked);
  side.querySelector("button")?.setAttribute("aria-pressed", String(isPicked));
}

/** @param {string} firstSeat @param {string} secondSeat */
function swapSeats(firstSeat, secondSeat) {
  [seatedPlayerInput(firstSeat).value, seatedPlayerInput(secondSeat).value] = [
    seatedPlayerInput(secondSeat).value,
    seatedPlayerInput(firstSeat).value,
  ];
  const [firstButton, secondButton] = [firstSeat, secondSeat].map(
    (seat) => /** @type {HTMLElement} */ (seatElement(seat).querySelector("button")),
  );
  const names = [...firstButton.childNodes];
  firstButton.replaceChildren(...secondButton.childNodes);
  secondButton.replaceChildren(...names);
}

form.addEventListener("click", (event) => {
  const key = /** @type {Element} */ (event.target).closest("button[name=tapped]");
  if (!(key instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const seatBefore = pickedSeatInput.value;
  if (seatBefore) markPicked(seatBefore, false);
  if (seatBefore && seatBefore !== key.value) swapSeats(seatBefore, key.value);
  pickedSeatInput.value = seatBefore ? "" : key.value;
  markPicked(key.value, !seatBefore);
});
