// What is known of the analysis of a match, asked again while one runs.

const LOOK_MS = 700;

export class AnalysisSource {
  /** @param {function(): void} changed called when something is new */
  constructor(source, key, changed) {
    this.source = source;
    this.key = key;
    this.told = { bots: [], found: [], running: null, problem: "" };
    this.isKnown = false; // some sites have none, as of matches that are not recorded
    this._changed = changed;
    this._timer = 0;
    this._isClosed = false;
  }

  close() {
    this._isClosed = true;
    clearTimeout(this._timer);
  }

  async refresh() {
    clearTimeout(this._timer);
    try {
      this.told = await this.source.get(`replay/${this.key}/analysis`);
      this.isKnown = true;
    } catch (error) {
      this.told = { ...this.told, running: null, problem: error.message };
    }
    if (this._isClosed) return;
    if (this.told.running) this._timer = setTimeout(() => this.refresh(), LOOK_MS);
    this._changed();
  }

  /** Let a bot examine the match. */
  async start(bot, time) {
    await this._post("analysis", { bot, time_ms: time });
  }

  async cancel() {
    await this._post("analysis/cancel", {});
  }

  async _post(path, value) {
    let problem = "";
    try {
      await this.source.post(`replay/${this.key}/${path}`, value);
    } catch (error) {
      problem = error.message;
    }
    await this.refresh();
    if (problem) {
      this.told = { ...this.told, problem };
      this._changed();
    }
  }
}
