// Tables that can be sorted by a click on a head.

import { el, fill } from "../base/dom.js";

/**
 * @param {Array<Object>} columns each with a `head`, the `text` of a row, which may be an element,
 *   the `value` to sort by if it is not the text, and whether it stands on the `right` or `wraps`
 * @param {Array<Object>} rows
 * @param {string} caption
 */
export function table(columns, rows, caption) {
  let sorted = { column: null, down: false };
  const body = el("tbody");
  const heads = columns.map((column) =>
    el(
      "th",
      { scope: "col", class: classOf(column) },
      el("button", { type: "button", class: "sort", onclick: () => sortBy(column) }, column.head),
    ),
  );

  function sortBy(column) {
    sorted = { column, down: sorted.column === column ? !sorted.down : false };
    heads.forEach((head, place) => {
      const isIt = columns[place] === column;
      if (isIt) head.setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    show();
  }

  function show() {
    const { column, down } = sorted;
    const value = column && (column.value ?? column.text);
    const order = column
      ? [...rows].sort((one, other) => compare(value(one), value(other)) * (down ? -1 : 1))
      : rows;
    fill(
      body,
      ...order.map((row) =>
        el("tr", {}, ...columns.map((each) => el("td", { class: classOf(each) }, each.text(row)))),
      ),
    );
  }

  show();
  return el(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": caption },
    el("table", {}, el("caption", {}, caption), el("thead", {}, el("tr", {}, ...heads)), body),
  );
}

function classOf(column) {
  return [column.right && "right", column.wraps && "wraps"].filter(Boolean).join(" ");
}

function compare(one, other) {
  if (one === other) return 0;
  if (one === null || one === undefined) return 1;
  if (other === null || other === undefined) return -1;
  return typeof one === "string" ? one.localeCompare(other) : one - other;
}
