// Choices to tick, such as the figures of a march: they go with the option in one message.
import { complain } from "./page.js";
import { asked } from "./choice.js";
import { tell } from "./wire.js";

const ticks = (series) => [...series.querySelectorAll("[data-more]")];
const ticked = (series) => ticks(series).filter((one) => one.checked);

// Why an option cannot go with what is ticked; empty if it can.
function why(button, series) {
  const number = ticked(series).length;
  if (!number) return series.dataset.none;
  return number > Number(button.dataset.most) ? button.dataset.full : "";
}

function show(series) {
  const every = series.querySelector("[data-every]");
  const number = ticked(series).length;
  if (every) {
    every.checked = number === ticks(series).length;
    every.indeterminate = number > 0 && !every.checked;
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
  if (target.dataset.every !== undefined) for (const one of ticks(series)) one.checked = target.checked;
  show(series);
});

document.addEventListener("steps", () => {
  for (const series of document.querySelectorAll("#p-prompt .live > .series")) show(series);
});

document.addEventListener(
  "submit",
  (event) => {
    const button = event.submitter;
    const series = button && button.dataset.most && button.closest("fieldset").querySelector(".series");
    if (!series) return;
    const reason = why(button, series);
    const more = [...ticked(series).map((one) => one.dataset.more), series.dataset.end];
    const message = { do: "choose", decision: asked(), choice: [button.value, ...more], forced: true };
    if (reason) complain(reason);
    else if (!tell(message, event.target)) return; // without a connection the form goes as it is
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
