// The wire: a socket that comes back by itself; where none can be opened, a look now and then. Forms go the same way.
import { $, call, complain } from "./page.js";
import { ring } from "./settings.js";
import { isOn, receive, tire } from "./stage.js";

const { table } = document.body.dataset;
const PATIENCE = 10000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const LOOKS = 3000;
const TRIES = 2; // after so many in vain the page looks for itself
const net = $("net");
let version = Number(document.body.dataset.version);
let socket = null;
let wait = FIRST_WAIT;
let failed = 0;
let looking = 0;
let late = 0;
let busy = null;
let how = "on";
let wasOpen = false;
let leaving = false; // a form is on its way: a reload now would lose the answer, and the seat that it brings

export function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const line = new WebSocket(`${scheme}//${location.host}${address("live")}`);
  const hopeless = setTimeout(() => line.close(), PATIENCE);
  socket = line;
  line.onmessage = (event) => {
    clearTimeout(hopeless);
    if (failed || !wasOpen) begun();
    hear(JSON.parse(event.data));
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

// Something came: only then the line is a line.
function begun() {
  clearTimeout(looking);
  wait = FIRST_WAIT;
  failed = looking = 0;
  wasOpen = true;
  if ($("refusal")) $("refusal").remove(); // what was said of the line is true no longer
  is("on");
}

// An address of this table, for the seat and in the language of this page.
function address(of, more = {}) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return `/t/${table}/${of}${query.size ? "?" + query : ""}`;
}

// How the line is, for eye and ear.
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
    if (!failed) return; // there is a socket by now
    if (answer.ok) is("slow");
    if (answer.status === 200) hear(await answer.json());
  } catch { if (failed) is("off"); }
}

// How things stand, also where no version is new; whether that could be heard.
export async function refresh() {
  try {
    const answer = await fetch(address("live"));
    if (answer.ok) hear(await answer.json());
    return answer.ok;
  } catch { return false; }
}

function free() {
  if (busy) busy.removeAttribute("aria-busy");
  busy = null;
  clearTimeout(late);
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
  } else if (message.is === "refused") {
    free();
    complain(message.text + (message.rule ? " · " + message.rule : ""));
  } else if (message.is === "done") {
    free();
  }
}

// Another one at this screen is asked: the hand goes at once, and after what all may see comes a page without it.
function cover({ gone, ...news }) {
  leaving = true;
  free();
  for (const panel of gone.map((name) => $("p-" + name))) {
    panel.replaceChildren();
    panel.hidden = true;
  }
  if (news.beats.length) receive(news);
  const anew = () => { if (isOn()) setTimeout(anew, 100); else location.reload(); };
  anew();
}

const isMine = () => document.querySelector("#p-prompt .mine") !== null;

// Whether a page with other panels is needed: a table that has begun has a board, a covered screen has no hand.
function isAnother({ prompt, cover: covers }) {
  const { status, seat } = document.body.dataset;
  const begun = status === "open" && prompt && !prompt.includes('data-prompt="open"');
  return begun || (covers && covers.includes('id="cover-h"') === (seat !== ""));
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
    ring();
  }
}

// Sends, unless the line is down: a page that has seen the server waits for it, and loses nothing.
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
  if (isOpen) {
    const line = socket;
    late = setTimeout(() => line.close(), PATIENCE); // no answer: ask anew how things stand
    line.send(JSON.stringify(message));
  } else post(message);
  tire();
  return true;
}

// As a form without scripts would, and then a look at what came of it.
async function post(message) {
  const { seat, ...fields } = message;
  const body = new URLSearchParams(seat === undefined ? fields : { ...fields, whom: seat });
  try {
    const answer = await fetch(address("do"), { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const went = new URL(answer.url).pathname;
    if (!answer.ok) complain(page.querySelector("[role=alert]").textContent);
    else if (went !== `/t/${table}`) location.href = went; // a rematch
  } catch { is("off"); }
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

// A row is named that this page has not: it is told everything.
document.addEventListener("behind", refresh);
export const leave = () => { leaving = true; };
addEventListener("pageshow", () => { leaving = false; });
