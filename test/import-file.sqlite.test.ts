import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readImport } from '../src/server/cli/import-file.ts';
import { readCsv } from '../src/server/cli/csv-reader.ts';
import { scratchFolder } from './support/scratch.ts';

let folder: string;
beforeAll(() => {
  folder = scratchFolder('import');
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(content: string | Buffer, name = 'people.csv') {
  const path = join(folder, name);
  writeFileSync(path, content);
  return readImport(path);
}
const problems = (lines: string) => read(`email,name,team,role,team_name,team_headcount\n${lines}`).problems;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

test('parses quotes, line breaks in cells, blank rows and all three separators, with line numbers', () => {
  const rows = readCsv('a,b\r\n"x ""y""",\r\n\r\n"two\nlines",3\n last ,4');
  expect(rows).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['x "y"', ''] },
    { line: 4, cells: ['two\nlines', '3'] },
    { line: 6, cells: ['last', '4'] },
  ]);
  for (const separator of [';', '\t']) {
    expect(readCsv(`a${separator}b\n1${separator}2`).map(({ cells }) => cells)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  }
});

test('ignores the byte order mark that spreadsheets write', () => {
  expect(read('\ufeffEmail;Name\nada@example.org;Ada').rows).toEqual([
    { line: 2, email: 'ada@example.org', name: 'Ada' },
  ]);
});

test.each<[string, string | Buffer, RegExp]>([
  ['UTF-16', utf16('email\nada@example.org\n'), /UTF-16: save it as "CSV UTF-8"/],
  ['Latin-1', Buffer.from('email,name\na@example.org,ok\nb@example.org,J\xf6rg\n', 'latin1'), /not UTF-8 \(line 3\)/],
  ['no header', 'ada@example.org,Ada\n', /first line must name the columns/],
  ['an unknown column', 'email,shoe\na@example.org,9\n', /email, shoe/],
  ['a column twice', 'email,name,name\na@example.org,A,B\n', /each once/],
  ['an open quote', 'email,name\na@example.org,"A\n', /line 2 has a quote that is never closed/],
  ['text after a quote', 'email,name\na@example.org,"A"b\n', /line 2 has text after a closing quote/],
  ['an empty file', '', /first line must name/],
  ['a header alone', 'email\n', /has no rows/],
])('rejects %s with a helpful message', (_, content, message) => {
  expect(() => read(content)).toThrow(message);
});

test.each([
  ['no-address,Ada,,,,', 'email must be an email address'],
  [',Ada,,,,', "must have required property 'email'"],
  [`a@example.org,${'x'.repeat(101)},,,,`, 'name must NOT have more than 100 characters'],
  [`${'x'.repeat(250)}@example.org,A,,,,`, 'email must NOT have more than 254 characters'],
  ['a@example.org,=HYPERLINK("http://x"),,,,', 'name begins like a formula'],
  ['a@example.org,+1+1,,,,', 'name begins like a formula'],
  [
    'a@example.org,"A\nB",,,,',
    'name must be one line of text without a web address, control characters or ones that cannot be seen',
  ],
  ['a@example.org,A,Bad Slug,,,', 'team has characters, or a form, that are not allowed here'],
  ['a@example.org,A,venue,boss,,', 'role must be equal to one of the allowed values'],
  ['a@example.org,A,,chief,,', 'role needs a team'],
  ['a@example.org,A,,,Venue,', 'team_name and team_headcount need a team'],
  ['a@example.org,A,venue,,,many', 'team_headcount must be integer'],
  ['a@example.org,A,venue,,,,,7', 'has more cells than the first line'],
  ['A@example.org,A,venue,,,\na@example.org ,A,venue,chief,,', 'repeats line 2'],
  ['a@example.org,A,venue,,,\na@example.org,B,press,,,', 'email has a different name in line 2'],
  ['a@example.org,A,venue,,Venue,\nb@example.org,B,venue,,Other,', 'describes the team differently from line 2'],
])('reports %j: %s', (lines, text) => {
  expect(problems(lines).map((one) => one.text)).toContain(text);
});

test('reports every invalid line in order', () => {
  const found = problems('a@example.org,A,,,,\nwrong,B,,,,\nc@example.org,=C,,,,\na@example.org,A,,,,');
  expect(found.map(({ line }) => line)).toEqual([3, 4, 5]);
});

test('reads values from our own CSV exports unchanged', () => {
  expect(read("email,name\na@example.org,'=Ada\n").rows).toMatchObject([{ name: '=Ada' }]);
});

test('JSON has the same fields, and unknown fields and wrong types are reported', () => {
  const good = [{ email: 'a@example.org', team: 'venue', team_headcount: 5 }];
  expect(read(JSON.stringify(good), 'people.json').rows).toEqual([{ ...good[0], line: 1 }]);
  const bad = [{ email: 'a@example.org', shoe: 9 }, { email: 5 }, null];
  expect(read(JSON.stringify(bad), 'people.json').problems).toEqual([
    { line: 1, text: 'shoe must NOT have additional properties' },
    { line: 2, text: 'email must be string' },
    { line: 3, text: 'must be object' },
  ]);
  expect(() => read('{"email":"a@example.org"}', 'people.json')).toThrow('must be a list');
  expect(() => read('[', 'people.json')).toThrow('not JSON');
});
