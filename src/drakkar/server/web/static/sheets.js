// On a small screen, an opened sheet or hint covers the board until the player taps elsewhere.
const opened = () => document.querySelector("#p-players details[open]");

// Closes the open sheet; returns whether there was one.
export function fold() {
  const sheet = opened();
  if (sheet) sheet.open = false;
  return Boolean(sheet);
}

// A hint there covers cards or places: a tap elsewhere folds it.
const small = matchMedia("(max-width: 63.9375em)");
document.addEventListener(
  "click",
  ({ target }) => {
    const hint = document.querySelector("#hint-d[open]");
    if (hint && small.matches && !hint.contains(target)) hint.open = false;
  },
  true,
);

// The tap that closes a sheet does nothing else, because the player could not see what was below.
document.addEventListener(
  "click",
  (event) => {
    if (event.target.closest("#p-players, #offers") || !fold()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
