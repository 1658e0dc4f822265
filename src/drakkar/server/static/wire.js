// The wire: a socket that comes back by itself, and forms that are sent over it.
import { $, call, complain } from "./page.js";
import { ring } from "./settings.js";
import { receive, skip } from "./stage.js";

const table = document.body.dataset.table;
const PATIENCE = 10000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
let socket = null;
let wait = FIRST_WAIT;
let busy = null;
let late = 0;
let wasOpen = false;
let leaving = false; // a form is on its way: a reload now would lose the answer, and the seat that it brings
const net = $("net");

export function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}/t/${table}/live${location.search}`);
  socket.onopen = () => { wait = FIRST_WAIT; wasOpen = true; line("on"); };
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = () => {
    free();
    line("off");
    setTimeout(connect, wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
}

// How the line is, for eye and ear.
function line(how) {
  net.className = how === "on" ? "net" : `net ${how}`;
  net.textContent = net.dataset[how];
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
    show(message);
  } else if (message.is === "rematch") {
    location.href = `/t/${message.table}`;
  } else if (message.is === "refused") {
    free();
    complain(message.text + (message.rule ? " · " + message.rule : ""));
  } else if (message.is === "done") {
    free();
  }
}

const isMine = () => document.querySelector("#p-prompt .mine") !== null;

function show(message) {
  const { prompt } = message.panels;
  // A table that has begun has a board, and panels that an open one has no room for.
  if (document.body.dataset.status === "open" && prompt && !prompt.includes('data-prompt="open"')) {
    location.reload();
    return;
  }
  const before = isMine();
  receive(message);
  if (isMine() && !before) {
    call(`${$("ask").textContent}`);
    ring();
  }
}

// Sends, unless the line is down: a page that has seen the server waits for it, and loses nothing.
export function tell(message, form) {
  if (!socket || socket.readyState !== WebSocket.OPEN) {
    if (wasOpen) complain(net.textContent);
    return wasOpen;
  }
  if ($("refusal")) $("refusal").remove();
  skip(); // who chooses has seen enough
  free();
  busy = form;
  form.setAttribute("aria-busy", "true");
  const now = socket;
  late = setTimeout(() => now.close(), PATIENCE); // no answer: ask anew how things stand
  now.send(JSON.stringify(message));
  return true;
}

const NUMBERS = ["decision", "seat"];
export function send(form, button) {
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

export const leave = () => { leaving = true; };
addEventListener("pageshow", () => { leaving = false; });
