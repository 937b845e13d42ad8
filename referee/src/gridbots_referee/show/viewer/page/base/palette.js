// Colours that people of any colour vision tell apart (after M. Okabe and K. Ito), and patterns for
// those who see none: every seat has both.

const DARK = {
  seats: ["#56b4e9", "#e69f00", "#2bb58c", "#e08fc0", "#f0e442", "#ef6f38"],
  ground: "#0f141b",
  grid: "#1b2430",
  edge: "#33404f",
  block: "#536173",
  text: "#e6ebf1",
  faint: "#8b98a7",
  item: "#ffd866",
  special: "#ff8f70",
  onItem: "#241a00",
  fog: "#39434f",
  mark: "#ffffff",
  ink: "#10151b",
};

const LIGHT = {
  seats: ["#0072b2", "#c27800", "#00805c", "#b3498c", "#8a7c00", "#c04000"],
  ground: "#fbfcfd",
  grid: "#e8ecf0",
  edge: "#b9c3ce",
  block: "#8d99a6",
  text: "#141a21",
  faint: "#5a6673",
  item: "#d99a00",
  special: "#d4481c",
  onItem: "#ffffff",
  fog: "#aab4bf",
  mark: "#000000",
  ink: "#ffffff",
};

const QUERY = matchMedia("(prefers-color-scheme: light)");

/** Which theme is in force: what was chosen, or else what the system prefers. */
export function isLight() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "light" : QUERY.matches;
}

export function palette() {
  return isLight() ? LIGHT : DARK;
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
  const { seats, faint } = palette();
  return seat < 0 ? faint : seats[seat % seats.length];
}

const SPACING = 6;

/** A pattern of one seat's colour for grounds: it differs from seat to seat. */
export function hatch(context, seat, scale) {
  const side = SPACING * scale;
  const tile = new OffscreenCanvas(side, side);
  const pen = tile.getContext("2d");
  pen.strokeStyle = pen.fillStyle = seatColour(seat);
  pen.lineWidth = scale;
  pen.globalAlpha = 0.55;
  HATCHES[seat % HATCHES.length](pen, side);
  return context.createPattern(tile, "repeat");
}

function lines(pen, ...ends) {
  pen.beginPath();
  for (const [fromX, fromY, toX, toY] of ends) {
    pen.moveTo(fromX, fromY);
    pen.lineTo(toX, toY);
  }
  pen.stroke();
}

const HATCHES = [
  () => {},
  (pen, side) =>
    lines(pen, [0, side, side, 0], [-1, 1, 1, -1], [side - 1, side + 1, side + 1, side - 1]),
  (pen, side) => {
    pen.beginPath();
    pen.arc(side / 2, side / 2, side / 5, 0, 7);
    pen.fill();
  },
  (pen, side) => lines(pen, [0, side / 2, side, side / 2], [side / 2, 0, side / 2, side]),
  (pen, side) => lines(pen, [side / 2, 0, side / 2, side]),
  (pen, side) => lines(pen, [0, side / 2, side, side / 2]),
];

/** A colour between two others: `share` of the first one. */
export function mixed(colour, other, share) {
  const [first, second] = [colour, other].map((text) =>
    [1, 3, 5].map((place) => parseInt(text.slice(place, place + 2), 16)),
  );
  const parts = first.map((part, place) => Math.round(part * share + second[place] * (1 - share)));
  return `rgb(${parts.join()})`;
}
