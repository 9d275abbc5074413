/** What is wrong with the texts in `locales`: CONTRIBUTING.md explains the rules. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  areasIn,
  expectedTexts,
  flatten,
  flatTextsOf,
  isTextForNone,
  languagesIn,
  pluralBase,
  readArea,
  sourceLanguage,
} from '../../src/locales/catalogues.ts';
import type { FlatTexts, Texts } from '../../src/locales/catalogues.ts';
import { usedKeys } from '../../src/locales/used-keys.ts';

/** Everything except missing translations. */
export function localeProblems(folder: string): string[] {
  const english = flatTextsOf(folder, sourceLanguage);
  return languagesIn(folder).flatMap((language) => {
    const expected = expectedTexts(language, english);
    const files = areasIn(folder, language).map((area) => ({ area, texts: readArea(folder, language, area) }));
    const problems = [
      ...areaProblems(
        files,
        areasIn(folder, sourceLanguage).map((area) => ({ area, texts: readArea(folder, sourceLanguage, area) })),
      ),
      ...files.flatMap(({ texts }) => flatten(texts)).flatMap((entry) => textProblems(entry, expected, english)),
    ];
    return problems.map((problem) => `${language}: ${problem}`);
  });
}

/** The notes for translators (`locales/notes.json`) that are about no text. */
export function staleNotes(folder: string): string[] {
  const english = flatTextsOf(folder, sourceLanguage);
  const notes: Record<string, string> = JSON.parse(readFileSync(join(folder, 'notes.json'), 'utf8'));
  return Object.keys(notes).filter((key) => !english.has(key));
}

/** The keys that are not translated yet. */
export function missingKeys(folder: string, language: string): string[] {
  const texts = flatTextsOf(folder, language);
  return [...expectedTexts(language, flatTextsOf(folder, sourceLanguage)).keys()].filter((key) => !texts.has(key));
}

type Area = { area: string; texts: Texts };

/** A group of texts is in the same file in every language, and in only one. */
function areaProblems(files: readonly Area[], english: readonly Area[]): string[] {
  const home = new Map<string, string>();
  for (const { area, texts } of english)
    for (const group of Object.keys(texts)) home.set(group, home.get(group) ?? area);
  return files.flatMap(({ area, texts }) =>
    Object.keys(texts)
      .filter((group) => home.has(group) && home.get(group) !== area)
      .map((group) => `"${group}" belongs in ${home.get(group)}.json, not in ${area}.json`),
  );
}

function textProblems([key, text]: [string, string], expected: FlatTexts, english: FlatTexts): string[] {
  const base = pluralBase(key, english);
  const model = expected.get(key) ?? (isTextForNone(key, english) ? english.get(`${base}_other`) : undefined);
  if (model === undefined)
    return [base === undefined ? `unknown key ${key}` : `${key}: the language has no such plural form`];
  if (text === '') return [`${key} is empty; leave the key out until it is translated`];
  if (text !== text.normalize('NFC')) return [`${key} is not in Unicode normal form C`];
  return [
    ...placeholderProblems(key, text, model, base !== undefined),
    ...tagProblems(key, text, model),
    ...spaceProblems(key, text),
  ];
}

const namesIn = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
const placeholdersIn = (text: string) => namesIn(text, /\{\{\s*([^}]*?)\s*\}\}/g);
const tagsIn = (text: string) => namesIn(text, /<\/?(\w+)\/?>/g);

/** A plural form may leave out the number: "one task". The one for none may leave out everything. */
function placeholderProblems(key: string, text: string, model: string, isPlural: boolean): string[] {
  const [own, wanted] = [placeholdersIn(text), placeholdersIn(model)];
  const missing = [...wanted].filter(
    (name) => !own.has(name) && !(isPlural && name === 'count') && !key.endsWith('_zero'),
  );
  const unknown = [...own].filter((name) => !wanted.has(name) && !(isPlural && name === 'count'));
  return [
    ...missing.map((name) => `${key}: {{${name}}} is missing`),
    ...unknown.map((name) => `${key}: {{${name}}} is not in the English text`),
  ];
}

function tagProblems(key: string, text: string, model: string): string[] {
  const [own, wanted] = [tagsIn(text), tagsIn(model)];
  return own.symmetricDifference(wanted).size === 0 ? [] : [`${key}: the tags differ from the English text`];
}

const eastAsian = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]`;
const withoutSpace = new RegExp(`${eastAsian}[0-9A-Za-z]|[0-9A-Za-z]${eastAsian}`, 'u');

/** Chinese and Japanese texts have a space beside Latin letters and digits, except in one word: docs/writing.md. */
function spaceProblems(key: string, text: string): string[] {
  const [found] = withoutSpace.exec(text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>|Tシャツ/g, '|')) ?? [];
  return found === undefined ? [] : [`${key}: a space is missing in "${found}"`];
}

/** English keys that no source file uses. */
export function unusedKeys(folder: string, sources: readonly string[]): string[] {
  const english = flatTextsOf(folder, sourceLanguage);
  const used = usedKeys(english, sources);
  return [...english.keys()].filter((key) => !used.has(key));
}

export const sourceTexts = (): string[] =>
  globSync('src/{web,server,locales}/**/*.{ts,tsx}')
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'));
