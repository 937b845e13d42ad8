// Where somebody is in a match, and how it plays. Nothing here draws.

export const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200];
const JUMP = 10;
const FASTEST_GLIDE = 20; // rounds per second: beyond, there is no time between two of them

export class Position {
  /** @param {function(): void} changed called after every change */
  constructor(replay, changed) {
    this.replay = replay;
    this.number = 0;
    this.pace = 3;
    this.isPlaying = false;
    this.follows = false; // stays at the end of a match that goes on
    this.onleap = (go) => go(); // called with what leads far away
    this._changed = changed;
    this._due = 0;
    this._request = 0;
  }

  get last() {
    return this.replay.last;
  }

  get speed() {
    return SPEEDS[this.pace];
  }

  /** How long the way from one round to the next takes on the board, in milliseconds; 0: no time. */
  get glide() {
    return this.isPlaying && this.speed <= FASTEST_GLIDE ? 900 / this.speed : 0;
  }

  to(number) {
    this.isPlaying = false;
    this._go(number);
  }

  _go(number) {
    this.number = Math.max(0, Math.min(this.last, Math.round(number)));
    this.follows = this.follows && this.number === this.last;
    this._changed();
  }

  /** Somewhere else, from where one may want to come back. */
  leap(number) {
    this.onleap(() => this.to(number));
  }

  step(count) {
    this.to(this.number + count);
  }

  jump(direction) {
    this.step(direction * JUMP);
  }

  /** To the nearest event in a direction; stays where there is none. */
  toEvent(direction) {
    const ahead = this.replay.about.events
      .map((event) => event.frame)
      .filter((frame) => (frame - this.number) * direction > 0);
    if (ahead.length) this.leap(direction > 0 ? Math.min(...ahead) : Math.max(...ahead));
  }

  setPace(pace) {
    this.pace = Math.max(0, Math.min(SPEEDS.length - 1, pace));
    this._changed();
  }

  /** Playing at the end begins again. */
  toggle() {
    this.isPlaying = !this.isPlaying;
    if (this.isPlaying && this.number === this.last && !this.replay.isLive) this.number = 0;
    this._due = performance.now();
    this._tick(this._due);
    this._changed();
  }

  play() {
    if (!this.isPlaying) this.toggle();
  }

  _tick(now) {
    cancelAnimationFrame(this._request);
    if (!this.isPlaying) return;
    this._request = requestAnimationFrame((later) => this._tick(later));
    // Frames that are not here yet are waited for.
    if (now < this._due || !this.replay.frame(this.number)) return;
    const passed = 1 + Math.floor(((now - this._due) * this.speed) / 1000);
    this._due = Math.max(this._due + (passed * 1000) / this.speed, now - 100);
    if (this.number < this.last) this._go(this.number + Math.min(passed, 20));
    else if (!this.replay.isLive) {
      this.isPlaying = false;
      this._changed();
    }
  }

  /** The match has more frames now. */
  grown() {
    if (this.follows) this.number = this.last;
    this._changed();
  }
}
