/**
 * Scripts in which names are written without blanks between their words. `Intl.Segmenter` would guess the words by a
 * dictionary, in which names are not, and another version of it would guess others than those that are stored.
 */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
const spaced = String.raw`[[\p{L}\p{N}]--${unspaced}]`;
/** A sort key has its Hangul in pieces: only the first piece of a syllable is where somebody begins to type. */
const restOfSyllable = String.raw`[\u1160-\u11ff\ud7b0-\ud7ff]`;

const beginning = new RegExp(`(?<!${spaced})${spaced}|[${unspaced}--${restOfSyllable}]`, 'gv');

const mostWords = 20;

export type Word = {
  /** The sort key from this word on. */
  word: string;
  /** How many of its characters begin an earlier word as well, or the whole: for no more than these, that one stands. */
  repeats: number;
};

/**
 * Where else than at its beginning a name can be looked up: at each of its words and, in scripts without blanks, at
 * each character. No more than the first twenty.
 */
export function furtherWords(sortKey: string): Word[] {
  const starts = Array.from(sortKey.matchAll(beginning), ({ index }) => index).filter((index) => index > 0);
  const words = starts.slice(0, mostWords).map((index) => sortKey.slice(index));
  return words.map((word, place) => ({
    word,
    repeats: Math.max(...[sortKey, ...words.slice(0, place)].map((earlier) => sharedLength(earlier, word))),
  }));
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** After every text that begins with the prefix: text compares by bytes, and nothing is above this character. */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10ffff}`;
