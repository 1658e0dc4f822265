// The log: a filter, kept in this browser; a line shows its places on the map; on a small screen the log is a sheet.
import { $, say } from "./page.js";
import { remember } from "./settings.js";

const SEEN = 4000; // milliseconds that a place stays highlighted
const KEY = "drakkar.log";
const GENERAL = ["all", "me", "fights"];
const { table } = document.body.dataset;
const filters = () => [...document.querySelectorAll('#p-log [name="log-of"]')];

// --- The filter. That of another side belongs to its table, because another table has other sides.
function select(value) {
  for (const filter of filters()) {
    filter.checked = filter.value === value;
    if (filter.checked) document.body.dataset.log = filter.dataset.seat || value;
  }
}

document.addEventListener("change", ({ target }) => {
  if (target.name !== "log-of") return;
  select(target.value);
  remember(KEY, GENERAL.includes(target.value) ? target.value : `${target.value}@${table}`);
});

const [stored, of] = (remember(KEY) || "all").split("@");
const isKnown = filters().some(({ value }) => value === stored) && (of === undefined || of === table);
select(isKnown ? stored : "all");

// --- A line on the map
let timer = 0;

function forget() {
  clearTimeout(timer);
  for (const one of document.querySelectorAll("#map .seen")) one.classList.remove("seen");
}

const named = (node, name) =>
  (node.getAttribute(name) || "")
    .split(" ")
    .map((id) => (id && $(id) ? $(id).textContent.trim() : ""))
    .filter(Boolean);

function show({ show: places, pieces = "" }) {
  fold();
  const look = $("look-map");
  if (look && document.querySelector(".mode:not([hidden])")) look.checked = true;
  forget();
  const there = places.split("|");
  const standing = pieces.split("|");
  const spots = [...document.querySelectorAll("#map svg [data-place]")];
  for (const spot of spots) spot.classList.toggle("seen", there.includes(spot.dataset.place));
  for (const piece of document.querySelectorAll("#map [data-stands]"))
    piece.classList.toggle("seen", standing.includes(piece.dataset.stands));
  const box = document.querySelector(`#map :not(svg *)[data-place="${CSS.escape(there[0])}"]`);
  if (box) box.classList.add("seen");
  const spot = spots.find(({ dataset }) => dataset.place === there[0]);
  if (spot) {
    const name = spot.getAttribute("aria-label") || named(spot, "aria-labelledby").join(" ");
    say([name, ...named(spot, "aria-describedby")].join(". ").replace(/\s+/g, " "));
  }
  timer = setTimeout(forget, SEEN);
}

document.addEventListener("click", (event) => {
  const line = event.target.closest("#p-log a[data-show]");
  if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(line.dataset);
});

// --- The sheet of a small screen. Its listener comes before that of the other keys.
const sheet = $("look-log");

// Closes the sheet; returns whether it was open.
function fold() {
  const isOpen = sheet && sheet.checked && sheet.parentElement.offsetParent !== null;
  if (isOpen) sheet.checked = false;
  return Boolean(isOpen);
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]") || !fold()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
});
// A page that shows the hand alone has no log.
$("log-close")?.addEventListener("click", () => {
  fold();
  if ($("ask")) $("ask").focus();
});
