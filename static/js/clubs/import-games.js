// Files sent a few at a time, with a bar that shows how far they are. What has arrived is passed over when it is sent
// again, so that a connection that breaks costs nothing.

const MOST_FILES = 40;
const MOST_BYTES = 2 ** 20;

const form = document.querySelector("[data-bring]");
const sending = form.querySelector("[data-sending]");
const broken = form.querySelector("[data-broken]");
const bar = sending.querySelector("progress");
const button = form.querySelector(".bar");

/** The files in groups that are sent together. */
function* groups(files) {
  let group = [];
  let bytes = 0;
  for (const file of files) {
    if (group.length && (group.length === MOST_FILES || bytes + file.size > MOST_BYTES)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(file);
    bytes += file.size;
  }
  if (group.length) {
    yield group;
  }
}

async function post(address, fields) {
  const answer = await fetch(address, { method: "POST", body: fields, headers: { Accept: "application/json" } });
  if (!answer.ok || !answer.headers.get("Content-Type").startsWith("application/json")) {
    throw answer;
  }
  return answer.json();
}

async function send() {
  const files = [...form.elements.files.files];
  const whole = files.reduce((sum, file) => sum + file.size, 0) || 1;
  const begun = new FormData(form);
  begun.delete("files");
  const { address } = await post(form.action, begun);
  let sent = 0;
  for (const group of groups(files)) {
    const fields = new FormData();
    fields.append("csrf_token", form.elements.csrf_token.value);
    for (const file of group) {
      fields.append("files", file);
    }
    await post(form.dataset.bring, fields);
    sent += group.reduce((sum, file) => sum + file.size, 0);
    bar.value = sent / whole;
  }
  location.assign(address);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  button.disabled = true;
  sending.hidden = false;
  broken.hidden = true;
  try {
    await send();
  } catch (fault) {
    if (fault instanceof Response && fault.status < 500 && fault.status !== 429) {
      form.submit(); // the server has something to say: let it say so on a page
      return;
    }
    sending.hidden = true;
    broken.hidden = false;
    button.disabled = false;
  }
});
