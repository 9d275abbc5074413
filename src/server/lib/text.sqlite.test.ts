import { expect, test } from 'vitest';
import { isEmail, isLine } from './text.ts';

const invisible = [
  '\u3164',
  '\u00ad',
  '\u200e',
  '\u200f',
  '\u061c',
  '\u200b',
  '\u2060',
  '\u2063',
  '\u206a',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u034f',
  '\u115f',
  '\u1160',
  '\uffa0',
  '\u17b4',
  '\u180e',
  '\ufe0f',
  '\ufe00',
  '\u2800',
  '\ufff9',
  '\u{e0001}',
  '\u{e0041}',
  '\u{e007f}',
  '\u{e0100}',
  '\u{1d173}',
  '\u200c',
  '\u200d',
];

test.each(invisible)(
  '%j is refused in a name and in an address, at the beginning, in the middle and at the end',
  (one) => {
    for (const name of [`${one}Ada`, `A${one}da`, `Ada${one}`, one])
      expect([name, isLine(name)]).toEqual([name, false]);
    for (const address of [`a${one}da@example.org`, `ada@exa${one}mple.org`, `ada${one}@example.org`])
      expect([address, isEmail(address)]).toEqual([address, false]);
  },
);

test.each([
  'علی\u200cرضا',
  'می\u200cخواهم',
  'क्\u200dष',
  'ന്\u200d',
  'ශ්\u200dරී',
  '👩\u200d🚀',
  '👩🏽\u200d🚀',
  '❤\ufe0f\u200d🔥',
  '❤\ufe0f',
  '1\ufe0f\u20e3',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  '辻\u{e0100}',
  'שלום',
  'Zoë',
  '王小明',
  '김철수',
  'Ada Lovelace',
  "O'Brien-Ł",
])('%j is a name', (name) => {
  expect(isLine(name)).toBe(true);
});

test.each([
  'علی\u200c',
  '\u200cعلی',
  '👩\u200d',
  '1\ufe0f',
  '🏴\u{e0067}\u{e0062}\u{e007f}',
  'क\u200c',
  'Ada\u200dLovelace',
  '王\u200d小',
])('%j has a joiner that cannot be seen there', (name) => {
  expect(isLine(name)).toBe(false);
});
