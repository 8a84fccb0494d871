// Saves a file that was made on this phone.

const URL_LIFETIME_MILLISECONDS = 60_000; // a slow browser reads the file some time after the click

/** @param {Blob} file @param {string} name */
export function saveFile(file, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MILLISECONDS);
}
