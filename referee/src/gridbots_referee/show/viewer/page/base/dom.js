// Creates and updates elements. Text is never parsed as markup.

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const REDUCED_MOTION = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the user asks for little motion: matches do not start by themselves, nothing glides. */
export function reducesMotion() {
  return REDUCED_MOTION.matches;
}

/**
 * Create an element, as in `el("p.faint", { title: "a title" }, "a text")`.
 * @param {string} selector the tag and the classes
 * @param {...*} parts properties, which are set as attributes if the element does not have them;
 *   then children, of which strings become text nodes
 */
export function el(selector, ...parts) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  const properties = parts[0]?.constructor === Object ? parts.shift() : {};
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !["list", "form"].includes(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  fill(element, ...parts);
  return element;
}

/** Create an SVG element with attributes and children. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG_NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Replace the children of an element; null, undefined and false are left out. */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
}

/** Like `fill`, but leave equal children in place, so that the focus stays. */
export function refill(element, ...children) {
  const wanted = el("div", ...children);
  const now = [...element.childNodes];
  const isSame =
    now.length === wanted.childNodes.length &&
    now.every((node, index) => node.isEqualNode(wanted.childNodes[index]));
  if (!isSame) fill(element, ...wanted.childNodes);
}

/** Announce a text to screen readers. */
export function announce(text) {
  const region = document.getElementById("announcement");
  if (region.textContent !== text) region.textContent = text;
}
