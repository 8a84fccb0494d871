// Polls the server while the page is visible, less often after failures.

const MAX_INTERVAL_MILLISECONDS = 30000;
const REQUEST_TIMEOUT_MILLISECONDS = 10000; // when offline, a browser may wait for minutes

/**
 * Returns a function that polls now.
 * @param {number} interval in milliseconds
 * @param {(signal: AbortSignal) => Promise<void>} check throws if the server does not answer
 * @param {(failures: number) => boolean | void} onResult called with the number of failures in a row; polling ends if it returns false
 */
export function startPolling(interval, check, onResult = () => {}) {
  let failures = 0;
  let timer = 0;
  let isPolling = false;
  async function poll() {
    clearTimeout(timer);
    if (isPolling || document.hidden) return;
    isPolling = true;
    try {
      await check(AbortSignal.timeout(REQUEST_TIMEOUT_MILLISECONDS));
      failures = 0;
    } catch {
      failures += 1; // polled again
    }
    isPolling = false;
    if (onResult(failures) !== false)
      timer = setTimeout(poll, Math.min(interval * 2 ** failures, MAX_INTERVAL_MILLISECONDS));
  }
  document.addEventListener("visibilitychange", poll);
  timer = setTimeout(poll, interval);
  return poll;
}
