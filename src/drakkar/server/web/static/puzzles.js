// The list of puzzles: counts what is solved, leads to the next new one, and keeps the days of the daily puzzle.
import { beginDaily, noteDay, results, streak } from "./solved.js";

const known = results();
const today = document.querySelector("main").dataset.day;

for (const shelf of document.querySelectorAll("main > section")) {
  const { game } = shelf.dataset;
  const result = (name) => known[`${game}/${name}`];
  const solved = (names) => names.filter((name) => result(name) === "right").length;
  for (const note of shelf.querySelectorAll("[data-solved]")) {
    const names = note.dataset.solved.split(" ");
    note.textContent = `${solved(names)} / ${names.length}`;
  }
  for (const button of shelf.querySelectorAll("button[data-names]")) {
    const names = button.dataset.names.split(" ");
    button.value = names.find((name) => !result(name)) ?? names[0];
  }
  const total = shelf.querySelector("[data-total]");
  const all = total.dataset.total.split(" ");
  if (all.some(result)) total.textContent = `${solved(all)} / ${all.length} ${total.dataset.said}`;
  const row = shelf.querySelector("[data-daily]");
  if (result(row.dataset.daily)) {
    noteDay(game, today);
    row.querySelector("[data-done]").hidden = false;
  }
  row.querySelector("form").addEventListener("submit", () => beginDaily(`${game}/${row.dataset.daily}`, today));
  const many = streak(game, today);
  const told = row.querySelector("[data-streak]");
  if (many) told.textContent = `${told.dataset.said} ${many}`;
}
