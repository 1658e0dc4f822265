// Shows events beat by beat, on panels or on the board, at the chosen speed. The panels for the player's decision never wait for it.
import { $, morph, parsed, put as putPanels, say } from "./page.js";
import { steps } from "./choice.js";
import * as moments from "./moments.js";
import { setting } from "./settings.js";

const HOLD = { slow: 2, normal: 1, fast: 0.4, off: 0 };
const LOOK = 1100; // milliseconds for a beat at normal speed,
const READ = 500; // plus this for each of its lines
const MOST_READ = 5;
const MOST_SAID = 3;
const MOST_WAITING = 12;
const PATIENCE = 500;
// In order: beats, and the panels that follow them. The beats among the first `late` items are skipped.
let waiting = [];
let late = 0;
let timer = 0;
let isTired = false;
let current = null; // what is shown
let isPast = false; // the current beat is outdated too
let isComing = false;

function put(panels) {
  moments.restore();
  putPanels(panels);
}

export const isOn = () => timer !== 0 || waiting.length !== 0;

export function receive({ panels, after, beats, say: said }) {
  put(panels);
  if (after) {
    if (isTired || isAnother(beats)) {
      late = waiting.length;
      isPast = true;
    }
    waiting.push(...beats, { panels: after, say: said });
    // A page that is far behind shows only the latest beats.
    if (waiting.filter((one) => !one.panels).length > MOST_WAITING) late = waiting.length - beats.length - 1;
  } else {
    // the current state replaces everything in the queue
    waiting = [];
    late = 0;
    done();
  }
  isTired = false;
  mark();
  look();
  steps();
  if (document.hidden) skip();
  else soon();
}

// A player who chooses skips the beats that led to the choice.
export const tire = () => {
  isTired = true;
};

// The panels for the decision are painted before the beats start.
function soon() {
  if (isComing) return;
  isComing = true;
  requestAnimationFrame(() => setTimeout(go));
  setTimeout(go, PATIENCE); // for a window that is not painted
}

function go() {
  if (!isComing) return;
  isComing = false;
  if (!HOLD[setting("pace")]) {
    skip();
    return;
  }
  for (const one of waiting.splice(0, late)) if (one.panels) put(one.panels);
  late = 0;
  if (isPast) {
    clearTimeout(timer);
    timer = 0;
    clear();
  }
  isPast = false;
  if (!timer) next();
}

// Shows the next beat, or the current page if there is none.
function next() {
  timer = 0;
  while (waiting.length) {
    const one = waiting.shift();
    current = one;
    late = Math.max(0, late - 1);
    say(one.say.join(" "));
    if (!one.panels) {
      timer = setTimeout(next, one.panel ? lift(one) : play(one));
      return;
    }
    clear();
    put(one.panels);
    steps();
  }
  done();
  look();
}

// Shows a beat on its panel, and returns how long.
function lift(one) {
  moments.stop();
  $("middle").classList.remove("on-map");
  morph($("p-stage"), parsed(one.panel));
  $("staging").hidden = false;
  look();
  return HOLD[setting("pace")] * (LOOK + reading(one));
}

const reading = ({ say: said }) => READ * Math.min(said.length, MOST_READ);

// Shows moments on the board, and returns how long. The board is in its end state first; only a banner needs no board.
function play(beat) {
  const now = beat.moments;
  unstage();
  const after = waiting.findIndex((one) => one.panels);
  const isOnBoard = now.some(({ does }) => does !== "banner");
  if (after >= 0 && (isOnBoard || moments.isStill())) {
    const coming = [...now, ...waiting.slice(0, after).flatMap((one) => one.moments)];
    const [first, later] = split(waiting[after].panels);
    waiting[after].panels = later;
    if (Object.keys(first).length) {
      moments.hold(coming);
      put(first);
      moments.ready(coming);
      steps();
    }
  }
  $("middle").classList.toggle("on-map", isOnBoard);
  $("staging").hidden = !isOnBoard || !document.querySelector(".middle > .mode:not([hidden])");
  look();
  const pace = HOLD[setting("pace")];
  return Math.max(moments.happen(now, pace, Object.keys(waiting[after]?.panels || {})), pace * reading(beat));
}

// The panels that show their end state before the moments, and those that wait: a score does not change before its
// gain has landed. Without motion all show it, except at the end of a match, whose result nobody reads too early.
function split(panels) {
  const isAllFirst = moments.isStill() && !("outcome" in panels);
  const isFirst = ([name]) => isAllFirst || $("map")?.contains($("p-" + name));
  const all = Object.entries(panels);
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))].map(Object.fromEntries);
}

// Ends the moments that are on.
function clear() {
  moments.finish();
  if ($("middle")) $("middle").classList.remove("on-map");
}

function done() {
  clearTimeout(timer);
  timer = 0;
  current = null;
  clear();
  unstage();
  mark();
}

const mark = () => document.body.classList.toggle("showing", isOn());

function unstage() {
  const held = $("staging").contains(document.activeElement) || $("p-stage").contains(document.activeElement);
  $("staging").hidden = true;
  $("p-stage").hidden = true;
  $("p-stage").replaceChildren();
  if (held && $("ask")) $("ask").focus();
}

// A player who must decide sees only the scene that led to the decision; beats of other scenes are skipped.
function isAnother(beats) {
  if (!beats.length || !document.querySelector("#p-prompt .mine")) return false;
  const { scene } = beats.at(-1);
  return [...waiting, current].some((one) => one && !one.panels && one.scene !== scene);
}

// "Look at the map" applies to one overlay; the next overlay is shown again.
let shown = "";

function look() {
  const now = [...document.querySelectorAll(".mode:not([hidden])")].map((one) => one.id).join(" ");
  if (now !== shown && $("look-map")) $("look-map").checked = false;
  shown = now;
}

// Skips all beats and announces the rest in short; returns whether there were any.
export function skip() {
  if (!isOn()) return false;
  const rest = waiting;
  waiting = [];
  late = 0;
  for (const one of rest) if (one.panels) put(one.panels);
  say(
    rest
      .flatMap((one) => one.say)
      .slice(-MOST_SAID)
      .join(" "),
  );
  steps();
  done();
  look();
  return true;
}

$("skip-b").onclick = skip;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) skip();
});
