// Sources without a server: one file, or a folder of files.

import { Replay } from "../match/replay.js";
import { MatchIndex } from "./match_index.js";

/** A source that cannot be written to and has no news. */
class StaticSource {
  isLive = false;

  async post() {
    throw new Error("A page without a server accepts no input.");
  }

  listen() {}
}

/** The file of the page itself, which contains its data. */
export class FileSource extends StaticSource {
  async about() {
    return { kind: "records", count: 1, title: "", replay: "0" };
  }

  async get(path) {
    if (!path.endsWith("/analysis")) return { matches: [] };
    return analysisOf(document.getElementById("data-analysis") ? await embedded("analysis") : []);
  }

  async replay() {
    const about = await embedded("about");
    return new Replay(
      about,
      (stretch, seat) => embedded(`stretch-${seat ?? "all"}-${stretch}`),
      (stretch) => embedded(`dialogue-${stretch}`),
      () => embedded("measures"),
    );
  }
}

/** A static site: each file beside the page is loaded as a script when it is needed, so that the
 * site works from a file system as well as from any web host. */
export class FolderSource extends StaticSource {
  /** @param {string} folder of the data, relative to the page */
  constructor(folder) {
    super();
    this._folder = folder;
    this._files = new Map();
    this._resolvers = new Map();
    window.gridbotsData = (name, text) => this._resolvers.get(name)?.(decompress(text));
  }

  async about() {
    this._about ??= await this._file("about");
    this._index ??= new MatchIndex(this._about, (name) => this._file(name));
    return this._about;
  }

  async get(path, query = {}) {
    const about = await this.about();
    const [name, key] = path.split("/");
    if (name === "matches") return this._index.select(query);
    if (name === "wall") return nextBoard(about, query);
    if (name === "bot") return this._file(`bot-${about.bots.indexOf(decodeURIComponent(key))}`);
    if (name === "replay") return analysisOf((await this._file(`replay-${key}-0`)).analyses);
    return this._file(path);
  }

  async replay(key) {
    const { replays } = await this.about();
    if (!replays.includes(Number(key))) {
      throw new Error(
        `The replay of match ${key} is not in this folder. Export the site with --matches all to include every replay.`,
      );
    }
    const part = (number) => this._file(`replay-${key}-${number}`);
    const { about, measures, per_part: perPart } = await part(0);
    const fetchStretch = async (stretch, seat) => {
      const { stretches } = await part(Math.floor(stretch / perPart));
      return stretches[`${seat ?? "all"}-${stretch}`];
    };
    return new Replay(about, fetchStretch, undefined, async () => measures);
  }

  /** A file, which is loaded once. */
  _file(name) {
    if (!this._files.has(name)) this._files.set(name, this._load(name));
    return this._files.get(name);
  }

  _load(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      this._resolvers.set(name, resolve);
      script.src = `${this._folder}/${name}.js`;
      script.addEventListener("error", () => reject(new Error(`${script.src} cannot be read.`)));
      script.addEventListener("load", () => script.remove());
      document.head.append(script);
    }).finally(() => this._resolvers.delete(name));
  }
}

/** The next match for a board: from the newest to the oldest, then again from the newest. */
function nextBoard({ replays }, { after }) {
  if (!replays.length) return { boards: [], after: null };
  const next = ((after ?? -1) + 1) % replays.length;
  return { boards: [{ key: String(replays[next]), live: false }], after: next };
}

function analysisOf(found) {
  return { bots: [], running: null, problem: "", found };
}

/** A value in the page's own file. */
async function embedded(id) {
  const data = document.getElementById(`data-${id}`);
  if (!data) throw new Error("this file does not include it, to stay small");
  return decompress(data.textContent);
}

/** A value from gzipped JSON in base64. */
async function decompress(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
