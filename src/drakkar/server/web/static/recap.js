// On a small screen, the news since the player's last turn stands in the room that the question leaves below it.
import { $ } from "./page.js";

const LEAST = 56; // CSS pixels: the heading and two lines
const SMALL = matchMedia("(max-width: 63.9375em)");
const table = $("table");

function measure() {
  const prompt = $("p-prompt");
  const ends = [...prompt.children].map((part) => part.getBoundingClientRect()).filter(({ height }) => height);
  const isOpen = prompt.querySelector(".step:not([hidden]) ~ .step:not([hidden])"); // a half-made choice takes all
  const room = prompt.getBoundingClientRect().bottom - Math.max(...ends.map(({ bottom }) => bottom)) - 4;
  const has = SMALL.matches && !isOpen && ends.length > 0 && room >= LEAST;
  table.classList.toggle("room", has);
  if (has) table.style.setProperty("--room", `${Math.floor(room)}px`);
}

// After painting: measuring earlier would force a second layout.
const later = () => requestAnimationFrame(() => setTimeout(measure));
for (const change of ["steps", "put"]) document.addEventListener(change, later);
addEventListener("resize", later);
