// The connection: a socket that reconnects; where none can be opened, polling. Forms use the same connection.
import { $, call, complain } from "./page.js";
import { play } from "./sound.js";
import { isOn, receive, tire } from "./stage.js";

const { table, layout = "" } = document.body.dataset;
const PATIENCE = 10000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const LOOKS = 3000;
const MOST_RETRIES = 5;
const TRIES = 2; // failed attempts before the page polls
const net = $("net");
let version = Number(document.body.dataset.version);
let socket = null;
let wait = FIRST_WAIT;
let failed = 0;
let looking = 0;
let late = 0;
let busy = null;
let pending = null; // the message without an answer yet
let retries = 0;
let how = "on";
let wasOpen = false;
let leaving = false; // a form was submitted: a reload now would lose its answer, and perhaps a seat

export function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const line = new WebSocket(`${scheme}//${location.host}${address("live")}`);
  const hopeless = setTimeout(() => line.close(), PATIENCE);
  socket = line;
  let isWelcome = false;
  line.onmessage = (event) => {
    clearTimeout(hopeless);
    const message = JSON.parse(event.data);
    if (!isWelcome && message.is === "refused" && message.retry) {
      // the server is busy with this address
      wait = Math.max(wait, message.retry * 1000);
      return;
    }
    isWelcome = true;
    if (failed || !wasOpen) begun();
    hear(message);
  };
  line.onclose = () => {
    clearTimeout(hopeless);
    free();
    failed += 1;
    if (how !== "slow") is("off");
    if (failed >= TRIES && !looking) look();
    setTimeout(connect, wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
}

// The connection counts as open once a message has arrived.
function begun() {
  clearTimeout(looking);
  wait = FIRST_WAIT;
  failed = looking = 0;
  wasOpen = true;
  if ($("refusal")) $("refusal").remove(); // a message about the connection is outdated now
  is("on");
}

// An address of this table, with the seat, the layout and the language of this page.
function address(of, more = {}) {
  const query = new URLSearchParams(location.search);
  const known = { me: document.body.dataset.seat, layout, lang: document.documentElement.lang, ...more };
  for (const [name, value] of Object.entries(known)) query.set(name, value);
  return `/t/${table}/${of}${query.size ? "?" + query : ""}`;
}

// Shows the state of the connection, also to screen readers.
function is(now) {
  how = now;
  net.dataset.line = now;
  if (net.textContent !== net.dataset[now]) net.textContent = net.dataset[now];
}

async function look() {
  clearTimeout(looking);
  looking = setTimeout(look, LOOKS);
  try {
    const answer = await fetch(address("live", { v: version }));
    if (!failed) return; // the socket is open again
    if (answer.ok) is("slow");
    if (answer.status === 403) location.reload(); // the browser no longer holds the seat of this page
    if (answer.status === 200) hear(await answer.json());
  } catch {
    if (failed) is("off");
  }
}

// Fetches all panels, even without a new version; returns whether that worked.
export async function refresh() {
  try {
    const answer = await fetch(address("live"));
    if (answer.ok) hear(await answer.json());
    return answer.ok;
  } catch {
    return false;
  }
}

function free() {
  if (busy) busy.removeAttribute("aria-busy");
  busy = pending = null;
  clearTimeout(late);
}

// The server asks for a pause: send the message again after it, a few times at most.
function retry(seconds) {
  const message = pending;
  retries += 1;
  clearTimeout(late);
  late = setTimeout(() => {
    if (pending === message) transmit(message);
  }, seconds * 1000);
}

function transmit(message) {
  const line = socket;
  pending = message;
  if (line.readyState !== WebSocket.OPEN) {
    free();
    return;
  }
  late = setTimeout(() => line.close(), PATIENCE); // no answer: reconnect and get the current state
  line.send(JSON.stringify(message));
}

function hear(message) {
  if (leaving) return;
  if (message.is === "panels") {
    version = message.v;
    document.body.dataset.version = version;
    free();
    show(message);
  } else if (message.is === "rematch") {
    location.href = `/t/${message.table}`;
  } else if (message.is === "covered") {
    cover(message);
  } else if (message.is === "unseated" || message.code === "not_seated") {
    leaving = true; // the browser no longer holds the seat of this page
    location.reload();
  } else if (message.is === "refused" && message.retry && pending && retries < MOST_RETRIES) {
    retry(message.retry);
  } else if (message.is === "refused") {
    free();
    complain(message.text + (message.rule ? " · " + message.rule : ""));
  } else if (message.is === "done") {
    free();
  }
}

// Another player at this screen must decide: remove the hand at once, show the public beats, then reload the page.
function cover({ gone, ...news }) {
  leaving = true;
  free();
  for (const panel of gone.map((name) => $("p-" + name))) {
    panel.replaceChildren();
    panel.hidden = true;
  }
  if (news.beats.length) receive(news);
  const anew = () => {
    if (isOn()) setTimeout(anew, 100);
    else location.reload();
  };
  anew();
}

const isMine = () => document.querySelector("#p-prompt .mine") !== null;

// Whether the page must reload: a table that has begun needs a board, a covered screen must have no hand.
function isAnother({ prompt, cover: covers }) {
  const { status, seat } = document.body.dataset;
  const hasBegun = status === "open" && prompt && !prompt.includes('data-prompt="open"');
  return hasBegun || (covers && covers.includes('id="cover-h"') === (seat !== ""));
}

function show(message) {
  if (isAnother(message.panels)) {
    location.reload();
    return;
  }
  const before = isMine();
  receive(message);
  if (isMine() && !before) {
    call($("ask").textContent);
    play("turn");
  }
}

// Sends a message. While the connection is down, a page that was connected keeps the form and waits.
export function tell(message, form) {
  const isOpen = socket && socket.readyState === WebSocket.OPEN;
  if (!isOpen && how !== "slow") {
    if (wasOpen) complain(net.textContent);
    return wasOpen;
  }
  if ($("refusal")) $("refusal").remove();
  free();
  busy = form;
  form.setAttribute("aria-busy", "true");
  retries = 0;
  if (isOpen) transmit(message);
  else post(message);
  tire();
  return true;
}

// Submits like a form without scripts, then polls for the result.
async function post(message) {
  const { seat, ...fields } = message;
  if (Array.isArray(fields.choice)) fields.choice = fields.choice.join("\n"); // a group of choices
  const body = new URLSearchParams(seat === undefined ? fields : { ...fields, whom: seat });
  try {
    const answer = await fetch(address("do"), { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const went = new URL(answer.url).pathname;
    if (!answer.ok) complain((page.querySelector("[role=alert]") || page.body).textContent);
    else if (!`${went}/`.startsWith(`/t/${table}/`)) location.href = went; // a rematch
  } catch {
    is("off");
  }
  free();
  look();
}

export function send(form, button) {
  const fields = Object.fromEntries(new FormData(form));
  if (button && button.name) fields[button.name] = button.value;
  const message = {};
  for (const [name, value] of Object.entries(fields)) {
    const isNumber = name === "decision" || (name === "choice" && fields.do !== "choose");
    if (name === "whom") message.seat = Number(value);
    else if (name !== "seat" && name !== "lang") message[name] = isNumber ? Number(value) : value;
  }
  return tell(message, form);
}

// A placeholder names a row that this page lacks: fetch all panels.
document.addEventListener("behind", refresh);
export const leave = () => {
  leaving = true;
};
addEventListener("pageshow", () => {
  leaving = false;
});
