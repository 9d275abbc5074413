import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf, createRows } from '../../../../../test/support/factories.ts';
import { createMembers, createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { claimSteps } from '../../../../../test/support/world/claim-steps.ts';

const muster = useApp();
let crew: Crew;
let deputies: Caller[];
beforeEach(async () => {
  crew = await createCrew(muster);
  deputies = await createMembers(muster, crew.pid, 'press', 3);
  const grants = deputies.map(({ uid }) => ({ pid: crew.pid, uid, role: 'finance' as const }));
  await createRows(muster, { grants });
});
const { line, budget, sent, decide, browser, read, keepBank } = claimSteps(muster, () => crew);

const statuses = (answers: readonly { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
const stateOf = async (id: string): Promise<string> => (await read(crew.owner, id)).state;
const approved = async (who: Caller, fields: object = {}) => {
  const id = await sent(who, fields);
  await decide(crew.owner, id, { decision: 'approve' });
  return id;
};
const noticesOf = ({ uid }: Caller, kind: 'claim.paid' | 'claim.approved') =>
  muster.db.read.selectFrom('notices').select('id').where('uid', '=', uid).where('kind', '=', kind).execute();

test('deputies who approve at the same time never approve more than is left of a budget', async () => {
  await budget({ amount: 3000 });
  const people = await createMembers(muster, crew.pid, 'venue', 6);
  const claims: string[] = [];
  for (const who of people) claims.push(await sent(who, { budget: '4711', lines: [{ ...line, amount: 1000 }] }));
  const answers = await Promise.all(
    claims.map((id, index) => decide(deputies[index % 3] ?? crew.owner, id, { decision: 'approve' })),
  );
  expect(statuses(answers)).toEqual([200, 200, 200, 409, 409, 409]);
  const [left] = (await crew.as(crew.owner, 'GET', 'budgets')).json().data;
  expect([left.left, left.sums.approved]).toEqual([0, 3000]);
});

test('of an approval and a change at the same moment, what was approved is what was seen', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await sent(crew.member);
    const seen = String((await crew.as(crew.owner, 'GET', `claims/${id}`)).headers['etag']);
    const headers = { ...(await browserOf(muster, crew.owner)), 'if-match': seen };
    const [decision, change] = await Promise.all([
      muster.call({
        method: 'PUT',
        url: `/api/projects/${crew.pid}/claims/${id}/decision`,
        headers,
        payload: { decision: 'approve' },
      }),
      crew.as(crew.member, 'PATCH', `claims/${id}`, { lines: [{ ...line, amount: 9_999_999 }] }),
    ]);
    const { state, amount } = await read(crew.owner, id);
    const outcomes = [
      [200, 409, 'approved', 1290],
      [412, 200, 'sent', 9_999_999],
    ];
    expect(outcomes).toContainEqual([decision.statusCode, change.statusCode, state, amount]);
  }
});

test('claims that several collect, take back and decide at once are paid once, and to one account', async () => {
  for (const who of [crew.member, crew.chief]) await keepBank(who);
  for (let round = 0; round < 3; round += 1) {
    const claims = [await approved(crew.member), await approved(crew.chief), await approved(crew.member)];
    const collect = (who: Caller, ids: string[]) =>
      browser(who, 'POST', 'payouts', { claims: ids, method: 'transfer' });
    const [first = '', second = '', third = ''] = claims;
    const answers = await Promise.all([
      collect(crew.owner, claims),
      collect(deputies[0] ?? crew.owner, claims.toReversed()),
      collect(deputies[1] ?? crew.owner, [second, third]),
      decide(deputies[2] ?? crew.owner, first, { decision: 'return', note: 'Wait.' }),
      keepBank(crew.chief, { number: round % 2 === 0 ? 'GB82WEST12345698765432' : 'DE89370400440532013000' }),
      browser(crew.member, 'DELETE', `claims/${third}/bank-consent`),
    ]);
    for (const { statusCode } of answers) expect([200, 201, 204, 409, 412, 422]).toContain(statusCode);
    const rows = await muster.db.read
      .selectFrom('payout_transfers as t')
      .innerJoin('payouts as p', 'p.id', 't.payout_id')
      .select(['p.id', 't.uid', 't.amount'])
      .where('p.pid', '=', crew.pid)
      .where('p.paid_at', 'is', null)
      .execute();
    const inPayout = await muster.db.read
      .selectFrom('claims')
      .select(['payout_id', 'uid', 'amount'])
      .where('pid', '=', crew.pid)
      .where('state', '=', 'in_payout')
      .execute();
    const sums = Map.groupBy(inPayout, ({ payout_id, uid }) => `${payout_id} ${uid}`);
    expect(Object.fromEntries(rows.map(({ id, uid, amount }) => [`${id} ${uid}`, amount]))).toEqual(
      Object.fromEntries([...sums].map(([key, own]) => [key, own.reduce((sum, { amount }) => sum + amount, 0)])),
    );
    for (const { id } of rows) await crew.as(crew.owner, 'DELETE', `payouts/${id}`);
    expect((await Promise.all(claims.map(stateOf))).includes('in_payout')).toBe(false);
  }
});

test('a payout that several mark as paid at once notifies everybody once', async () => {
  await keepBank(crew.member);
  const id = await approved(crew.member);
  const payout = (await browser(crew.owner, 'POST', 'payouts', { claims: [id], method: 'transfer' })).json().id;
  const answers = await Promise.all(
    [crew.owner, ...deputies, crew.owner].map((who) => crew.as(who, 'PUT', `payouts/${payout}/paid`)),
  );
  expect(statuses(answers)).toEqual([204, 204, 204, 204, 204]);
  expect(await noticesOf(crew.member, 'claim.paid')).toHaveLength(1);
  expect(await stateOf(id)).toBe('paid');
});
