import type { FlatTexts } from './catalogues.ts';

/** Strings in the sources that may be keys: `a.b` as it is, and `a.${b}.c` as a pattern. */
function usesIn(sources: Iterable<string>): (key: string) => boolean {
  const whole = new Set<string>();
  const patterns = new Set<string>();
  for (const source of sources) {
    for (const [, key = ''] of source.matchAll(/['"`]([a-zA-Z]\w*(?:\.\w+)+)['"`]/g)) whole.add(key);
    for (const [, template = ''] of source.matchAll(/`([a-zA-Z]\w*\.[\w.]*\$\{[^`]*|\$\{\w+\}(?:\.\w+)+)`/g))
      patterns.add(template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w.]+'));
  }
  const pattern = new RegExp(`^(?:${[...patterns].join('|')})(?:$|\\.)`);
  return (key) => whole.has(key) || (patterns.size > 0 && pattern.test(key));
}

/** The keys that these source files may use. */
export function usedKeys(texts: FlatTexts, sources: Iterable<string>): Set<string> {
  const isUsed = usesIn(sources);
  const keys = [...texts.keys()].filter((key) => {
    const parts = key.split('.');
    // A whole group can be read at once, with `returnObjects`.
    const groups = parts.map((_, index) => parts.slice(0, index + 1).join('.'));
    // Plural forms and contexts follow the key after an underscore.
    const bases = [...key.matchAll(/_/g)].map(({ index }) => key.slice(0, index));
    return [...groups, ...bases].some(isUsed);
  });
  return new Set(keys);
}
