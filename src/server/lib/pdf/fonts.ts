/**
 * Fonts for documents: Noto Sans for Latin, Greek and Cyrillic, and one family for each way of writing Han characters.
 * The packages hold each family as about a hundred small files; only those with characters that are used are loaded.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create } from 'fontkit';
import type { Font } from 'fontkit';
import subsetFont from 'subset-font';

export type Weight = 400 | 700;
/** `name` is the same for the same font, so that a document embeds it once. */
export type NamedFont = { name: string; font: Font };

const families = ['noto-sans', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-sc'] as const;
type Family = (typeof families)[number];

/** Each needs about 100 KB. */
const keptFonts = 120;

const resolve = createRequire(import.meta.url).resolve;
const folderOf = (family: Family): string => dirname(resolve(`@fontsource-variable/${family}/package.json`));

const codePoints = (ranges: string): number[] =>
  ranges.split(',').flatMap((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-');
    const from = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, index) => from + index);
  });

/** Which file of a family has a character. */
type Index = ReadonlyMap<number, string>;

async function readIndex(family: Family): Promise<Index> {
  const ranges = JSON.parse(await readFile(join(folderOf(family), 'unicode.json'), 'utf8')) as Record<string, string>;
  return new Map(
    Object.entries(ranges).flatMap(([subset, text]) =>
      codePoints(text).map((point) => [point, subset.replaceAll(/[[\]]/g, '')] as const),
    ),
  );
}

const indexes = new Map<Family, Promise<Index>>();

function indexOf(family: Family): Promise<Index> {
  const index = indexes.get(family) ?? readIndex(family);
  indexes.set(family, index);
  return index;
}

async function readFont(family: Family, subset: string, weight: Weight): Promise<NamedFont> {
  const packed = await readFile(join(folderOf(family), 'files', `${family}-${subset}-wght-normal.woff2`));
  // Characters stand side by side: without tables for ligatures and kerning a document is made five times as fast.
  const plain = await subsetFont(packed, '', {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
    keepAllGlyphs: true,
    noHinting: true,
    dropTables: ['GSUB', 'GPOS', 'GDEF', 'BASE', 'vhea', 'vmtx'],
  });
  const font = create(plain);
  if (!('glyphForCodePoint' in font)) throw new Error('a font file holds several fonts');
  return { name: `${family}-${subset}-${weight}`, font };
}

const fonts = new Map<string, Promise<NamedFont>>();

/** The most recently used ones stay in memory. */
function fontOf(family: Family, subset: string, weight: Weight): Promise<NamedFont> {
  const key = `${family}-${subset}-${weight}`;
  const font = fonts.get(key) ?? readFont(family, subset, weight);
  fonts.delete(key);
  fonts.set(key, font);
  const [oldest] = fonts.keys();
  if (fonts.size > keptFonts && oldest !== undefined) fonts.delete(oldest);
  return font;
}

const kana = /[\u3040-\u30FF\uFF66-\uFF9F]/;

/** The same character looks different in Taiwan, Japan and China. */
function familiesFor(text: string, language: string): readonly Family[] {
  if (kana.test(text) || language.startsWith('ja'))
    return ['noto-sans', 'noto-sans-jp', 'noto-sans-tc', 'noto-sans-sc'];
  if (language === 'zh-CN') return ['noto-sans', 'noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp'];
  return families;
}

/** What a package says it covers is more than its files have: the font itself decides. */
async function findFont(order: readonly Family[], point: number, weight: Weight): Promise<NamedFont | undefined> {
  for (const family of order) {
    const subset = (await indexOf(family)).get(point);
    if (subset === undefined) continue;
    const found = await fontOf(family, subset, weight);
    if (found.font.hasGlyphForCodePoint(point)) return found;
  }
  return undefined;
}

/** They are not drawn, and mean nothing in a name. */
const invisible = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|\p{Variation_Selector}/gu;

/** Some fonts have empty glyphs for these. */
const control = /\p{Cc}/u;

const printableText = (text: string): string => text.normalize('NFC').replaceAll(invisible, '');

export type Run = { text: string; font: NamedFont };

/** Cuts a text where the font changes. `missing`: characters that no font has. `context`: the text that it is part of. */
export async function runsOf(
  text: string,
  { language, weight, context = text }: { language: string; weight: Weight; context?: string },
): Promise<{ runs: Run[]; missing: string[] }> {
  const order = familiesFor(context, language);
  const runs: Run[] = [];
  const missing = new Set<string>();
  for (const character of printableText(text)) {
    const last = runs.at(-1);
    // A blank stays with the word before it.
    const font =
      character === ' ' && last !== undefined
        ? last.font
        : control.test(character)
          ? undefined
          : await findFont(order, character.codePointAt(0) ?? 0, weight);
    if (font === undefined) missing.add(character);
    else if (last?.font.name === font.name) last.text += character;
    else runs.push({ text: character, font });
  }
  return { runs, missing: [...missing] };
}
