import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { claimSteps } from '../../../../../test/support/world/claim-steps.ts';
import { createDisclosureWorld } from '../../../../../test/support/world/disclosure.ts';

const muster = useApp();

test('the books have each claim that was sent, and fixed travel money that was paid', async () => {
  const crew = await createDisclosureWorld(muster);
  const { line, draft, sent, decide, budget } = claimSteps(muster, () => crew);
  await budget();
  await draft(crew.member);
  const lines = [
    { ...line, date: '2026-02-01' },
    { ...line, what: '=1+1', amount: 5 },
  ];
  const id = await sent(crew.member, { budget: '4711', lines });
  await decide(crew.owner, id, { decision: 'approve' });
  const payout = { claims: [id], method: 'other' };
  const { id: made } = (await crew.inBrowser(crew.owner, 'POST', 'payouts', payout)).json();
  await crew.as(crew.owner, 'PUT', `payouts/${made}/paid`);
  await sent(crew.chief, { budget: '4711' });
  const travel = await crew.createForm();
  for (const who of [crew.member, crew.chief]) {
    await crew.put(who, travel);
    const people = [{ uid: who.uid, amount: 149_000, currency: 'TWD' }];
    await crew.as(crew.owner, 'POST', `forms/${travel.form}/payments`, { batch: 'August', people });
  }
  await crew.as(crew.owner, 'DELETE', `forms/${travel.form}/payments/${crew.chief.uid}`);
  const before = muster.db.queryCount();
  const answer = await crew.as(crew.owner, 'GET', 'claims.csv');
  expect(muster.db.queryCount() - before).toBeLessThan(9);
  const at = expect.stringMatching(/^2026-06-01T/);
  const rows = answer.body
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((row) => row.split(','));
  expect(rows).toEqual([
    'number kind person budget budget_name currency claimed amount state first_day what receipts sent_at decided_at decided_by payout paid_at'.split(
      ' ',
    ),
    ['1', 'expense', 'Mia', '4711', 'Stage', 'EUR', '12.95', '12.95', 'paid', '2026-01-02', '"Gaffer tape; =1+1"']
      .concat('0')
      .concat([at, at, 'Olga', '1', at]),
    ['2', 'expense', 'Chen', '4711', 'Stage', 'EUR', '12.90', '12.90', 'sent', '2026-01-02', 'Gaffer tape', '0'].concat(
      [at, '', '', '', ''],
    ),
    ['', 'travel', 'Mia', '', '', 'TWD', '', '1490.00', 'paid', '', '"Travel; August"', '', '', '', 'Olga', '', at],
  ]);
  for (const who of [crew.member, crew.chief, crew.stranger])
    expect((await crew.as(who, 'GET', 'claims.csv')).statusCode).toBe(403);
});
