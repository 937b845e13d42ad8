// Tables with keyed rows: updates change the existing rows, so that the order, the focus and the
// scroll position stay while a tournament is played.

import { el, fill } from "../base/dom.js";

/**
 * A column has a `head`, the `text` of a row, which may be an element, and the `value` to sort by,
 * which defaults to the text. It may be aligned to the `right`, `wrap`, and have a `title`.
 * Its `id` in an address defaults to the head; a `fixed` column cannot be sorted.
 */
export class SortedTable {
  /**
   * @param {string} caption
   * @param {function(Object): *} keyOf identifies a row
   * @param {Object} options `sort`, such as "points" or "-points", and `onsort`, called with a new one
   */
  constructor(caption, keyOf, options = {}) {
    this._keyOf = keyOf;
    this._onsort = options.onsort ?? (() => {});
    this.isArranged = false; // whether the server sorts the rows
    this.sort = options.sort ?? "";
    this._rows = new Map();
    this._columns = [];
    this._heads = el("tr");
    this._body = el("tbody");
    this._caption = el("caption", caption);
    this.element = el(
      "div.scroll",
      { tabIndex: 0, role: "region", "aria-label": caption },
      el("table", this._caption, el("thead", this._heads), this._body),
    );
  }

  /** Show these rows; a known key keeps its row. */
  update(rows, columns, caption = null) {
    if (caption !== null && this._caption.textContent !== caption) this._caption.textContent = caption;
    this._showHeads(columns);
    this._given = rows;
    this._show();
  }

  _showHeads(columns) {
    const names = columns.map((column) => column.head).join("\n");
    this._columns = columns;
    if (names !== this._names) {
      this._names = names;
      this._rows.clear();
      this._body.replaceChildren();
      fill(this._heads, ...columns.map((column) => this._head(column)));
    }
    this._markSorted();
  }

  _head(column) {
    const label = column.fixed
      ? column.head
      : el("button", { type: "button", class: "sort", onclick: () => this._choose(column) }, column.head);
    return el("th", { scope: "col", class: classOf(column), title: column.title }, label);
  }

  _markSorted() {
    const [id, isDown] = parseSort(this.sort);
    this._columns.forEach((column, place) => {
      const head = this._heads.children[place];
      if (idOf(column) !== id) head.removeAttribute("aria-sort");
      else head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
    });
  }

  /** Sort by a column; a second click reverses the order. Numbers start with the greatest. */
  _choose(column) {
    const id = idOf(column);
    const [before, wasDown] = parseSort(this.sort);
    this.sort = (before === id ? !wasDown : column.right) ? `-${id}` : id;
    this._markSorted();
    if (!this.isArranged) this._show();
    this._onsort(this.sort);
  }

  _arranged() {
    const [id, isDown] = parseSort(this.sort);
    const column = this._columns.find((each) => idOf(each) === id);
    if (!column || this.isArranged) return this._given;
    const value = column.value ?? column.text;
    return [...this._given].sort((one, other) => compare(value(one), value(other), isDown));
  }

  _show() {
    const { activeElement: focused } = document;
    const seen = new Set();
    let place = this._body.firstChild;
    for (const row of this._arranged()) {
      const key = String(this._keyOf(row));
      const line = this._rows.get(key) ?? this._added(key);
      seen.add(key);
      this._columns.forEach((column, index) => updateCell(line.children[index], column.text(row)));
      if (line === place) place = line.nextSibling;
      else this._body.insertBefore(line, place);
    }
    for (const [key, line] of this._rows) {
      if (!seen.has(key)) this._rows.delete(key), line.remove();
    }
    // A row that was moved has lost the focus.
    if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
  }

  _added(key) {
    const line = el("tr", ...this._columns.map((column) => el("td", { class: classOf(column) })));
    this._rows.set(key, line);
    return line;
  }
}

/** A column of numbers whose head is the name of their field. */
export function numberColumn(head, title) {
  return { head, title, text: (row) => row[head], right: true };
}

/** Put a value into a cell, unless it is there already. */
function updateCell(cell, value) {
  const shown = value instanceof Node ? value : document.createTextNode(String(value ?? ""));
  const { firstChild: old } = cell;
  if (old?.isEqualNode(shown)) return;
  const hadFocus = cell.contains(document.activeElement);
  cell.replaceChildren(shown);
  if (hadFocus) (cell.querySelector("a, button") ?? cell).focus({ preventScroll: true });
}

const idOf = (column) => column.id ?? column.head;

/** The column of an order such as "-points", and whether it is descending. */
export function parseSort(sort) {
  return sort.startsWith("-") ? [sort.slice(1), true] : [sort, false];
}

function classOf(column) {
  return [column.right && "right", column.wraps && "wraps", column.class].filter(Boolean).join(" ");
}

const isMissing = (value) => value === null || value === undefined || value === "";

/** Compare numbers as numbers, and other values as text; missing values are always last. */
export function compare(one, other, isDown) {
  if (isMissing(one) || isMissing(other)) return isMissing(one) - isMissing(other);
  const order =
    typeof one === "number" && typeof other === "number"
      ? one - other
      : String(one).localeCompare(String(other), undefined, { numeric: true });
  return isDown ? -order : order;
}
