// The user's settings, stored in this browser only: speed of battles, confirmation, sound, theme, motion.
import { $ } from "./page.js";

const USUAL = { pace: "normal", confirm: "on", sound: "off", theme: "system", motion: "system" };
const root = document.documentElement;

export function remember(name, value) {
  try {
    return value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value);
  } catch {
    return null;
  }
}

export const setting = (name) => remember("drakkar." + name) || USUAL[name];

function apply() {
  for (const name of ["theme", "motion"]) {
    if (setting(name) === "system") delete root.dataset[name];
    else root.dataset[name] = setting(name);
  }
  root.dataset.confirm = setting("confirm");
}

// Two soft tones, synthesised here.
let audio = null;
export function ring() {
  if (setting("sound") !== "on") return;
  audio = audio || new AudioContext();
  audio.resume();
  for (const [number, pitch] of [
    [0, 587],
    [1, 784],
  ]) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    const at = audio.currentTime + number * 0.18;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(0.2, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  }
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
  if (target.dataset.set === "sound") ring();
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
