// The current choice as a path of steps; no other module stores it.
import { $ } from "./page.js";
import { fold } from "./sheets.js";

// The places of the map, and the spaces of a game's scene.
export const PLACES = ":is(#p-targets, #p-battle) [data-place]";

let path = new URLSearchParams(location.search).get("at") || "";
let decision = "";

const leads = (from, to) => from === to || from.startsWith(to + "/");
const above = (at) => at.split("/").slice(0, -1).join("/");

export const asked = () => Number(decision);
export const back = () => {
  path = above(path);
  steps();
};

export function steps() {
  const prompt = $("p-prompt");
  const question = prompt && prompt.querySelector("[data-decision]");
  const number = question ? question.dataset.decision : "";
  if (number !== decision) another(number);
  if (!question) {
    mark();
    light(null);
    document.dispatchEvent(new Event("steps"));
    return;
  }
  const groups = [...prompt.querySelectorAll("fieldset[data-of]")];
  const inner = (of) => groups.find((group) => group.dataset.of === of);
  const open = opened(inner);
  for (const group of groups) {
    const of = group.dataset.of;
    group.hidden = !(of === "" || leads(open, of));
    group.classList.toggle("live", of === open);
    for (const way of group.querySelectorAll("a[data-at]")) {
      const on = leads(open, way.dataset.at);
      way.classList.toggle("on", on);
      way.setAttribute("aria-pressed", String(on));
    }
    for (const last of group.querySelectorAll("button[data-at]"))
      last.classList.toggle("on", path !== "" && path === last.dataset.at);
  }
  mark();
  // While a choice is half made, the heading asks for its next step.
  $("ask").textContent = inner(open).dataset.asks;
  for (const step of prompt.querySelectorAll(".step"))
    step.hidden = ![...step.querySelectorAll("fieldset")].some((group) => !group.hidden);
  light(inner(open));
  document.dispatchEvent(new Event("steps"));
  for (const [index, way] of numbered().entries()) {
    const key = way.dataset.plain === undefined ? null : way.querySelector("kbd");
    if (key) key.textContent = index < 9 ? String(index + 1) : "";
  }
  requestAnimationFrame(() => setTimeout(more)); // after painting: measuring earlier would force a second layout
}

// Marks the card of the current choice; of two equal cards the first.
function mark() {
  const about = path && document.querySelector(`.card[data-at="${CSS.escape(path)}"]`);
  for (const card of document.querySelectorAll(".card[aria-current]"))
    if (card !== about) card.removeAttribute("aria-current");
  if (about) about.setAttribute("aria-current", "true");
}

// Fades the last choices where more follow below.
function more() {
  for (const box of document.querySelectorAll("#p-prompt :is(.steps3, .step, .opts)"))
    box.classList.toggle("more", box.scrollHeight - box.scrollTop - box.clientHeight > 4);
}

document.addEventListener(
  "scroll",
  (event) => {
    if (event.target.closest && event.target.closest("#p-prompt")) more();
  },
  { capture: true, passive: true },
);

// Ignore clicks for a moment after the decision has changed: they were meant for the previous one.
const TOO_SOON = 400;
let sight = 0;
let pressed = 0;
let changed = 0;

function another(number) {
  if (decision) {
    path = "";
    changed = performance.now();
    document.body.classList.add("fresh");
    clearTimeout(sight);
    sight = setTimeout(() => document.body.classList.remove("fresh"), TOO_SOON);
  }
  decision = number;
  fold();
  document.dispatchEvent(new Event("another"));
  document.querySelector(".guardbox")?.close(); // answered in another tab
  // The focus must not stay on a choice of the new decision, which the player has not read yet.
  if (document.activeElement.closest("[data-at], .live .btn") && $("ask")) $("ask").focus();
}

document.addEventListener(
  "click",
  (event) => {
    if (!event.isTrusted || event.detail === 0) return; // from the keyboard
    if (!event.target.closest(".panel") || event.target.closest("#undo, #reset")) return; // not a choice
    if (event.detail === 1) pressed = performance.now();
    if (!document.body.classList.contains("fresh") && pressed >= changed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

// The order of the number keys: open choices, then declining, then illegal ones.
export function numbered() {
  const live = [...document.querySelectorAll("#p-prompt fieldset.live .btn")];
  const last = live.findLastIndex((way) => way.dataset.at) + 1;
  const aside = document.querySelectorAll("#p-prompt fieldset:not(.live, [hidden]) button[data-plain]");
  return [...live.slice(0, last), ...aside, ...live.slice(last)];
}

// The open path: the chosen steps, and further while there is only one next step and no way to decline.
function opened(inner) {
  let open = "";
  for (let group = inner(open); group; group = inner(open)) {
    const ways = [...group.querySelectorAll("a[data-at]")];
    const wanted = ways.find((way) => leads(path, way.dataset.at));
    const only = ways.length === 1 && !group.querySelector("button[data-at]:not([data-plain])") ? ways[0] : null;
    if (!wanted && !only) break;
    open = (wanted || only).dataset.at;
  }
  return open;
}

// The words of a step, without its price.
export const words = (step) => step.querySelector(":scope > span").firstChild.textContent.trim();

// The button in a place's tooltip: the steps of the choice in words, with their prices.
function press(way) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "btn on would" });
  for (const [number, step] of [...document.querySelectorAll("#p-prompt a.on"), way].entries()) {
    const price = step.querySelector(":scope > .cost");
    button.append(number ? " · " : "", words(step));
    if (price) button.append(" ", price.cloneNode(true));
  }
  button.onclick = () => way.click();
  return button;
}

// Highlights the places and figures of the open group on the map, with the same numbers.
function light(group) {
  const legal = new Map();
  const figures = new Map();
  for (const [number, way] of [...(group ? group.querySelectorAll(".btn") : [])].entries()) {
    const place = way.dataset.place;
    // Several choices for one place: the map opens the list instead of choosing.
    if (place) legal.set(place, legal.has(place) ? ["", ""] : [way.dataset.at, number + 1]);
    if (way.dataset.stands) figures.set(way.dataset.stands, way.dataset.at);
  }
  for (const spot of document.querySelectorAll(PLACES)) {
    const found = legal.get(spot.dataset.place);
    spot.classList.toggle("legal", Boolean(found));
    const about = (spot.getAttribute("aria-describedby") || "").replace(/^choosable ?/, "");
    const now = found ? `choosable ${about}`.trim() : about;
    if (now !== (spot.getAttribute("aria-describedby") || "")) spot.setAttribute("aria-describedby", now);
    if (found && found[0]) spot.dataset.at = found[0];
    else delete spot.dataset.at;
    const key = spot.querySelector(".keyn");
    if (key) key.textContent = found ? String(found[1]) : "";
  }
  for (const line of document.querySelectorAll(".pop > .would, .pop .why")) line.remove();
  for (const no of group ? group.querySelectorAll(".closed > [data-place]") : []) {
    const said = document.querySelector(`.pop[data-place="${CSS.escape(no.dataset.place)}"] [id^="pd-"]`);
    if (said)
      said.prepend(Object.assign(document.createElement("p"), { className: "hint why", textContent: no.textContent }));
  }
  for (const way of group ? group.querySelectorAll("[data-place]:has(> .pre)") : []) {
    const tip = document.querySelector(`.pop[data-place="${CSS.escape(way.dataset.place)}"]`);
    if (tip)
      tip.append(
        Object.assign(document.createElement("p"), {
          className: "hint would",
          textContent: way.querySelector(".pre").textContent,
        }),
      );
    if (tip && way.dataset.at === path) tip.append(press(way));
  }
  for (const figure of document.querySelectorAll("#p-figures [data-stands]")) {
    const at = figures.get(figure.dataset.stands);
    figure.classList.toggle("lit", Boolean(at));
    if (at) figure.dataset.at = at;
    else delete figure.dataset.at;
  }
  for (const free of document.querySelectorAll("[data-free]"))
    free.classList.toggle("lit", legal.has(free.dataset.free));
}

export function go(at) {
  const button = document.querySelector(`#p-prompt button[data-at="${CSS.escape(at)}"]`);
  // Where a small screen hides the button, the first tap shows it and the second one presses it.
  if (button && (path === at || button.offsetParent)) {
    button.click();
    return;
  }
  path = at;
  steps();
}

// Places cover the figures: find the highlighted figure below the click.
document.addEventListener("click", (event) => {
  const under = event.target.closest("#p-targets") ? document.elementsFromPoint(event.clientX, event.clientY) : [];
  const figure = under.map((one) => one.closest("#p-figures .lit[data-at]")).find(Boolean);
  if (!figure) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  touch(event, figure.dataset.at);
});

export const isFinger = (event) =>
  event.pointerType ? event.pointerType === "touch" : matchMedia("(hover: none)").matches;

// A tap on the board or on a card shows it; the second tap, or the button, chooses.
function touch(event, at) {
  if (!isFinger(event) || path === at) {
    go(at);
    return;
  }
  path = at;
  steps();
  const button = document.querySelector("#p-prompt button.on");
  if (button) button.scrollIntoView({ block: "nearest" });
}

// A language link keeps the path of the current choice.
function keep(link) {
  const to = new URL(link.href);
  if (path) to.searchParams.set("at", path);
  link.href = to;
}

// A place is shown while the pointer is on it; a click sets neither the address nor the focus.
function leave(event, spot) {
  if (!spot.dataset.at) event.preventDefault();
  if (event.detail) spot.blur();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[hreflang]");
  if (link) keep(link);
  const spot = event.target.closest("#p-targets a");
  if (spot) leave(event, spot);
  const way = event.target.closest("a[data-at]");
  if (!way || way.closest(".sure") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (way.closest("#p-prompt")) go(way.classList.contains("on") ? above(way.dataset.at) : way.dataset.at);
  else touch(event, way.dataset.at);
});
