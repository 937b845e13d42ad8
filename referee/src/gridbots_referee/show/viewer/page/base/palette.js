// The colours of the renderer in the theme that is in force, and the pattern of each seat.

import { PATTERNS, THEMES } from "./colours.js";

const QUERY = matchMedia("(prefers-color-scheme: light)");

/** Which theme is in force: what was chosen, or else what the system prefers. */
export function isLight() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "light" : QUERY.matches;
}

export function palette() {
  return isLight() ? THEMES.light : THEMES.dark;
}

/** The other theme, remembered where the browser lets us. */
export function switchTheme() {
  const theme = isLight() ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("gridbots-theme", theme);
  } catch {
    // A page in a file may have no storage.
  }
}

/** Call this whenever the theme has changed by itself. */
export function onTheme(act) {
  QUERY.addEventListener("change", act);
}

export function restoreTheme() {
  try {
    const theme = localStorage.getItem("gridbots-theme");
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  } catch {
    // As above.
  }
}

export function seatColour(seat) {
  return seat < 0 ? palette().faint : palette()[`seat${seat % PATTERNS.length}`];
}

const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3], [1, 2], [12, 4], [12, 3, 2, 3, 2, 3], [4, 8]];

/** Dashes of a seat's line in a graph, in pixels. */
export function seatDashes(seat) {
  return DASHES[seat % DASHES.length];
}
