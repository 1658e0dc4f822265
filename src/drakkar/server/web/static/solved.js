// What someone has solved, in this browser only: by puzzle `right` or `missed`, the first result counts; and the days on
// which a puzzle of the day was done.
import { remember } from "./settings.js";

const KEY = "drakkar.puzzles";
const DAYS = "drakkar.puzzle-days";
const MOST_DAYS = 400;

function kept(key, empty) {
  try {
    return Object(JSON.parse(remember(key)) ?? empty);
  } catch {
    return empty;
  }
}

export const results = () => kept(KEY, {});

export function note(puzzle, result) {
  const known = results();
  if (!known[puzzle]) remember(KEY, JSON.stringify({ ...known, [puzzle]: result }));
}

const daysOf = (game) => {
  const days = kept(DAYS, {})[game];
  return Array.isArray(days) ? days : [];
};

export function noteDay(game, day) {
  const days = daysOf(game);
  if (days.includes(day)) return;
  remember(DAYS, JSON.stringify({ ...kept(DAYS, {}), [game]: [...days, day].slice(-MOST_DAYS) }));
}

// A puzzle was begun as that of a day; once it has a result, the day counts.
const BEGUN = "drakkar.puzzle-daily";

export const beginDaily = (puzzle, day) => remember(BEGUN, JSON.stringify({ puzzle, day }));

export function noteDaily(puzzle) {
  const begun = kept(BEGUN, {});
  if (begun.puzzle === puzzle) noteDay(puzzle.split("/")[0], begun.day);
}

const before = (day) => {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
};

// How many days in a row, up to today or yesterday.
export function streak(game, today) {
  const days = new Set(daysOf(game));
  let day = days.has(today) ? today : before(today);
  let many = 0;
  for (; days.has(day); day = before(day)) many += 1;
  return many;
}
