// Passkeys, which browsers offer only on https and localhost. A form[data-passkey] fetches its options from the server,
// asks the device, and posts the result.

/** @param {string} text URL-safe base64 @returns {Uint8Array} the bytes */
const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer | null} buffer */
const encode = (buffer) => buffer && btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const decodeIds = (/** @type {any[]} */ keys = []) => keys.map((key) => ({ ...key, id: decode(key.id) }));

/** @param {any} options */
const create = (options) => {
  const user = { ...options.user, id: decode(options.user.id) };
  const publicKey = { ...options, challenge: decode(options.challenge), user, excludeCredentials: decodeIds(options.excludeCredentials) };
  return navigator.credentials.create({ publicKey });
};

/** @param {any} options */
const get = (options) => navigator.credentials.get({ publicKey: { ...options, challenge: decode(options.challenge), allowCredentials: decodeIds(options.allowCredentials) } });

/** The device's credential as JSON for the server. @param {any} credential */
function toJson({ id, rawId, type, authenticatorAttachment, response }) {
  const fields = { clientDataJSON: encode(response.clientDataJSON) };
  if (response.attestationObject) Object.assign(fields, { attestationObject: encode(response.attestationObject), transports: response.getTransports?.() ?? [] });
  else Object.assign(fields, { authenticatorData: encode(response.authenticatorData), signature: encode(response.signature), userHandle: encode(response.userHandle) });
  return JSON.stringify({ id, rawId: encode(rawId), type, authenticatorAttachment, response: fields, clientExtensionResults: {} });
}

/** @param {HTMLFormElement} form */
async function authenticate(form) {
  const { options = "", passkey } = form.dataset;
  const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrf_token")).value;
  const response = await fetch(options, { method: "POST", headers: { "X-CSRFToken": token } });
  if (!response.ok || response.redirected) throw new Error(`no options: ${response.status}`);
  const publicKey = await response.json();
  const credential = await (passkey === "create" ? create(publicKey) : get(publicKey));
  /** @type {HTMLInputElement} */ (form.elements.namedItem("credential")).value = toJson(credential);
}

if (window.PublicKeyCredential && isSecureContext) {
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
        await authenticate(form);
        form.submit();
      } catch {
        errorText.hidden = false; // the device shows its own error, or the user cancelled
        button.disabled = false;
      }
    });
  }
}
