// The position of the user in a match, and its playback. Nothing here draws.

export const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200]; // rounds per second
const MAX_GLIDE_SPEED = 20; // above it there is no time for transitions
const MAX_SKIP = 20; // rounds that playback skips at once to keep its speed

export class Position {
  /** @param {function(): void} onchange called after every change */
  constructor(replay, onchange) {
    this.replay = replay;
    this.number = 0;
    this.pace = 3;
    this.isPlaying = false;
    this.follows = false; // stays at the end of a live match
    this.onjump = (act) => act();
    this._onchange = onchange;
    this._due = 0;
    this._request = 0;
  }

  get last() {
    return this.replay.last;
  }

  get speed() {
    return SPEEDS[this.pace];
  }

  /** Duration of the transition to the next round, in milliseconds. */
  get glide() {
    return this.isPlaying && this.speed <= MAX_GLIDE_SPEED ? 900 / this.speed : 0;
  }

  to(number) {
    this.isPlaying = false;
    this._go(number);
  }

  _go(number) {
    this.number = Math.max(0, Math.min(this.last, Math.round(number)));
    this.follows = this.follows && this.number === this.last;
    this._onchange();
  }

  /** Go to a round in such a way that the user can come back. */
  jump(number) {
    this.onjump(() => this.to(number));
  }

  step(count) {
    this.to(this.number + count);
  }

  /** Go to the nearest event in a direction, if there is one. */
  toEvent(direction) {
    const ahead = this.replay.about.events
      .map((event) => event.frame)
      .filter((frame) => (frame - this.number) * direction > 0);
    if (ahead.length) this.jump(direction > 0 ? Math.min(...ahead) : Math.max(...ahead));
  }

  setPace(pace) {
    this.pace = Math.max(0, Math.min(SPEEDS.length - 1, pace));
    this._onchange();
  }

  /** Play or pause; at the end of a match, play from the beginning. */
  toggle() {
    this.isPlaying = !this.isPlaying;
    if (this.isPlaying && this.number === this.last && !this.replay.isLive) this.number = 0;
    this._due = performance.now();
    this._tick(this._due);
    this._onchange();
  }

  _tick(now) {
    cancelAnimationFrame(this._request);
    if (!this.isPlaying) return;
    this._request = requestAnimationFrame((later) => this._tick(later));
    // Playback waits for frames that are still being fetched.
    if (now < this._due || !this.replay.frame(this.number)) return;
    const passed = 1 + Math.floor(((now - this._due) * this.speed) / 1000);
    this._due = Math.max(this._due + (passed * 1000) / this.speed, now - 100);
    if (this.number < this.last) this._go(this.number + Math.min(passed, MAX_SKIP));
    else if (!this.replay.isLive) {
      this.isPlaying = false;
      this._onchange();
    }
  }

  /** Stay at the newest round of a live match. */
  follow() {
    this.isPlaying = false;
    this.follows = true;
    this.grow();
  }

  /** The match has more rounds now. */
  grow() {
    if (this.follows) this.number = this.last;
    this._onchange();
  }
}
