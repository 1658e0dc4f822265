// The guide of a lesson or a puzzle says one sentence at a time, and marks what it speaks of on the table.
import { $ } from "./page.js";
import { note } from "./lessons.js";
import { note as noteResult, noteDaily } from "./solved.js";

let at = 0; // the sentence
let step = ""; // the step of the lesson

function speak() {
  const list = $("guide-said");
  if (list.dataset.step !== step) {
    step = list.dataset.step;
    at = 0;
  }
  const { lesson, done, puzzle, result } = list.dataset;
  if (lesson) note(lesson, done === undefined ? document.body.dataset.table : "done");
  if (result) {
    noteResult(puzzle, result);
    noteDaily(puzzle);
  }
  const said = list.children[at];
  if ($("guide-now").textContent !== said.textContent) $("guide-now").textContent = said.textContent;
  if ($("guide-at")) {
    $("guide-at").textContent = `${at + 1} / ${list.children.length}`;
    $("guide-back").setAttribute("aria-disabled", at === 0);
    $("guide-on").setAttribute("aria-disabled", at === list.children.length - 1);
  }
  point(said.dataset.points);
}

function point(selector) {
  const meant = selector ? [...document.querySelectorAll(selector)] : [];
  for (const one of document.querySelectorAll(".pointed")) if (!meant.includes(one)) one.classList.remove("pointed");
  for (const one of meant) one.classList.add("pointed");
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("#guide-back, #guide-on");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  at += button.id === "guide-on" ? 1 : -1;
  speak();
});
// Panels that have changed lose their marks.
for (const change of ["put", "steps"]) document.addEventListener(change, speak);
speak();
