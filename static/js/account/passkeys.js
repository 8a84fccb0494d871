// Passkeys, which browsers offer only on https and localhost. A form[data-passkey] fetches its options from the server,
// asks the device, and posts the result.

/** @param {HTMLFormElement} form */
async function requestAndFillInCredential(form) {
  const { options = "", passkey } = form.dataset;
  const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrf_token")).value;
  const response = await fetch(options, { method: "POST", headers: { "X-CSRFToken": token } });
  if (!response.ok || response.redirected) throw new Error(`no options: ${response.status}`);
  const json = await response.json();
  const credential = await (passkey === "create"
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) }));
  /** @type {HTMLInputElement} */ (form.elements.namedItem("credential")).value = JSON.stringify(credential);
}

if (window.PublicKeyCredential?.parseCreationOptionsFromJSON && isSecureContext) {
  for (const absent of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-passkey-absent]"))) absent.hidden = true;
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-passkey]"))) {
    form.hidden = false;
    const errorText = /** @type {HTMLElement} */ (form.querySelector("[data-passkey-failed]"));
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      errorText.hidden = true;
      button.disabled = true;
      try {
        await requestAndFillInCredential(form);
        form.submit();
      } catch {
        errorText.hidden = false; // the device shows its own error, or the user cancelled
        button.disabled = false;
      }
    });
  }
}
