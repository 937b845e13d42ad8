// A wall of boards, each playing one match after the other at a pace that people can follow.

import { button, dropDown, labelled } from "../base/controls.js";
import { el, fill, reducesMotion } from "../base/dom.js";
import { address } from "../base/route.js";
import { BoardTile } from "./board_tile.js";
import { TournamentPage } from "../tournament/page.js";

const WALL_PACES = [2, 4, 8, 16, 32]; // rounds per second
const DEFAULT_PACE = 8;
const WAIT_MS = 1500; // before a board without a match requests one again

/** Boards; call `start` when the wall is in the document. */
export class Wall {
  constructor(source, boards, { pace = DEFAULT_PACE, more = "" } = {}) {
    this._source = source;
    this._after = null;
    this._pace = pace;
    this._isPaused = reducesMotion();
    this._tiles = Array.from({ length: boards }, () => new BoardTile());
    this._boards = el("div.boards", ...this._tiles.map((tile) => tile.element));
    this._boards.dataset.count = String(boards);
    this._pause = button("", () => this._togglePause());
    this.element = el("div.wall", this._boards, el("div.wall-foot", this._pause, more));
    this._observer = new ResizeObserver(() => this._fit());
    this._frame = this._frame.bind(this);
  }

  start() {
    this._labelPause();
    this._observer.observe(this._boards);
    this._request = requestAnimationFrame(this._frame);
  }

  close() {
    cancelAnimationFrame(this._request);
    this._observer.disconnect();
    this._isClosed = true;
  }

  recolour() {
    for (const tile of this._tiles) tile.recolour();
  }

  /** A live match has more rounds. */
  grow(message) {
    for (const tile of this._tiles) if (tile.key === message.key) tile.grow(message);
  }

  _togglePause() {
    this._isPaused = !this._isPaused;
    this._labelPause();
  }

  _labelPause() {
    fill(this._pause, this._isPaused ? "Play the boards" : "Pause the boards");
  }

  _fit() {
    for (const tile of this._tiles) tile.fit();
  }

  _frame(now) {
    if (this._isClosed) return;
    for (const tile of this._tiles) {
      tile.play(now, this._isPaused ? 0 : this._pace);
      if (tile.isFree(now)) this._fill(tile, now);
      else if (tile.mayBeOver(now)) this._update(tile, now);
    }
    this._request = requestAnimationFrame(this._frame);
  }

  /** Fetch the state of a live match, which may be over. */
  async _update(tile, now) {
    const { key } = tile;
    tile.wait(now + WAIT_MS);
    const about = await this._source.get(`replay/${key}`).catch(() => null);
    if (tile.key === key) tile.update(about, performance.now());
  }

  /** Show the next match on a board; one request at a time, so that no two boards get the same match. */
  async _fill(tile, now) {
    if (this._isFetching || (this._isPaused && tile.key !== null)) return;
    this._isFetching = true;
    try {
      const { boards, after } = await this._source.get("wall", { boards: 1, after: this._after });
      this._after = after;
      if (boards.length) {
        const replay = await this._source.replay(boards[0].key);
        tile.show(boards[0].key, replay, this._isPaused ? replay.last : 0); // a paused board shows the end
      } else tile.wait(now + WAIT_MS);
    } catch {
      tile.wait(now + WAIT_MS); // its record is missing, or its game is not installed
    }
    this._isFetching = false;
  }
}

const COUNTS = [1, 4, 6, 9, 16];

export class WallView extends TournamentPage {
  constructor(app, query) {
    super(app, "Wall");
    const boards = COUNTS.includes(Number(query.boards)) ? Number(query.boards) : 9;
    const pace = WALL_PACES.includes(Number(query.pace)) ? Number(query.pace) : DEFAULT_PACE;
    const choice = (label, name, values, chosen) => {
      const onchange = (event) => {
        location.hash = address(["wall"], { boards, pace, [name]: event.target.value });
      };
      return labelled(label, dropDown(values, { name, chosen, onchange }));
    };
    const wall = new Wall(app.source, boards, { pace });
    this.parts.push(wall);
    this.element.classList.add("wide");
    this.body.append(
      el(
        "div.filters",
        choice("Boards", "boards", COUNTS, boards),
        choice("Rounds per second", "pace", WALL_PACES, pace),
      ),
      wall.element,
    );
  }
}
