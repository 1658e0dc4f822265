// What somebody has set for this browser: light or dark, and the sound.
import { $ } from "./page.js";

export function remember(name, value) {
  try { return value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value); } catch { return null; }
}

const root = document.documentElement;
if (remember("drakkar.theme")) root.dataset.theme = remember("drakkar.theme");
if ($("theme")) $("theme").onclick = () => {
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  const now = root.dataset.theme || (light ? "light" : "dark");
  root.dataset.theme = now === "light" ? "dark" : "light";
  remember("drakkar.theme", root.dataset.theme);
};

root.classList.add("scripted");

export function ring() {
  if (document.hidden && remember("drakkar.sound") === "on") {
    const context = new AudioContext();
    const tone = context.createOscillator();
    tone.frequency.value = 440;
    tone.connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.15);
  }
}
