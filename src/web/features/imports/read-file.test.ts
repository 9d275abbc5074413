import { expect, test } from 'vitest';
import { decode, readTableFile } from './read-file.ts';

const utf16 = (text: string) =>
  Uint8Array.from([0xff, 0xfe, ...new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer)]);

test('files of spreadsheets are read in UTF-8 and UTF-16, without the mark at their beginning', () => {
  expect(decode(new TextEncoder().encode('\ufeffName,E-Mail\nJürgen,j@example.org'))).toBe(
    'Name,E-Mail\nJürgen,j@example.org',
  );
  expect(decode(utf16('Name\tJürgen'))).toBe('Name\tJürgen');
});

test('another encoding and a file that is too large are named instead of being read wrongly', async () => {
  const latin = new File([Uint8Array.from([0x4a, 0xfc, 0x72])], 'people.csv');
  expect(await readTableFile(latin, 100)).toEqual({ problem: 'encoding' });
  const spreadsheet = new File(['PK\u0003\u0004\0'], 'people.xlsx');
  expect(await readTableFile(spreadsheet, 100)).toEqual({ problem: 'encoding' });
  expect(await readTableFile(latin, 2)).toEqual({ problem: 'too_large' });
  expect(await readTableFile(new File(['a,b'], 'people.csv'), 100)).toEqual({ text: 'a,b' });
});
