// The views of the page by the name in their address.

import { openVariation } from "./analysis/variation.js";
import { el } from "./base/dom.js";
import { openLobby } from "./play/lobby.js";
import { MatchView } from "./match/match.js";
import { BotView } from "./tournament/bot.js";
import { CrosstableView } from "./tournament/crosstable.js";
import { MatchesView, PairView } from "./tournament/matches.js";
import { OverviewView } from "./tournament/overview.js";
import { RatingsView } from "./tournament/ratings.js";
import { SprtView } from "./tournament/sprt.js";
import { WallView } from "./wall/wall.js";

const isLobby = (about) => about.kind === "lobby";
const isStore = (about) => about.kind === "store";
/** Whether a site is one of a tournament with these data. */
const offers = (name) => (about) => isStore(about) && about.reads.includes(name);

/**
 * label  of the tab; views without a label have no tab
 * tab    the tab that is marked while a view without a tab is shown
 * isFor  whether a site has this view, from the description of the site
 * open   creates the view from the application, the rest of the path, and the query
 */
export const VIEWS = {
  play: {
    label: "Play",
    isFor: isLobby,
    open: (app) => openLobby(app.source),
  },
  overview: {
    label: "Overview",
    isFor: isStore,
    open: (app) => new OverviewView(app),
  },
  wall: {
    label: "Wall",
    isFor: offers("wall"),
    open: (app, _, query) => new WallView(app, query),
  },
  crosstable: {
    label: "Head to head",
    isFor: isStore,
    open: (app, _, query) => new CrosstableView(app, query),
  },
  ratings: {
    label: "Ratings",
    isFor: isStore,
    open: (app, _, query) => new RatingsView(app, query),
  },
  sprt: {
    label: "Test",
    isFor: offers("sprt"),
    open: (app) => new SprtView(app),
  },
  matches: {
    label: "Matches",
    isFor: (about) => about.count !== 1 || isStore(about) || isLobby(about),
    open: (app, _, query) => new MatchesView(app, query),
  },
  bot: {
    tab: "overview",
    isFor: (about, [name]) => offers("bot")(about) && about.bots.includes(name),
    open: (app, path) => new BotView(app, path),
  },
  pair: {
    tab: "crosstable",
    isFor: (about, names) =>
      isStore(about) && names.length === 2 && names.every((name) => about.bots.includes(name)),
    open: (app, path, query) => new PairView(app, path, query),
  },
  match: {
    tab: "matches",
    isFor: (_, [key]) => /^(live)?\d+$/.test(key ?? ""),
    open: async ({ source }, [key, ...path], query) =>
      new MatchView(source, key, await source.replay(key), { path, query }),
  },
  variation: {
    isFor: (_, [key, start]) => [key, start].every((each) => /^\d+$/.test(each ?? "")),
    open: ({ source }, path, query) => openVariation(source, path, query),
  },
};

/** The tabs of a site: paths with their labels. */
export function tabsOf(about) {
  const tabs = Object.entries(VIEWS)
    .filter(([, view]) => view.label && view.isFor(about, []))
    .map(([name, view]) => [name, view.label]);
  return about.live ? [...tabs, [`match/${about.live}`, "Live"]] : tabs;
}

/** The path of the tab to mark while a view is shown. */
export function tabOf(about, name, path) {
  if (name === "match" && about.live && path[0] === about.live) return `match/${about.live}`;
  return VIEWS[name]?.tab ?? name;
}

/** The path of the first view of a site. */
export function home(about) {
  if (about.replay !== undefined && about.replay !== null) return ["match", about.replay];
  if (isStore(about)) return ["overview"];
  if (isLobby(about)) return ["play"];
  return about.count === 1 ? ["match", "0"] : ["matches"];
}

/** A view that reports an error. */
export function failedView(error, tabs = []) {
  return message("This cannot be shown", tabs, el("p.error", { role: "alert" }, error.message));
}

/** A view for an address that no view has. */
export function unknownView(hash, tabs) {
  return message(
    "There is nothing at this address",
    tabs,
    el("p", "No view here has the address ", el("code", hash), "."),
  );
}

/** A heading, a message, and links to the other views. */
function message(heading, tabs, text) {
  const links = tabs.flatMap(([path, label]) => [el("a", { href: `#/${path}` }, label), ", "]);
  const home = el("a", { href: "#/" }, "the first view");
  return {
    element: el(
      "section.page.message",
      el("h1", heading),
      text,
      el("p", "Go to ", ...links, home, "."),
    ),
  };
}
