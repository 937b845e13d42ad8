// Links for other people: each plays the seat that it was given, or only looks.

import { announce, el, fill } from "../base/dom.js";

export class LinkList {
  constructor() {
    this._rows = el("ul", { class: "links" });
    this.element = el(
      "details",
      {},
      el("summary", {}, "Links for guests and spectators"),
      el("p", { class: "faint" }, "Who has a link plays the seats of its name. Send it to nobody else."),
      this._rows,
    );
  }

  show({ links, there }) {
    fill(
      this._rows,
      ...Object.entries(links).map(([name, link]) =>
        el(
          "li",
          {},
          el("span", {}, name),
          el("input", { type: "text", readOnly: true, value: link, "aria-label": `Link for ${name}` }),
          el("button", { type: "button", class: "plain", onclick: () => copyLink(link) }, "Copy"),
          el("span", { class: "faint" }, there.includes(name) ? "is here" : ""),
        ),
      ),
    );
  }
}

async function copyLink(link) {
  try {
    await navigator.clipboard.writeText(link);
    announce("The link was copied.");
  } catch {
    announce("The browser does not let the page copy: select the link.");
  }
}
