// Clocks run between messages: the server sends the time left, the page counts down.
import { refresh } from "./wire.js";

const told = new WeakMap();

function tick() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    const { left } = clock.dataset;
    const known = told.get(clock);
    if (!known || known.left !== left) told.set(clock, { left, since: performance.now(), isOver: Number(left) <= 0 });
    else if (clock.hasAttribute("data-runs")) count(clock, known);
  }
}

function count(clock, known) {
  const rest = Math.max(0, Number(known.left) - (performance.now() - known.since));
  const seconds = Math.floor(rest / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (clock.textContent !== text) clock.textContent = text;
  if (rest === 0 && !known.isOver) {
    known.isOver = true;
    refresh().then((isHeard) => {
      known.isOver = isHeard;
    }); // so that others can claim the time
  }
}

if (document.body.dataset.clock) setInterval(tick, 500);
