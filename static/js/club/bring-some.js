// Games looked at some at a time until none waits, with the bar and the counts going along.

const form = document.querySelector("[data-bring-some]");
const broken = form.querySelector("[data-broken]");
const button = form.querySelector(".bar");
const bar = document.querySelector(".bring-progress progress");
const NAMES_TO_SETTLE = 409; // another file has come, with names of its own: the page asks for them
const digits = document.documentElement.dataset.digits === "arab" ? "٠١٢٣٤٥٦٧٨٩" : "0123456789";

function written(number) {
  return [...String(number)].map((digit) => digits[Number(digit)]).join("");
}

function show(outcomes) {
  for (const [outcome, number] of Object.entries(outcomes)) {
    const place = document.querySelector(`[data-count="${outcome}"]`);
    (place.querySelector("bdi") ?? place).textContent = written(number);
  }
  bar.value = bar.max - outcomes.waiting;
}

async function goOn() {
  button.disabled = true;
  broken.hidden = true;
  try {
    let waiting = 1;
    while (waiting) {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new FormData(form),
        headers: { Accept: "application/json" },
      });
      if (answer.status === NAMES_TO_SETTLE) break;
      if (!answer.ok) {
        throw new Error(String(answer.status));
      }
      const outcomes = await answer.json();
      show(outcomes);
      waiting = outcomes.waiting;
    }
    location.reload();
  } catch {
    broken.hidden = false;
    button.disabled = false;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  goOn();
});
goOn();
