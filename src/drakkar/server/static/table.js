"use strict";
// The live table: morphs the panels that the server sends, keeps the half-made choice, sends forms over the socket.
(() => {
  const $ = (id) => document.getElementById(id);
  const table = document.body.dataset.table;
  const store = (name, value) => {
    try { return value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value); } catch { return null; }
  };

  // --- Morphing: make a panel equal to what came, and keep every node that stays the same node.
  const sameNode = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id || "") === (b.id || "");

  function morph(old, fresh) {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
      return;
    }
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS")) old.removeAttribute(name);
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

  function show(panels) {
    // A table that has begun has a board, and panels that an open one has no room for.
    if (document.body.dataset.status === "open" && panels.prompt && !panels.prompt.includes('data-prompt="open"')) {
      location.reload();
      return;
    }
    const focused = document.activeElement;
    const within = focused && focused.closest(".panel");
    for (const [name, html] of Object.entries(panels)) {
      if (name === "title") { document.title = html; continue; }
      const fresh = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
      const old = $("p-" + name);
      if (old && fresh && old.dataset.h !== fresh.dataset.h) morph(old, fresh);
    }
    if (within && !document.contains(focused)) (within.querySelector("h2[tabindex]") || within).focus();
    steps();
  }

  // --- The choice that is being made: a path of steps, here and nowhere else.
  let path = new URLSearchParams(location.search).get("at") || "";
  let decision = "";

  function steps() {
    const prompt = $("p-prompt");
    const asked = prompt && prompt.querySelector("[data-decision]");
    const number = asked ? asked.dataset.decision : "";
    if (number !== decision) { if (decision) path = ""; decision = number; }
    if (!asked) return;
    const groups = [...prompt.querySelectorAll("fieldset[data-of]")];
    const inner = (of) => groups.find((group) => group.dataset.of === of);
    // As far as the path says, and further where only one way leads on.
    let open = "";
    while (true) {
      const group = inner(open);
      if (!group) break;
      const ways = [...group.querySelectorAll("a[data-at]")];
      const wanted = ways.find((way) => path === way.dataset.at || path.startsWith(way.dataset.at + "/"));
      const only = ways.length === 1 && !group.querySelector("button[data-at]") ? ways[0] : null;
      const next = wanted || only;
      if (!next) break;
      open = next.dataset.at;
    }
    for (const group of groups) {
      const of = group.dataset.of;
      group.hidden = !(of === "" || open === of || open.startsWith(of + "/"));
      group.classList.toggle("live", of === open);
      for (const way of group.querySelectorAll("a[data-at]")) {
        const on = open === way.dataset.at || open.startsWith(way.dataset.at + "/");
        way.classList.toggle("on", on);
        way.setAttribute("aria-pressed", String(on));
      }
      for (const last of group.querySelectorAll("button[data-at]")) last.classList.toggle("on", path !== "" && path === last.dataset.at);
    }
    for (const step of prompt.querySelectorAll(".step")) step.hidden = ![...step.querySelectorAll("fieldset")].some((group) => !group.hidden);
    light(inner(open));
  }

  // What the open group can choose is lit on the map, with the same numbers.
  function light(group) {
    const legal = new Map();
    let number = 0;
    for (const way of group ? group.querySelectorAll("a[data-at], button[data-at]") : []) {
      number += 1;
      if (way.dataset.place) legal.set(way.dataset.place, [way.dataset.at, number]);
    }
    for (const spot of document.querySelectorAll("#p-targets [data-place]")) {
      const found = legal.get(spot.dataset.place);
      spot.classList.toggle("legal", Boolean(found));
      if (found) spot.dataset.at = found[0]; else delete spot.dataset.at;
      const key = spot.querySelector(".keyn");
      if (key && found) key.textContent = String(found[1]);
    }
  }

  function go(at) {
    const button = document.querySelector(`#p-prompt button[data-at="${CSS.escape(at)}"]`);
    // Where a small screen hides the button, the first tap shows it and the second one presses it.
    if (button && (path === at || button.offsetParent)) { button.click(); return; }
    path = at;
    steps();
  }

  // --- The wire.
  let socket = null;
  let wait = 500;
  let busy = null;
  let late = 0;
  let wasOpen = false;
  let leaving = false; // a form is on its way: a reload now would lose the answer, and the seat that it brings
  const net = $("net");
  const live = $("live");

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}/t/${table}/live${location.search}`);
    socket.onopen = () => { wait = 500; wasOpen = true; net.classList.remove("off"); net.textContent = net.dataset.on || net.textContent; };
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = () => {
      free();
      net.dataset.on = net.dataset.on || net.textContent;
      net.classList.add("off");
      net.textContent = net.dataset.off || "…";
      setTimeout(connect, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, 15000);
    };
  }

  function free() {
    if (busy) busy.removeAttribute("aria-busy");
    busy = null;
    clearTimeout(late);
  }

  function hear(message) {
    if (leaving) return;
    if (message.is === "panels") {
      free();
      show(message.panels);
      if (message.say.length) live.textContent = message.say.join(" ");
      if (message.panels.prompt && document.querySelector("#p-prompt .mine")) ring();
    } else if (message.is === "rematch") {
      location.href = `/t/${message.table}`;
    } else if (message.is === "refused") {
      free();
      live.textContent = message.text + (message.rule ? " · " + message.rule : "");
      complain(live.textContent);
    } else if (message.is === "done") {
      free();
    }
  }

  function complain(text) {
    const prompt = $("p-prompt");
    let note = $("refusal");
    if (!note) { note = document.createElement("p"); note.id = "refusal"; note.className = "why"; note.setAttribute("role", "alert"); prompt.append(note); }
    note.textContent = text;
  }

  function ring() {
    if (document.hidden && store("drakkar.sound") === "on") {
      const context = new AudioContext();
      const tone = context.createOscillator();
      tone.frequency.value = 440;
      tone.connect(context.destination);
      tone.start();
      tone.stop(context.currentTime + 0.15);
    }
  }

  // Sends, unless the line is down: a page that has seen the server waits for it, and loses nothing.
  const PATIENCE = 10000;
  function tell(message, form) {
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      if (wasOpen) complain(net.textContent);
      return wasOpen;
    }
    if ($("refusal")) $("refusal").remove();
    free();
    busy = form;
    form.setAttribute("aria-busy", "true");
    const line = socket;
    late = setTimeout(() => line.close(), PATIENCE); // no answer: ask anew how things stand
    line.send(JSON.stringify(message));
    return true;
  }

  const NUMBERS = ["decision", "seat"];
  function send(form, button) {
    const fields = Object.fromEntries(new FormData(form));
    if (button && button.name) fields[button.name] = button.value;
    const message = {};
    for (const [name, value] of Object.entries(fields)) {
      if (name === "lang" || name === "seat") continue;
      if (name === "whom") message.seat = Number(value);
      else message[name] = NUMBERS.includes(name) || (name === "choice" && fields.do !== "choose") ? Number(value) : value;
    }
    return tell(message, form);
  }

  // --- What people do.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const button = event.submitter;
    if (button && button.getAttribute("aria-disabled") === "true") { event.preventDefault(); return; }
    if (button && button.dataset.guard) { event.preventDefault(); ask(button); return; }
    if (form.matches(`[action="/t/${table}/do"]`) && send(form, button)) {
      event.preventDefault();
      if (form.id === "say") form.reset();
    } else leaving = form.method !== "dialog";
  });

  document.addEventListener("click", (event) => {
    const way = event.target.closest("a[data-at]");
    if (!way || way.closest(".sure") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(way.classList.contains("on") ? way.dataset.at.split("/").slice(0, -1).join("/") : way.dataset.at);
  });

  // What cannot be taken back stands apart and asks once.
  function ask(button) {
    const dialog = document.createElement("dialog");
    dialog.className = "guardbox";
    const words = document.createElement("p");
    words.textContent = button.dataset.guard;
    const keep = document.createElement("button");
    keep.className = "btn on";
    keep.textContent = button.dataset.keep;
    keep.autofocus = true;
    const sure = button.cloneNode(true);
    sure.removeAttribute("id");
    sure.removeAttribute("aria-haspopup");
    const asked = Number(decision);
    dialog.append(words, keep, sure);
    document.body.append(dialog);
    keep.onclick = () => dialog.close();
    sure.onclick = () => {
      dialog.close();
      tell({ do: "choose", decision: asked, choice: button.dataset.choice }, button.form || $("p-turn"));
    };
    dialog.onclose = () => { dialog.remove(); button.focus(); };
    dialog.showModal();
  }

  // --- Keys.
  const LETTERS = { i: "invade", m: "march", g: "upgrade", q: "quest", p: "pillage" };
  document.addEventListener("keydown", (event) => {
    if (event.target.matches && event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const key = event.key;
    const group = document.querySelector("#p-prompt fieldset.live");
    if (/^[1-9]$/.test(key) && group) {
      const way = [...group.querySelectorAll("a[data-at], button[data-at]")][Number(key) - 1];
      if (way) { way.focus(); way.click(); }
    } else if (key === "Escape") {
      path = path.split("/").slice(0, -1).join("/");
      steps();
    } else if (key === "u" && $("undo-b")) $("undo-b").click();
    else if (key === "U" && $("reset-b")) $("reset-b").click();
    else if (key === "P" && $("g-pass")) $("g-pass").click();
    else if (key === "?") location.href = "/help#keys";
    else if (LETTERS[key]) go(LETTERS[key]);
    else {
      const panel = { h: "p-hand", c: "p-clans", l: "p-log", r: "p-recap" }[key];
      if (!panel || !$(panel)) { arrows(event); return; }
      const heading = $(panel).querySelector("h2[tabindex], [tabindex], a, button");
      if (heading) heading.focus();
    }
    if (key !== "Tab" && key !== "Enter" && key !== " ") event.preventDefault();
  });

  // Arrows walk the map: to the nearest place in that direction.
  function arrows(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const here = document.activeElement;
    if (!way || !here || !here.matches("#p-targets [data-place]")) return;
    const middle = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = middle(here);
    let best = null;
    for (const other of here.closest("svg").querySelectorAll("[data-place]")) {
      const [ox, oy] = middle(other);
      const along = (ox - x) * way[0] + (oy - y) * way[1];
      const aside = Math.abs((ox - x) * way[1]) + Math.abs((oy - y) * way[0]);
      if (along > 4 && (!best || along + 2 * aside < best[0])) best = [along + 2 * aside, other];
    }
    if (best) { best[1].focus(); event.preventDefault(); }
  }

  // --- Light and dark, and my matches.
  const theme = $("theme");
  if (store("drakkar.theme")) document.documentElement.dataset.theme = store("drakkar.theme");
  if (theme) theme.onclick = () => {
    const light = matchMedia("(prefers-color-scheme: light)").matches;
    const now = document.documentElement.dataset.theme || (light ? "light" : "dark");
    document.documentElement.dataset.theme = now === "light" ? "dark" : "light";
    store("drakkar.theme", document.documentElement.dataset.theme);
  };
  const mine = JSON.parse(store("drakkar.matches") || "[]").filter((one) => one.table !== table);
  if (document.body.dataset.seat !== "") store("drakkar.matches", JSON.stringify([{ table, at: Date.now() }, ...mine].slice(0, 30)));

  addEventListener("pageshow", () => { leaving = false; });
  document.documentElement.classList.add("scripted");
  steps();
  connect();
})();
