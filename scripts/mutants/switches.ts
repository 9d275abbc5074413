import type { Mutant } from './selection.ts';
import { parses } from './syntax.ts';

/** A mutant with the number that switches it on. */
export type Numbered = { mutant: Mutant; number: number };

const overlaps = ({ site: one }: Mutant, { site: other }: Mutant): boolean =>
  one.start < other.end && other.start < one.end;

function switched(text: string, { mutant, number }: Numbered): string {
  const { start, end, replacement, site } = mutant;
  const original = text.slice(site.start, site.end);
  const changed = text.slice(site.start, start) + replacement + text.slice(end, site.end);
  const isOn = `globalThis.mutant === ${number}`;
  const both = site.isStatement ? `{ if (!(${isOn})) ${original} }` : `(${isOn} ? (${changed}) : (${original}))`;
  return text.slice(0, site.start) + both + text.slice(site.end);
}

/**
 * The text of a file with several changes in it, each of which is made only while `globalThis.mutant` is its number, so that
 * the server is loaded once for all of them. Leaves out changes that overlap others or cannot be switched.
 */
export function withSwitches(text: string, list: readonly Numbered[]): { text: string; included: Numbered[] } {
  const included: Numbered[] = [];
  for (const one of list) {
    const isApart = !included.some(({ mutant }) => overlaps(mutant, one.mutant));
    // Outside of an optional chain, the rest of it would run without a value.
    const { operator, site } = one.mutant;
    const isChain = /^(?:where|filter) dropped$/.test(operator) && text.slice(site.start, site.end).includes('?.');
    if (isApart && !isChain && parses(switched(text, one))) included.push(one);
  }
  const fromLast = included.toSorted((a, b) => b.mutant.site.start - a.mutant.site.start);
  return { text: fromLast.reduce(switched, text), included };
}
