// The page: which view is shown, what stands around it, the theme, and news from the server.

import { announce, fill } from "./base/dom.js";
import { failedView, unknownView } from "./base/messages.js";
import { onTheme, restoreTheme, switchTheme } from "./base/palette.js";
import { routeOf } from "./base/route.js";
import { openSource } from "./base/source.js";
import { Tabs } from "./base/tabs.js";
import { MatchView } from "./match/match.js";
import { VIEWS, home, tabOf, tabsOf } from "./views.js";

const REFRESH_MS = 700;

class App {
  constructor() {
    this.source = openSource();
    this.view = null;
    this._main = document.getElementById("main");
    this._tabs = new Tabs(document.getElementById("tabs"));
    this._soFar = document.getElementById("so-far");
    this._connection = document.getElementById("connection");
    this._place = ["", []]; // the name of the view, and the path behind it
    this._turn = 0;
  }

  async start() {
    restoreTheme();
    document.getElementById("theme").addEventListener("click", () => {
      switchTheme();
      this._recolour();
    });
    onTheme(() => this._recolour());
    document.getElementById("skip").addEventListener("click", (event) => {
      event.preventDefault(); // addresses behind # are those of views
      this._main.focus();
    });
    this.about = await this.source.about();
    addEventListener("hashchange", () => this.route());
    this.source.listen(
      (kind, told) => this._hear(kind, told),
      (isThere) => this._connected(isThere),
    );
    await this.route();
  }

  async _renew() {
    this.about = await this.source.about();
    this._showFrame();
    if (!(this.view instanceof MatchView)) await this.view?.changed();
  }

  _recolour() {
    this.view?.recolour();
  }

  /** The server went, or is there again: then what was missed is fetched. */
  _connected(isThere) {
    this._connection.textContent = isThere ? "" : "No connection: the command has ended.";
    if (isThere && this._wasAway) this._hear("site", {});
    this._wasAway = !isThere;
  }

  async _hear(kind, told) {
    this._missed?.push([kind, told]);
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
    const { hash } = location;
    const [name, rest, query] = this._wanted(routeOf(hash));
    if (await this._moved(name, rest, query)) {
      if (turn === this._turn) this._settled(hash);
      return;
    }
    this._main.setAttribute("aria-busy", "true");
    let view;
    try {
      view = name ? await this._opened(name, rest, query) : unknownView(hash, tabsOf(this.about));
    } catch (error) {
      view = failedView(error, tabsOf(this.about));
    }
    if (turn !== this._turn) {
      view.close(); // it listens to the keys
      return;
    }
    const isFirst = this._main.dataset.address === undefined;
    await this._show(view, name, rest);
    if (turn !== this._turn) return;
    this._settled(hash);
    if (!isFirst) this._greet();
  }

  /** The view that an address names, with its path and query; no name where there is none. */
  _wanted({ path, query }) {
    if (!path.length) {
      const [name, ...rest] = home(this.about);
      return [name, rest, query];
    }
    const [name, ...rest] = path;
    return VIEWS[name]?.isFor(this.about, rest) ? [name, rest, query] : [null, [], {}];
  }

  /** The view of this address is there, with all that it shows. */
  _settled(hash) {
    this._main.setAttribute("aria-busy", "false");
    this._main.dataset.address = hash;
  }

  /** Who came to a view by a link in the one before begins at its top. */
  _greet() {
    if (document.activeElement === document.body) this._main.focus({ preventScroll: true });
    scrollTo(0, 0);
    announce(document.title);
  }

  /** Whether the view that is shown goes there by itself: so it keeps the focus and its place. */
  async _moved(name, path, query) {
    if (name === "match" && this._place[0] === name && this.view?.key === path[0]) {
      this.view.visit(path.slice(1), query);
      return true;
    }
    const isHere = JSON.stringify(this._place) === JSON.stringify([name, path]);
    if (!isHere || this.view?.moved === undefined) return false;
    await this.view.moved(path, query);
    return true;
  }

  async _opened(name, path, query) {
    this._missed = []; // what is told from here on may be newer than what the view fetches
    const view = await VIEWS[name].open(this, path, query);
    view.onended = () => this._reopen(view).catch(() => {});
    return view;
  }

  /** Show a match anew, at its end. */
  async _reopen(old) {
    const view = await this._opened("match", [old.key], {});
    if (this.view !== old) return;
    this._show(view, "match", [old.key]);
    view.wasLive = true;
    view.position.to(view.position.last);
  }

  /** Put a view into the page, and let it fetch what it shows. */
  async _show(view, name, path) {
    this.view?.close();
    this.view = view;
    this._place = [name, path];
    fill(this._main, view.element);
    this._showFrame();
    this._hearMissed(view);
    await view.start();
  }

  /** Tell a match what was told of it while it was fetched. */
  _hearMissed({ key }) {
    const missed = this._missed ?? [];
    this._missed = null;
    if (key !== undefined) for (const [kind, told] of missed) if (told?.key === key) this._hear(kind, told);
  }

  /** What stands around the view: tabs, how far a tournament is, the title. */
  _showFrame() {
    const { about } = this;
    this._tabs.show(tabsOf(about), tabOf(about, ...this._place));
    this._soFar.textContent = about.progress ?? "";
    const head = this._main.querySelector("h1")?.textContent;
    const parts = [head, about.kind === "store" ? about.title : "", "gridbots"];
    document.title = [...new Set(parts.filter(Boolean))].join(" – ");
  }
}

const app = new App();
app.start().catch((error) => {
  const main = document.getElementById("main");
  fill(main, failedView(error).element);
  main.setAttribute("aria-busy", "false");
});
