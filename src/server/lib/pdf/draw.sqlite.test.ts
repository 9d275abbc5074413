import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { drawPdf } from './draw.ts';

test('screen readers get headings, paragraphs, tables and languages, and no decoration', async () => {
  const bytes = await drawPdf({
    language: 'en',
    title: 'Certificate',
    author: 'Harbour Days',
    keywords: '',
    createdAt: '2026-08-08T00:00:00Z',
    landscape: false,
    frame: '#1d6a5f',
    blocks: [
      { kind: 'text', text: 'Certificate', size: 30, heading: true },
      { kind: 'text', text: 'A sentence that needs several lines. '.repeat(10), size: 12 },
      { kind: 'qr', text: 'https://muster.example.org/verify', size: 60 },
      { kind: 'page', language: 'ja' },
      {
        kind: 'table',
        rows: [
          ['作業', '時間'],
          ['受付', '3'],
        ],
        widths: [1, 1],
        right: [1],
      },
    ],
  });
  const pdf = await getDocumentProxy(bytes);
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
  type Node = { role?: string; lang?: string; alt?: string; children?: Node[] };
  const rolesIn = ({ role = '', lang, alt, children = [] }: Node): string[] => [
    ...(role === '' ? [] : [[role, lang, alt].filter((one) => one !== undefined).join(' ')]),
    ...children.flatMap(rolesIn),
  ];
  const structureOf = async (page: number) => rolesIn((await (await pdf.getPage(page)).getStructTree()) as Node);
  expect(await structureOf(1)).toEqual([
    'Root',
    'Document',
    'H1 en',
    'P en',
    'Figure https://muster.example.org/verify',
  ]);
  expect(await structureOf(2)).toEqual(['Root', 'Document', 'Table ja', 'TR', 'TH', 'TH', 'TR', 'TD', 'TD']);
});
