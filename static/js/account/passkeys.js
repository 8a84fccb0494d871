// Passkeys, which browsers offer only on https and localhost. A form[data-passkey] fetches its options from the server,
// asks the device, and posts the result.

/** @param {string} text URL-safe base64 @returns {Uint8Array} the bytes */
const decodeBase64Url = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer | null} buffer */
const encodeBase64Url = (buffer) =>
  buffer &&
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const decodeCredentialIds = (/** @type {any[]} */ keys = []) =>
  keys.map((key) => ({ ...key, id: decodeBase64Url(key.id) }));

/** @param {any} options */
const createCredential = (options) => {
  const user = { ...options.user, id: decodeBase64Url(options.user.id) };
  const publicKey = {
    ...options,
    challenge: decodeBase64Url(options.challenge),
    user,
    excludeCredentials: decodeCredentialIds(options.excludeCredentials),
  };
  return navigator.credentials.create({ publicKey });
};

/** @param {any} options */
const getCredential = (options) =>
  navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: decodeBase64Url(options.challenge),
      allowCredentials: decodeCredentialIds(options.allowCredentials),
    },
  });

/** The device's credential as JSON for the server. @param {any} credential */
function credentialToJson({ id, rawId, type, authenticatorAttachment, response }) {
  const fields = { clientDataJSON: encodeBase64Url(response.clientDataJSON) };
  if (response.attestationObject)
    Object.assign(fields, {
      attestationObject: encodeBase64Url(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    });
  else
    Object.assign(fields, {
      authenticatorData: encodeBase64Url(response.authenticatorData),
      signature: encodeBase64Url(response.signature),
      userHandle: encodeBase64Url(response.userHandle),
    });
  return JSON.stringify({
    id,
    rawId: encodeBase64Url(rawId),
    type,
    authenticatorAttachment,
    response: fields,
    clientExtensionResults: {},
  });
}

/** @param {HTMLFormElement} form */
async function requestAndFillInCredential(form) {
  const { options = "", passkey } = form.dataset;
  const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrf_token")).value;
  const response = await fetch(options, { method: "POST", headers: { "X-CSRFToken": token } });
  if (!response.ok || response.redirected) throw new Error(`no options: ${response.status}`);
  const publicKey = await response.json();
  const credential = await (passkey === "create" ? createCredential(publicKey) : getCredential(publicKey));
  /** @type {HTMLInputElement} */ (form.elements.namedItem("credential")).value = credentialToJson(credential);
}

if (window.PublicKeyCredential && isSecureContext) {
  for (const absent of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-passkey-absent]")))
    absent.hidden = true;
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
