// How ratings went in a tournament.

import { el } from "../base/dom.js";
import { palette, seatColour } from "../base/palette.js";
import { Page, signed } from "./store.js";

export class RatingsView extends Page {
  constructor(source) {
    super(source, "Ratings over time");
  }

  async parts() {
    const { names, matches, lines, unit } = await this.source.get("ratings");
    if (matches.length < 2)
      return [el("p", { class: "empty" }, "There are too few matches for a curve.")];
    const canvas = el("canvas", {
      class: "curve",
      role: "img",
      "aria-label": `${unit} of ${names.length} bots over ${matches.at(-1)} matches`,
    });
    requestAnimationFrame(() => drawCurves(canvas, matches, lines));
    const legend = names.map((name, place) => {
      const line = lines[place].filter((value) => value !== null);
      const entry = el(
        "li",
        {},
        el("span", { class: "stroke" }),
        `${name}  ${line.length ? signed(line.at(-1)) : "–"}`,
      );
      entry.style.setProperty("--seat", seatColour(place));
      return entry;
    });
    return [
      el("p", { class: "faint" }, `${unit} after so many matches`),
      canvas,
      el("ul", { class: "legend" }, ...legend),
    ];
  }
}

function drawCurves(canvas, matches, lines) {
  const scale = devicePixelRatio || 1;
  const width = (canvas.width = Math.max(1, canvas.clientWidth * scale));
  const height = (canvas.height = Math.max(1, canvas.clientHeight * scale));
  const pen = canvas.getContext("2d");
  const values = lines.flat().filter((value) => value !== null);
  const [least, most] = [Math.min(...values, -10), Math.max(...values, 10)];
  const left = 44 * scale;
  const x = (count) => left + ((width - left - 8 * scale) * count) / matches.at(-1);
  const y = (value) =>
    height - 18 * scale - ((height - 30 * scale) * (value - least)) / (most - least);
  const colours = palette();
  pen.font = `${11 * scale}px ui-sans-serif, system-ui, sans-serif`;
  for (const value of [least, (least + most) / 2, most]) {
    pen.fillStyle = colours.edge;
    pen.fillRect(left, y(value), width, 1);
    pen.fillStyle = colours.faint;
    pen.fillText(signed(value), 2, y(value) + 4 * scale);
  }
  for (const [place, line] of lines.entries()) {
    pen.strokeStyle = seatColour(place);
    pen.lineWidth = 2 * scale;
    pen.setLineDash(place < 6 ? [] : [6 * scale, 3 * scale]);
    pen.beginPath();
    line.forEach((value, index) => {
      if (value !== null) pen.lineTo(x(matches[index]), y(value));
    });
    pen.stroke();
  }
  pen.fillStyle = colours.faint;
  pen.textAlign = "right";
  pen.fillText(`${matches.at(-1)} matches`, width - 8 * scale, height - 4 * scale);
}
