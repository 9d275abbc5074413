import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew } from '../../../../../test/support/world.ts';

const muster = useApp();

const pointers = (answer: { json: () => { errors?: { pointer: string }[] } }) =>
  (answer.json().errors ?? []).map(({ pointer }) => pointer);

test('without a table the travel money form cannot be opened, and its table cannot be emptied while it is open', async () => {
  const other = await createCrew(muster);
  const payload = { form: 'money', kind: 'travel_money', title: 'Money' };
  const open = () => other.as(other.owner, 'PATCH', 'forms/money', { enabled: true });
  const fill = (data: object[]) => other.as(other.owner, 'PUT', 'traffic-subsidies', { currency: 'TWD', data });
  const opened = await other.as(other.owner, 'POST', 'forms', { ...payload, enabled: true });
  expect([opened.statusCode, opened.json().code]).toEqual([409, 'no_subsidies']);
  await other.as(other.owner, 'POST', 'forms', payload);
  expect([(await open()).statusCode, (await open()).json().code]).toEqual([409, 'no_subsidies']);
  await fill([{ location: 'Taipei', amount: 5 }]);
  expect((await open()).statusCode).toBe(200);
  const emptied = [await fill([]), await other.as(other.owner, 'DELETE', 'traffic-subsidies/Taipei')];
  expect(emptied.map((answer) => answer.json().code)).toEqual(['subsidies_needed', 'subsidies_needed']);
  expect((await fill([{ location: 'Tainan', amount: 5 }])).statusCode).toBe(204);
  // As two owners could do at the same moment: one opens the form, the other empties the table.
  await muster.db.transaction((trx) => trx.deleteFrom('traffic_subsidies').where('pid', '=', other.pid).execute());
  const apply = { answers: { apply: true, from: 'Taipei', how: 'train' } };
  const refused = await other.as(other.member, 'PUT', 'forms/money/response', apply);
  expect([refused.statusCode, pointers(refused)]).toEqual([400, ['/answers/from']]);
  const none = await other.as(other.member, 'PUT', 'forms/money/response', { answers: { apply: false } });
  expect(none.statusCode).toBe(200);
  await fill([{ location: 'Taipei', amount: 5 }]);
  await other.as(other.owner, 'PATCH', 'forms/money', { enabled: false });
  expect((await fill([])).statusCode).toBe(204);
});
