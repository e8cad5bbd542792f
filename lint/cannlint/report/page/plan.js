(() => {
  "use strict";
  const open = () => {
    const body = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!body) return;
    body.hidden = false;
    for (let at = body; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    const reasons = body.querySelector("details");
    if (reasons) reasons.open = true;
    body.scrollIntoView({ block: "center" });
  };
  addEventListener("hashchange", open);
  open();
  const form = document.querySelector("form.filter");
  const tables = [...document.querySelectorAll("table.sortable")];
  if (!form || !tables.length) return;
  form.hidden = false;
  const bodies = tables.flatMap((table) => [...table.tBodies]);
  const textOf = (body) =>
    `${body.rows[0].textContent} ${body.querySelector(".nodes")?.textContent ?? ""}`.toLowerCase();
  const texts = new Map(bodies.map((body) => [body, textOf(body)]));
  const filter = () => {
    const words = form.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const body of bodies) {
      const fits = words.every((word) => texts.get(body).includes(word));
      body.hidden = !fits || (form.touched?.checked && !body.classList.contains("touched"));
      shown += body.hidden ? 0 : 1;
    }
    form.querySelector("output").value = `${shown} / ${bodies.length}`;
  };
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  const compare = new Intl.Collator(undefined, { numeric: true }).compare;
  const sortable = (table) => {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      head.setAttribute("aria-sort", "none");
      head.tabIndex = 0;
      const sort = () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of heads) other.setAttribute("aria-sort", "none");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const key = (body) => body.rows[0].cells[column].textContent;
        const sorted = [...table.tBodies].sort(
          (a, b) => compare(key(a), key(b)) * (down ? -1 : 1),
        );
        table.append(...sorted);
      };
      head.addEventListener("click", sort);
      head.addEventListener("keydown", (event) => event.key === "Enter" && sort());
    });
  };
  tables.forEach(sortable);
  filter();
})();
