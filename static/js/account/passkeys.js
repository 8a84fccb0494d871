// Passkeys, where the browser has them: on https and localhost alone. A form[data-passkey] asks the server what to ask
// for, then the device, and sends what that answers.

/** @param {string} text base64 as addresses write it @returns {Uint8Array<ArrayBuffer>} */
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer | null} buffer */
const text = (buffer) => buffer && btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const withBytes = (/** @type {any[]} */ keys = []) => keys.map((key) => ({ ...key, id: bytes(key.id) }));

/** @param {any} asked */
const create = (asked) => {
  const user = { ...asked.user, id: bytes(asked.user.id) };
  const publicKey = { ...asked, challenge: bytes(asked.challenge), user, excludeCredentials: withBytes(asked.excludeCredentials) };
  return navigator.credentials.create({ publicKey });
};

/** @param {any} asked */
const get = (asked) => navigator.credentials.get({ publicKey: { ...asked, challenge: bytes(asked.challenge), allowCredentials: withBytes(asked.allowCredentials) } });

/** What the device answered, as the server reads it. @param {any} credential */
function answered({ id, rawId, type, authenticatorAttachment, response }) {
  const said = { clientDataJSON: text(response.clientDataJSON) };
  if (response.attestationObject) Object.assign(said, { attestationObject: text(response.attestationObject), transports: response.getTransports?.() ?? [] });
  else Object.assign(said, { authenticatorData: text(response.authenticatorData), signature: text(response.signature), userHandle: text(response.userHandle) });
  return JSON.stringify({ id, rawId: text(rawId), type, authenticatorAttachment, response: said, clientExtensionResults: {} });
}

/** @param {HTMLFormElement} form */
async function ask(form) {
  const { options = "", passkey } = form.dataset;
  const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrf_token")).value;
  const answer = await fetch(options, { method: "POST", headers: { "X-CSRFToken": token } });
  if (!answer.ok || answer.redirected) throw new Error(`no options: ${answer.status}`);
  const asked = await answer.json();
  const credential = await (passkey === "create" ? create(asked) : get(asked));
  /** @type {HTMLInputElement} */ (form.elements.namedItem("credential")).value = answered(credential);
}

if (window.PublicKeyCredential && isSecureContext) {
  for (const absent of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-passkey-absent]"))) absent.hidden = true;
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-passkey]"))) {
    form.hidden = false;
    const failed = /** @type {HTMLElement} */ (form.querySelector("[data-passkey-failed]"));
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      failed.hidden = true;
      button.disabled = true;
      try {
        await ask(form);
        form.submit();
      } catch {
        failed.hidden = false; // the device says itself what was wrong, or somebody has changed their mind
        button.disabled = false;
      }
    });
  }
}
