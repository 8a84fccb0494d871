// Who really sat where: two players never sit on one seat, so whoever is moved changes places with whoever sat there.

const selects = /** @type {HTMLSelectElement[]} */ ([...document.querySelectorAll("form[data-seats] select")]);
/** @type {Map<HTMLSelectElement, string>} */
const seated = new Map();

const remember = () => selects.forEach((select) => seated.set(select, select.value));

for (const select of selects) {
  select.addEventListener("change", () => {
    const other = selects.find((each) => each !== select && each.value === select.value);
    if (other) other.value = seated.get(select) ?? other.value;
    remember();
  });
}
addEventListener("pageshow", remember);
remember();
