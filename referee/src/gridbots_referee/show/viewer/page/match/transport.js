// The controls below the board: step, play, drag, speed, events, views.

import { el, iconButton, setIcon } from "../base/dom.js";
import { SPEEDS } from "./position.js";
import { palette, seatColour } from "../base/palette.js";

const TICKS = 400;

export class Transport {
  /**
   * @param {function(?number): void} look called with the seat whose view is wanted
   * @param {Node} place more controls of the last row
   */
  constructor(replay, position, look, place) {
    this.replay = replay;
    this.position = position;
    this._play = iconButton("play", "Play", () => position.toggle(), "space");
    this._play.classList.add("main");
    this._slider = el("input", {
      type: "range",
      min: 0,
      max: replay.last,
      step: 1,
      value: 0,
      class: "slider",
      "aria-label": "Round",
      oninput: () => position.to(Number(this._slider.value)),
    });
    this._ticks = el("canvas", { class: "ticks", "aria-hidden": "true" });
    this._where = el("output", { class: "where" });
    this._speed = el(
      "select",
      { "aria-label": "Speed", onchange: () => position.setPace(this._speed.selectedIndex) },
      ...SPEEDS.map((speed) => el("option", { value: speed }, `${speed}/s`)),
    );
    this._follow = el(
      "button",
      { type: "button", class: "plain live", hidden: true, onclick: () => this._goLive() },
      "Live",
    );
    this._view = this._views(look);
    this.element = el(
      "div",
      { class: "transport" },
      el("div", { class: "track" }, this._ticks, this._slider),
      el("div", { class: "row", role: "group", "aria-label": "Playback" }, ...this._buttons()),
      el(
        "div",
        { class: "row wide" },
        this._where,
        this._follow,
        place,
        el("span", { class: "gap" }),
        this._view,
        el("label", { class: "choice" }, "Speed", this._speed),
      ),
    );
  }

  _buttons() {
    const { position } = this;
    return [
      iconButton("first", "To the opening", () => position.to(0), "Home"),
      iconButton("eventBack", "To the event before", () => position.toEvent(-1), "E"),
      iconButton("back", "One round back", () => position.step(-1), "left"),
      this._play,
      iconButton("on", "One round on", () => position.step(1), "right"),
      iconButton("eventOn", "To the next event", () => position.toEvent(1), "e"),
      iconButton("last", "To the end", () => position.to(position.last), "End"),
    ];
  }

  _views(look) {
    if (!this.replay.about.hidden) return null;
    const forced = this.replay.about.only_seat;
    const seats = this.replay.about.players.map((player, seat) => [seat, `what ${player.name} sees`]);
    const chosen =
      forced === null || forced === undefined ? [["", "the truth"], ...seats] : [seats[forced]];
    const select = el(
      "select",
      {
        "aria-label": "View",
        onchange: () => look(select.value === "" ? null : Number(select.value)),
      },
      ...chosen.map(([value, label]) => el("option", { value }, label)),
    );
    return el("label", { class: "choice" }, "View", select);
  }

  /** The next view, for a key. */
  nextView() {
    const select = this._view?.querySelector("select");
    if (!select) return;
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    select.dispatchEvent(new Event("change"));
  }

  /** Show which view is chosen. */
  showView(seat) {
    const select = this._view?.querySelector("select");
    if (select) select.value = String(seat ?? "");
  }

  _goLive() {
    this.position.follows = true;
    this.position.isPlaying = false;
    this.position.grown();
  }

  update() {
    const { position, replay } = this;
    this._slider.max = replay.last;
    this._slider.value = position.number;
    this._slider.setAttribute("aria-valuetext", `round ${position.number} of ${replay.last}`);
    this._where.textContent = `Round ${position.number} of ${replay.last}`;
    this._speed.selectedIndex = position.pace;
    setIcon(
      this._play,
      position.isPlaying ? "pause" : "play",
      position.isPlaying ? "Pause" : "Play",
    );
    this._follow.hidden = !replay.isLive;
    this._follow.classList.toggle("on", position.follows);
    this._follow.setAttribute("aria-pressed", String(position.follows));
  }

  /** Small lines over the slider, where something happened. */
  drawTicks() {
    const scale = devicePixelRatio || 1;
    const canvas = this._ticks;
    canvas.width = Math.max(1, canvas.clientWidth * scale);
    canvas.height = Math.max(1, canvas.clientHeight * scale);
    const pen = canvas.getContext("2d");
    const inset = 8 * scale; // half of the slider's thumb
    const places = new Set();
    for (const { frame, seat, kind } of this.replay.about.events) {
      const x = inset + (frame / Math.max(this.replay.last, 1)) * (canvas.width - 2 * inset);
      const place = Math.round((x / canvas.width) * TICKS);
      if (places.has(place)) continue;
      places.add(place);
      pen.fillStyle = kind === "out" ? palette().mark : seatColour(seat);
      pen.fillRect(x - scale, kind === "out" ? 0 : canvas.height / 3, 2 * scale, canvas.height);
    }
  }
}
