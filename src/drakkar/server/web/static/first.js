// Explains what happens for the first time: shows the latest sentence that this browser has not had yet.
import { $ } from "./page.js";
import { remember, setting } from "./settings.js";

const KEY = "drakkar.read";
const known = () => (remember(KEY) || "").split(" ");

function show() {
  const [panel, live] = [$("p-first"), $("first-live")];
  // The page of a hand explains nothing.
  if (!panel || !live) return;
  const read = setting("first") === "on" ? known() : null;
  const note = read && [...panel.querySelectorAll("[data-note]")].findLast((one) => !read.includes(one.dataset.note));
  panel.classList.toggle("unread", Boolean(note));
  panel.parentElement.classList.toggle("explains", Boolean(note));
  if (!note) {
    live.textContent = "";
    return;
  }
  $("first-now").textContent = note.textContent;
  $("first-now").dataset.is = note.dataset.note;
  if (live.textContent !== note.textContent) live.textContent = note.textContent;
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest("#first-read")) return;
  remember(KEY, [...known(), $("first-now").dataset.is].filter(Boolean).join(" "));
  show();
  // The button may be gone now; the keyboard goes on at the question.
  if (!$("p-first").classList.contains("unread")) $("p-prompt")?.querySelector("h2[tabindex]")?.focus();
});
document.addEventListener("put", show); // a new panel has lost its sentence
document.addEventListener("set", show); // a setting has changed
show();
