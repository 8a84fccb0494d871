// Requests to the server, with a time limit.

const TIMEOUT_MILLISECONDS = 8000;

/** The server is unreachable or overloaded. */
export class ServerUnreachable extends Error {
  name = "ServerUnreachable";
}

/** @param {unknown} reason @returns {never} */
function throwUnreachable(reason) {
  throw new ServerUnreachable(String(reason));
}

/** @param {string} address @param {RequestInit} [options] @param {number} [timeout] in milliseconds */
const requestServer = (address, options, timeout = TIMEOUT_MILLISECONDS) =>
  fetch(address, { ...options, cache: "no-store", signal: AbortSignal.timeout(timeout) }).catch(throwUnreachable);

/** @param {string} address @param {RequestInit} [options] */
export async function requestJson(address, options) {
  const response = await requestServer(address, options);
  if (response.status === 429 || response.status >= 500) throwUnreachable(response.status);
  return { status: response.status, body: await response.json().catch(throwUnreachable) };
}

/** Checks that the server answers. Raises `ServerUnreachable` if not. @param {number} [timeout] in milliseconds */
export async function checkServer(timeout) {
  const response = await requestServer("/healthz", {}, timeout);
  if (!response.ok) throwUnreachable(response.status);
}

/** @param {string} address @param {unknown} body @param {Record<string, string>} [headers] */
export const postJson = (address, body, headers = {}) =>
  requestJson(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
