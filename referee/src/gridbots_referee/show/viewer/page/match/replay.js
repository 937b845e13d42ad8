// The frames of a match, which are fetched in stretches and decoded when they are drawn.

const CACHED_STRETCHES = 40;

/** The first frame of a stretch. */
function decodeWhole({ elements, ...rest }) {
  return { ...rest, elements: new Map(Object.entries(elements)) };
}

/** Change a frame into the next one. Elements are never modified: a transition needs the old ones. */
function advance(frame, change) {
  const { elements } = frame;
  for (const name of ["round", "living", "scores", "captions", "measures"]) {
    frame[name] = change[name] ?? frame[name];
  }
  for (const key of change.gone ?? []) elements.delete(key);
  for (const [key, element] of Object.entries(change.come ?? {})) elements.set(key, element);
  for (const [key, [front, left]] of Object.entries(change.moved ?? {})) {
    const [symbol, cells, ...rest] = elements.get(key);
    elements.set(key, [symbol, front.concat(cells.slice(0, left)), ...rest]);
  }
  for (const [key, [added, removed]] of Object.entries(change.spread ?? {})) {
    const [symbol, cells, ...rest] = elements.get(key);
    const away = new Set(removed);
    elements.set(key, [symbol, cells.filter((cell) => !away.has(cell)).concat(added), ...rest]);
  }
}

/** The overlay to draw after a new one; cycles and trees stay until the bot replaces them. */
function mergeOverlay(before, now) {
  if (!before || (!before.cycle && !before.tree)) return now;
  return { ...now, cycle: now?.cycle ?? before.cycle, tree: now?.tree ?? before.tree };
}

/** For sites without dialogues or measures. */
async function notIncluded() {
  throw new Error("this site was written without it; referee transcript prints it from a record");
}

export class Replay {
  /**
   * @param {Object} about the description of the match
   * @param {function(number, ?number): Promise<Object>} fetchStretch
   * @param {function(number): Promise<Object>} fetchDialogue
   * @param {function(): Promise<Object>} fetchMeasures
   */
  constructor(about, fetchStretch, fetchDialogue = notIncluded, fetchMeasures = notIncluded) {
    this.about = about;
    this.last = about.last;
    this.seat = about.only_seat ?? null; // whose view is shown; null for the complete state
    this.onready = () => {};
    this._fetch = fetchStretch;
    this.fetchDialogue = fetchDialogue;
    this.fetchMeasures = fetchMeasures;
    this._stretches = new Map();
    this._requests = new Set();
    this._cursor = null;
  }

  /** Whether only one seat's view is available. */
  get isRestricted() {
    return (this.about.only_seat ?? null) !== null;
  }

  get stretchLength() {
    return this.about.stretch;
  }

  _key(stretch) {
    return `${this.seat ?? ""}/${stretch}`;
  }

  grow(last) {
    this.last = Math.max(this.last, last);
  }

  /** The stretch of a frame, or null while it is fetched. A growing stretch is fetched again. */
  _stretchOf(number) {
    const stretch = Math.floor(number / this.stretchLength);
    const key = this._key(stretch);
    const cached = this._stretches.get(key);
    const hasFrame = cached && number - cached.start <= cached.changes.length;
    if (hasFrame && (number >= this.last || number - cached.start < cached.rounds.length)) {
      this._stretches.delete(key);
      this._stretches.set(key, cached); // the most recently used stretch is the last
      return cached;
    }
    this._request(stretch, key);
    return hasFrame ? cached : null;
  }

  _request(stretch, key) {
    if (this._requests.has(key)) return;
    this._requests.add(key);
    this._fetch(stretch, this.seat)
      .then((data) => {
        this._stretches.set(key, data);
        if (this._cursor?.key === key) this._cursor = null;
        if (this._stretches.size > CACHED_STRETCHES) {
          this._stretches.delete(this._stretches.keys().next().value);
        }
      })
      .finally(() => this._requests.delete(key))
      .then(() => this.onready(), (error) => this.onready(error));
  }

  /** A frame, or null while it is fetched; `onready` is called when it has arrived. */
  frame(number) {
    const stretch = this._stretchOf(number);
    if (!stretch) return null;
    const key = this._key(stretch.start / this.stretchLength);
    let cursor = this._cursor;
    if (!cursor || cursor.key !== key || cursor.number > number) {
      cursor = this._cursor = { key, number: stretch.start, frame: decodeWhole(stretch.whole) };
    }
    while (cursor.number < number) {
      advance(cursor.frame, stretch.changes[cursor.number - stretch.start]);
      cursor.number += 1;
    }
    this._prefetch(number, stretch);
    return cursor.frame;
  }

  _prefetch(number, { start }) {
    const next = start + this.stretchLength;
    if (number - start <= this.stretchLength / 2 || next > this.last) return;
    const stretch = next / this.stretchLength;
    const key = this._key(stretch);
    if (!this._stretches.has(key)) this._request(stretch, key);
  }

  _cachedStretch(number) {
    return this._stretches.get(this._key(Math.floor(number / this.stretchLength)));
  }

  /** The round that starts from a frame: moves, times, notes; null if unknown. */
  round(number) {
    const stretch = this._cachedStretch(number);
    return stretch?.rounds[number - stretch.start] ?? null;
  }

  /** The overlay of each seat at a frame. */
  overlays(number) {
    const stretch = this._cachedStretch(number);
    if (!stretch) return [];
    const index = number - stretch.start;
    if (index >= stretch.rounds.length) return stretch.standing.map(() => null);
    return stretch.rounds
      .slice(0, index + 1)
      .reduce(
        (shown, { overlays }) => shown.map((before, seat) => mergeOverlay(before, overlays?.[seat] ?? null)),
        stretch.standing,
      );
  }
}
