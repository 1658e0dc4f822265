// My matches, as this browser remembers them.
import { $ } from "./page.js";
import { remember } from "./settings.js";

const matches = JSON.parse(remember("drakkar.matches") || "[]");
for (const { table, at } of matches) {
  const row = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/t/${table}`;
  link.textContent = `${new Date(at).toLocaleString(document.documentElement.lang)} · ${table}`;
  row.append(link);
  $("mine").append(row);
}
if (matches.length) $("mine-none").hidden = true;
