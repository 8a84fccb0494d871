// The form of a new game: known names as chips, a crown that can be removed again, and presets that fill in their answers.

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-new-game]"));
const nameInputs = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[data-player]")]);
const nameChips = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll("[data-known-names] [data-name]")]);
const presetSelect = /** @type {HTMLSelectElement | null} */ (form.querySelector("[data-preset]"));

/** @param {string} name */
const normalizeName = (name) => name.trim().normalize("NFC").toLowerCase();

function markSeatedNameChips() {
  const takenNames = new Set(nameInputs.map((player) => normalizeName(player.value)));
  for (const chip of nameChips)
    chip.setAttribute("aria-pressed", String(takenNames.has(normalizeName(chip.dataset.name ?? ""))));
}

/** The next seat without a name, if any. @param {HTMLInputElement} current */
function nextEmptyNameInput(current) {
  const nextIndex = nameInputs.indexOf(current) + 1;
  return [...nameInputs.slice(nextIndex), ...nameInputs.slice(0, nextIndex)].find((player) => !player.value.trim());
}

/** A chip fills the focused seat, or the first empty one; a name already seated is removed. @param {HTMLElement} chip */
function toggleKnownName(chip) {
  const name = chip.dataset.name ?? "";
  const seated = nameInputs.find((player) => normalizeName(player.value) === normalizeName(name));
  const focused = nameInputs.find((player) => player === document.activeElement);
  const player = seated ?? focused ?? nameInputs.find((input) => !input.value.trim());
  if (!player) return;
  player.value = seated ? "" : name;
  if (focused && !seated) (nextEmptyNameInput(player) ?? chip).focus();
  markSeatedNameChips();
  showFirstKing();
}

/** The controls of one option. @param {string} name @returns {HTMLInputElement[]} */
const optionControls = (name) =>
  /** @type {HTMLInputElement[]} */ ([...form.elements].filter((each) => each.getAttribute("name") === name));

/** Whether a radio or checkbox is on for this value. @param {HTMLInputElement} control @param {unknown} value */
const shouldBeChecked = (control, value) => {
  if (control.type === "radio") return control.value === String(value);
  return Array.isArray(value) ? value.includes(control.value) : value === true;
};

/** @param {HTMLInputElement} control */
const isCheckable = (control) => control.type === "radio" || control.type === "checkbox";

/** @param {HTMLInputElement} control @param {unknown} value */
const isControlSetTo = (control, value) =>
  isCheckable(control) ? control.checked === shouldBeChecked(control, value) : control.value === String(value);

/** The answers of the chosen preset. @returns {[string, unknown][]} */
const presetAnswers = () =>
  Object.entries(JSON.parse(presetSelect?.dataset.presets ?? "{}")[presetSelect?.value ?? ""] ?? {});

function fillFromPreset() {
  for (const [name, value] of presetAnswers()) {
    for (const control of optionControls(name)) {
      if (isCheckable(control)) control.checked = shouldBeChecked(control, value);
      else control.value = String(value);
    }
  }
  updateRulesSummary();
}

/** The current value of an option; the preset's if the form does not ask for it. @param {string} name */
const optionValue = (name) =>
  optionControls(name).find((control) => !isCheckable(control) || control.checked)?.value ??
  Object.fromEntries(presetAnswers())[name];

/** Updates the summary (preset, changed or not), the number of deals and the marks of partners. */
function updateRulesSummary() {
  form.toggleAttribute("data-pairs", optionValue("partnership") === "yes");
  const option = presetSelect?.selectedOptions[0];
  const isUnchanged = presetAnswers().every(([name, value]) =>
    optionControls(name).every((control) => isControlSetTo(control, value)),
  );
  const summary = form.querySelector("[data-rules-summary]");
  const summaryText = isUnchanged ? option?.dataset.summary : option?.dataset.summaryChanged;
  if (summary && summaryText) summary.textContent = summaryText;
  const note = form.querySelector("[data-deals-note]");
  for (const deals of /** @type {NodeListOf<HTMLTemplateElement>} */ (
    form.querySelectorAll("template[data-deals-for]")
  )) {
    if (optionValue("combining") === deals.dataset.dealsFor) note?.replaceChildren(deals.content.cloneNode(true));
  }
}

/** Shows the first king below the table. */
function showFirstKing() {
  const checkedCrown = /** @type {HTMLInputElement | null} */ (form.querySelector("[data-crown]:checked"));
  const firstKingInput = nameInputs.find((input) => input.dataset.player === checkedCrown?.dataset.crown);
  const [question, statement, name] = ["first-king-question", "first-king-text", "king-name"].map((part) =>
    form.querySelector(`[data-${part}]`),
  );
  if (!(question instanceof HTMLElement) || !(statement instanceof HTMLElement) || !name) return;
  question.hidden = Boolean(firstKingInput);
  statement.hidden = !firstKingInput;
  if (firstKingInput) name.textContent = firstKingInput.value.trim() || firstKingInput.placeholder;
}

/** The crown that was chosen before the tap: tapping it again removes it. @type {Element | null} */
let crownCheckedBeforeTap = null;

form.addEventListener("pointerdown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("[data-known-names]")) event.preventDefault(); // the seat keeps the focus
  crownCheckedBeforeTap = target.closest(".crown")?.querySelector("[data-crown]:checked") ?? null;
});

form.addEventListener("mousedown", (event) => {
  if (/** @type {Element} */ (event.target).closest("[data-known-names]")) event.preventDefault();
});

form.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const chip = /** @type {HTMLElement | null} */ (target.closest("[data-name]"));
  if (chip) return toggleKnownName(chip);
  if (crownCheckedBeforeTap && target === crownCheckedBeforeTap) {
    crownCheckedBeforeTap = null;
    const unknown = /** @type {HTMLInputElement | null} */ (form.querySelector('[data-crown=""]'));
    if (unknown) unknown.checked = true;
    showFirstKing();
  } else if (!target.closest("label, input")) {
    /** @type {HTMLElement | null | undefined} */ (
      target.closest("[data-side]")?.querySelector("[data-player]")
    )?.focus();
  }
});

// Enter moves to the next name, or closes the keyboard after the last. Only the Start button starts the game.
form.addEventListener("keydown", (event) => {
  const player = nameInputs.find((each) => each === event.target);
  if (event.key !== "Enter" || event.isComposing || !player) return;
  event.preventDefault();
  const nextInput = player.enterKeyHint === "done" ? undefined : nextEmptyNameInput(player);
  if (nextInput) nextInput.focus();
  else player.blur();
});
form.addEventListener("focusin", ({ target }) => {
  const player = nameInputs.find((each) => each === target);
  if (player)
    player.enterKeyHint = nameInputs.some((other) => other !== player && !other.value.trim()) ? "next" : "done";
});

// The rules open below the edge of a small screen, so scroll to their summary.
form.querySelector(".rules__summary")?.addEventListener("click", ({ currentTarget }) => {
  const rules = /** @type {HTMLDetailsElement} */ (/** @type {Element} */ (currentTarget).parentElement);
  requestAnimationFrame(() => rules.open && rules.scrollIntoView());
});

form.addEventListener("input", () => {
  markSeatedNameChips();
  showFirstKing();
});
form.addEventListener("change", (event) => (event.target === presetSelect ? fillFromPreset() : updateRulesSummary()));
addEventListener("pageshow", () => {
  markSeatedNameChips();
  updateRulesSummary();
  showFirstKing();
});
