// A link to a seat: remove its secret from the address bar before the page is painted, and send it to the server once.
{
  const { table, refused, failed, close } = document.currentScript.dataset;
  // Other fragments are names of panels, and shorter.
  const secretOf = () => (location.hash.match(/^#([\w-]{12,128})$/) || [])[1];

  async function enter() {
    const secret = secretOf();
    if (!secret) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    let said = failed;
    try {
      const answer = await fetch(`/api/tables/${table}/enter`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ secret }),
      });
      if (answer.ok) {
        location.reload();
        return;
      }
      if (answer.status === 400 || answer.status === 403) said = refused;
    } catch {
      /* no answer: the player can try again */
    }
    complain(said);
  }

  // In a dialog, because the next update of the page would hide a line of text.
  async function complain(said) {
    if (document.readyState === "loading") await new Promise((done) => addEventListener("DOMContentLoaded", done));
    const dialog = document.createElement("dialog");
    dialog.id = "link-refused";
    dialog.className = "guardbox";
    const words = document.createElement("p");
    words.setAttribute("role", "alert");
    words.textContent = said;
    const done = document.createElement("button");
    done.className = "btn primary";
    done.textContent = close;
    done.onclick = () => dialog.close();
    dialog.append(words, done);
    dialog.onclose = () => dialog.remove();
    document.body.append(dialog);
    dialog.showModal();
  }

  addEventListener("hashchange", enter);
  enter();
}
