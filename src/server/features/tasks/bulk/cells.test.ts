import { expect, test } from 'vitest';
import { readClock, readCount } from './cells.policy.ts';
import { readDay } from './days.policy.ts';

const december = { starts_on: '2026-12-18', ends_on: '2026-12-20' };
const read = (cell: string, dates: Parameters<typeof readDay>[1] = december) => {
  const { day, problem } = readDay(cell, dates);
  return day ?? problem;
};

test('spaces around a cell do not matter, whatever their width', () => {
  expect([read(' 2026-08-09\t'), readClock(' 09:30 '), readCount('\u300012 ')]).toEqual(['2026-08-09', 570, 12]);
});

test.each([
  '2026-12-18',
  '2026/12/18',
  '18.12.',
  '18.12',
  '18. 12. 2026',
  '18.12.26',
  '18/12/2026',
  '12/18/2026',
  '12/18',
  '18-12-2026',
  'Fri 18 Dec',
  'Friday, 18 December 2026',
  'December 18, 2026',
  'Dec 18',
  'Dec. 18th',
  '18-Dec-26',
  'Fr. 18. Dez.',
  'Freitag, 18. Dezember 2026',
  '18 DEZ',
  '12月18日',
  '12月18日(金)',
  '2026年12月18日（週五）',
  '12月18日 周五',
  '十二月 18',
])('%s is the Friday of the event', (cell) => {
  expect(read(cell)).toBe('2026-12-18');
});

test('a day without a year is the nearest one to the event', () => {
  expect(read('3 Jan')).toBe('2027-01-03');
  expect(read('30.11.')).toBe('2026-11-30');
  expect(read('Sept 1')).toBe('2026-09-01');
  expect(read('28 Dec', { starts_on: '2027-01-02', ends_on: null })).toBe('2026-12-28');
  expect(read('18 Dec', { starts_on: null, ends_on: null })).toBe('not_a_day');
});

test('the days of the event decide between two orders, otherwise the cell is a mistake', () => {
  const august = { starts_on: '2026-08-07', ends_on: '2026-08-09' };
  expect(read('8/8/2026', august)).toBe('2026-08-08');
  expect(read('7/8/2026', august)).toBe('2026-08-07');
  expect(read('8/9', august)).toBe('2026-08-09');
  expect(read('9/10/2026', august)).toBe('ambiguous_day');
  expect(read('Fri 9/10/2026', august)).toBe('2026-10-09');
  expect(read('1/9/2026', december)).toBe('2026-09-01');
  // Both too far from the event, which is another mistake.
  expect(read('1/2/2030', august)).toBe('2030-02-01');
  expect(read('1/2/2030', { starts_on: null, ends_on: null })).toBe('ambiguous_day');
});

test('what cannot be a day is none, and a weekday has to be right', () => {
  for (const cell of [
    '',
    'Friday',
    '30.2.',
    '32 Dec',
    '18 Foo',
    'Ju 3',
    '18.13.2026',
    '13/13/2026',
    '18 Dec 26 x',
    '1812',
  ])
    expect(read(cell), cell).toBe('not_a_day');
  expect(read('Sat 18 Dec')).toBe('other_weekday');
});

test.each([
  ['9:00', 540],
  ['09.00', 540],
  ['9am', 540],
  ['9 p.m.', 1260],
  ['12am', 0],
  ['9h30', 570],
  ['9 Uhr', 540],
  ['24:00', 1440],
  ['9', undefined],
  ['13pm', undefined],
  ['25 Uhr', undefined],
])('%s is a time', (cell, minutes) => {
  expect(readClock(cell)).toBe(minutes);
});
