// Views that report an error or an unknown address.

import { el } from "./dom.js";

/** A view that reports an error. */
export function failedView(error, tabs = []) {
  return message("This cannot be shown", tabs, el("p", { class: "error", role: "alert" }, error.message));
}

/** A view for an address that no view has. */
export function unknownView(hash, tabs) {
  return message(
    "There is nothing at this address",
    tabs,
    el("p", {}, "No view here has the address ", el("code", {}, hash), "."),
  );
}

/** A heading, a message, and links to the other views. */
function message(heading, tabs, text) {
  const links = tabs.flatMap(([path, label]) => [el("a", { href: `#/${path}` }, label), ", "]);
  const home = el("a", { href: "#/" }, "the first view");
  return {
    element: el(
      "section",
      { class: "page message" },
      el("h1", {}, heading),
      text,
      el("p", {}, "Go to ", ...links, home, "."),
    ),
  };
}
