// The list of matches: filtered, sorted and paged by the server, all of it in the address.

import { el } from "../base/dom.js";
import { address } from "../base/route.js";
import { botLink, counted } from "./format.js";
import { matchColumns } from "./match_rows.js";
import { TournamentPage, labelledChoice, put } from "./page.js";
import { SortedTable } from "./table.js";

const PAGE_SIZE = 100;
const NAMES = ["bot", "against", "seat", "ending", "termination", "how", "game", "sort", "page"];

/** Matches that fit a query, whatever page they are on. */
class MatchList {
  constructor(source, move) {
    this._source = source;
    this._move = move; // called with changes of the query
    this._table = new SortedTable("Matches", (row) => row.key, {
      onsort: (sort) => move({ sort, page: "" }),
    });
    this._empty = el("p", { class: "empty", hidden: true }, "No match fits.");
    this._pager = el("nav", { class: "pager", "aria-label": "Pages" });
    this.element = el("div", { class: "parts" }, this._table.element, this._empty, this._pager);
  }

  async show(query) {
    this._asked = query;
    const told = await this._source.get("matches", { ...query, limit: PAGE_SIZE });
    if (this._asked !== query) return; // another query is under way, or has been answered
    const { matches: rows, total = rows.length, page = 1, pages = 1 } = told;
    this._table.isArranged = told.total !== undefined;
    this._table.sort = query.sort ?? "";
    const first = (page - 1) * PAGE_SIZE + 1;
    const stretch = pages > 1 ? `${first} to ${first + rows.length - 1} of ` : "";
    this._table.update(rows, matchColumns(rows), `${stretch}${counted(total, "match", "matches")}`);
    this._empty.hidden = rows.length > 0;
    this._table.element.hidden = rows.length === 0;
    this._showPager(page, pages);
  }

  _showPager(page, pages) {
    const active = this._pager.contains(document.activeElement) && document.activeElement.dataset.to;
    const to = (label, wanted) =>
      el(
        "button",
        {
          type: "button",
          class: "plain",
          disabled: wanted < 1 || wanted > pages || wanted === page,
          "data-to": label,
          onclick: () => this._move({ page: wanted === 1 ? "" : wanted }),
        },
        label,
      );
    const parts = [
      to("First", 1),
      to("Previous", page - 1),
      el("span", {}, `Page ${page} of ${pages}`),
      to("Next", page + 1),
      to("Last", pages),
    ];
    this._pager.replaceChildren(...(pages > 1 ? parts : []));
    if (active) this._pager.querySelector(`[data-to="${active}"]`)?.focus({ preventScroll: true });
  }
}

export class MatchesView extends TournamentPage {
  constructor(app, query) {
    super(app, "Matches");
    this.element.classList.add("wide");
    this._query = known(query);
    this._list = new MatchList(app.source, (change) => this._move(change));
    this._filters = el("form", { class: "filters", onsubmit: (event) => event.preventDefault() });
    this.body.append(this._filters, this._list.element);
  }

  moved(_, query) {
    this._query = known(query);
    return this.refresh();
  }

  _move(change) {
    location.hash = address(["matches"], { ...this._query, ...change });
  }

  update() {
    this._showFilters();
    return this._list.show(this._query);
  }

  recolour() {}

  /** Filters are made anew only where there are other choices. */
  _showFilters() {
    const { bots = [], terminations = [], games = [] } = this.app.about;
    const has = JSON.stringify([bots, terminations, games]);
    if (has !== this._has) {
      this._has = has;
      const any = (values) => [["", "any"], ...values];
      const filter = (label, name, values) =>
        values.length > 0 &&
        labelledChoice(label, name, any(values), this._query[name] ?? "", (value) => this._choose(name, value));
      this._filters.replaceChildren(
        ...[
          filter("Game", "game", games.length > 1 ? games : []),
          filter("Bot", "bot", bots),
          filter("against", "against", bots),
          filter("result", "ending", bots.length ? ["won", "drawn", "lost"] : []),
          filter("ended", "termination", terminations),
        ].filter(Boolean),
      );
    }
    for (const select of this._filters.querySelectorAll("select")) {
      select.value = this._query[select.name] ?? "";
    }
    const ending = this._filters.querySelector("[name=ending]");
    if (ending) ending.disabled = !this._query.bot; // a result is one of somebody
  }

  _choose(name, value) {
    const more = name === "bot" && !value ? { ending: "", seat: "" } : {};
    this._move({ [name]: value, page: "", ...more });
  }
}

function known(query) {
  return Object.fromEntries(Object.entries(query).filter(([name]) => NAMES.includes(name)));
}

/** The matches between two bots. */
export class PairView extends TournamentPage {
  constructor(app, [one, other], query) {
    super(app, `${one} against ${other}`);
    this._names = [one, other];
    this._query = known(query);
    this.heading.replaceChildren(botLink(one), " against ", botLink(other));
    this._facts = el("p", { class: "facts-line" });
    this._list = new MatchList(app.source, (change) => {
      location.hash = address(["pair", one, other], { ...this._query, ...change });
    });
    this.body.append(this._facts, this._list.element);
  }

  moved(_, query) {
    this._query = known(query);
    return this.refresh();
  }

  async update() {
    const [bot, against] = this._names;
    const [{ names, cells }] = await Promise.all([
      this.source.get("crosstable"),
      this._list.show({ ...this._query, bot, against }),
    ]);
    const met = cells[names.indexOf(bot)]?.[names.indexOf(against)];
    put(this._facts, met ? pairWords(bot, met) : "They have not met yet.");
  }

  recolour() {}
}

function pairWords(bot, met) {
  const share = ((100 * met.points) / met.matches).toFixed(1);
  return (
    `${bot}: ${met.won} won, ${met.drawn} drawn, ${met.lost} lost of ` +
    `${counted(met.matches, "match", "matches")}, ${share} %.`
  );
}
