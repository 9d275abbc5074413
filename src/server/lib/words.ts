/**
 * Scripts in which names are written without blanks between their words. `Intl.Segmenter` would guess the words by a
 * dictionary, in which names are not, and another version of it would guess others than those that are stored.
 */
const unspacedScripts = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
const unspaced = String.raw`[[\p{L}\p{N}]&&${unspacedScripts}]`;
const spaced = String.raw`[[\p{L}\p{N}]--${unspacedScripts}]`;
/** A sort key has its Hangul in pieces: only the first piece of a syllable is where somebody begins to type. */
const restOfSyllable = String.raw`[\u1160-\u11ff\ud7b0-\ud7ff]`;

const wordPattern = new RegExp(`${spaced}+|[${unspaced}--${restOfSyllable}]${restOfSyllable}*`, 'gv');
const piecePattern = new RegExp(`${spaced}+|${unspaced}+`, 'gv');

const mostWords = 21;
const mostPieces = 5;

/** Below every character of a name, so that a name that ends here comes before one that goes on. */
const turn = '\t ';

const wordsOf = (text: string): string[] => text.match(wordPattern) ?? [];

export type Word = {
  /** The words of the name from this one on, and behind the turn those before it. */
  word: string;
  /** How many of its characters begin an earlier row of the person as well: for no more than these, that one stands. */
  repeats: number;
};

/**
 * Where a name can be looked up: at each of its words and, in scripts without blanks, at each character. No more than
 * the first twenty-one. Each knows the whole name, so that whoever is at one word sees whether the others are there.
 */
export function wordsOfName(sortKey: string): Word[] {
  const words = wordsOf(sortKey).slice(0, mostWords);
  const turned = words.map((_, place) => {
    const [before, from] = [words.slice(0, place).join(' '), words.slice(place).join(' ')];
    return place === 0 ? from : from + turn + before;
  });
  return turned.map((word, place) => ({
    word,
    repeats: Math.max(0, ...turned.slice(0, place).map((earlier) => sharedLength(earlier, word))),
  }));
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** What words of the name are to begin with, each one of its own. None, where nothing is a letter or a number. */
export const piecesOfQuery = (sortKey: string): string[] =>
  (sortKey.match(piecePattern) ?? [])
    .map((piece) => wordsOf(piece).join(' '))
    .filter((piece) => piece !== '')
    .slice(0, mostPieces);

/**
 * Those by which a name can be looked up, to look for the others in what is found. No more than one of them begins a
 * word, and no other piece goes on from it.
 */
export const leadsOf = (pieces: readonly string[]): string[] => [
  ...new Set(pieces.filter((piece) => !pieces.some((other) => other !== piece && other.startsWith(piece)))),
];

/**
 * Patterns for LIKE that a row at a word with the lead matches when all pieces are there: as many words begin with a
 * piece as there are pieces that do. They are of letters, numbers and blanks, which mean nothing in a pattern.
 */
export const patternsOf = (pieces: readonly string[], lead: string): string[] =>
  [...new Set(pieces)].flatMap((piece) => {
    const wanted = pieces.filter((other) => other.startsWith(piece)).length - (lead.startsWith(piece) ? 1 : 0);
    return wanted === 0 ? [] : [`${`% ${piece}`.repeat(wanted)}%`];
  });

/** After every text that begins with the prefix: text compares by bytes, and nothing is above this character. */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10ffff}`;
