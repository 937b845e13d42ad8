// Addresses within the page: `#/match/3/round/57?seat=1`, `#/matches?bot=a`.

/** The words of the path, and the query. */
export function routeOf(hash) {
  const [path, words] = hash.replace(/^#\/?/, "").split("?");
  const query = Object.fromEntries(new URLSearchParams(words ?? ""));
  return { path: path ? path.split("/").map(decodeURIComponent) : [], query };
}

/** The address of a path; what is empty in the query is left out. */
export function address(path, query = {}) {
  const known = Object.entries(query).filter(([, value]) => value !== "" && value != null);
  const words = new URLSearchParams(known).toString();
  return `#/${path.map(encodeURIComponent).join("/")}${words ? `?${words}` : ""}`;
}
