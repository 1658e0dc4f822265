// A big screen: it stays awake, rings when a player must decide, and fills the display.
import { $ } from "./page.js";
import { play } from "./sound.js";
import { skip } from "./stage.js";
import { connect } from "./wire.js";
import "./clocks.js";
import "./follow.js";

// Browsers release the lock when the page is hidden; without the interface, the screen's own settings apply.
async function stayAwake() {
  try {
    if (!document.hidden) await navigator.wakeLock?.request("screen");
  } catch {
    /* refused, for example on battery */
  }
}

$("full-b").onclick = () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) skip();
});

// The people who must decide, as the prompt names them; bots do not ring.
const people = () => $("p-prompt").querySelector("[data-people]")?.dataset.people || "";
let before = people();

new MutationObserver(() => {
  const now = people();
  if (now && now !== before) play("turn");
  before = now;
}).observe($("p-prompt"), { subtree: true, childList: true, attributes: true });

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
connect();
