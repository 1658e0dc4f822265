// While a choice has the pointer or the focus, the player's row of progress shows the numbers after it.
function foretell(event) {
  for (const shown of document.querySelectorAll("[data-way] [data-to]")) delete shown.dataset.to;
  const way = event.target.closest ? event.target.closest("#p-prompt [data-ways]") : null;
  if (!way) return;
  const row = document.querySelector(`[data-progress="${document.body.dataset.seat}"]`);
  for (const one of way.dataset.ways.trim().split(" ")) {
    const [name, number] = one.split(":");
    const shown = row && row.querySelector(`[data-way="${name}"] .num`);
    if (shown) shown.dataset.to = number;
  }
}

document.addEventListener("pointerover", foretell);
document.addEventListener("focusin", foretell);
