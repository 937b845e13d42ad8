// Numbers, times and names as text, common to all pages of a tournament.

import { el } from "../base/dom.js";
import { address } from "../base/route.js";

export const isKnown = (value) => value !== null && value !== undefined;

export const percent = (share, digits = 1) =>
  isKnown(share) ? `${(100 * share).toFixed(digits)} %` : "–";

export const signed = (value) =>
  isKnown(value) ? `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(Math.round(value))}` : "–";

export const counted = (count, one, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** A time in milliseconds with about three digits. */
export function shortTime(value) {
  if (!isKnown(value)) return "–";
  if (value >= 1000) return `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)} s`;
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
}

/** A duration in seconds, rounded. */
export function duration(seconds) {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.round(hours / 24)} days`;
}

export const botAddress = (name) => address(["bot", name]);
export const pairAddress = (one, other) => address(["pair", one, other]);

export function botLink(name, bot = null) {
  return el("a", { href: botAddress(name), title: bot }, name);
}

/** The numbers of matches won, drawn and lost. */
export const tally = (row) => `${row.won}–${row.drawn}–${row.lost}`;

/** The start of a match, to the second. */
export const moment = (text) => (text ?? "").slice(0, 19).replace("T", " ");

/** The results of two bots against each other. */
export const results = ({ won, drawn, lost, matches, forfeits }) =>
  `${won} won, ${drawn} drawn, ${lost} lost of ${counted(matches, "match", "matches")}` +
  (forfeits ? `, ${forfeits} forfeited` : "");
