// How long players have been away: the server sends the time since when, the page counts.
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const CALM = 10; // below a minute, count in steps of this many seconds
const { lang } = document.documentElement;
// The difference between the server's clock and this computer's.
const skew = Number(document.body.dataset.now) - Date.now();

function lasted(since) {
  const seconds = Math.max(0, Math.floor((Date.now() + skew - since) / 1000));
  const [unit, size] = UNITS.find(([, one]) => seconds >= one) || UNITS.at(-1);
  const number = size === 1 ? Math.max(CALM, seconds - (seconds % CALM)) : Math.floor(seconds / size);
  return new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "short" }).format(number);
}

function tick() {
  for (const one of document.querySelectorAll("[data-since]")) {
    const text = one.dataset.away.replace("{time}", lasted(Number(one.dataset.since)));
    if (one.textContent !== text) one.textContent = text;
  }
}

document.addEventListener("put", tick); // before the new panels are painted
setInterval(tick, 1000);
tick();
