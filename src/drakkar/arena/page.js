/* Sorting is optional: without scripts, every table is complete and in a sensible order. */
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  table.querySelectorAll("thead th").forEach((head, at) => {
    if (!head.textContent) return;
    const numeric = head.classList.contains("number");
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const sign = (before ? before === "ascending" : numeric) ? -1 : 1;
      for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
      const worth = (row) => row.cells[at].dataset.worth ?? row.cells[at].textContent;
      const compare = numeric
        ? (one, other) => worth(one) - worth(other)
        : (one, other) => worth(one).localeCompare(worth(other));
      body.append(...[...body.rows].sort((one, other) => sign * compare(one, other)));
    });
  });
}
