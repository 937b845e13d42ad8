// The status of the analysis of a match, polled while a bot analyses it.

const ANALYSIS_POLL_MS = 700;

export class AnalysisStatus {
  /** @param {function(): void} onchange called when something is new */
  constructor(source, key, onchange) {
    this.source = source;
    this.key = key;
    this.data = { bots: [], found: [], running: null, problem: "" };
    this.isKnown = false; // sites of matches without a record have no analysis
    this._onchange = onchange;
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
      this.data = await this.source.get(`replay/${this.key}/analysis`);
      this.isKnown = true;
    } catch (error) {
      this.data = { ...this.data, running: null, problem: error.message };
    }
    if (this._isClosed) return;
    if (this.data.running) this._timer = setTimeout(() => this.refresh(), ANALYSIS_POLL_MS);
    this._onchange();
  }

  /** Let a bot analyse the match. */
  start(bot, time) {
    return this._post("analysis", { bot, time_ms: time });
  }

  cancel() {
    return this._post("analysis/cancel", {});
  }

  async _post(path, value) {
    let problem = "";
    try {
      await this.source.post(`replay/${this.key}/${path}`, value);
    } catch (error) {
      problem = error.message;
    }
    await this.refresh();
    if (!problem) return;
    this.data = { ...this.data, problem };
    this._onchange();
  }
}
