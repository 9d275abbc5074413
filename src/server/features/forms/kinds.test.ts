import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';

const muster = useApp();

type Kind = { kind: string; days: boolean; erase_after: boolean; suggested_disclosure: string[]; fields: object[] };

test('lists every kind of form with its settings and fields, in the order of the new-form page', async () => {
  const response = await muster.call('/api/form-kinds');
  expect(response.statusCode).toBe(200);
  const { data, next }: { data: Kind[]; next: string | null } = response.json();
  expect(next).toBeNull();
  expect(data.map(({ kind, days, erase_after }) => ({ kind, days, erase_after }))).toEqual([
    { kind: 'shirt_size', days: false, erase_after: false },
    { kind: 'stay', days: true, erase_after: false },
    { kind: 'accommodation', days: true, erase_after: false },
    { kind: 'meals', days: true, erase_after: true },
    { kind: 'travel_money', days: false, erase_after: false },
    { kind: 'parking', days: true, erase_after: true },
    { kind: 'certificate', days: false, erase_after: true },
    { kind: 'appreciation', days: false, erase_after: false },
    { kind: 'application', days: false, erase_after: false },
    { kind: 'custom', days: false, erase_after: false },
  ]);
  expect(data.filter(({ suggested_disclosure }) => suggested_disclosure.length > 0)).toMatchObject([
    { kind: 'travel_money', suggested_disclosure: ['bank'] },
  ]);
  expect(data[0]?.fields).toMatchObject([{ key: 'size' }, { key: 'cut' }]);
  expect(data.at(-1)?.fields).toEqual([]);
});

test('pages through the kinds', async () => {
  const first = (await muster.call('/api/form-kinds?limit=5')).json();
  const second = (await muster.call(`/api/form-kinds?limit=5&cursor=${first.next}`)).json();
  expect([...first.data, ...second.data].map(({ kind }: Kind) => kind)).toHaveLength(10);
  expect(second.next).toBeNull();
});
