// Marks a player or referee link as in use, the first time a page opened with it runs a script; a preview of the link in a
// message runs none.

const form = document.querySelector("form[data-opens-link]");
if (form instanceof HTMLFormElement) {
  const response = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (response?.ok) form.remove(); // otherwise it is sent when the page is opened again
}
