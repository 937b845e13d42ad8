// Where the page has its data from: the local server, or the file that it is itself.

import { Replay } from "../match/replay.js";
import { StaticSource } from "../static/static_source.js";
import { unpacked } from "./packed.js";

async function fetched(path) {
  const response = await fetch(path, { headers: { Accept: "application/json" } });
  const value = await response.json();
  if (!response.ok) throw new Error(value.error ?? `${response.status}`);
  return value;
}

/** The server that has sent this page. */
export class ServerSource {
  isLive = true;

  about() {
    return fetched("api/about");
  }

  get(path, query = {}) {
    const known = Object.entries(query).filter(([, value]) => value !== "" && value != null);
    const words = new URLSearchParams(known).toString();
    return fetched(`api/${path}${words ? `?${words}` : ""}`);
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

  async post(path, value) {
    const body = JSON.stringify(value);
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`api/${path}`, { method: "POST", headers, body });
    const told = await response.json();
    if (!response.ok) throw new Error(told.error);
    return told;
  }

  /** Call `act(kind, value)` for news, `tell(isConnected)` when the server goes or comes. */
  listen(act, tell) {
    const news = new EventSource("api/news");
    for (const kind of ["replay", "site", "seat"]) {
      news.addEventListener(kind, (event) => act(kind, JSON.parse(event.data)));
    }
    news.addEventListener("open", () => tell(true));
    news.addEventListener("error", () => tell(false));
  }
}

/** The file that this page is: its data lie in it, compressed. */
export class FileSource {
  isLive = false;

  async about() {
    return { kind: "records", count: 1, title: "", replay: "0" };
  }

  async get(path) {
    if (!path.endsWith("/analysis")) return { matches: [] };
    const isThere = document.getElementById("data-analysis") !== null;
    const found = isThere ? await inPage("analysis") : [];
    return { bots: [], running: null, problem: "", found };
  }

  async replay() {
    const about = await inPage("about");
    return new Replay(
      about,
      (stretch, seat) => inPage(`stretch-${seat ?? "all"}-${stretch}`),
      (stretch) => inPage(`dialogue-${stretch}`),
      () => inPage("measures"),
    );
  }

  async post() {
    throw new Error("a file takes nothing in");
  }

  listen() {}
}

/** A value that lies in the page. */
async function inPage(id) {
  const data = document.getElementById(`data-${id}`);
  if (!data) throw new Error("this file was written without it, to stay small");
  return unpacked(data.textContent);
}

/** A static site says where its data lie. */
export function openSource() {
  const folder = document.querySelector("meta[name=gridbots-data]")?.content;
  if (folder) return new StaticSource(folder);
  return document.getElementById("data-about") ? new FileSource() : new ServerSource();
}
