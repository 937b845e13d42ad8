// A match as frames: fetched by the stretch, decoded when they are drawn.

import { changeElements, elementsOf } from "../board/elements.js";

const KEPT = 40;

/** A frame: what is true of the match, and the elements of its scene. */
function whole(told) {
  return {
    round: told.round,
    living: told.living,
    scores: told.scores,
    elements: elementsOf(told.elements),
  };
}

/** Change a frame into the next one. */
function advance(frame, change) {
  frame.round = change.round;
  frame.living = change.living ?? frame.living;
  frame.scores = change.scores ?? frame.scores;
  changeElements(frame.elements, change);
}

/** What is drawn of a seat's thoughts: cycles and trees stay until they are given anew. */
export function following(before, now) {
  if (!before || (!before.cycle && !before.tree)) return now;
  const next = { ...now };
  if (next.cycle === undefined || next.cycle === null) next.cycle = before.cycle;
  if (next.tree === undefined || next.tree === null) next.tree = before.tree;
  return next;
}

/** Where no lines were written beside the frames. */
async function notKept() {
  throw new Error("this site was written without it; referee transcript prints it of a record");
}

export class Replay {
  /**
   * @param {Object} about what the match is
   * @param {function(number, ?number): Promise<Object>} fetchStretch
   * @param {function(number): Promise<Object>} fetchDialogue
   * @param {function(): Promise<Object>} fetchMeasures
   */
  constructor(about, fetchStretch, fetchDialogue = notKept, fetchMeasures = notKept) {
    this.about = about;
    this.last = about.last;
    this.seat = null; // whose view it is; null for the truth
    this.onready = () => {};
    this._fetch = fetchStretch;
    this.fetchDialogue = fetchDialogue;
    this.fetchMeasures = fetchMeasures;
    this._stretches = new Map();
    this._asked = new Map();
    this._cursor = null;
  }

  get cells() {
    return this.about.stretch;
  }

  _key(stretch) {
    return `${this.seat ?? ""}/${stretch}`;
  }

  /** There are more frames now. */
  grow(last) {
    this.last = Math.max(this.last, last);
  }

  /** The stretch of a frame if it is here and long enough; else it is fetched. */
  _stretchOf(number) {
    const stretch = Math.floor(number / this.cells);
    const key = this._key(stretch);
    const here = this._stretches.get(key);
    if (here && number - here.start <= here.changes.length && this._isSettled(here, number)) {
      this._stretches.delete(key);
      this._stretches.set(key, here); // the one used last goes last
      return here;
    }
    this._request(stretch, key);
    return here && number - here.start <= here.changes.length ? here : null;
  }

  /** Whether what was played in the round of a frame is known, if there is such a round. */
  _isSettled(here, number) {
    return number >= this.last || number - here.start < here.rounds.length;
  }

  _request(stretch, key) {
    if (this._asked.has(key)) return;
    const asked = this._fetch(stretch, this.seat)
      .then((told) => {
        this._stretches.set(key, told);
        if (this._cursor?.key === key) this._cursor = null;
        if (this._stretches.size > KEPT) {
          this._stretches.delete(this._stretches.keys().next().value);
        }
      })
      .finally(() => this._asked.delete(key))
      .then(
        () => this.onready(),
        (error) => this.onready(error),
      );
    this._asked.set(key, asked);
  }

  /** The frame with this number, or null: then it is fetched, and `onready` called. */
  frame(number) {
    const here = this._stretchOf(number);
    if (!here) return null;
    const key = this._key(here.start / this.cells);
    let cursor = this._cursor;
    if (!cursor || cursor.key !== key || cursor.number > number) {
      cursor = this._cursor = { key, number: here.start, frame: whole(here.whole) };
    }
    while (cursor.number < number) {
      advance(cursor.frame, here.changes[cursor.number - here.start]);
      cursor.number += 1;
    }
    this._prefetch(number, here);
    return cursor.frame;
  }

  _prefetch(number, here) {
    const next = here.start + this.cells;
    if (number - here.start > this.cells / 2 && next <= this.last) {
      const key = this._key(next / this.cells);
      if (!this._stretches.has(key)) this._request(next / this.cells, key);
    }
  }

  /** What was played from this frame on: moves, times, notes; null where there is nothing. */
  round(number) {
    const here = this._stretches.get(this._key(Math.floor(number / this.cells)));
    return here?.rounds[number - here.start] ?? null;
  }

  /** What each seat thinks at this frame. */
  thoughts(number) {
    const here = this._stretches.get(this._key(Math.floor(number / this.cells)));
    if (!here) return [];
    let shown = here.standing.slice();
    for (const round of here.rounds.slice(0, number - here.start + 1)) {
      shown = shown.map((before, seat) => following(before, round.overlays?.[seat] ?? null));
    }
    return number - here.start < here.rounds.length ? shown : shown.map(() => null);
  }
}
