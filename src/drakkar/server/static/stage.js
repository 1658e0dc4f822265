// What happened is shown beat by beat, at the pace that somebody has set. What he decides with never waits for it.
import { $, morph, parsed, put, say } from "./page.js";
import { steps } from "./choice.js";
import { setting } from "./settings.js";

const HOLD = { slow: 2, normal: 1, fast: 0.4, off: 0 };
const LOOK = 1100; // milliseconds for a beat at the usual pace,
const READ = 500; // and for every line of it
const MOST_READ = 5;
const MOST_SAID = 3;
const MOST_WAITING = 12;
const PATIENCE = 500;
// In order: beats, and the panels that were made after them. Of the first `late` of them nobody wants to see a beat.
let waiting = [];
let late = 0;
let timer = 0;
let isTired = false;
let isPast = false; // what is shown now is late too
let isComing = false;

export const isOn = () => timer !== 0 || waiting.length !== 0;

export function receive({ panels, after, beats, say: said }) {
  put(panels);
  if (after) {
    if (isTired || isAnother(beats)) {
      late = waiting.length;
      isPast = true;
    }
    waiting.push(...beats, { panels: after, say: said });
    // Those who are far behind see the latest only.
    if (waiting.filter((one) => one.panel).length > MOST_WAITING) late = waiting.length - beats.length - 1;
  } else { // how things stand, whatever was on its way
    waiting = [];
    late = 0;
    done();
  }
  isTired = false;
  look();
  steps();
  if (document.hidden) skip(); else soon();
}

// Whoever chooses has seen enough of what led to it.
export const tire = () => { isTired = true; };

// What he decides with is painted before anything else is made.
function soon() {
  if (isComing) return;
  isComing = true;
  requestAnimationFrame(() => setTimeout(go));
  setTimeout(go, PATIENCE); // for a window that nobody paints
}

function go() {
  if (!isComing) return;
  isComing = false;
  if (!HOLD[setting("pace")]) { skip(); return; }
  for (const one of waiting.splice(0, late)) if (!one.panel) put(one.panels);
  late = 0;
  if (isPast) {
    clearTimeout(timer);
    timer = 0;
  }
  isPast = false;
  if (!timer) next();
}

// Show the next beat; where none is left, the page as it is now.
function next() {
  timer = 0;
  while (waiting.length) {
    const one = waiting.shift();
    late = Math.max(0, late - 1);
    say(one.say.join(" "));
    if (one.panel) {
      lift(one.panel);
      timer = setTimeout(next, HOLD[setting("pace")] * (LOOK + READ * Math.min(one.say.length, MOST_READ)));
      return;
    }
    put(one.panels);
    steps();
  }
  done();
  look();
}

function lift(html) {
  morph($("p-stage"), parsed(html));
  $("staging").hidden = false;
  look();
}

function done() {
  clearTimeout(timer);
  timer = 0;
  const held = $("staging").contains(document.activeElement) || $("p-stage").contains(document.activeElement);
  $("staging").hidden = true;
  $("p-stage").hidden = true;
  $("p-stage").replaceChildren();
  if (held && $("ask")) $("ask").focus();
}

// Who is asked sees what led to it: another battle, or what came before this one, is over for him.
const sceneOf = (html) => (html.match(/data-scene="(\w+)"/) || [])[1];

function isAnother(beats) {
  if (!beats.length || !document.querySelector("#p-prompt .mine")) return false;
  const scene = sceneOf(beats.at(-1).panel);
  const others = [...waiting.map((one) => one.panel), $("p-stage").innerHTML].filter(Boolean);
  return others.some((html) => sceneOf(html) !== scene);
}

// The map is looked at instead of one thing; the next one shows itself again.
let shown = "";

function look() {
  const now = [...document.querySelectorAll(".mode:not([hidden])")].map((one) => one.id).join(" ");
  if (now !== shown && $("look-map")) $("look-map").checked = false;
  shown = now;
}

// Everything at once; what nobody has heard is said in short. Whether there was anything.
export function skip() {
  if (!isOn()) return false;
  const rest = waiting;
  waiting = [];
  late = 0;
  for (const one of rest) if (!one.panel) put(one.panels);
  say(rest.flatMap((one) => one.say).slice(-MOST_SAID).join(" "));
  steps();
  done();
  look();
  return true;
}

$("skip-b").onclick = skip;
document.addEventListener("visibilitychange", () => { if (document.hidden) skip(); });
