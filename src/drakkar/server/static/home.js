// My matches, as this browser remembers them; and a record that is read from a file.
import { $ } from "./page.js";
import { remember } from "./settings.js";

const matches = JSON.parse(remember("drakkar.matches") || "[]");
for (const { table, at, over } of matches) {
  const row = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/t/${table}`;
  link.textContent = `${new Date(at).toLocaleString(document.documentElement.lang)} · ${table}`;
  row.append(link);
  if (over) {
    const again = document.createElement("a");
    again.className = "btn";
    again.href = `/t/${table}/replay`;
    again.textContent = $("mine").dataset.replay;
    row.append(again);
  }
  $("mine").append(row);
}
if (matches.length) $("mine-none").hidden = true;

$("record-file").onchange = async () => { $("origin").value = await $("record-file").files[0].text(); };
