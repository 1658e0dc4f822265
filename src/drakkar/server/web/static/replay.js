// A finished match, moment by moment: by key, slider, button or automatically. The address links to the moment shown.
import { $, put, say } from "./page.js";
import { remember } from "./settings.js";
import "./log.js";
import "./sheets.js";

const table = document.body.dataset.table;
const here = () => {
  const { at, last, eye } = document.querySelector("#p-replay [data-last]").dataset;
  return { at: Number(at), last: Number(last), eye };
};

// --- Navigation: one request at a time; meanwhile the latest target counts, and each step moves the target by one.
let going = false;
let wish = 0;

async function go(at, eye = here().eye) {
  if (eye !== here().eye) {
    location.search = `?at=${at}&seat=${eye}`;
    return;
  } // another view has other panels
  wish = Math.max(0, Math.min(here().last, at));
  if (going) return;
  going = true;
  try {
    while (wish !== here().at) await turn(wish, eye);
  } catch {
    location.search = `?at=${at}&seat=${eye}`; // the whole page shows the error
  } finally {
    going = false;
  }
}

async function turn(at, eye) {
  const moment = `?at=${at}&seat=${eye}`;
  const have = [...document.querySelectorAll("[data-panel]")].map(({ dataset }) => `${dataset.panel}:${dataset.h}`);
  const asked = new URLSearchParams({ at, seat: eye, lang: document.documentElement.lang, have: have.join(" ") });
  const answer = await fetch(`/t/${table}/replay/panels?${asked}`);
  if (answer.status === 429) {
    // the server is busy; retry with the latest target after a pause
    const seconds = Number(answer.headers.get("retry-after")) || 1;
    await new Promise((resolve) => {
      setTimeout(resolve, seconds * 1000);
    });
    return;
  }
  if (!answer.ok) throw new Error(answer.statusText);
  const told = await answer.json();
  put(told.panels);
  show();
  say(told.say.join(" "));
  $("at").value = String(at);
  history.replaceState(null, "", moment);
  for (const link of document.querySelectorAll("a[hreflang]")) link.search = `${moment}&lang=${link.lang}`;
}

const step = (by) => {
  pause();
  return go((going ? wish : here().at) + by);
};

// --- Automatic play.
let timer = 0;

function pause() {
  clearTimeout(timer);
  timer = 0;
  show();
}

function play() {
  if (here().at === here().last) go(0);
  timer = setTimeout(tick, Number($("pace").value));
  show();
}

async function tick() {
  await go(here().at + 1);
  if (!timer) return;
  if (here().at === here().last) pause();
  else timer = setTimeout(tick, Number($("pace").value));
}

function show() {
  const button = $("r-auto");
  button.setAttribute("aria-pressed", String(timer !== 0));
  $("auto-said").textContent = timer ? button.dataset.on : button.dataset.off;
}

// --- The chart of a review: a click leads to its moment.
function momentAt(strip, x) {
  const { left, width } = strip.querySelector(".turns").getBoundingClientRect();
  return Math.round((here().last * (x - left)) / (width || 1));
}

// --- User input.
document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const way = event.target.closest("a[data-go]");
  if (way && !("eye" in way.dataset)) {
    event.preventDefault();
    pause();
    go(Number(way.dataset.go)); // a turn of the match
  } else if (way) {
    event.preventDefault();
    const by = Number(way.dataset.go) - here().at;
    if (Math.abs(by) === 1) step(by);
    else {
      pause();
      go(Number(way.dataset.go), way.dataset.eye);
    }
  } else if (event.target.closest("#strip")) {
    pause();
    go(momentAt($("strip"), event.clientX));
  } else if (event.target.closest("#r-auto")) (timer ? pause : play)();
  else if (event.target.closest("#r-link") && navigator.clipboard) {
    event.preventDefault();
    navigator.clipboard.writeText(location.href).then(
      () => {
        $("link-said").textContent = $("r-link").dataset.done; // the button has room for one word only
        say($("r-link").dataset.copied);
      },
      () => {
        location.href = $("r-link").href;
      },
    );
  }
});

document.addEventListener("input", (event) => {
  if (event.target.id === "at") {
    pause();
    $("count").textContent = `${event.target.value} / ${event.target.max}`;
    go(Number(event.target.value));
  }
  if (event.target.id === "pace") remember("drakkar.replay", event.target.value);
});

const KEYS = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => step(-here().last),
  End: () => step(here().last),
  " ": () => (timer ? pause : play)(),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  // The slider handles these keys itself; lists and buttons need some of them.
  if (
    event.target.matches("input, select, textarea") ||
    (event.key === " " && event.target.closest("a, button, summary"))
  )
    return;
  event.preventDefault();
  KEYS[event.key]();
});

if (remember("drakkar.replay")) $("pace").value = remember("drakkar.replay");
