// The source of the page's data: the local server, a folder of files, or the page's own file.

import { Replay } from "../match/replay.js";
import { FileSource, FolderSource } from "../static/static_sources.js";
import { queryText } from "./route.js";

/** The server that sent this page. */
export class ServerSource {
  isLive = true;

  about() {
    return this.get("about");
  }

  get(path, query = {}) {
    return fetchJson(`api/${path}${queryText(query)}`, { headers: { Accept: "application/json" } });
  }

  async replay(key) {
    const about = await this.get(`replay/${key}`);
    return new Replay(
      about,
      (stretch, seat) => this.get(`replay/${key}/stretch/${stretch}`, { seat }),
      (stretch) => this.get(`replay/${key}/dialogue/${stretch}`),
      () => this.get(`replay/${key}/measures`),
    );
  }

  post(path, value) {
    const headers = { "Content-Type": "application/json" };
    return fetchJson(`api/${path}`, { method: "POST", headers, body: JSON.stringify(value) });
  }

  /** Call `onNews(kind, value)` for each message, `onConnection(isOpen)` when the connection changes. */
  listen(onNews, onConnection) {
    const news = new EventSource("api/news");
    for (const kind of ["replay", "site", "seat"]) {
      news.addEventListener(kind, (event) => onNews(kind, JSON.parse(event.data)));
    }
    news.addEventListener("open", () => onConnection(true));
    news.addEventListener("error", () => onConnection(false));
  }
}

async function fetchJson(path, options) {
  const response = await fetch(path, options);
  const value = await response.json();
  if (!response.ok) throw new Error(value.error ?? `${response.status}`);
  return value;
}

/** The source of this page; a static site names the folder of its data. */
export function openSource() {
  const folder = document.querySelector("meta[name=gridbots-data]")?.content;
  if (folder) return new FolderSource(folder);
  return document.getElementById("data-about") ? new FileSource() : new ServerSource();
}
