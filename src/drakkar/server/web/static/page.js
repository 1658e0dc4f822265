// The panels of the page: morphs each into its new version, and keeps unchanged nodes.
export const $ = (id) => document.getElementById(id);

const sameNode = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName;
const isOpenDetails = (node, name) => name === "open" && node.nodeName === "DETAILS";

// Parses HTML. A template needs no document of its own, which would cost more than everything else.
const box = document.createElement("template");
export function parsed(html) {
  box.innerHTML = html;
  return box.content.firstElementChild;
}

// An unchanged row arrives as a placeholder with its id: these are the page's own rows by id.
const isNamed = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-same");
const rowsOf = (panel, fresh) =>
  new Map([...fresh.querySelectorAll("[data-same]")].map(({ id }) => [id, panel.querySelector("#" + CSS.escape(id))]));

export function morph(old, fresh, rows) {
  if (isNamed(fresh) || old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const name of old.getAttributeNames())
    if (!fresh.hasAttribute(name) && !isOpenDetails(old, name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.nodeName === "INPUT" || old.nodeName === "TEXTAREA") return; // keep what the user has typed
  const named = new Map();
  for (const node of old.children) if (node.id) named.set(node.id, node);
  let at = old.firstChild;
  for (let next = fresh.firstChild, after; next; next = after) {
    after = next.nextSibling;
    const twin = next.id ? named.get(next.id) : at && !at.id ? at : null;
    if (twin && twin.parentNode === old && sameNode(twin, next)) {
      if (twin !== at) old.insertBefore(twin, at);
      morph(twin, next, rows);
      at = twin.nextSibling;
    } else {
      old.insertBefore(whole(next, rows), at);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

// A new node, with placeholders replaced by the rows that the page has.
function whole(node, rows) {
  if (isNamed(node)) return rows.get(node.id).cloneNode(true);
  if (node.children)
    for (const stub of node.querySelectorAll("[data-same]")) stub.replaceWith(rows.get(stub.id).cloneNode(true));
  return node;
}

const hashOf = (html) => (html.match(/data-h="(\w+)"/) || [])[1];

export function put(panels) {
  const focused = document.activeElement;
  const within = focused && focused.closest(".panel");
  for (const [name, html] of Object.entries(panels)) {
    if (name === "title") {
      document.title = html;
      continue;
    }
    const old = $("p-" + name);
    if (!old || old.dataset.h === hashOf(html)) continue;
    const fresh = parsed(html);
    const rows = rowsOf(old, fresh);
    if ([...rows.values()].every(Boolean)) morph(old, fresh, rows);
    else document.dispatchEvent(new Event("behind"));
  }
  document.dispatchEvent(new Event("put"));
  if (within && !document.contains(focused)) (within.querySelector("h2[tabindex]") || within).focus();
}

// For screen readers: events, and urgent messages.
export const call = (text) => {
  $("alert").textContent = text;
};
export const say = (text) => {
  if (text) $("live").textContent = text;
};

// Shows a refusal beside the prompt; in a lesson, where the guide speaks.
export function complain(text) {
  let note = $("refusal");
  if (!note) {
    note = document.createElement("p");
    note.id = "refusal";
    note.className = "why";
    note.setAttribute("role", "alert");
    ($("p-guide") || $("p-prompt")).append(note);
  }
  note.textContent = text;
}
