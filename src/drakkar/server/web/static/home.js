// Reads a record from a file.
import { $ } from "./page.js";

$("record-file").onchange = async () => {
  $("origin").value = await $("record-file").files[0].text();
};
