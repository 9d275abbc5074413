import { expect, test } from 'vitest';
import { peopleIn } from './pasted-people.ts';

const read = (text: string) => {
  const { pieces, ignored } = peopleIn(text);
  return {
    people: pieces.flatMap((piece) => ('person' in piece ? [`${piece.person.name}|${piece.person.email}`] : [])),
    broken: pieces.flatMap((piece) => ('broken' in piece ? [`${piece.line} ${piece.broken}`] : [])),
    ignored,
  };
};
const two = ['Ada Lovelace|ada@example.org', 'Grace Hopper|grace@example.org'];

test.each([
  ['Name\tE-mail\tPhone\nAda Lovelace\tada@example.org\t0911\nGrace Hopper\tgrace@example.org\t0922', ['Phone']],
  ['Telefon;E-Mail;Name\n0911;Ada@Example.org;Ada Lovelace\n0922;grace@example.org;Grace Hopper', ['Telefon']],
  ['Ada Lovelace\tada@example.org\t0911\nGrace Hopper\tgrace@example.org\t', ['0911']],
  ['0911,ada@example.org,Ada Lovelace\n0922,grace@example.org,Grace Hopper', ['0911']],
  ['First name,Last name,Email\nAda,Lovelace,ada@example.org\nGrace,Hopper,grace@example.org', []],
  ['"Ada Lovelace",ada@example.org\n"Grace Hopper",grace@example.org', []],
  ['Ada Lovelace <ada@example.org>; Grace Hopper <grace@example.org>', []],
  ['Ada Lovelace ada@example.org\nGrace Hopper grace@example.org', []],
])('%j has two people with names', (text, ignored) => {
  expect(read(text)).toEqual({ people: two, broken: [], ignored });
});

test.each([
  ['姓名\t電子郵件\t手機', '王小明\tming@example.org\t0911'],
  ['電子信箱,姓名', 'ming@example.org,王小明'],
  ['氏名\tメールアドレス\t電話番号', '王小明\tming@example.org\t0911'],
  ['姓,名,邮箱', '王,小明,ming@example.org'],
  ['Vor- und Nachname;E-Mail-Adresse;Handynummer', '王小明;ming@example.org;0911'],
])('headings such as %j are known', (heading, line) => {
  expect(read(`${heading}\n${line}`)).toMatchObject({ people: ['王小明|ming@example.org'], broken: [] });
});

test('of a table with one broken address, only that cell is pointed out', () => {
  const text =
    'Ada Lovelace\tada@example.org\t0911\nGrace Hopper\tgrace.example.org\t0922\nAlan Turing\talan@example\t';
  expect(read(text)).toMatchObject({
    people: ['Ada Lovelace|ada@example.org'],
    broken: ['2 grace.example.org', '3 alan@example'],
  });
  expect(read('Name;Email\nAda;\n').broken).toEqual(['2 Ada;']);
  expect(read('Ada Lovelace ada@@example.org').broken).toEqual(['1 ada@@example.org']);
});

test('plain lists of addresses are read as before', () => {
  const bare = ['|ada@example.org', '|grace@example.org'];
  for (const text of [
    'ada@example.org, grace@example.org',
    'ada@example.org grace@example.org',
    'ADA@example.org\ngrace@example.org\n',
  ])
    expect(read(text)).toEqual({ people: bare, broken: [], ignored: [] });
  const mixed = 'Gina Good <Gina@Example.org>; just-a-word\nOdd One <odd@example.org>, rita@example.org';
  expect(read(mixed)).toEqual({
    people: ['Gina Good|gina@example.org', 'Odd One|odd@example.org', '|rita@example.org'],
    broken: ['1 just-a-word'],
    ignored: [],
  });
  expect(read('Lovelace, Ada <ada@example.org>; Hopper, Grace <grace@example.org>').people).toEqual([
    'Lovelace, Ada|ada@example.org',
    'Hopper, Grace|grace@example.org',
  ]);
  expect(read('everybody').broken).toEqual(['1 everybody']);
  expect(read('')).toEqual({ people: [], broken: [], ignored: [] });
});
