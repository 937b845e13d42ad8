// Themes, and the colour and dashes of each seat.

import { PATTERNS, THEMES } from "./drawing.js";

const LIGHT_SYSTEM = matchMedia("(prefers-color-scheme: light)");
const STORED_THEME = "gridbots-theme";
const DASHES = ["", "6 3", "2 3", "8 3 2 3", "1 2", "12 4", "12 3 2 3 2 3", "4 8"];

/** Whether the light theme is active: the user's choice, or else the system's preference. */
function isLight() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "light" : LIGHT_SYSTEM.matches;
}

/** The colours of the active theme by name. */
export function palette() {
  return isLight() ? THEMES.light : THEMES.dark;
}

/** Switch to the other theme, and store the choice if the browser allows it. */
export function switchTheme() {
  const theme = isLight() ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
  useStorage((storage) => storage.setItem(STORED_THEME, theme));
}

/** Use the storage of the browser; a page opened from a file may have none. */
function useStorage(act) {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

/** Call `act` whenever the system's preference changes. */
export function onTheme(act) {
  LIGHT_SYSTEM.addEventListener("change", act);
}

/** Activate the theme that the user chose on an earlier visit. */
export function restoreTheme() {
  const theme = useStorage((storage) => storage.getItem(STORED_THEME));
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
}

export function seatColour(seat) {
  return seat < 0 ? palette().faint : palette()[`seat${seat % PATTERNS.length}`];
}

/** The attributes of a seat's curve in a chart. */
export function seatStroke(seat) {
  return { class: "curve", stroke: seatColour(seat), "stroke-dasharray": DASHES[seat % DASHES.length] };
}
