// The tabs at the top of the page, one for each view with a label.

import { el, fill } from "./dom.js";

export class Tabs {
  /** @param {HTMLElement} nav hidden while there are no tabs */
  constructor(nav) {
    this._nav = nav;
    this._links = new Map();
  }

  /**
   * @param {Array<[string, string]>} tabs paths with their labels
   * @param {string} current the path of the tab to mark
   */
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
