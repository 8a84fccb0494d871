// Blocking, in the head: the page is drawn once, for a browser that runs the modules below.
if ("noModule" in HTMLScriptElement.prototype) document.documentElement.classList.add("js");
