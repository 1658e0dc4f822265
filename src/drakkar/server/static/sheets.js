// A clan's sheet that somebody has opened on a small screen lies over the board until he looks away.
const opened = () => document.querySelector("#p-clans details[open]");

// Whether one was open.
export function fold() {
  const sheet = opened();
  if (sheet) sheet.open = false;
  return Boolean(sheet);
}

// The tap that puts it away does nothing else: what lay beneath it could not be seen.
document.addEventListener("click", (event) => {
  if (event.target.closest("#p-clans") || !fold()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
