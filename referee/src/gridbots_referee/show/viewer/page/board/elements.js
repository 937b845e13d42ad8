// Elements of scenes, as the wire tells them: symbols in their places, each with a key.

/** The elements of a scene that is told in full. */
export function elementsOf(told) {
  return new Map(Object.entries(told));
}

/** Change the elements of a scene into those of the next one; an element itself never changes. */
export function changeElements(elements, change) {
  for (const key of change.gone ?? []) elements.delete(key);
  for (const [key, element] of Object.entries(change.come ?? {})) elements.set(key, element);
  for (const [key, [front, left]] of Object.entries(change.moved ?? {})) {
    const [symbol, cells, ...rest] = elements.get(key);
    elements.set(key, [symbol, front.concat(cells.slice(0, left)), ...rest]);
  }
  for (const [key, [come, gone]] of Object.entries(change.spread ?? {})) {
    const [symbol, cells, ...rest] = elements.get(key);
    const away = new Set(gone);
    elements.set(key, [symbol, cells.filter((cell) => !away.has(cell)).concat(come), ...rest]);
  }
}
