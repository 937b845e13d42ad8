// The controls below the board: playback, the slider of rounds, speed, and view.

import { button, dropDown, iconButton, labelled, setIcon } from "../base/controls.js";
import { el, fill, svg } from "../base/dom.js";
import { SPEEDS } from "./position.js";
import { palette, seatColour } from "../base/palette.js";

const EVENT_PLACES = 400; // marks above the slider that can be told apart

export class Transport {
  /**
   * @param {function(?number): void} showView called with the seat whose view the user selects
   * @param {Node} roundAddress more controls of the last row
   */
  constructor(replay, position, showView, roundAddress) {
    this.replay = replay;
    this.position = position;
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
    this._marks = svg("svg", { class: "ticks", "aria-hidden": "true" });
    this._where = el("output.where");
    this._speed = dropDown(
      SPEEDS.map((speed) => [speed, `${speed}/s`]),
      { "aria-label": "Speed", onchange: () => position.setPace(this._speed.selectedIndex) },
    );
    this._follow = button("Live", () => position.follow(), { class: "plain live", hidden: true });
    this._view = this._viewChoice(showView);
    this.element = el(
      "div.transport",
      el("div.track", this._marks, this._slider),
      el("div.row", { role: "group", "aria-label": "Playback" }, ...this._buttons()),
      el(
        "div.row.wide",
        this._where,
        this._follow,
        roundAddress,
        el("span.gap"),
        this._view && labelled("View", this._view),
        labelled("Speed", this._speed),
      ),
    );
  }

  _buttons() {
    const { position } = this;
    this._play = iconButton("play", "Play", () => position.toggle(), "space");
    this._play.classList.add("main");
    return [
      iconButton("first", "To the opening", () => position.to(0), "Home"),
      iconButton("previousEvent", "To the previous event", () => position.toEvent(-1), "E"),
      iconButton("back", "One round back", () => position.step(-1), "left"),
      this._play,
      iconButton("forward", "One round forward", () => position.step(1), "right"),
      iconButton("nextEvent", "To the next event", () => position.toEvent(1), "e"),
      iconButton("last", "To the end", () => position.to(position.last), "End"),
    ];
  }

  /** The choice of a view, in games with hidden information. */
  _viewChoice(showView) {
    const { hidden, only_seat: onlySeat, players } = this.replay.about;
    if (!hidden) return null;
    const seats = players.map((player, seat) => [seat, `what ${player.name} sees`]);
    const choices = this.replay.isRestricted ? [seats[onlySeat]] : [["", "everything"], ...seats];
    const choose = () => showView(this._view.value === "" ? null : Number(this._view.value));
    return dropDown(choices, { "aria-label": "View", onchange: choose });
  }

  /** Select the next view, for a key. */
  nextView() {
    const select = this._view;
    if (!select) return;
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    select.dispatchEvent(new Event("change"));
  }

  selectView(seat) {
    if (this._view) this._view.value = String(seat ?? "");
  }

  update() {
    const { position, replay } = this;
    this._slider.max = replay.last;
    this._slider.value = position.number;
    this._slider.setAttribute("aria-valuetext", `round ${position.number} of ${replay.last}`);
    this._where.textContent = `Round ${position.number} of ${replay.last}`;
    this._speed.selectedIndex = position.pace;
    if (position.isPlaying) setIcon(this._play, "pause", "Pause");
    else setIcon(this._play, "play", "Play");
    this._follow.hidden = !replay.isLive;
    this._follow.classList.toggle("on", position.follows);
    this._follow.setAttribute("aria-pressed", String(position.follows));
  }

  /** Mark the events above the slider, one at each place. */
  showMarks() {
    const { about, last } = this.replay;
    const places = new Map();
    for (const event of about.events) {
      const place = Math.round((event.frame / Math.max(last, 1)) * EVENT_PLACES);
      if (!places.has(place)) places.set(place, event);
    }
    const mark = ([place, { seat, kind }]) => {
      const [colour, top] = kind === "out" ? [palette().mark, 0] : [seatColour(seat), "33%"];
      const x = `${(100 * place) / EVENT_PLACES}%`;
      return svg("rect", { x, y: top, width: 2, height: "100%", fill: colour });
    };
    fill(this._marks, ...[...places].map(mark));
  }
}
