// The application: routes addresses to views, and passes on news from the server.

import { announce, el, fill } from "./base/dom.js";
import { onTheme, restoreTheme, switchTheme } from "./base/palette.js";
import { parseRoute } from "./base/route.js";
import { openSource } from "./base/source.js";
import { MatchView } from "./match/match.js";
import { VIEWS, failedView, home, tabOf, tabsOf, unknownView } from "./views.js";

const REFRESH_MS = 700;

/** The tabs at the top of the page, one for each view with a label. */
class Tabs {
  /** @param {HTMLElement} nav hidden while there are no tabs */
  constructor(nav) {
    this._nav = nav;
    this._links = new Map();
  }

  /** Show tabs, each a path with a label, and mark the tab of the current path. */
  show(tabs, current) {
    const known = [...this._links].map(([path, link]) => `${path} ${link.textContent}`);
    const wanted = tabs.map(([path, label]) => `${path} ${label}`);
    // Unchanged links stay in place: one of them may have the focus.
    if (known.join() !== wanted.join()) this._replace(tabs);
    for (const [path, link] of this._links) {
      if (path !== current) link.removeAttribute("aria-current");
      else if (!link.hasAttribute("aria-current")) this._mark(link);
    }
  }

  /** Mark the tab of the current view, and scroll it into sight on a narrow screen. */
  _mark(link) {
    link.setAttribute("aria-current", "page");
    link.scrollIntoView({ block: "nearest", inline: "center" });
  }

  _replace(tabs) {
    const focused = [...this._links].find(([, link]) => link === document.activeElement)?.[0];
    this._links = new Map(tabs.map(([path, label]) => [path, el("a", { href: `#/${path}` }, label)]));
    this._nav.hidden = !tabs.length;
    fill(this._nav, ...this._links.values());
    this._links.get(focused)?.focus();
  }
}

class App {
  constructor() {
    this.source = openSource();
    this.view = null;
    this._main = document.getElementById("main");
    this._tabs = new Tabs(document.getElementById("tabs"));
    this._progress = document.getElementById("progress");
    this._connection = document.getElementById("connection");
    this._place = ["", []]; // the name of the view, and the rest of its path
    this._routing = 0; // counts addresses: a view that opens late must not replace a later one
  }

  async start() {
    restoreTheme();
    document.getElementById("theme").addEventListener("click", () => {
      switchTheme();
      this._recolour();
    });
    onTheme(() => this._recolour());
    document.getElementById("skip").addEventListener("click", (event) => {
      event.preventDefault(); // fragments are addresses of views
      this._main.focus();
    });
    this.about = await this.source.about();
    addEventListener("hashchange", () => this.route());
    this.source.listen(
      (kind, message) => this._receive(kind, message),
      (isOpen) => this._showConnection(isOpen),
    );
    await this.route();
  }

  _recolour() {
    this.view?.recolour?.();
  }

  /** Report a lost connection; after a new one, fetch what was missed. */
  _showConnection(isOpen) {
    this._connection.textContent = isOpen ? "" : "No connection: the command has ended.";
    if (isOpen && this._wasLost) this._receive("site", {});
    this._wasLost = !isOpen;
  }

  async _receive(kind, message) {
    this._missed?.push([kind, message]);
    if (kind === "replay") this._receiveReplay(message);
    else if (kind === "seat") this.view?.moveInput?.receive(message);
    else {
      this._isStale = true;
      this._refresh();
    }
  }

  /** Fetch and show changes of the site, one refresh at a time. */
  async _refresh() {
    if (this._isRefreshing) return;
    this._isRefreshing = true;
    while (this._isStale) {
      this._isStale = false;
      await this._update().catch(() => {}); // `_showConnection` reports a lost connection
      await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
    }
    this._isRefreshing = false;
  }

  async _update() {
    this.about = await this.source.about();
    this._showFrame();
    if (!(this.view instanceof MatchView)) await this.view?.changed?.();
  }

  /** Show the progress of a match. When the next match starts, users who follow live play see it. */
  _receiveReplay(message) {
    const { view } = this;
    if (!(view instanceof MatchView)) {
      view?.grow?.(message);
      if (!location.hash && this.about.kind === "records") location.hash = `#/match/${message.key}`;
    } else if (view.key === message.key) view.grow(message);
    else if (view.wasLive) {
      if (view.position.number >= view.position.last) location.hash = `#/match/${message.key}`;
      else view.grow({ last: view.replay.last, ended: true });
    }
  }

  /** Show the view of the current address. */
  async route() {
    const routing = (this._routing += 1);
    const { hash } = location;
    const [name, path, query] = this._target(parseRoute(hash));
    if (await this._moveWithinView(name, path, query)) {
      if (routing === this._routing) this._finishRouting(hash);
      return;
    }
    this._main.setAttribute("aria-busy", "true");
    let view;
    try {
      view = name ? await this._open(name, path, query) : unknownView(hash, tabsOf(this.about));
    } catch (error) {
      view = failedView(error, tabsOf(this.about));
    }
    if (routing !== this._routing) {
      view.close?.(); // remove its key listeners
      return;
    }
    const isFirst = this._main.dataset.address === undefined;
    await this._show(view, name, path);
    if (routing !== this._routing) return;
    this._finishRouting(hash);
    if (!isFirst) this._beginAtTop();
  }

  /** The view of an address, the rest of its path, and its query; null for an unknown address. */
  _target({ path, query }) {
    const [name, ...rest] = path.length ? path : home(this.about);
    const isKnown = !path.length || VIEWS[name]?.isFor(this.about, rest);
    return isKnown ? [name, rest, query] : [null, [], {}];
  }

  _finishRouting(hash) {
    this._main.setAttribute("aria-busy", "false");
    this._main.dataset.address = hash;
  }

  /** After a link into another view: scroll to the top, and announce the title. */
  _beginAtTop() {
    if (document.activeElement === document.body) this._main.focus({ preventScroll: true });
    scrollTo(0, 0);
    announce(document.title);
  }

  /** Let the current view show another address of its own, if it can; it keeps focus and scroll position. */
  async _moveWithinView(name, path, query) {
    if (name === "match" && this._place[0] === name && this.view?.key === path[0]) {
      this.view.visit(path.slice(1), query);
      return true;
    }
    const isHere = JSON.stringify(this._place) === JSON.stringify([name, path]);
    if (!isHere || this.view?.moved === undefined) return false;
    await this.view.moved(path, query);
    return true;
  }

  async _open(name, path, query) {
    this._missed = []; // messages from now on may be newer than what the view fetches
    const view = await VIEWS[name].open(this, path, query);
    view.onended = () => this._reopen(view).catch(() => {});
    return view;
  }

  /** Fetch a match again and show its end. */
  async _reopen(old) {
    const view = await this._open("match", [old.key], {});
    if (this.view !== old) return;
    this._show(view, "match", [old.key]);
    view.wasLive = true;
    view.position.to(view.position.last);
  }

  /** Put a view into the page, and let it fetch its data. */
  async _show(view, name, path) {
    this.view?.close?.();
    this.view = view;
    this._place = [name, path];
    fill(this._main, view.element);
    this._showFrame();
    this._receiveMissed(view);
    await view.start?.();
  }

  /** Pass a match the messages that arrived while it was fetched. */
  _receiveMissed({ key }) {
    const missed = this._missed ?? [];
    this._missed = null;
    if (key === undefined) return;
    for (const [kind, message] of missed) if (message?.key === key) this._receive(kind, message);
  }

  /** Show the tabs, the progress of a tournament, and the title. */
  _showFrame() {
    const { about } = this;
    this._tabs.show(tabsOf(about), tabOf(about, ...this._place));
    this._progress.textContent = about.progress ?? "";
    const heading = this._main.querySelector("h1")?.textContent;
    const parts = [heading, about.kind === "store" ? about.title : "", "gridbots"];
    document.title = [...new Set(parts.filter(Boolean))].join(" – ");
  }
}

const app = new App();
app.start().catch((error) => {
  const main = document.getElementById("main");
  fill(main, failedView(error).element);
  main.setAttribute("aria-busy", "false");
});
