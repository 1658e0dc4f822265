// The live table: what people do to its forms. The rest is in the modules that it takes.
import { $ } from "./page.js";
import { asked, steps } from "./choice.js";
import { connect, leave, send, tell } from "./wire.js";
import { remember } from "./settings.js";
import "./keys.js";

const { table, seat } = document.body.dataset;

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (button && button.getAttribute("aria-disabled") === "true") { event.preventDefault(); return; }
  if (button && button.dataset.guard) { event.preventDefault(); ask(button); return; }
  if (form.matches(`[action="/t/${table}/do"]`) && send(form, button)) {
    event.preventDefault();
    if (form.id === "say") form.reset();
  } else if (form.method !== "dialog") leave();
});

// What cannot be taken back stands apart and asks once.
function ask(button) {
  const dialog = document.createElement("dialog");
  dialog.className = "guardbox";
  const words = document.createElement("p");
  words.textContent = button.dataset.guard;
  const keep = document.createElement("button");
  keep.className = "btn on";
  keep.textContent = button.dataset.keep;
  keep.autofocus = true;
  const sure = button.cloneNode(true);
  sure.removeAttribute("id");
  sure.removeAttribute("aria-haspopup");
  const decision = asked();
  dialog.append(words, keep, sure);
  document.body.append(dialog);
  keep.onclick = () => dialog.close();
  sure.onclick = () => {
    dialog.close();
    tell({ do: "choose", decision, choice: button.dataset.choice }, button.form || $("p-turn"));
  };
  dialog.onclose = () => { dialog.remove(); button.focus(); };
  dialog.showModal();
}

const others = JSON.parse(remember("drakkar.matches") || "[]").filter((one) => one.table !== table);
if (seat !== "") remember("drakkar.matches", JSON.stringify([{ table, at: Date.now() }, ...others].slice(0, 30)));

steps();
connect();
