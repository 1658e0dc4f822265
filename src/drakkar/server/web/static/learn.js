// The list of lessons: marks those that are done, and leads back to those that were begun.
import { progress } from "./lessons.js";

const known = progress();

for (const course of document.querySelectorAll("main > section")) {
  const rows = [...course.querySelectorAll("[data-lesson]")];
  const done = rows.filter((row) => known[row.dataset.lesson] === "done");
  for (const row of rows) show(row, known[row.dataset.lesson]);
  const next = rows.find((row) => !done.includes(row));
  for (const row of rows)
    row.querySelector("button").classList.toggle("primary", row === next && !known[row.dataset.lesson]);
  const count = course.querySelector("[data-count]");
  if (done.length) count.textContent = `${done.length} / ${count.dataset.all} ${count.dataset.said}`;
}

function show(row, state) {
  if (!state) return;
  const button = row.querySelector("button");
  button.textContent = button.dataset.again;
  if (state === "done") row.querySelector(".learned").hidden = false;
  else
    Object.assign(row.querySelector("a"), { hidden: false, href: `/t/${encodeURIComponent(state)}` }).classList.add(
      "primary",
    );
}
