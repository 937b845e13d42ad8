// The list of matches, filtered and sorted.

import { el, fill } from "../base/dom.js";
import { table } from "./table.js";

const PAGE = 200;

function names(row) {
  return row.players.map((player) => player.name).join(" – ");
}

function winner(row) {
  const first = row.players.filter((player) => player.place === 1);
  return first.length === 1 && row.players.length > 1 ? first[0].name : first.length ? "draw" : "";
}

function scores(row) {
  return row.players.map((player) => player.score ?? "–").join(" : ");
}

function endings(row) {
  return row.players.map((player) => player.termination).join(", ");
}

export const MATCH_COLUMNS = [
  {
    head: "match",
    text: (row) =>
      el("a", { href: `#/match/${row.key}` }, String(row.number ?? Number(row.key) + 1)),
    value: (row) => Number(row.key),
  },
  { head: "game", text: (row) => row.game ?? "" },
  {
    head: "players",
    wraps: true,
    text: (row) =>
      row.error
        ? el("span", { class: "error" }, row.error)
        : el("a", { href: `#/match/${row.key}` }, names(row)),
    value: (row) => row.error ?? names(row),
  },
  { head: "winner", text: (row) => (row.error ? "" : winner(row)) },
  { head: "rounds", text: (row) => row.rounds ?? "", right: true },
  {
    head: "scores",
    text: (row) => (row.error ? "" : scores(row)),
    right: true,
  },
  { head: "ended", text: (row) => (row.error ? "" : endings(row)) },
  { head: "started", text: (row) => (row.started ?? "").slice(0, 19).replace("T", " ") },
];

/** The matches of a site, with filters where it has bots. */
export class MatchesView {
  constructor(source, about, query) {
    this.source = source;
    this.about = about;
    this.query = { bot: "", against: "", ending: "", termination: "", before: "", ...query };
    this._list = el("div", { "aria-live": "off" });
    this.element = el(
      "section",
      { class: "page" },
      el("h1", {}, "Matches"),
      this._filters(),
      this._list,
    );
  }

  _filters() {
    const { bots, terminations } = this.about;
    if (!bots) return null;
    const endings = ["won", "drawn", "lost"];
    return el(
      "form",
      { class: "filters", onsubmit: (event) => event.preventDefault() },
      this._choice("bot", "Bot", bots),
      this._choice("against", "against", bots),
      this._choice("ending", "result", endings),
      this._choice("termination", "ended", terminations),
    );
  }

  _choice(name, label, values) {
    const select = el(
      "select",
      { name, onchange: () => this._choose(name, select.value) },
      el("option", { value: "" }, "any"),
      ...values.map((value) =>
        el("option", { value, selected: this.query[name] === value }, value),
      ),
    );
    return el("label", { class: "choice" }, label, select);
  }

  _choose(name, value) {
    this.query = { ...this.query, [name]: value, before: "" };
    this.refresh();
  }

  async refresh() {
    try {
      const { matches } = await this.source.get("matches", { ...this.query, limit: PAGE });
      const caption =
        matches.length === PAGE ? `the latest ${PAGE} of them` : `${matches.length} matches`;
      fill(
        this._list,
        matches.length
          ? table(this._columns(matches), matches, caption)
          : el("p", { class: "empty" }, "No such match."),
        this._older(matches),
      );
    } catch (error) {
      fill(this._list, el("p", { class: "error", role: "alert" }, error.message));
    }
  }

  _columns(matches) {
    return MATCH_COLUMNS.filter(
      (column) => column.head !== "game" || matches.some((row) => row.game),
    );
  }

  _older(matches) {
    if (!this.about.bots || matches.length < PAGE) return null;
    const before = Math.min(...matches.map((row) => Number(row.key)));
    return el(
      "button",
      {
        type: "button",
        class: "plain",
        onclick: () => {
          this.query.before = before;
          this.refresh();
        },
      },
      "Older matches",
    );
  }

  start() {
    return this.refresh();
  }

  changed() {
    return this.refresh();
  }

  recolour() {}

  close() {}
}
