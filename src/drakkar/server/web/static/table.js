// The live table: form submission and confirmation. The imported modules do the rest.
import { $ } from "./page.js";
import { asked, steps } from "./choice.js";
import { connect, leave, send, tell } from "./wire.js";
import { setting } from "./settings.js";
import "./board.js";
import "./clocks.js";
import "./first.js";
import "./follow.js";
import "./invite.js";
import "./keys.js";
import "./presence.js";
import "./recap.js";
import "./series.js";
import "./shuffle.js";
import "./ways.js";

const { table } = document.body.dataset;

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (button && button.getAttribute("aria-disabled") === "true") {
    event.preventDefault();
    return;
  }
  if (button && button.dataset.guard) {
    event.preventDefault();
    guarded(button);
    return;
  }
  if (form.method === "post" && new URL(form.action).pathname === `/t/${table}/do` && send(form, button)) {
    event.preventDefault();
    if (form.id === "say") form.reset();
  } else if (form.method !== "dialog") leave();
});

// A choice that can't be undone is confirmed, unless the player has turned that off.
function guarded(button) {
  const decision = asked();
  const sure = () => tell({ do: "choose", decision, choice: button.dataset.choice }, button.form || $("p-turn"));
  if (setting("confirm") === "on") ask(button, sure);
  else sure();
}

function ask(button, sure) {
  const decision = asked();
  const dialog = document.createElement("dialog");
  dialog.className = "guardbox";
  const words = document.createElement("p");
  words.textContent = button.dataset.guard;
  const back = document.createElement("button");
  back.className = "btn on";
  back.textContent = button.dataset.back;
  back.autofocus = true;
  const go = button.cloneNode(true);
  go.className = "btn guard";
  go.textContent = button.dataset.sure;
  go.removeAttribute("id");
  go.removeAttribute("aria-haspopup");
  dialog.append(words, back, go);
  document.body.append(dialog);
  back.onclick = () => dialog.close();
  go.onclick = () => {
    dialog.close();
    sure();
  };
  dialog.onclose = () => {
    dialog.remove();
    if (asked() === decision) button.focus();
  };
  dialog.showModal();
}

// Focus the heading, not the button: one key press too many must not open the next hand.
if ($("cover-h")) $("cover-h").focus();
steps();
connect();
