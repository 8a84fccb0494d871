// Uploads files in batches, with a progress bar. Files the server already has are skipped, so an interrupted upload can
// simply be repeated.

const MAX_BATCH_FILES = 40;
const MAX_BATCH_BYTES = 2 ** 20;

const form = document.querySelector("[data-upload-url]");
const progressSection = form.querySelector("[data-upload-progress]");
const errorNotice = form.querySelector("[data-upload-error]");
const progressBar = progressSection.querySelector("progress");
const uploadButton = form.querySelector(".bar");

/** The files in batches. @param {File[]} files */
function* splitIntoBatches(files) {
  let batch = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length && (batch.length === MAX_BATCH_FILES || bytes + file.size > MAX_BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length) {
    yield batch;
  }
}

async function postFormForJson(address, fields) {
  const response = await fetch(address, { method: "POST", body: fields, headers: { Accept: "application/json" } });
  if (!response.ok || !response.headers.get("Content-Type").startsWith("application/json")) {
    throw response;
  }
  return response.json();
}

async function uploadFiles() {
  const files = [...form.elements.files.files];
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0) || 1;
  const startData = new FormData(form);
  startData.delete("files");
  const { address } = await postFormForJson(form.action, startData);
  let sent = 0;
  for (const batch of splitIntoBatches(files)) {
    const fields = new FormData();
    fields.append("csrf_token", form.elements.csrf_token.value);
    for (const file of batch) {
      fields.append("files", file);
    }
    await postFormForJson(form.dataset.uploadUrl, fields);
    sent += batch.reduce((sum, file) => sum + file.size, 0);
    progressBar.value = sent / totalBytes;
  }
  location.assign(address);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  uploadButton.disabled = true;
  progressSection.hidden = false;
  errorNotice.hidden = true;
  try {
    await uploadFiles();
  } catch (error) {
    if (error instanceof Response && error.status < 500 && error.status !== 429) {
      form.submit(); // the server answers the whole form with an error page
      return;
    }
    progressSection.hidden = true;
    errorNotice.hidden = false;
    uploadButton.disabled = false;
  }
});
