// Keys: numbers for the choices, letters of the shell, and letters of the game.
import { $ } from "./page.js";
import { back, go, numbered } from "./choice.js";
import { open } from "./settings.js";
import "./log.js"; // before these keys: `Escape` closes its sheet first
import { fold } from "./sheets.js";
import { skip } from "./stage.js";

// By letter: a step of a choice, a guarded choice, or panels of which the first visible one is shown.
const GAMES = JSON.parse(document.body.dataset.keys || "{}");
const OWN = { l: "#p-log", r: "#news" };
const BUTTONS = { u: "undo-b", U: "reset-b", n: "go-on-b" };

document.addEventListener("keydown", (event) => {
  if (
    document.querySelector(":popover-open") ||
    (event.target.matches && event.target.matches("input, textarea, select")) ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  )
    return;
  if (event.repeat || document.querySelector("dialog[open]")) return; // a held key counts once
  if (pressed(event.key) || arrows(event.key)) event.preventDefault();
});

// Handles a key; returns whether it has a meaning here.
function pressed(key) {
  if (/^[1-9]$/.test(key)) return number(Number(key));
  if (key === "Escape") return fold() || skip() || (back(), true);
  if (key === "o") return (open(), true);
  if (key === "?") return (window.open(`${$("help-b").href}#keys`, $("help-b").target || "_self"), true);
  if (BUTTONS[key]) return click($(BUTTONS[key]));
  const to = OWN[key] || GAMES[key] || "";
  if (to.startsWith("#")) return look(to);
  if (!to) return false;
  return click($("g-" + to.replaceAll(" ", "_"))) || (go(to), true);
}

function number(wanted) {
  const way = numbered()[wanted - 1];
  if (way) way.focus();
  return click(way);
}

function click(button) {
  if (button) button.click();
  return Boolean(button);
}

function look(panels) {
  const panel = [...document.querySelectorAll(panels)].find((one) => one.offsetParent);
  if (!panel) return false;
  const inside = panel.querySelector("h2[tabindex], [tabindex], a, button");
  if (!inside) panel.tabIndex = -1;
  (inside || panel).focus();
  return true;
}

// From the prompt or from no element, arrow keys enter the map, at a legal place if there is one.
function enter(from) {
  if (from && from !== document.body && !from.closest("#p-prompt")) return false;
  const map = [...document.querySelectorAll("#p-targets svg")].find((one) => one.getBoundingClientRect().width);
  const place = map && (map.querySelector(".legal") || map.querySelector("[data-place]"));
  if (place) place.focus();
  return Boolean(place);
}

// On the map, arrow keys go to the nearest place in their direction.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const middle = (node) => {
  const box = node.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

function arrows(key) {
  if (!WAYS[key]) return false;
  const here = document.activeElement;
  if (!here || !here.matches("#p-targets [data-place]")) return enter(here);
  const [right, down] = WAYS[key];
  const [x, y] = middle(here);
  let best = null;
  for (const other of here.closest("svg").querySelectorAll("[data-place]")) {
    const [ox, oy] = middle(other);
    const along = (ox - x) * right + (oy - y) * down;
    const aside = Math.abs((ox - x) * down) + Math.abs((oy - y) * right);
    if (along > 4 && (!best || along + 2 * aside < best[0])) best = [along + 2 * aside, other];
  }
  if (best) best[1].focus();
  return Boolean(best);
}
