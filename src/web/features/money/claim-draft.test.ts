import { expect, test } from 'vitest';
import type { Claim } from '../../../client/client.ts';
import { changesOf, faultsOf, valuesOf } from './claim-draft.ts';

const draft = { form: null, state: 'draft' } as Claim;
const line = { key: 'a', date: '2026-01-02', what: 'Tape', amount: '12.90', file: null };
const values = { budget: '', currency: 'EUR', lines: [line], note: '' };

test('what is half typed is saved as it was typed, and what is complete as an amount', () => {
  const lines = [
    line,
    { ...line, key: 'b', date: '', what: ' ', amount: '12.' },
    { ...line, amount: '12.345' },
    { ...line, amount: '0.125' },
    { ...line, amount: '99999999999999' },
  ];
  expect(changesOf({ ...values, lines, note: 'For the bar' }, draft)).toEqual({
    budget: null,
    currency: 'EUR',
    note: 'For the bar',
    lines: [
      { date: '2026-01-02', what: 'Tape', amount: 1290, file: null },
      { what: '', amount_text: '12.', file: null },
      { date: '2026-01-02', what: 'Tape', amount_text: '12.345', file: null },
      { date: '2026-01-02', what: 'Tape', amount_text: '0.125', file: null },
      { date: '2026-01-02', what: 'Tape', amount_text: '99999999999999', file: null },
    ],
  });
});

test('a claim is shown again as it was typed', () => {
  const lines = [
    { date: null, what: '', amount: null, amount_text: '12.', file: null, duplicates: [] },
    { date: '2026-01-02', what: 'Tape', amount: 1290, amount_text: '', file: 'f', duplicates: [] },
  ];
  expect(valuesOf({ budget: '4711', currency: 'EUR', lines, note: 'x' } as unknown as Claim)).toEqual({
    budget: '4711',
    currency: 'EUR',
    lines: [
      { key: 'line-0', date: '', what: '', amount: '12.', file: null },
      { key: 'line-1', date: '2026-01-02', what: 'Tape', amount: '12.9', file: 'f' },
    ],
    note: 'x',
  });
});

test('an unfinished currency, the budget of travel money and the note of a claim that was sent are not saved', () => {
  expect(changesOf({ ...values, currency: 'EU' }, draft)).not.toHaveProperty('currency');
  expect(Object.keys(changesOf(values, { ...draft, form: 'travel' }))).toEqual(['note', 'lines']);
  expect(changesOf(values, { ...draft, state: 'sent' })).not.toHaveProperty('note');
});

test('before it is sent, each field that is missing or wrong is named', () => {
  const lines = [
    line,
    { ...line, key: 'b', date: '', what: ' ', amount: '' },
    { ...line, key: 'c', date: '2026-01-04' },
    { ...line, key: 'd', date: '1999-12-31' },
  ];
  expect(faultsOf({ ...values, lines }, '2026-01-03')).toEqual([
    { key: 'b', number: 2, field: 'date', text: 'dateMissing' },
    { key: 'b', number: 2, field: 'what', text: 'whatMissing' },
    { key: 'b', number: 2, field: 'amount', text: 'amountWrong' },
    { key: 'c', number: 3, field: 'date', text: 'dateFuture' },
    { key: 'd', number: 4, field: 'date', text: 'dateEarly' },
  ]);
});
