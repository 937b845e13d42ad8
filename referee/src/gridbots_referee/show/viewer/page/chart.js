// The clocks of all seats over the match: banks above, times per move below.

import { palette, seatColour } from "./palette.js";

const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3], [1, 2], [12, 4]];

export class Chart {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas, about, jump) {
    this.canvas = canvas;
    this.about = about;
    this._picture = null;
    canvas.addEventListener("click", (event) => {
      const box = canvas.getBoundingClientRect();
      jump(((event.clientX - box.left) / box.width) * this.about.last);
    });
  }

  forget() {
    this._picture = null;
  }

  draw(number) {
    const scale = devicePixelRatio || 1;
    const width = Math.max(1, Math.round(this.canvas.clientWidth * scale));
    const height = Math.max(1, Math.round(this.canvas.clientHeight * scale));
    if (!this._picture || this._picture.width !== width || this._picture.height !== height) {
      this._picture = this._drawn(width, height, scale);
    }
    this.canvas.width = width;
    this.canvas.height = height;
    const pen = this.canvas.getContext("2d");
    pen.drawImage(this._picture, 0, 0);
    const x = (number / Math.max(this.about.last, 1)) * width;
    pen.fillStyle = palette().mark;
    pen.fillRect(Math.min(x, width - scale), 0, Math.max(1, scale), height);
  }

  _drawn(width, height, scale) {
    const picture = new OffscreenCanvas(width, height);
    const pen = picture.getContext("2d");
    const half = Math.floor(height / 2);
    const { bank, wall } = this.about.series;
    this._lines(pen, bank, { top: 0, height: half - 4 * scale, width, scale, label: "bank, ms" });
    const times = wall.map((line) => line.map((value) => value && value / 1000));
    const box = { top: half + 4 * scale, height: half - 4 * scale, width, scale };
    this._lines(pen, times, { ...box, label: "longest move, ms" });
    return picture;
  }

  _lines(pen, series, { top, height, width, scale, label }) {
    const most = Math.max(1e-9, ...series.flat().map((value) => value ?? 0));
    const rounds = Math.max(this.about.last, 1);
    const colours = palette();
    pen.fillStyle = colours.grid;
    pen.fillRect(0, top, width, height);
    for (const [seat, line] of series.entries()) {
      pen.strokeStyle = seatColour(seat);
      pen.setLineDash(DASHES[seat % DASHES.length].map((length) => length * scale));
      pen.lineWidth = 1.5 * scale;
      pen.beginPath();
      let isDrawing = false;
      for (const [place, value] of line.entries()) {
        const x = (place * this.about.series.width * width) / rounds;
        const y = top + height - 2 * scale - (height - 4 * scale) * ((value ?? 0) / most);
        if (value !== null && isDrawing) pen.lineTo(x, y);
        else if (value !== null) pen.moveTo(x, y);
        isDrawing = value !== null;
      }
      pen.stroke();
    }
    pen.setLineDash([]);
    pen.fillStyle = colours.faint;
    pen.font = `${11 * scale}px ui-sans-serif, system-ui, sans-serif`;
    pen.textBaseline = "top";
    pen.fillText(
      `${label}, up to ${most < 10 ? most.toFixed(1) : Math.round(most)}`,
      6 * scale,
      top + 4 * scale,
    );
  }
}
