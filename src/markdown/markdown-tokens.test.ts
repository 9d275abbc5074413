import fc from 'fast-check';
import type { Token, Tokens } from 'marked';
import { Lexer } from 'marked';
import { expect, test, vi } from 'vitest';
import { parseMarkdown } from './markdown-tokens.ts';

const longest = 20_000;
const fill = (piece: string): string => piece.repeat(Math.ceil(longest / piece.length)).slice(0, longest);

const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

const insideOf = (token: Token): Token[] => {
  if (isList(token)) return token.items;
  if (isTable(token)) return [token.header, ...token.rows].flat().flatMap((cell) => cell.tokens);
  return 'tokens' in token ? (token.tokens ?? []) : [];
};

const depthOf = (tokens: readonly Token[]): number =>
  tokens.reduce((depth, token) => Math.max(depth, 1 + depthOf(insideOf(token))), 0);

const hostile: [string, string][] = [
  ['quotes of an intro', '>'.repeat(2000)],
  ['quotes', fill('>')],
  ['quotes that go on in the next line', `${'>'.repeat(2000)}a\nb`],
  ['spaced quotes', fill('> ')],
  ['quotes over lines', fill('> a\n>> b\n>>> c\n')],
  ['quotes that get deeper', Array.from({ length: 190 }, (_, i) => `${'>'.repeat(i)} a`).join('\n')],
  ['numbers', fill('1. ')],
  ['dashes', `${fill('- ')}a`],
  ['quoted lists', fill('>- ')],
  ['lists in lists', Array.from({ length: 190 }, (_, i) => `${' '.repeat(i)}- a`).join('\n')],
  ['lists by tabs', Array.from({ length: 190 }, (_, i) => `${'\t'.repeat(i)}* a`).join('\n')],
  ['brackets', fill('[')],
  ['closed brackets', '['.repeat(longest / 2) + ']'.repeat(longest / 2)],
  ['images', fill('![[')],
  ['open links', fill('[a](')],
  ['links in links', fill('[a') + fill('](b)')],
  ['link titles', fill('[a](b "')],
  ['definitions', fill('[a]: ')],
  ['stars', `${fill('***')}a`],
  ['inner stars', fill('a**b')],
  ['underscores', fill('_a')],
  ['mixed emphasis', fill('*a_ ')],
  ['nested emphasis', '*_'.repeat(5000) + 'a' + '_*'.repeat(5000)],
  ['stars in many paragraphs', fill(`${'***'.repeat(60)}a\n\n`)],
  ['strikes', fill('~~a ')],
  ['ticks', Array.from({ length: 190 }, (_, i) => '`'.repeat(i)).join(' ')],
  ['tags', fill('<a ')],
  ['comments', fill('<!--')],
  ['addresses', `${fill('a.b-c_d+')}@`],
  ['addresses in many words', fill(`${'a.b-c_d+'.repeat(110)}@ `)],
  ['web addresses', fill('http://')],
  ['tables', `${'|a'.repeat(5000)}\n${'|-'.repeat(5000)}\n|a`],
  ['backslashes', fill('\\')],
  ['line breaks', fill('\n')],
  ['underlines', `${fill('a\n')}-`],
  ['unpaired surrogates', fill('\ud83c*')],
];

test.each(hostile)('%s are parsed in bounded depth, without exceeding the time limit of a test', (_, text) => {
  expect(depthOf(parseMarkdown(text))).toBeLessThan(60);
});

test('any mixture of marks is parsed in bounded depth', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '>',
      '> ',
      '- ',
      '* ',
      '1. ',
      '*',
      '**',
      '***',
      '_',
      '__',
      '~~',
      '`',
      '[',
      ']',
      '](',
      '![',
      '<',
      '|',
    ),
    fc.constantFrom(
      '\n',
      '\n\n',
      ' ',
      '    ',
      '\t',
      '|-',
      'a',
      'a@b.c',
      'http://a',
      '&amp;',
      '\\',
      '#',
      '---',
      '🌻',
      '日',
    ),
  );
  const run = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 4000 }));
  const text = fc.array(run, { minLength: 1, maxLength: 4 }).map((runs) =>
    runs
      .map(([pieces, times]) => pieces.join('').repeat(times))
      .join('')
      .slice(0, longest),
  );
  fc.assert(
    fc.property(text, (one) => {
      expect(depthOf(parseMarkdown(one))).toBeLessThan(60);
    }),
    { numRuns: 300 },
  );
});

test('text that people write is parsed as before', () => {
  const text = `# Head\n\n${'Some *words* and **more** with [a link](https://example.org) and `code`. '.repeat(20)}\n
- one\n  - two\n    - three\n\n> quote\n> > inner\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n1. x\n2. y\n\na_b_c <b>x</b>`;
  expect(parseMarkdown(text, Infinity)).toEqual([...Lexer.lex(text, { gfm: true, breaks: true })]);
});

test('a page shows the same on a slow machine', () => {
  const text = 'We **build** the stage.';
  const tokens = parseMarkdown(text);
  let nowMs = 0;
  using _slow = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10_000));
  expect(parseMarkdown(text)).toEqual(tokens);
});
