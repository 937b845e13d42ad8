// A wall of boards: matches at a pace that people can follow, each one's successor when it is over.

import { el, fill } from "../base/dom.js";
import { isStill } from "../base/motion.js";
import { address } from "../base/route.js";
import { BoardTile } from "./board_tile.js";
import { TournamentPage, labelledChoice } from "../tournament/page.js";

export const WALL_PACES = [2, 4, 8, 16, 32]; // rounds per second
const PACE = 8;
const WAIT_MS = 1500; // before a board without a match asks again

/** So many boards; `start` when it is in the document. */
export class Wall {
  constructor(source, boards, { pace = PACE, more = "" } = {}) {
    this._source = source;
    this._after = null;
    this._pace = pace;
    this._isPaused = isStill();
    this._tiles = Array.from({ length: boards }, () => new BoardTile());
    this._boards = el("div", { class: "boards" }, ...this._tiles.map((tile) => tile.element));
    this._boards.dataset.count = String(boards);
    this._pause = el("button", { type: "button", class: "plain", onclick: () => this._switch() });
    this.element = el("div", { class: "wall" }, this._boards, el("div", { class: "wall-foot" }, this._pause, more));
    this._observer = new ResizeObserver(() => this._fit());
    this._frame = this._frame.bind(this);
  }

  start() {
    this._nameSwitch();
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

  /** A live match on a board has gone on. */
  grown(told) {
    for (const tile of this._tiles) if (tile.key === told.key) tile.grown(told);
  }

  _switch() {
    this._isPaused = !this._isPaused;
    this._nameSwitch();
  }

  _nameSwitch() {
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
      else if (tile.mayBeOver(now)) this._renew(tile, now);
    }
    this._request = requestAnimationFrame(this._frame);
  }

  /** Ask whether a live match is over, and who has won. */
  async _renew(tile, now) {
    const { key } = tile;
    tile.wait(now + WAIT_MS);
    const about = await this._source.get(`replay/${key}`).catch(() => null);
    if (tile.key === key) tile.renew(about, performance.now());
  }

  /** The next match on a board: boards ask one after the other, so that no two get the same. */
  async _fill(tile, now) {
    if (this._isAsking || (this._isPaused && tile.key !== null)) return;
    this._isAsking = true;
    try {
      const { boards, after } = await this._source.get("wall", { boards: 1, after: this._after });
      this._after = after;
      if (boards.length) {
        const replay = await this._source.replay(boards[0].key);
        tile.show(boards[0].key, replay, this._isPaused ? replay.last : 0); // a still board tells how it ended
      } else tile.wait(now + WAIT_MS);
    } catch {
      tile.wait(now + WAIT_MS); // its record is not there, or its game is not installed
    }
    this._isAsking = false;
  }
}

const COUNTS = [1, 4, 6, 9, 16];

export class WallView extends TournamentPage {
  constructor(app, query) {
    super(app, "Wall");
    const boards = COUNTS.includes(Number(query.boards)) ? Number(query.boards) : 9;
    const pace = WALL_PACES.includes(Number(query.pace)) ? Number(query.pace) : PACE;
    const move = (change) => {
      location.hash = address(["wall"], { boards, pace, ...change });
    };
    this._wall = new Wall(app.source, boards, { pace });
    this.element.classList.add("wide");
    this.body.append(
      el(
        "div",
        { class: "filters" },
        labelledChoice("Boards", "boards", COUNTS, boards, (value) => move({ boards: value })),
        labelledChoice("Rounds per second", "pace", WALL_PACES, pace, (value) => move({ pace: value })),
      ),
      this._wall.element,
    );
  }

  async update() {} // the boards ask for themselves

  start() {
    this._wall.start();
  }

  recolour() {
    this._wall.recolour();
  }

  grown(told) {
    this._wall.grown(told);
  }

  close() {
    this._wall.close();
  }
}
