import type { FlatTexts } from './catalogues.ts';

type Uses = { whole: ReadonlySet<string>; patterns: ReadonlySet<string> };

/** Most source files are in several bundles. */
const known = new Map<string, Uses>();

/** Finds strings that may be keys: `a.b` as it is, and `a.${b}.c` as a pattern. */
function usesIn(source: string): Uses {
  const found = known.get(source);
  if (found !== undefined) return found;
  const whole = new Set<string>();
  const patterns = new Set<string>();
  for (const [, key = ''] of source.matchAll(/['"`]([a-zA-Z]\w*(?:\.\w+)+)['"`]/g)) whole.add(key);
  for (const [, template = ''] of source.matchAll(/`([a-zA-Z]\w*\.[\w.]*\$\{[^`]*|\$\{\w+\}(?:\.\w+)+)`/g))
    patterns.add(template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w.]+'));
  const uses = { whole, patterns };
  known.set(source, uses);
  return uses;
}

type Names = { groups: readonly string[]; bases: readonly string[] };
const namesOfTexts = new WeakMap<FlatTexts, ReadonlyMap<string, Names>>();

/** All bundles ask about the same texts. */
function namesIn(texts: FlatTexts): ReadonlyMap<string, Names> {
  const found = namesOfTexts.get(texts) ?? new Map(Array.from(texts.keys(), (key) => [key, namesOf(key)]));
  namesOfTexts.set(texts, found);
  return found;
}

function namesOf(key: string): Names {
  const parts = key.split('.');
  return {
    // A whole group can be read at once, with `returnObjects`.
    groups: parts.map((_, index) => parts.slice(0, index + 1).join('.')),
    // Plural forms and contexts follow the key after an underscore.
    bases: Array.from(key.matchAll(/_/g), ({ index }) => key.slice(0, index)),
  };
}

/** Returns the keys that these source files may use. */
export function usedKeys(texts: FlatTexts, sources: Iterable<string>): Set<string> {
  const uses = Array.from(sources, usesIn);
  const whole = new Set(uses.flatMap((one) => [...one.whole]));
  const patterns = new Set(uses.flatMap((one) => [...one.patterns]));
  const pattern = new RegExp(`^(?:${[...patterns].join('|')})(?:$|\\.)`);
  const isWhole = (name: string) => whole.has(name);
  // It is also true for a key inside a group that a pattern matches.
  const isPattern = (name: string) => patterns.size > 0 && pattern.test(name);
  const isUsed = (key: string, { groups, bases }: Names) =>
    groups.some(isWhole) || bases.some(isWhole) || isPattern(key) || bases.some(isPattern);
  return new Set([...namesIn(texts)].filter(([key, names]) => isUsed(key, names)).map(([key]) => key));
}
