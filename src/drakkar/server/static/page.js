// The page's panels: morphs each into what came, and keeps every node that stays the same node.
export const $ = (id) => document.getElementById(id);

const sameNode = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id || "") === (b.id || "");
const isOpenDetails = (node, name) => name === "open" && node.nodeName === "DETAILS";

export function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !isOpenDetails(old, name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.nodeName === "INPUT" || old.nodeName === "TEXTAREA") return; // what somebody types is his
  let at = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const named = next.id && [...old.childNodes].find((node) => node.id === next.id && node.nodeName === next.nodeName);
    const match = named || (at && !at.id && sameNode(at, next) ? at : null);
    if (match) {
      if (match !== at) old.insertBefore(match, at);
      morph(match, next);
      at = match.nextSibling;
    } else {
      old.insertBefore(document.importNode(next, true), at);
    }
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

export function put(panels) {
  const focused = document.activeElement;
  const within = focused && focused.closest(".panel");
  for (const [name, html] of Object.entries(panels)) {
    if (name === "title") { document.title = html; continue; }
    const fresh = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    const old = $("p-" + name);
    if (old && fresh && old.dataset.h !== fresh.dataset.h) morph(old, fresh);
  }
  if (within && !document.contains(focused)) (within.querySelector("h2[tabindex]") || within).focus();
}

// To the ear: what happened, and what cannot wait.
export const call = (text) => { $("alert").textContent = text; };
export const say = (text) => { if (text) $("live").textContent = text; };

// A refusal, where the question stands.
export function complain(text) {
  let note = $("refusal");
  if (!note) {
    note = document.createElement("p");
    note.id = "refusal";
    note.className = "why";
    note.setAttribute("role", "alert");
    $("p-prompt").append(note);
  }
  note.textContent = text;
}
