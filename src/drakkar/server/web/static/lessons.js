// A learner's progress, in this browser only: by lesson `done`, or the table where it was begun.
import { remember } from "./settings.js";

const KEY = "drakkar.lessons";

export function progress() {
  try {
    return Object(JSON.parse(remember(KEY)));
  } catch {
    return {};
  }
}

export function note(lesson, value) {
  const known = progress();
  if (known[lesson] === value || known[lesson] === "done") return;
  remember(KEY, JSON.stringify({ ...known, [lesson]: value }));
}
