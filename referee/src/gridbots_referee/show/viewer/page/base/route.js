// Addresses within the page, such as `#/match/3/round/57?seat=1`.

/** The path and the query of an address. */
export function parseRoute(hash) {
  const [path, text] = hash.replace(/^#\/?/, "").split("?");
  const query = Object.fromEntries(new URLSearchParams(text ?? ""));
  return { path: path ? path.split("/").map(decodeURIComponent) : [], query };
}

/** The address of a path and a query. */
export function address(path, query = {}) {
  return `#/${path.map(encodeURIComponent).join("/")}${queryText(query)}`;
}

/** A query as text, without its empty values. */
export function queryText(query) {
  const known = Object.entries(query).filter(([, value]) => value !== "" && value != null);
  return known.length ? `?${new URLSearchParams(known)}` : "";
}
