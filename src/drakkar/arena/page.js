/* Sorting is an extra: without it every table is complete and in a sensible order. */
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  table.querySelectorAll("thead th").forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const falling = head.getAttribute("aria-sort") !== "descending" === head.classList.contains("number");
      for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", falling ? "descending" : "ascending");
      const sign = falling ? -1 : 1;
      const worth = row => row.cells[at].dataset.worth ?? row.cells[at].textContent;
      const rows = [...body.rows].sort((one, other) =>
        sign * worth(one).localeCompare(worth(other), "en", { numeric: false }));
      if (head.classList.contains("number")) rows.sort((one, other) => sign * (worth(one) - worth(other)));
      body.append(...rows);
    });
  });
}
