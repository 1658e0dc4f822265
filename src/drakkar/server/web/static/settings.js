// The user's settings, stored in this browser only: speed of battles, confirmation, sound, theme, motion.
import { $ } from "./page.js";

// A phone is silent until its user wants sound.
const isHandheld = matchMedia("(pointer: coarse)").matches;
const USUAL = {
  pace: "normal",
  confirm: "on",
  first: "on",
  sound: isHandheld ? "off" : "normal",
  theme: "system",
  motion: "system",
};
const root = document.documentElement;

export function remember(name, value) {
  try {
    return value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value);
  } catch {
    return null;
  }
}

const OLD = { sound: { on: "normal" } }; // values of earlier versions
export function setting(name) {
  const value = remember("drakkar." + name);
  return OLD[name]?.[value] || value || USUAL[name];
}

function apply() {
  for (const name of ["theme", "motion"]) {
    if (setting(name) === "system") delete root.dataset[name];
    else root.dataset[name] = setting(name);
  }
  root.dataset.confirm = setting("confirm");
}

const dialog = $("settings");
const fields = dialog.querySelectorAll("[data-set]");

function fill() {
  for (const field of fields) {
    if (field.type === "checkbox") field.checked = setting(field.dataset.set) === "on";
    else field.checked = field.value === setting(field.dataset.set);
  }
}

export function open() {
  fill();
  dialog.showModal();
}

$("settings-b").onclick = open;
dialog.addEventListener("change", ({ target }) => {
  if (!target.dataset.set) return;
  remember(
    "drakkar." + target.dataset.set,
    target.type === "checkbox" ? (target.checked ? "on" : "off") : target.value,
  );
  apply();
  document.dispatchEvent(new Event("set"));
});
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
addEventListener("storage", () => {
  apply();
  fill();
}); // changed in another tab
root.classList.add("scripted");
apply();
