// The form of a new game: known names as chips, crowns that can be taken off again, and a preset that fills in its answers.

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-new-game]"));
const players = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[data-player]")]);
const chips = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll("[data-known-names] [data-name]")]);
const preset = /** @type {HTMLSelectElement | null} */ (form.querySelector("[data-preset]"));

/** @param {string} name */
const same = (name) => name.trim().normalize("NFC").toLowerCase();

function markChips() {
  const seated = new Set(players.map((player) => same(player.value)));
  for (const chip of chips) chip.setAttribute("aria-pressed", String(seated.has(same(chip.dataset.name ?? ""))));
}

/** On to the next seat without a name; to nobody where a name is missing no more. @param {HTMLInputElement} from */
function nextPlayer(from) {
  const after = players.indexOf(from) + 1;
  return [...players.slice(after), ...players.slice(0, after)].find((player) => !player.value.trim());
}

/** A chip names the seat whose name is being written, else the first without one; a name already seated gets up. @param {HTMLElement} chip */
function seatKnownName(chip) {
  const name = chip.dataset.name ?? "";
  const seated = players.find((player) => same(player.value) === same(name));
  const focused = players.find((player) => player === document.activeElement);
  const player = seated ?? focused ?? players.find((each) => !each.value.trim());
  if (!player) return;
  player.value = seated ? "" : name;
  if (focused && !seated) (nextPlayer(player) ?? chip).focus();
  markChips();
  sayFirstKing();
}

/** The controls of one question. @param {string} name @returns {HTMLInputElement[]} */
const controls = (name) => /** @type {HTMLInputElement[]} */ ([...form.elements].filter((each) => each.getAttribute("name") === name));

/** Whether a radio or checkbox is on where the answer is this. @param {HTMLInputElement} control @param {unknown} value */
const isOn = (control, value) => {
  if (control.type === "radio") return control.value === String(value);
  return Array.isArray(value) ? value.includes(control.value) : value === true;
};

/** @param {HTMLInputElement} control */
const isSwitch = (control) => control.type === "radio" || control.type === "checkbox";

/** @param {HTMLInputElement} control @param {unknown} value */
const stands = (control, value) => (isSwitch(control) ? control.checked === isOn(control, value) : control.value === String(value));

/** What the chosen preset answers. @returns {[string, unknown][]} */
const answers = () => Object.entries(JSON.parse(preset?.dataset.presets ?? "{}")[preset?.value ?? ""] ?? {});

function fillFromPreset() {
  for (const [name, value] of answers()) {
    for (const control of controls(name)) {
      if (isSwitch(control)) control.checked = isOn(control, value);
      else control.value = String(value);
    }
  }
  summarise();
}

/** The answer that holds: as the form says, or the preset where nothing more is asked. @param {string} name */
const answerTo = (name) => controls(name).find((control) => !isSwitch(control) || control.checked)?.value ?? Object.fromEntries(answers())[name];

/** The summary says which preset, and whether something of it was changed; Start says how many deals; partners are marked. */
function summarise() {
  form.toggleAttribute("data-pairs", answerTo("partnership") === "yes");
  const option = preset?.selectedOptions[0];
  const asSaid = answers().every(([name, value]) => controls(name).every((control) => stands(control, value)));
  const summary = form.querySelector("[data-rules-summary]");
  const words = asSaid ? option?.dataset.summary : option?.dataset.summaryChanged;
  if (summary && words) summary.textContent = words;
  const note = form.querySelector("[data-deals-note]");
  for (const deals of /** @type {NodeListOf<HTMLTemplateElement>} */ (form.querySelectorAll("template[data-deals-for]"))) {
    if (answerTo("combining") === deals.dataset.dealsFor) note?.replaceChildren(deals.content.cloneNode(true));
  }
}

/** Who is king first, said under the table. */
function sayFirstKing() {
  const crowned = /** @type {HTMLInputElement | null} */ (form.querySelector("[data-crown]:checked"));
  const player = players.find((each) => each.dataset.player === crowned?.dataset.crown);
  const [none, said, name] = ["none", "said", "name"].map((part) => form.querySelector(`[data-king-${part}]`));
  if (!(none instanceof HTMLElement) || !(said instanceof HTMLElement) || !name) return;
  none.hidden = Boolean(player);
  said.hidden = !player;
  if (player) name.textContent = player.value.trim() || player.placeholder;
}

/** The radio that was on before the tap: tapping a crown again takes it off. @type {Element | null} */
let crowned = null;

form.addEventListener("pointerdown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("[data-known-names]")) event.preventDefault(); // the seat being written keeps the focus
  crowned = target.closest(".crown")?.querySelector("[data-crown]:checked") ?? null;
});

form.addEventListener("mousedown", (event) => {
  if (/** @type {Element} */ (event.target).closest("[data-known-names]")) event.preventDefault();
});

form.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const chip = /** @type {HTMLElement | null} */ (target.closest("[data-name]"));
  if (chip) return seatKnownName(chip);
  if (crowned && target === crowned) {
    crowned = null;
    const unknown = /** @type {HTMLInputElement | null} */ (form.querySelector('[data-crown=""]'));
    if (unknown) unknown.checked = true;
    sayFirstKing();
  } else if (!target.closest("label, input")) {
    /** @type {HTMLElement | null | undefined} */ (target.closest("[data-side]")?.querySelector("[data-player]"))?.focus();
  }
});

// Enter leads on to the next name, and after the last it closes the keyboard. The game starts with Start alone.
form.addEventListener("keydown", (event) => {
  const player = players.find((each) => each === event.target);
  if (event.key !== "Enter" || event.isComposing || !player) return;
  event.preventDefault();
  const next = player.enterKeyHint === "done" ? undefined : nextPlayer(player);
  if (next) next.focus();
  else player.blur();
});
form.addEventListener("focusin", ({ target }) => {
  const player = players.find((each) => each === target);
  if (player) player.enterKeyHint = players.some((other) => other !== player && !other.value.trim()) ? "next" : "done";
});

// The rules open below the edge of a small screen: they come up to their summary's line.
form.querySelector(".rules__summary")?.addEventListener("click", ({ currentTarget }) => {
  const rules = /** @type {HTMLDetailsElement} */ (/** @type {Element} */ (currentTarget).parentElement);
  requestAnimationFrame(() => rules.open && rules.scrollIntoView());
});

form.addEventListener("input", () => {
  markChips();
  sayFirstKing();
});
form.addEventListener("change", (event) => (event.target === preset ? fillFromPreset() : summarise()));
addEventListener("pageshow", () => {
  markChips();
  summarise();
  sayFirstKing();
});
