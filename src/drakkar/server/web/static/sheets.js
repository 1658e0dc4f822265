// On a small screen, an opened sheet covers the board until the player taps elsewhere.
const opened = () => document.querySelector("#p-players details[open]");

// Closes the open sheet; returns whether there was one.
export function fold() {
  const sheet = opened();
  if (sheet) sheet.open = false;
  return Boolean(sheet);
}

// The tap that closes it does nothing else, because the player could not see what was below.
document.addEventListener(
  "click",
  (event) => {
    if (event.target.closest("#p-players, #offers") || !fold()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
