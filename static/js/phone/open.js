// Draws the page that was asked for from what lies on this phone, where the server did not answer.

import { pageAt } from "./pages.js";

const { dataset } = document.documentElement;

/** @param {string} html */
async function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  document.title = page.title;
  document.body.className = page.body.className;
  for (const sheet of page.head.querySelectorAll('link[rel="stylesheet"]')) {
    if (!document.head.querySelector(`link[href="${CSS.escape(sheet.getAttribute("href") ?? "")}"]`)) document.head.append(sheet);
  }
  const scripts = [...page.querySelectorAll('script[type="module"]')];
  for (const script of scripts) script.remove();
  document.body.replaceChildren(...page.body.childNodes);
  for (const script of scripts) await import(script.getAttribute("src") ?? "");
}

const script = await import(dataset.script ?? "");
const answer = await pageAt(script, new URL(location.href), { digits: dataset.digits, theme: dataset.theme });
if ("leads" in answer) location.replace(answer.leads);
else await show(answer.html);
