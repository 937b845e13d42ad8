// The source of a static site: files beside the page, each loaded as a script when it is needed, so
// that the site works from a file system as well as from any web host.

import { Replay } from "../match/replay.js";
import { unpacked } from "../base/packed.js";
import { MatchIndex } from "./match_index.js";

export class StaticSource {
  isLive = false;

  /** @param {string} folder of the data, beside the page */
  constructor(folder) {
    this._folder = folder;
    this._loads = new Map();
    window.gridbotsData = (name, text) => this._loads.get(name)?.resolve(text);
  }

  async about() {
    this._about ??= await this._load("about");
    this._index ??= new MatchIndex(this._about, (name) => this._kept(name));
    return this._about;
  }

  async get(path, query = {}) {
    const about = await this.about();
    const [name, ...rest] = path.split("/");
    if (name === "matches") return this._index.select(query);
    if (name === "wall") return this._board(about, query);
    if (name === "bot") return this._kept(`bot-${about.bots.indexOf(decodeURIComponent(rest[0]))}`);
    if (name === "replay") {
      const { analyses: found } = await this._kept(`replay-${rest[0]}-0`);
      return { bots: [], running: null, problem: "", found };
    }
    return this._kept(path);
  }

  /** The next match for a board: the newest first, and round again. */
  async _board({ replays }, { after }) {
    if (!replays.length) return { boards: [], after: null };
    const next = ((after ?? -1) + 1) % replays.length;
    return { boards: [{ key: String(replays[next]), live: false }], after: next };
  }

  async replay(key) {
    const { replays } = await this.about();
    if (!replays.includes(Number(key))) {
      throw new Error(
        `The replay of match ${key} is not in this folder. Who writes it with --matches all puts all replays into it.`,
      );
    }
    const part = (number) => this._kept(`replay-${key}-${number}`);
    const { about, measures, stretches, per_part: perPart } = await part(0);
    const parts = new Map([[0, stretches]]);
    const fetchStretch = async (stretch, seat) => {
      const number = Math.floor(stretch / perPart);
      if (!parts.has(number)) parts.set(number, (await part(number)).stretches);
      return parts.get(number)[`${seat ?? "all"}-${stretch}`];
    };
    const fetchDialogue = async () => {
      throw new Error("this folder is written without it, to stay small");
    };
    return new Replay(about, fetchStretch, fetchDialogue, async () => measures);
  }

  async post() {
    throw new Error("A folder of files takes nothing in.");
  }

  listen() {}

  /** A file that is loaded once. */
  _kept(name) {
    this._files ??= new Map();
    if (!this._files.has(name)) this._files.set(name, this._load(name));
    return this._files.get(name);
  }

  _load(name) {
    const before = this._loads.get(name);
    if (before) return before.value;
    const load = {};
    load.value = new Promise((resolve, reject) => {
      const script = document.createElement("script");
      load.resolve = (text) => resolve(unpacked(text));
      script.src = `${this._folder}/${name}.js`;
      script.addEventListener("error", () => reject(new Error(`${script.src} cannot be read.`)));
      script.addEventListener("load", () => script.remove());
      document.head.append(script);
    }).finally(() => this._loads.delete(name));
    this._loads.set(name, load);
    return load.value;
  }
}
