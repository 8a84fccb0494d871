// Blocking, in the head: the page is drawn once, for a browser that runs the modules below.
const page = document.documentElement;
if ("noModule" in HTMLScriptElement.prototype) page.classList.add("js");
// A module that did not arrive leaves a page that works without.
addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && page.classList.remove("js"), true);
