// The views of the page: a name in the address each, and a tab where it has a label.

import { MatchView } from "./match/match.js";
import { MatchesView } from "./tournament/matches.js";
import { RatingsView } from "./tournament/ratings.js";
import { CrosstableView, StandingsView } from "./tournament/store.js";

/**
 * label  of the tab; none for a view without one
 * isFor  whether a site has this view, by what the site tells about itself
 * open   makes the view from the application, the words of its path behind its name, and the query
 */
export const VIEWS = {
  standings: {
    label: "Standings",
    isFor: isStore,
    open: ({ source }) => new StandingsView(source),
  },
  crosstable: {
    label: "Head to head",
    isFor: isStore,
    open: ({ source }) => new CrosstableView(source),
  },
  ratings: {
    label: "Ratings",
    isFor: isStore,
    open: ({ source }) => new RatingsView(source),
  },
  matches: {
    label: "Matches",
    isFor: (about) => about.count !== 1 || isStore(about),
    open: ({ source, about }, _, query) => new MatchesView(source, about, query),
  },
  match: {
    isFor: (_, [key]) => /^(live)?\d+$/.test(key ?? ""),
    open: async ({ source }, [key, ...path], query) =>
      new MatchView(source, key, await source.replay(key), { path, query }),
  },
};

function isStore(about) {
  return about.kind === "store";
}

/** Where an address leads that names no view: the name of one, and its path. */
export function home(about) {
  const isThere = about.replay !== undefined && about.replay !== null;
  if (isThere) return ["match", about.replay];
  if (isStore(about)) return ["standings"];
  return about.count === 1 ? ["match", "0"] : ["matches"];
}
