/** Finds import cycles in a graph of names, e.g. files or features. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** The first cycle found, as the path from a name back to itself; undefined if there is none. */
export function findCycle(graph: ImportGraph): string[] | undefined {
  const finished = new Set<string>();
  const visit = (name: string, path: readonly string[]): string[] | undefined => {
    const start = path.indexOf(name);
    if (start >= 0) return [...path.slice(start), name];
    if (finished.has(name)) return undefined;
    for (const target of graph.get(name) ?? []) {
      const cycle = visit(target, [...path, name]);
      if (cycle !== undefined) return cycle;
    }
    finished.add(name);
    return undefined;
  };
  for (const name of graph.keys()) {
    const cycle = visit(name, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
