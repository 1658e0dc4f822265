// A big screen and a hand go on to the rematch: their prompts link to it.
import { $ } from "./page.js";

new MutationObserver(() => {
  if ($("next-table")) location.href = $("next-table").href;
}).observe($("p-prompt"), { subtree: true, childList: true });
