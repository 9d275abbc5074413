import { expect, test } from 'vitest';
import { budgetsIn } from './pasted-budgets.ts';

const teams = [{ tid: 'venue', name: 'Venue' }];

test('a table from a spreadsheet is read with or without its heading', () => {
  const stage = { code: '4711', name: 'Stage', tid: 'venue', amount: 150_000, currency: 'EUR' };
  expect(budgetsIn('Code\tName\tAmount\tTeam\n4711\tStage\t1,500.00\tvenue\n', 'EUR', teams)).toMatchObject([
    { budget: stage },
  ]);
  expect(budgetsIn('4711;Stage;1500;Venue', 'EUR', teams)).toMatchObject([{ budget: stage }]);
  expect(budgetsIn('4712\tBar\t0', 'EUR', teams)).toMatchObject([{ budget: { tid: null, amount: 0 } }]);
});

test('each line that cannot be read says why', () => {
  const pasted = ['1\tBar\t5', '1\tBar\t5', '?\tBar\t5', '2\t\t5', '3\tBar\tmany', '4\tBar\t5\tNobody'].join('\n');
  expect(budgetsIn(pasted, 'EUR', teams).map(({ fault }) => fault)).toEqual([
    undefined,
    'repeated',
    'code',
    'name',
    'amount',
    'team',
  ]);
});
