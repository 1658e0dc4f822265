// Great moments on the board: pieces rise, places burn, gains fly to the sheets, a banner says why.
// The panels show the end state before anything moves; what moves lies above them, and takes no clicks.
import { play } from "./sound.js";
import { setting } from "./settings.js";

const TIME = { banner: 2000, falls: 1100, fades: 900, glows: 900, flies: 800 };
const NEXT = 110; // milliseconds between two of one kind; another kind waits for the last of them
const LIFT = 34;
const EDGE = 8;
const SVG = "http://www.w3.org/2000/svg";
const EMBER = { stroke: "#ffb35c" };
const SMOOTH = "cubic-bezier(.2,.7,.2,1)";
const slow = matchMedia("(prefers-reduced-motion: reduce)");
export const isStill = () => slow.matches || setting("motion") === "less";

const layer = Object.assign(document.createElement("div"), { id: "moments", ariaHidden: "true" });
document.body.append(layer);
let held = []; // what waits to move, by moment
let running = [];
let timers = [];
let waits = [];
let landed = []; // numbers that have changed, and their old values

// The page draws its map in two sizes and shows one.
const rendered = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.getClientRects().length);

// --- Before and after the panels change: what will rise or burn keeps its old look until its time.

// Copies the pieces that are about to leave the map.
export function hold(moments) {
  if (isStill()) return;
  const taken = new Set();
  for (const one of moments.filter(({ does }) => does === "fades")) {
    const pieces = rendered(`#map svg.map [data-stands="${CSS.escape(one.at)}"]`);
    const piece = pieces.findLast((node) => !taken.has(node));
    if (!piece) continue;
    taken.add(piece);
    const copy = piece.cloneNode(true);
    copy.removeAttribute("id");
    copy.removeAttribute("data-stands");
    const [outer, inner] = [0, 1].map(() => document.createElementNS(SVG, "g"));
    const { a, b, c, d, e, f } = within(piece);
    inner.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
    inner.append(copy);
    outer.append(inner);
    above(piece.ownerSVGElement).append(outer);
    held.push({ one, node: outer });
  }
}

// How the groups around a piece place it on its drawing.
const within = (piece) => piece.ownerSVGElement.getScreenCTM().inverse().multiply(piece.parentNode.getScreenCTM());

// An empty drawing that lies exactly on the map.
function above(drawing) {
  const old = [...document.querySelectorAll("#map > svg.moved")].find((one) => one.classList.contains(sizeOf(drawing)));
  if (old) return old;
  const made = drawing.cloneNode(false);
  made.removeAttribute("id");
  made.setAttribute("class", `map figs moved ${sizeOf(drawing)}`);
  made.setAttribute("aria-hidden", "true");
  document.querySelector("#map").append(made);
  return made;
}
const sizeOf = (drawing) => (drawing.classList.contains("narrow") ? "narrow" : "wide");

// Hides what has just fallen, until its moment.
export function ready(moments) {
  if (isStill()) return;
  for (const one of moments.filter(({ does }) => does === "falls"))
    for (const node of rendered(`#map [data-falls="${CSS.escape(one.at)}"]`)) {
      const motion = node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: TIME.falls, fill: "both" });
      motion.pause();
      held.push({ one, node, motion });
    }
}

// --- Playing

// Plays moments, and returns how long they take in milliseconds. `later` are the panels whose new version still waits:
// a number on them changes when its gain lands.
export function happen(moments, pace, later) {
  stop();
  waits = later;
  let at = 0;
  let last = 0;
  let before = "";
  for (const one of moments) {
    const time = TIME[one.does] * pace;
    if (one.does === "banner") banner(one, time);
    else {
      if (before && !isStill()) at = before === one.does ? at + NEXT * pace : last;
      before = one.does;
      timers.push(setTimeout(() => begin(one, time), at));
    }
    last = Math.max(last, one.does === "banner" ? 0 : at + time);
  }
  return Math.max(last, moments.some(({ does }) => does === "banner") ? TIME.banner * pace : 0);
}

function begin(one, time) {
  play(one.does);
  const mine = held.filter((other) => other.one === one);
  if (one.does === "fades") for (const { node } of mine) rise(node, time);
  if (one.does === "falls") for (const { node, motion } of mine) burn(node, motion, time);
  if (one.does === "glows") glow(one, time);
  if (one.does === "flies") fly(one, time);
}

function move(node, frames, duration, more = {}) {
  const motion = node.animate(frames, { duration, fill: "both", easing: SMOOTH, ...more });
  running.push(motion);
  return motion;
}

function rise(node, time) {
  move(
    node,
    [
      { opacity: 1, transform: "none" },
      { opacity: 1, transform: `translateY(-${LIFT * 0.35}px)`, offset: 0.4 },
      { opacity: 0, transform: `translateY(-${LIFT}px)` },
    ],
    time,
  ).onfinish = () => node.remove();
}

// A place turns to ash while its cracks are drawn.
function burn(node, motion, time) {
  motion.updatePlaybackRate(TIME.falls / time);
  motion.play();
  for (const line of node.querySelectorAll("path")) {
    const long = line.getTotalLength();
    move(line, [{ strokeDasharray: `0 ${long}`, ...EMBER }, { strokeDasharray: `${long} 0` }], time);
  }
}

function glow({ at }, time) {
  const spot = placeOf(at)?.querySelector(".hot");
  const drawing = spot?.ownerSVGElement;
  if (!drawing) return;
  const copy = spot.cloneNode(true);
  copy.setAttribute("class", "glow");
  above(drawing).append(copy);
  if (isStill()) timers.push(setTimeout(() => copy.remove(), time));
  else move(copy, [{ opacity: 0 }, { opacity: 1, offset: 0.25 }, { opacity: 0 }], time).onfinish = () => copy.remove();
}

// --- Spots

const placeOf = (name) => rendered(`#map svg [data-place="${CSS.escape(name)}"]`)[0];

// Where a place, or a number on a sheet, is on the screen; a small screen shows some numbers only as a row of the table.
function spotOf(name) {
  if (!name) return null;
  const [seat, stat] = name.split("/");
  const number = () => rendered(`:is(#p-sheet-${seat}, #row-${seat}) [data-stat="${CSS.escape(stat)}"]`)[0];
  const node = stat ? number() || rendered(`#row-${seat}`)[0] : placeOf(name);
  if (!node) return null;
  const box = node.getBoundingClientRect();
  return { node, x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// A gain flies to its number on the sheet, and the number answers. With one of both spots only, it rises there.
function fly(one, time) {
  const to = spotOf(one.to);
  const from = isStill() ? to : spotOf(one.at) || to;
  const end = to || from;
  if (!end) return;
  const chip = label("flying", one);
  const half = chip.offsetWidth / 2 + EDGE / 2;
  end.x = Math.max(half, Math.min(end.x, innerWidth - half)); // whole within the window
  chip.style.left = `${end.x}px`;
  chip.style.top = `${end.y}px`;
  const away = (x, y, size) => `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${size})`;
  if (isStill()) {
    land(one);
    chip.style.transform = away(0, -LIFT, 1);
    timers.push(setTimeout(() => chip.remove(), time));
    return;
  }
  const start = to && from !== to ? [from.x - end.x, from.y - end.y] : [0, 0];
  const last = to && from !== to ? [0, 0] : [0, -LIFT];
  move(
    chip,
    [
      { opacity: 0, transform: away(start[0], start[1] + 10, 0.7) },
      { opacity: 1, transform: away(start[0], start[1] - 10, 1.15), offset: 0.25 },
      { opacity: 1, transform: away(0, start[1] * 0.6, 1.1), offset: 0.6 }, // around the prompt, not across it
      { opacity: 1, transform: away(...last, 1), offset: 0.88 },
      { opacity: 0, transform: away(...last, 0.8) },
    ],
    time,
  ).onfinish = () => chip.remove();
  if (one.to) timers.push(setTimeout(() => land(one), time * 0.7));
  if (to)
    move(to.node, [{ transform: "none" }, { transform: "scale(1.22)" }, { transform: "none" }], time * 0.45, {
      delay: time * 0.7,
      fill: "none",
    });
}

// Adds a gain to its number on the panels that still show the old one.
function land({ to, text }) {
  if (!/^[+−]\d+$/.test(text)) return;
  const [seat, stat = ""] = to.split("/");
  for (const spot of document.querySelectorAll(
    `:is(#p-sheet-${seat}, #row-${seat}) [data-stat="${CSS.escape(stat)}"]`,
  )) {
    const node = (spot.querySelector("b") || spot).lastChild;
    if (!waits.includes(spot.closest(".panel").id.slice(2))) continue;
    landed.push({ node, old: node.nodeValue });
    node.nodeValue = String(Number(node.nodeValue) + Number(text.replace("−", "-")));
  }
}

// The numbers as the panels came, so that the next version of a panel changes what it expects.
export function restore() {
  for (const { node, old } of landed.toReversed()) node.nodeValue = old;
  landed = [];
}

function label(sort, { text = "", icon = "", rule = "" }) {
  const made = Object.assign(document.createElement("div"), { className: sort });
  if (icon) {
    const drawing = document.createElementNS(SVG, "svg");
    drawing.setAttribute("class", "ic");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${icon}`);
    drawing.append(use);
    made.append(drawing);
  }
  made.append(Object.assign(document.createElement("b"), { textContent: text }));
  if (rule) made.append(Object.assign(document.createElement("small"), { textContent: rule }));
  layer.append(made);
  return made;
}

// --- The banner

function banner(one, time) {
  play("banner");
  const made = label("herald", one);
  settle(made);
  if (!isStill())
    move(
      made,
      [
        { opacity: 0, transform: "translateY(-6px)" },
        { opacity: 1, transform: "none", offset: 0.12 },
        { opacity: 1, transform: "none", offset: 0.88 },
        { opacity: 0, transform: "none" },
      ],
      time,
    );
  timers.push(setTimeout(() => made.remove(), time));
}

const cover = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

// On the map where it covers nothing that can be chosen, otherwise on the bar at the top.
function settle(made) {
  const board = (document.querySelector("#middle") || document.body).getBoundingClientRect();
  const bar = document.querySelector(".top").getBoundingClientRect();
  const { width, height } = made.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(board.x + (board.width - width) / 2, innerWidth - width - EDGE));
  const taken = rendered(
    "#p-prompt, .middle > .beside, .middle :is(button, summary), .legal, [data-at], [data-choice]",
  ).map((node) => node.getBoundingClientRect());
  const tops = [board.top + EDGE, board.bottom - height - EDGE];
  const free = (top) => !taken.some((box) => cover(box, { left, right: left + width, top, bottom: top + height }));
  const top = tops.find(free) ?? Math.max(2, bar.top + (bar.height - height) / 2);
  made.style.left = `${left}px`;
  made.style.top = `${top}px`;
}

// --- The end

// Stops what is on, but keeps what still waits.
export function stop() {
  for (const timer of timers) clearTimeout(timer);
  for (const motion of running) motion.cancel();
  timers = [];
  running = [];
  layer.replaceChildren();
}

// The end state: nothing moves, nothing lies above the page.
export function finish() {
  stop();
  for (const { motion } of held) if (motion) motion.cancel();
  held = [];
  for (const drawing of document.querySelectorAll("#map > svg.moved")) drawing.remove();
}
