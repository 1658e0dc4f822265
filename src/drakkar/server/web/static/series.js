// Choices that go with an option in one message, such as the figures of a march.
import { complain } from "./page.js";
import { asked } from "./choice.js";
import { tell } from "./wire.js";

// One of a kind has a box to tick, several have a list of how many go.
const kinds = (series) => [...series.querySelectorAll("[data-more]")];
const most = (kind) => (kind.options ? kind.options.length - 1 : 1);
const number = (kind) => (kind.options ? Number(kind.value) : Number(kind.checked));
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const chosen = (series) => kinds(series).flatMap((kind) => Array(number(kind)).fill(kind.dataset.more));

function set(kind, all) {
  if (kind.options) kind.value = String(all ? most(kind) : 0);
  else kind.checked = all;
}

// Why an option cannot go with what is chosen; empty if it can.
function why(button, series) {
  const going = chosen(series).length;
  if (!going) return series.dataset.none;
  return going > Number(button.dataset.most) ? button.dataset.full : "";
}

const nameOf = (button) => button.querySelector(":scope > span").firstChild.textContent.trim();

function show(series) {
  const every = series.querySelector("[data-every]");
  const going = chosen(series).length;
  if (every) {
    every.checked = going === sum(kinds(series).map(most));
    every.indeterminate = going > 0 && !every.checked;
  }
  for (const button of series.closest("fieldset").querySelectorAll("[data-most]")) {
    const reason = why(button, series);
    button.querySelector("small.full")?.remove();
    button.setAttribute("aria-disabled", String(reason !== ""));
    button.classList.toggle("no", reason !== "");
    if (reason)
      button
        .querySelector(":scope > span")
        .append(Object.assign(document.createElement("small"), { className: "why full", textContent: reason }));
  }
}

document.addEventListener("change", ({ target }) => {
  const series = target.closest && target.closest(".series");
  if (!series) return;
  if (target.dataset.every !== undefined) for (const kind of kinds(series)) set(kind, target.checked);
  show(series);
});

// Only one of this kind goes.
document.addEventListener("alone", ({ target }) => {
  const series = target.closest(".series");
  for (const kind of kinds(series)) set(kind, false);
  if (target.options) target.value = "1";
  else target.checked = true;
  show(series);
});

document.addEventListener("steps", () => {
  for (const series of document.querySelectorAll("#p-prompt .live > .series")) show(series);
});

// One button for several choices.
document.addEventListener(
  "submit",
  (event) => {
    const button = event.submitter;
    if (!button || !button.dataset.group) return;
    const choice = [button.value, ...JSON.parse(button.dataset.group)];
    if (!tell({ do: "choose", decision: asked(), choice, forced: true }, event.target)) return; // the form makes the first
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

document.addEventListener(
  "submit",
  (event) => {
    const button = event.submitter;
    const series = button && button.dataset.most && button.closest("fieldset").querySelector(".series");
    if (!series) return;
    const reason = why(button, series);
    const more = [...chosen(series), series.dataset.end];
    const message = { do: "choose", decision: asked(), choice: [button.value, ...more], forced: true };
    if (reason) complain(`${nameOf(button)}: ${reason}`);
    else if (!tell(message, event.target)) return; // without a connection the form goes as it is
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
