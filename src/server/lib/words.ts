/**
 * Scripts that put no spaces between words. `Intl.Segmenter` is no option: its dictionary does not know names, and
 * another version could split them differently from what is stored.
 */
const unspacedScripts = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
const unspaced = String.raw`[[\p{L}\p{N}]&&${unspacedScripts}]`;
const spaced = String.raw`[[\p{L}\p{N}]--${unspacedScripts}]`;
/** Hangul is decomposed in sort keys; a search term can only begin with the first part of a syllable. */
const restOfSyllable = String.raw`[\u1160-\u11ff\ud7b0-\ud7ff]`;

const wordPattern = new RegExp(`${spaced}+|[${unspaced}--${restOfSyllable}]${restOfSyllable}*`, 'gv');
const piecePattern = new RegExp(`${spaced}+|${unspaced}+`, 'gv');

const maxWords = 21;
const maxPieces = 5;

/** Sorts before every character of a name, so that a name that ends here comes before a longer one. */
const separator = '\t ';

const wordsOf = (text: string): string[] => text.match(wordPattern) ?? [];

export type Word = {
  /** The name rotated to this word: from this word on, then the separator and the words before it. */
  word: string;
  /** Length of the prefix shared with an earlier row of the person. Searches up to this length find the earlier row. */
  repeats: number;
};

/**
 * The index rows of a name: one for each word, or for each character in scripts without spaces, 21 at most. Each row
 * contains the whole name, so that one row is enough to check all words of a search.
 */
export function wordsOfName(sortKey: string): Word[] {
  const words = wordsOf(sortKey).slice(0, maxWords);
  const rotated = words.map((_, index) => {
    const [before, from] = [words.slice(0, index).join(' '), words.slice(index).join(' ')];
    return index === 0 ? from : from + separator + before;
  });
  return rotated.map((word, index) => ({
    word,
    repeats: Math.max(0, ...rotated.slice(0, index).map((earlier) => sharedLength(earlier, word))),
  }));
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** The search terms: each must be the beginning of a different word of the name. Empty without letters or numbers. */
export const piecesOfQuery = (sortKey: string): string[] =>
  (sortKey.match(piecePattern) ?? [])
    .map((piece) => wordsOf(piece).join(' '))
    .filter((piece) => piece !== '')
    .slice(0, maxPieces);

/** At least three letters of a word, or two characters of a script without spaces: too few people to list them all. */
export const isNarrow = (pieces: readonly string[]): boolean =>
  pieces.some((piece) => piece.includes(' ') || piece.length >= 3);

/** The terms to look up in the index; the others are checked on the rows found. Drops terms that begin another term. */
export const leadsOf = (pieces: readonly string[]): string[] => [
  ...new Set(pieces.filter((piece) => !pieces.some((other) => other !== piece && other.startsWith(piece)))),
];

/**
 * LIKE patterns that an index row found by `lead` must match to contain all pieces: each piece needs as many words
 * beginning with it as there are pieces beginning with it. Pieces have no LIKE wildcards.
 */
export const patternsOf = (pieces: readonly string[], lead: string): string[] =>
  [...new Set(pieces)].flatMap((piece) => {
    const wanted = pieces.filter((other) => other.startsWith(piece)).length - (lead.startsWith(piece) ? 1 : 0);
    return wanted === 0 ? [] : [`${`% ${piece}`.repeat(wanted)}%`];
  });

/** Upper bound of all texts with the prefix: text is compared by bytes, and this is the highest character. */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10ffff}`;
