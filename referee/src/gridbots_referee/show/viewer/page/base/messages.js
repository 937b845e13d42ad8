// What stands in the place of a view: it is on its way, failed, or is not there.

import { el } from "./dom.js";

/** A view that says that something cannot be shown, why, and where to go from there. */
export function failedView(error, tabs = []) {
  return message(
    "This cannot be shown",
    el("p", { class: "error", role: "alert" }, error.message),
    ways(tabs),
  );
}

/** A view for an address that leads nowhere. */
export function unknownView(hash, tabs) {
  return message(
    "There is nothing at this address",
    el("p", {}, "No view here has the address ", el("code", {}, hash), "."),
    ways(tabs),
  );
}

function ways(tabs) {
  return el(
    "p",
    {},
    "Go to ",
    ...tabs.flatMap(([path, label]) => [el("a", { href: `#/${path}` }, label), ", "]),
    el("a", { href: "#/" }, "the first view"),
    ".",
  );
}

function message(head, ...parts) {
  return {
    element: el("section", { class: "page message" }, el("h1", {}, head), ...parts),
    start() {},
    changed() {},
    recolour() {},
    close() {},
  };
}
