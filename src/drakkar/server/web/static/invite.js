// Copies and shares addresses: of a table that waits for players, of a seat, or of a replay.
import { $, say } from "./page.js";

if ($("invite-link")) $("invite-link").value = location.origin + location.pathname;

// Panels change later; classes of the page stay.
const { classList } = document.documentElement;
classList.toggle("shares", Boolean(navigator.share));
classList.toggle("loopback", /^(localhost|127\..*|\[::1\])$/.test(location.hostname));

function done(button, text) {
  button.lastElementChild.textContent = text;
  say(text);
}

// The browser's own sheet; where there is none, the address is copied, and without a clipboard a link is followed.
function share(event, button) {
  const url = new URL(button.dataset.share || button.href, location.href).href;
  if (navigator.share) {
    event.preventDefault();
    navigator.share({ title: document.title, url }).catch(() => {}); // the player has closed the sheet
  } else if (navigator.clipboard) {
    event.preventDefault();
    navigator.clipboard.writeText(url).then(
      () => done(button, button.dataset.copied),
      () => {
        location.href = url;
      },
    );
  }
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const shared = event.target.closest("[data-share]");
  if (shared) share(event, shared);
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = $(button.dataset.copy);
  field.select();
  if (!navigator.clipboard) return; // it is selected, and can be copied by hand
  navigator.clipboard.writeText(field.value).then(() => done(button, button.dataset.copied));
});
