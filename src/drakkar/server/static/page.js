// The page's panels: morphs each into what came, and keeps every node that stays the same node.
export const $ = (id) => document.getElementById(id);

const sameNode = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName;
const isOpenDetails = (node, name) => name === "open" && node.nodeName === "DETAILS";

// HTML as nodes. A template makes no document of its own, which would cost more than all the rest.
const box = document.createElement("template");
export function parsed(html) {
  box.innerHTML = html;
  return box.content.firstElementChild;
}

export function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) { old.nodeValue = fresh.nodeValue; return; }
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name) && !isOpenDetails(old, name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.nodeName === "INPUT" || old.nodeName === "TEXTAREA") return; // what somebody types is his
  const named = new Map();
  for (const node of old.children) if (node.id) named.set(node.id, node);
  let at = old.firstChild;
  for (let next = fresh.firstChild, after; next; next = after) {
    after = next.nextSibling;
    const twin = next.id ? named.get(next.id) : at && !at.id ? at : null;
    if (twin && twin.parentNode === old && sameNode(twin, next)) {
      if (twin !== at) old.insertBefore(twin, at);
      morph(twin, next);
      at = twin.nextSibling;
    } else {
      old.insertBefore(next, at);
    }
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

// A row that has not changed comes as its name alone; whether the page has all of those.
function filled(old, fresh) {
  for (const stub of fresh.querySelectorAll("[data-same]")) {
    const own = old.querySelector("#" + CSS.escape(stub.id));
    if (!own) return false;
    stub.replaceWith(own.cloneNode(true));
  }
  return true;
}

export function put(panels) {
  const focused = document.activeElement;
  const within = focused && focused.closest(".panel");
  for (const [name, html] of Object.entries(panels)) {
    if (name === "title") { document.title = html; continue; }
    const fresh = parsed(html);
    const old = $("p-" + name);
    if (!old || !fresh || old.dataset.h === fresh.dataset.h) continue;
    if (filled(old, fresh)) morph(old, fresh); else document.dispatchEvent(new Event("behind"));
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
