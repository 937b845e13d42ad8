// Lists of matches. The server filters, sorts and paginates them; the query is in the address.

import { button, dropDown, labelled } from "../base/controls.js";
import { el, fill, refill } from "../base/dom.js";
import { address } from "../base/route.js";
import { botLink, counted, percent, results } from "./format.js";
import { matchColumns } from "./match_rows.js";
import { TournamentPage } from "./page.js";
import { SortedTable } from "./table.js";

const PAGE_SIZE = 100;
const FIELDS = ["bot", "against", "seat", "ending", "termination", "how", "game", "sort", "page"];

/** A page with the matches of a query. */
class MatchListPage extends TournamentPage {
  /** @param {Array<string>} path of the page */
  constructor(app, title, path, query) {
    super(app, title);
    this._path = path;
    this._query = knownFields(query);
    this._table = new SortedTable("Matches", (row) => row.key, {
      onsort: (sort) => this._change({ sort, page: "" }),
    });
    this._empty = el("p.empty", { hidden: true }, "No matches with these filters.");
    this._pager = el("nav.pager", { "aria-label": "Pages" });
    this._list = el("div.parts", this._table.element, this._empty, this._pager);
  }

  moved(_, query) {
    this._query = knownFields(query);
    return this.refresh();
  }

  _change(change) {
    location.hash = address(this._path, { ...this._query, ...change });
  }

  /** Show the matches of the query, and of these fields. */
  async _showMatches(fields = {}) {
    const query = this._query;
    const data = await this.source.get("matches", { ...query, ...fields, limit: PAGE_SIZE });
    if (this._query !== query) return; // the user has changed the query
    const { matches: rows, total = rows.length, page = 1, pages = 1 } = data;
    this._table.isArranged = data.total !== undefined;
    this._table.sort = query.sort ?? "";
    const first = (page - 1) * PAGE_SIZE + 1;
    const range = pages > 1 ? `${first} to ${first + rows.length - 1} of ` : "";
    this._table.update(rows, matchColumns(rows), `${range}${counted(total, "match", "matches")}`);
    this._empty.hidden = rows.length > 0;
    this._table.element.hidden = rows.length === 0;
    this._showPager(page, pages);
  }

  _showPager(page, pages) {
    const focused = this._pager.contains(document.activeElement) && document.activeElement.dataset.to;
    const to = (label, target) =>
      button(label, () => this._change({ page: target === 1 ? "" : target }), {
        disabled: target < 1 || target > pages || target === page,
        "data-to": label,
      });
    const parts = [
      to("First", 1),
      to("Previous", page - 1),
      el("span", `Page ${page} of ${pages}`),
      to("Next", page + 1),
      to("Last", pages),
    ];
    fill(this._pager, pages > 1 && parts);
    if (focused) this._pager.querySelector(`[data-to="${focused}"]`)?.focus({ preventScroll: true });
  }
}

export class MatchesView extends MatchListPage {
  constructor(app, query) {
    super(app, "Matches", ["matches"], query);
    this.element.classList.add("wide");
    this._filters = el("form.filters", { onsubmit: (event) => event.preventDefault() });
    this.body.append(this._filters, this._list);
  }

  update() {
    this._showFilters();
    return this._showMatches();
  }

  _showFilters() {
    const { bots = [], terminations = [], games = [] } = this.app.about;
    const choices = JSON.stringify([bots, terminations, games]);
    if (choices !== this._choices) {
      this._choices = choices;
      fill(
        this._filters,
        games.length > 1 && this._filter("Game", "game", games),
        this._filter("Bot", "bot", bots),
        this._filter("against", "against", bots),
        bots.length > 0 && this._filter("result", "ending", ["won", "drawn", "lost"]),
        this._filter("ended", "termination", terminations),
      );
    }
    for (const select of this._filters.querySelectorAll("select")) {
      select.value = this._query[select.name] ?? "";
    }
    const ending = this._filters.querySelector("[name=ending]");
    if (ending) ending.disabled = !this._query.bot; // a result is the result of a bot
  }

  _filter(label, name, values) {
    if (!values.length) return null;
    const select = dropDown([["", "any"], ...values], {
      name,
      onchange: () => {
        const reset = name === "bot" && !select.value ? { ending: "", seat: "" } : {};
        this._change({ [name]: select.value, page: "", ...reset });
      },
    });
    return labelled(label, select);
  }
}

function knownFields(query) {
  return Object.fromEntries(Object.entries(query).filter(([name]) => FIELDS.includes(name)));
}

/** The matches between two bots. */
export class PairView extends MatchListPage {
  constructor(app, [one, other], query) {
    super(app, "", ["pair", one, other], query);
    this._names = [one, other];
    fill(this.heading, botLink(one), " against ", botLink(other));
    this._facts = el("p.facts-line");
    this.body.append(this._facts, this._list);
  }

  async update() {
    const [bot, against] = this._names;
    const [{ names, cells }] = await Promise.all([
      this.source.get("crosstable"),
      this._showMatches({ bot, against }),
    ]);
    const met = cells[names.indexOf(bot)]?.[names.indexOf(against)];
    refill(this._facts, met ? `${bot}: ${results(met)}, ${percent(met.score)}.` : "They have not met yet.");
  }
}
