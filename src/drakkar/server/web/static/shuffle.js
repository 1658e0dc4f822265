// The browser notes the commitment to a table's seed when it first opens the table, and compares it at the end.
import { $ } from "./page.js";
import { remember } from "./settings.js";

const NAME = "drakkar.commitments";
const MOST = 40;
const { table, commitment, status } = document.body.dataset;

function noted() {
  try {
    return new Map(JSON.parse(remember(NAME) || "[]"));
  } catch {
    return new Map();
  }
}

const known = noted();
if (commitment && !known.has(table) && (status === "open" || status === "running")) {
  known.set(table, commitment);
  remember(NAME, JSON.stringify([...known].slice(-MOST)));
}

if ($("noted") && known.has(table)) {
  const line = $("noted");
  const isSame = known.get(table) === commitment;
  line.textContent = isSame ? line.dataset.same : `${line.dataset.other} ${known.get(table)}`;
  line.classList.toggle("bad", !isSame);
  line.hidden = false;
}
