/** More than any event has volunteers; a list that is longer is the wrong one. */
export const mostAddresses = 1000;

/**
 * The addresses in a text as people paste it: one a line, or with commas and semicolons, or as a mail program writes
 * them, `Ada Lovelace <ada@example.org>`. What is no address is returned as well, so that nothing is silently dropped.
 */
export function addressesIn(text: string): { addresses: string[]; others: string[] } {
  const addresses = new Set<string>();
  const others: string[] = [];
  for (const piece of text.split(/[\n\r\t,;]+/)) {
    const bracketed = /<([^<>\s]+)>/.exec(piece)?.[1];
    for (const word of bracketed === undefined ? piece.split(/\s+/) : [bracketed]) {
      if (word === '') continue;
      if (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(word)) addresses.add(word.toLowerCase());
      else others.push(word);
    }
  }
  return { addresses: [...addresses], others };
}
