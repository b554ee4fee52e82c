/* Sorts tables of the class "sortable" by a click on the head of a column. */
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const key = (row, column) => row.cells[column].dataset.sort ?? row.cells[column].textContent.trim();
  const compare = (x, y) => isNaN(x) || isNaN(y) ? x.localeCompare(y) : x - y;
  for (const head of table.tHead.rows[0].cells) {
    if (!head.dataset.first) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const was = head.getAttribute("aria-sort");
      const now = was ? (was === "ascending" ? "descending" : "ascending") : head.dataset.first;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", now);
      const sign = now === "ascending" ? 1 : -1;
      const rows = [...body.rows].sort((a, b) => sign * compare(key(a, head.cellIndex), key(b, head.cellIndex)));
      body.append(...rows);
    });
  }
}
