"use strict";
// My matches, as this browser remembers them; and light or dark.
(() => {
  const read = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const list = document.getElementById("mine");
  const matches = JSON.parse(read("drakkar.matches") || "[]");
  for (const { table, at } of matches) {
    const row = document.createElement("li");
    const link = document.createElement("a");
    link.href = `/t/${table}`;
    link.textContent = `${new Date(at).toLocaleString(document.documentElement.lang)} · ${table}`;
    row.append(link);
    list.append(row);
  }
  if (matches.length) document.getElementById("mine-none").hidden = true;
  if (read("drakkar.theme")) document.documentElement.dataset.theme = read("drakkar.theme");
  const theme = document.getElementById("theme");
  if (theme) theme.onclick = () => {
    const light = matchMedia("(prefers-color-scheme: light)").matches;
    const now = document.documentElement.dataset.theme || (light ? "light" : "dark");
    document.documentElement.dataset.theme = now === "light" ? "dark" : "light";
    try { localStorage.setItem("drakkar.theme", document.documentElement.dataset.theme); } catch { /* remembered nowhere */ }
  };
  document.documentElement.classList.add("scripted");
})();
