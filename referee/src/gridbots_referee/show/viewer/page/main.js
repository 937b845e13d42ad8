// The page: which view is shown, the tabs, the theme, and news from the server.

import { el, fill } from "./base/dom.js";
import { onTheme, restoreTheme, switchTheme } from "./base/palette.js";
import { routeOf } from "./base/route.js";
import { openSource } from "./base/source.js";
import { MatchView } from "./match/match.js";
import { VIEWS, home } from "./views.js";

const REFRESH_MS = 700;

class App {
  constructor() {
    this.source = openSource();
    this.view = null;
    this._main = document.getElementById("main");
    this._tabs = document.getElementById("tabs");
    this._connection = document.getElementById("connection");
    this._turn = 0;
  }

  async start() {
    restoreTheme();
    document.getElementById("theme").addEventListener("click", () => {
      switchTheme();
      this._recolour();
    });
    onTheme(() => this._recolour());
    addEventListener("hashchange", () => this.route());
    this.about = await this.source.about();
    this.source.listen(
      (kind, told) => this._hear(kind, told),
      (isThere) => this._connected(isThere),
    );
    await this.route();
  }

  async _renew() {
    this.about = await this.source.about();
    this._connection.textContent = this.about.progress ?? "";
    this._showTabs(this._name);
    if (!(this.view instanceof MatchView)) await this.view?.changed();
  }

  _recolour() {
    this.view?.recolour();
  }

  _connected(isThere) {
    this._connection.textContent = isThere ? "" : "The command has ended.";
  }

  async _hear(kind, told) {
    if (kind === "replay") this._hearReplay(told);
    else if (kind === "seat") this.view?.hand?.hear(told);
    else {
      this._isStale = true;
      this._refresh();
    }
  }

  /** Show what is new, one time after the other however often it is told. */
  async _refresh() {
    if (this._isRefreshing) return;
    this._isRefreshing = true;
    while (this._isStale) {
      this._isStale = false;
      await this._renew().catch(() => {}); // where the command has ended, that is told
      await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
    }
    this._isRefreshing = false;
  }

  /** A match goes on, or the next one has begun: who follows the play is led there. */
  _hearReplay(told) {
    const { view } = this;
    if (!(view instanceof MatchView)) {
      view?.grown?.(told);
      if (!location.hash && this.about.kind === "records") location.hash = `#/match/${told.key}`;
    } else if (view.key === told.key) view.grown(told);
    else if (view.wasLive) {
      if (view.position.number >= view.position.last) location.hash = `#/match/${told.key}`;
      else view.grown({ last: view.replay.last, ended: true });
    }
  }

  /** Show what the address leads to. */
  async route() {
    const turn = (this._turn += 1);
    const { path, query } = routeOf(location.hash);
    const [name, ...rest] = VIEWS[path[0]]?.isFor(this.about, path.slice(1))
      ? path
      : home(this.about);
    if (name === "match" && this._name === name && this.view?.key === rest[0]) {
      this.view.visit(rest.slice(1), query);
      return;
    }
    if (this._moved(name, rest, query)) return;
    let view;
    try {
      view = await this._opened(name, rest, query);
    } catch (error) {
      view = failed(error);
    }
    if (turn === this._turn) this._show(view, name);
    else view.close(); // it listens to the keys
  }

  /** Whether the view that is shown goes there by itself: so it keeps the focus and its place. */
  _moved(name, path, query) {
    const place = JSON.stringify([name, path]);
    const isHere = place === this._place && this.view?.moved !== undefined;
    this._place = place;
    if (isHere) this.view.moved(path, query);
    return isHere;
  }

  async _opened(name, path, query) {
    const view = await VIEWS[name].open(this, path, query);
    view.onended = () => this._reopen(view).catch(() => {});
    return view;
  }

  /** Show a match anew, at its end. */
  async _reopen(old) {
    const view = await this._opened("match", [old.key], {});
    if (this.view !== old) return;
    this._show(view, "match");
    view.position.to(view.position.last);
  }

  _show(view, name) {
    this.view?.close();
    this.view = view;
    this._name = name;
    fill(this._main, view.element);
    this._showTabs(name);
    view.start();
    const title = view instanceof MatchView ? view.replay.about.title : view.title;
    document.title = title ? `${title} – gridbots` : "gridbots";
  }

  _showTabs(name) {
    const tabs = Object.entries(VIEWS)
      .filter(([, view]) => view.label && view.isFor(this.about, []))
      .map(([key, view]) => [key, view.label]);
    if (this.about.live) tabs.push([`match/${this.about.live}`, "Live"]);
    fill(
      this._tabs,
      ...tabs.map(([key, label]) =>
        el("a", { href: `#/${key}`, "aria-current": key === name ? "page" : null }, label),
      ),
    );
  }
}

function failed(error) {
  return {
    element: el(
      "section",
      { class: "page" },
      el("h1", {}, "This cannot be shown"),
      el("p", { class: "error", role: "alert" }, error.message),
    ),
    start() {},
    changed() {},
    recolour() {},
    close() {},
  };
}

const app = new App();
app.start().catch((error) => fill(document.getElementById("main"), failed(error).element));
