// The page of a review: asks how far it is while it is being made, and shows what is new.
import { $, put, say } from "./page.js";
import "./settings.js";

const table = document.body.dataset.table;
const EVERY = 1500;

async function look() {
  const have = [...document.querySelectorAll("[data-panel]")].map(({ dataset }) => `${dataset.panel}:${dataset.h}`);
  const asked = new URLSearchParams({ lang: document.documentElement.lang, have: have.join(" ") });
  let wait = EVERY;
  try {
    const answer = await fetch(`/t/${table}/review/panels?${asked}`);
    if (answer.status === 429) wait = 1000 * (Number(answer.headers.get("retry-after")) || 5);
    else if (answer.ok) {
      const news = await answer.json();
      const before = $("how-far").textContent;
      put(news.panels);
      for (const name of Object.keys(news.panels)) $(`p-${name}`).hidden = !$(`p-${name}`).firstElementChild;
      const now = $("how-far") && $("how-far").textContent;
      // Every tenth is announced, and the end.
      if (now && (news.state !== "running" || now.replace(/\d %/, "") !== before.replace(/\d %/, ""))) say(now);
      if (news.state !== "running") return;
    }
  } catch {
    wait = 4 * EVERY; // the server is away: the review goes on when it is back
  }
  setTimeout(look, wait);
}

if (document.querySelector("#p-progress progress")) setTimeout(look, EVERY);
