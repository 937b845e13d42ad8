// Elements, made without ever reading text as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with properties and children. Text becomes text nodes, whatever it holds.
 * @param {string} tag
 * @param {Object<string, *>} properties what the element has no property for is an attribute
 * @param {...(Node|string|number|null|undefined|false)} children
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !["list", "form"].includes(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  if (properties.class) element.className = properties.class;
  fill(element, ...children);
  return element;
}

/** Replace what is in an element. */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
}

const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  back: "M15 5l-8 7 8 7",
  on: "M9 5l8 7-8 7",
  eventBack: "M12 5l-7 7 7 7M19 5l-7 7 7 7",
  eventOn: "M12 5l7 7-7 7M5 5l7 7-7 7",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  up: "M12 19V6M6 12l6-6 6 6",
  right: "M5 12h13M12 6l6 6-6 6",
  down: "M12 5v13M6 12l6 6 6-6",
  left: "M19 12H6M12 6l-6 6 6 6",
};

/** A drawing that says nothing by itself: its button has a label. */
export function icon(name) {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  drawing.append(path);
  return drawing;
}

/** A button with a drawing and a name for those who do not see it. */
export function iconButton(name, label, act, keys = "") {
  const title = keys ? `${label} (${keys})` : label;
  return el(
    "button",
    { type: "button", class: "icon", "aria-label": label, title, onclick: act, "data-act": name },
    icon(name),
  );
}

/** Show another drawing on a button. */
export function setIcon(button, name, label) {
  if (button.dataset.act === name) return;
  button.dataset.act = name;
  button.setAttribute("aria-label", label);
  button.title = label;
  fill(button, icon(name));
}

/** Say something to those who hear the page. */
export function announce(text) {
  const told = document.getElementById("told");
  if (told.textContent !== text) told.textContent = text;
}
