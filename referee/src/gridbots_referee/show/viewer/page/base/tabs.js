// The tabs over the page: one for each view that has a label.

import { el, fill } from "./dom.js";

export class Tabs {
  /** @param {HTMLElement} nav which is hidden as long as there is but one place to be */
  constructor(nav) {
    this._nav = nav;
    this._links = new Map();
  }

  /**
   * @param {Array<[string, string]>} tabs a path and a label each
   * @param {string} current the path whose tab is marked
   */
  show(tabs, current) {
    const known = [...this._links].map(([path, link]) => `${path} ${link.textContent}`);
    const wanted = tabs.map(([path, label]) => `${path} ${label}`);
    // Links stay where nothing has changed: one of them may have the focus.
    if (known.join() !== wanted.join()) this._make(tabs);
    for (const [path, link] of this._links) {
      if (path !== current) link.removeAttribute("aria-current");
      else if (!link.hasAttribute("aria-current")) this._mark(link);
    }
  }

  /** Mark the tab of the view that is shown, and bring it into sight where the strip is narrow. */
  _mark(link) {
    link.setAttribute("aria-current", "page");
    link.scrollIntoView({ block: "nearest", inline: "center" });
  }

  _make(tabs) {
    const focused = [...this._links].find(([, link]) => link === document.activeElement)?.[0];
    this._links = new Map(tabs.map(([path, label]) => [path, el("a", { href: `#/${path}` }, label)]));
    this._nav.hidden = !tabs.length;
    fill(this._nav, ...this._links.values());
    this._links.get(focused)?.focus();
  }
}
