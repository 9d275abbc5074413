import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { auditedOf } from '../../../../../test/support/audit.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';
import { claimSteps } from '../../../../../test/support/world/claim-steps.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});
const { sent, budget } = claimSteps(muster, () => crew);

const stage = { code: '4711', name: 'Stage', tid: null, amount: 10_000, currency: 'EUR' };
const put = (...budgets: object[]) => crew.as(crew.owner, 'POST', 'budgets', { budgets });
const list = async (who = crew.owner) => (await crew.as(who, 'GET', 'budgets')).json();
const problemOf = (answer: { statusCode: number; json: () => { code: string; errors?: { pointer: string }[] } }) => [
  answer.statusCode,
  answer.json().code,
  ...(answer.json().errors ?? []).map(({ pointer }) => pointer),
];

test('a pasted table adds and changes budgets: all of them, or none', async () => {
  expect((await put(stage, { ...stage, code: 'A', tid: 'venue', amount: 0 })).statusCode).toBe(204);
  expect((await list()).data.map(({ code, team }: { code: string; team: string }) => [code, team])).toEqual([
    ['4711', null],
    ['A', 'Team 1'],
  ]);
  const bad = await put(
    { ...stage, amount: 1 },
    { ...stage, code: 'B', tid: 'nowhere' },
    { ...stage, code: 'B', currency: 'XYZ' },
  );
  expect(problemOf(bad)).toEqual([400, 'invalid_input', '/budgets/1/tid', '/budgets/2/code', '/budgets/2/currency']);
  expect((await list()).data[0].amount).toBe(10_000);
  await put({ ...stage, amount: 1 });
  expect((await list()).data).toMatchObject([{ amount: 1 }, {}]);
  expect((await list()).rights).toEqual({ edit: true });
});

test.each([
  [{ code: '' }, 'code'],
  [{ code: 'a b' }, 'code'],
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ amount: -1 }, 'amount'],
  [{ amount: 1.5 }, 'amount'],
  [{ amount: '1' }, 'amount'],
  [{ amount: 10 ** 12 + 1 }, 'amount'],
  [{ currency: 'E' }, 'currency'],
])('the budget %j is rejected', async (fields, field) => {
  expect(problemOf(await put({ ...stage, ...fields }))).toEqual([400, 'invalid_input', `/budgets/0/${field}`]);
});

test('only owners change budgets; people see those that they can claim from', async () => {
  await put(stage, { ...stage, code: 'V', tid: 'venue' }, { ...stage, code: 'P', tid: 'press' });
  const codes = async (who: Parameters<typeof list>[0]) =>
    (await list(who)).data.map(({ code, sums }: { code: string; sums: object | null }) => [code, sums !== null]);
  expect(await codes(crew.member)).toEqual([
    ['4711', false],
    ['V', false],
  ]);
  expect(await codes(crew.chief)).toEqual([
    ['4711', false],
    ['V', true],
  ]);
  expect((await list(crew.stranger)).code).toBe('forbidden');
  for (const who of [crew.chief, crew.member, crew.stranger]) {
    expect((await crew.as(who, 'POST', 'budgets', { budgets: [stage] })).statusCode).toBe(403);
    expect((await crew.as(who, 'DELETE', 'budgets/4711')).statusCode).toBe(403);
  }
  const foreign = await createCrew(muster);
  expect((await foreign.as(foreign.owner, 'GET', 'budgets/4711')).statusCode).toBe(404);
});

test('a deputy for the money makes no room for what only owners may approve', async () => {
  await put(stage);
  const until = new Date(muster.clock.now().getTime() + 86_400_000).toISOString();
  const given = { uid: crew.stranger.uid, role: 'finance', reason: 'Treasurer', until };
  expect((await crew.inBrowser(crew.owner, 'POST', 'grants', given)).statusCode).toBe(201);
  const { code, ...values } = stage;
  const change = (fields: object) => crew.as(crew.stranger, 'PUT', `budgets/${code}`, { ...values, ...fields });
  const more = { amount: stage.amount + 1 };
  expect(problemOf(await change(more))).toEqual([403, 'forbidden']);
  expect(problemOf(await change({ currency: 'TWD' }))).toEqual([403, 'forbidden']);
  for (const fields of [more, { code: 'NEW' }]) {
    const budgets = [{ ...stage, ...fields }];
    expect(problemOf(await crew.as(crew.stranger, 'POST', 'budgets', { budgets }))).toEqual([403, 'forbidden']);
  }
  expect((await change({ name: 'Stage and lights', amount: stage.amount - 1 })).statusCode).toBe(204);
  expect((await list()).data).toMatchObject([{ code, amount: stage.amount - 1 }]);
});

test('a budget with claims keeps its currency and is not deleted; one without is gone once it is', async () => {
  await budget();
  await sent(crew.member, { budget: '4711' });
  const { code: _, ...values } = stage;
  const change = (fields: object, headers = {}) =>
    crew.as(crew.owner, 'PUT', 'budgets/4711', { ...values, ...fields }, headers);
  expect(problemOf(await change({ currency: 'USD' }))).toEqual([400, 'invalid_input', '/currency']);
  expect(problemOf(await crew.as(crew.owner, 'DELETE', 'budgets/4711'))).toEqual([422, 'not_allowed']);
  const { etag } = (await crew.as(crew.owner, 'GET', 'budgets/4711')).headers;
  expect((await change({ amount: 5 }, { 'if-match': String(etag) })).statusCode).toBe(204);
  expect(problemOf(await change({ amount: 6 }, { 'if-match': String(etag) }))).toEqual([412, 'stale']);
  await put({ ...stage, code: 'FREE' });
  expect((await crew.as(crew.owner, 'DELETE', 'budgets/FREE')).statusCode).toBe(204);
  expect((await list()).data).toMatchObject([{ code: '4711' }]);
  const { name, amount, currency } = stage;
  expect(await auditedOf(muster, 'budget.removed', 'FREE')).toEqual([
    { actor: crew.owner.uid, detail: { name, amount, currency } },
  ]);
});
