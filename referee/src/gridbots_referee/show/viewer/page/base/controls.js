// Buttons, drop-down lists, cards and tables: what several views are made of.

import { el, fill, svg } from "./dom.js";

const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  previousEvent: "M12 5l-7 7 7 7M19 5l-7 7 7 7",
  nextEvent: "M12 5l7 7-7 7M5 5l7 7-7 7",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  up: "M12 19V6M6 12l6-6 6 6",
  right: "M5 12h13M12 6l6 6-6 6",
  down: "M12 5v13M6 12l6 6 6-6",
  left: "M19 12H6M12 6l-6 6 6 6",
};

/** A decorative drawing; the button around it has a label. */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/** A button with a text. */
export function button(label, act, properties = {}) {
  return el("button", { type: "button", class: "plain", onclick: act, ...properties }, label);
}

/** A button with an icon and an accessible name; `key` is shown in its tooltip. */
export function iconButton(name, label, act, key = "") {
  const title = key ? `${label} (${key})` : label;
  return button(icon(name), act, { class: "icon", "aria-label": label, title, "data-act": name });
}

/** Show another icon on a button. */
export function setIcon(iconed, name, label) {
  if (iconed.dataset.act === name) return;
  iconed.dataset.act = name;
  iconed.setAttribute("aria-label", label);
  iconed.title = label;
  fill(iconed, icon(name));
}

/** A drop-down list. */
export function dropDown(choices, { chosen, ...properties } = {}) {
  return el("select", properties, ...optionsOf(choices, chosen));
}

/** Options of a drop-down list; each choice is a value, or a value with its label. */
export function optionsOf(choices, chosen) {
  return choices.map((choice) => {
    const [value, label] = Array.isArray(choice) ? choice : [choice, choice];
    return el("option", { value, selected: String(value) === String(chosen) }, label);
  });
}

/** A control with its label. */
export function labelled(...parts) {
  return el("label.choice", ...parts);
}

/** A section with a heading. */
export function card(heading, ...children) {
  return el("section.card", el("h2", heading), ...children);
}

/** Text that opens at a click on its summary. */
export function disclosure(summary, properties, ...children) {
  return el("details", properties, el("summary", summary), ...children);
}

/** Terms with their values; empty values are left out. */
export function terms(pairs) {
  return pairs
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([term, value]) => el("div", el("dt", term), el("dd", String(value))));
}

/** A table; the first cell of each row is its heading, the others are numbers. */
export function table(caption, heads, rows) {
  const row = ([first, ...cells]) =>
    el("tr", el("th", { scope: "row" }, first), ...cells.map((cell) => el("td.right", cell)));
  return el(
    "table",
    el("caption", caption),
    el("thead", el("tr", ...heads.map((head) => el("th", { scope: "col" }, head)))),
    el("tbody", ...rows.map(row)),
  );
}

/** Copy a text to the clipboard, and report whether the browser allowed it. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
