// A table that waits for players: its address, to be copied.
import { $, say } from "./page.js";

const field = $("invite-link");
if (field) field.value = location.origin + location.pathname;

document.addEventListener("click", (event) => {
  const button = event.target.closest("#invite-b");
  if (!button) return;
  $("invite-link").select();
  if (!navigator.clipboard) return; // it is marked, and can be copied by hand
  navigator.clipboard.writeText($("invite-link").value).then(() => {
    button.lastElementChild.textContent = button.dataset.copied;
    say(button.dataset.copied);
  });
});
