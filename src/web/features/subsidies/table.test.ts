import { expect, test } from 'vitest';
import { problemsOf, rowsIn } from './table.ts';

const cellsIn = (text: string) => rowsIn(text, 'EUR').rows.map(({ location, amount }) => [location, amount]);

test.each([
  ['Berlin\t120,00', ['Berlin', '120,00']],
  ['Berlin;120,00', ['Berlin', '120,00']],
  ['Berlin,45,50', ['Berlin', '45,50']],
  ['Berlin, Mitte, 120', ['Berlin, Mitte', '120']],
  ['Berlin, EUR 120', ['Berlin', 'EUR 120']],
  ['Tokyo,1,490.50', ['Tokyo', '1,490.50']],
  ['Berlin', ['Berlin', '']],
])('%j has a place and an amount', (line, cells) => {
  expect(cellsIn(line)).toEqual([cells]);
});

test('a heading is left out, and an amount that can be read in two ways is pointed out', () => {
  expect(cellsIn('Place,Amount\nBerlin,12')).toEqual([['Berlin', '12']]);
  expect([...problemsOf(rowsIn('Berlin\t1.490\nBonn\t45,50', 'EUR').rows, 'EUR').values()]).toEqual(['amount']);
});

test.each([
  ['Place\tAmount\tBy\nBerlin\t12\tTrain', [['Berlin', '12']], ['By']],
  [
    'Place;Amount;;Note\nBerlin;12;;\nBonn;45,50;;late',
    [
      ['Berlin', '12'],
      ['Bonn', '45,50'],
    ],
    ['Note'],
  ],
  ['Berlin\t12\t\t', [['Berlin', '12']], []],
  [
    'Berlin\t12\nBonn\t45\tTrain',
    [
      ['Berlin', '12'],
      ['Bonn', '45'],
    ],
    ['Train'],
  ],
  ['Berlin,120,by train', [['Berlin', '120']], ['by train']],
])('%j has columns that are ignored', (text, rows, ignored) => {
  expect({ rows: cellsIn(text), ignored: rowsIn(text, 'EUR').ignored }).toEqual({ rows, ignored });
});
