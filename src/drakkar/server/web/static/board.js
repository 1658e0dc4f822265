// Acting from the board: a click on a thing lists the prompt's choices about it, and the second click makes one.
import { $ } from "./page.js";
import { go, isFinger, PLACES, words } from "./choice.js";
import { fold } from "./sheets.js";

// The things of the board: places, and parts of the player's own sheet, which small screens open from a row.
const seat = () => document.body.dataset.seat || "none";
const own = () => `:is(#p-sheet-${seat()}, #row-${seat()}) [data-thing]`;
const below = (at, of) => of === "" || at === of || at.startsWith(of + "/");

let from = null; // the thing whose list is open
const list = Object.assign(document.createElement("section"), { id: "offers", className: "offers", hidden: true });
list.tabIndex = -1;
list.setAttribute("role", "dialog");
document.body.append(list);

const live = () => document.querySelector("#p-prompt fieldset.live");
const isAbout = (way, thing) =>
  thing.dataset.place
    ? way.dataset.place === thing.dataset.place
    : (way.dataset.thing || "").split(" ").some((one) => one && thing.dataset.thing.split(" ").includes(one));

// The choices about a thing, within the open step; of two on one path the later one, which says more.
function offers(thing, group) {
  const ways = [...document.querySelectorAll("#p-prompt fieldset [data-at]")].filter(
    (way) => below(way.dataset.at, group.dataset.of) && way.dataset.at !== group.dataset.of && isAbout(way, thing),
  );
  return ways.filter((way) => !ways.some((other) => other !== way && below(other.dataset.at, way.dataset.at)));
}

// Where the open step is not about places, a place offers its choices from the beginning: nobody has to go back first.
function around(thing, group) {
  const found = offers(thing, group);
  if (found.length || !thing.dataset.place || group.querySelector("[data-place]")) return found;
  return offers(thing, document.querySelector("#p-prompt fieldset[data-of='']"));
}

// Why other actions are closed to a place, each reason once.
function reasons(thing, ways) {
  const found = new Map();
  if (!thing.dataset.place) return [];
  for (const no of document.querySelectorAll(`#p-prompt .closed > [data-place="${CSS.escape(thing.dataset.place)}"]`)) {
    const first = no.closest("fieldset").dataset.of.split("/")[0];
    const action = first && document.querySelector(`#p-prompt a[data-at="${CSS.escape(first)}"]`);
    if (first && !action) continue;
    if (!ways.some((way) => below(way.dataset.at, first)) && !found.has(no.textContent))
      found.set(no.textContent, first ? `${words(action)}: ${no.textContent}` : no.textContent);
  }
  return [...found.values()];
}

// The steps to a choice, in words and with prices; the place itself goes without saying.
function label(way, thing) {
  const found = document.createElement("span");
  const at = way.dataset.at.split("/");
  const steps = at
    .map((_, number) => at.slice(0, number + 1).join("/"))
    .map((path) => document.querySelector(`#p-prompt [data-at="${CSS.escape(path)}"]`))
    .filter(Boolean);
  const said = steps.filter((step) => (step === way ? steps.length === 1 || !thing.dataset.place : true));
  found.append(way.dataset.offer || said.map(words).join(" · "));
  for (const step of steps) {
    const price = step.querySelector(":scope > .cost:not(:has(.vh))");
    if (price) found.append(" ", price.cloneNode(true));
  }
  if (opens(way)) found.append("…");
  return found;
}

// Whether a choice needs more: another step, or things to tick.
const opens = (way) =>
  way.nodeName === "A" ||
  (way.dataset.most && way.closest("fieldset").querySelectorAll(".series [data-more]").length > 1);

function entry(way, thing) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "btn" });
  button.dataset.to = way.dataset.at;
  button.append(label(way, thing));
  const forecast = way.querySelector(":scope > .pre");
  if (forecast) {
    const said = document.createElement("small");
    said.textContent = forecast.textContent;
    button.append(said);
  }
  button.onclick = (event) => press(event, way, button);
  return button;
}

// The choice of a single figure that goes with others in one message: it opens their list with only this one selected.
const alone = (figure) => [
  ...document.querySelectorAll(`#p-prompt .series:has([data-every]) [data-stands="${CSS.escape(figure)}"]`),
];

function aloneEntry(kind) {
  const at = kind.closest("fieldset").dataset.of;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "btn" });
  button.dataset.to = at;
  button.append(kind.dataset.alone, "…");
  button.onclick = () => {
    shut();
    go(at);
    kind.dispatchEvent(new CustomEvent("alone", { bubbles: true }));
  };
  return button;
}

// A finger looks first: the first tap selects an entry, the second one makes the choice.
function press(event, way, button) {
  if (!opens(way) && isFinger(event) && !button.classList.contains("on")) {
    for (const other of list.querySelectorAll(".btn")) other.classList.toggle("on", other === button);
    return;
  }
  shut();
  fold(); // what comes next is on the board
  if (opens(way)) go(way.dataset.at);
  else way.click();
}

function open(thing, x, y, figures) {
  const group = live();
  if (!group) return;
  const ways = around(thing, group);
  const why = group.dataset.of === "" ? reasons(thing, ways) : [];
  if (!ways.length && !why.length) return;
  if (ways.length === 1 && ways[0].nodeName === "A" && !thing.dataset.place) {
    fold();
    go(ways[0].dataset.at); // a list of one is no choice
    return;
  }
  const named = $(thing.getAttribute("aria-labelledby")) || thing;
  const head = document.createElement("h3");
  head.textContent = thing.getAttribute("aria-label") || named.getAttribute("title") || named.textContent.trim();
  list.setAttribute("aria-label", head.textContent);
  const first = group.dataset.of === "" ? figures.flatMap(alone).map(aloneEntry) : [];
  list.replaceChildren(head, ...first, ...ways.map((way) => entry(way, thing)), ...why.map(reason));
  list.hidden = false;
  from = thing;
  thing.setAttribute("aria-expanded", "true");
  place(x, y);
  (list.querySelector("button") || list).focus();
}

function reason(text) {
  return Object.assign(document.createElement("p"), { className: "why", textContent: text });
}

// Beside the pointer, and whole within the window.
function place(x, y) {
  const { offsetWidth: width, offsetHeight: height } = list;
  const within = (at, size, whole) => Math.max(8, Math.min(at, whole - size - 8));
  list.style.left = `${within(x + 14, width, innerWidth)}px`;
  list.style.top = `${within(y - 20, height, innerHeight)}px`;
}

function shut() {
  if (!from) return false;
  const held = list.contains(document.activeElement);
  from.setAttribute("aria-expanded", "false");
  list.hidden = true;
  const thing = from;
  from = null;
  if (held && thing.isConnected) thing.focus();
  return true;
}

// The part of the sheet at a point: a finger's areas overlap, so the nearest part that has choices counts.
function partAt(event) {
  const part = event.target.closest(own());
  if (!part || event.detail === 0) return part;
  const away = (one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [event.clientX, event.clientY];
    return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  };
  const hit = document.elementsFromPoint(event.clientX, event.clientY).filter((one) => one.matches(`${own()}.acts`));
  return hit.sort((one, other) => away(one) - away(other))[0] || part;
}

// A click on a figure shows its card, unless its place can be chosen.
document.addEventListener("click", (event) => {
  const opener = event.target.closest("button[data-card]");
  const spot = event.target.closest("#p-targets a:not([data-at], .acts)");
  const under = spot && event.detail ? document.elementsFromPoint(event.clientX, event.clientY) : [];
  const figure = opener || under.map((one) => one.closest("[data-card]")).find(Boolean);
  const card = figure && $(figure.dataset.card);
  if (!card) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  card.closest("[popover]").showPopover();
  card.focus();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#offers")) return;
  const thing = event.target.closest(`${PLACES}:not([data-at])`) || partAt(event);
  const again = thing && thing === from;
  shut();
  if (!thing || again) return;
  const box = thing.getBoundingClientRect();
  const isKey = event.detail === 0;
  const [x, y] = isKey ? [box.x + box.width / 2, box.y + box.height / 2] : [event.clientX, event.clientY];
  open(thing, x, y, isKey ? [] : figuresAt(x, y, isFinger(event)));
});

// The figures at a point, the nearest first; each kind of a place counts once. Figures let clicks through. A pointer is at
// one figure, but a finger covers all whose middle is that close.
const REACH = 44;

function figuresAt(x, y, isTouch) {
  const found = new Map();
  for (const figure of document.querySelectorAll("#p-figures [data-stands]")) {
    const { left, right, top, bottom } = figure.getBoundingClientRect();
    const { stands } = figure.dataset;
    const away = Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2);
    const isAt = left <= x && x <= right && top <= y && y <= bottom;
    if ((isAt || (isTouch && right > left && away < REACH)) && !(found.get(stands) <= away)) found.set(stands, away);
  }
  const nearest = [...found.keys()].sort((one, other) => found.get(one) - found.get(other));
  return isTouch ? nearest : nearest.slice(0, 1);
}

// The keys of an open list, and Enter on a part of the sheet.
document.addEventListener(
  "keydown",
  (event) => {
    const onSheet = event.target.matches && event.target.matches(`${own()}[role=button]`);
    if (onSheet && (event.key === "Enter" || event.key === " ")) event.target.click();
    else if (from && event.key === "Escape") shut();
    else if (from && list.contains(event.target) && /^Arrow(Up|Down)$/.test(event.key))
      move(event.key === "ArrowUp" ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

function move(by) {
  const buttons = [...list.querySelectorAll("button")];
  const next = buttons.indexOf(document.activeElement) + by;
  buttons[(next + buttons.length) % buttons.length]?.focus();
}

// Marks the things that have choices. The list closes when its choices have changed.
document.addEventListener("steps", () => {
  const group = live();
  for (const thing of document.querySelectorAll(`${PLACES}, ${own()}`)) {
    const acts = Boolean(group) && !thing.dataset.at && around(thing, group).length > 0;
    thing.classList.toggle("acts", acts);
    if (acts) thing.setAttribute("aria-haspopup", "dialog");
    else thing.removeAttribute("aria-haspopup");
    if (thing.dataset.place) continue;
    if (acts) {
      thing.setAttribute("role", "button");
      thing.tabIndex = 0;
    } else if (thing.getAttribute("role") === "button") {
      thing.removeAttribute("role");
      if (!thing.classList.contains("reach")) thing.removeAttribute("tabindex");
    }
  }
  if (from && ![...list.querySelectorAll("[data-to]")].every(stillThere)) shut();
});

const stillThere = (button) =>
  document.querySelector(`#p-prompt [data-at="${CSS.escape(button.dataset.to)}"]`) !== null;
document.addEventListener("another", shut);
