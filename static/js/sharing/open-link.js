// A player's or the referee's link is used by its holder from the first time that it is open on a phone. A preview of
// the link in a message runs no script, and says nothing.

const form = document.querySelector("form[data-opens-link]");
if (form instanceof HTMLFormElement) {
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (answer?.ok) form.remove(); // else it is said when the page is open again
}
