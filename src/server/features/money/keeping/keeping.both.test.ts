import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';
import { claimSteps, pdf } from '../../../../../test/support/world/claim-steps.ts';
import { insertRows } from '../../../db/transfer.ts';
import { keyring } from '../../../lib/seal.ts';
import { rotateKeys } from '../../private-data/rotation.service.ts';
import { applyRetention } from '../../retention/retention.service.ts';
import { copyProject } from '../../projects/copy-project.service.ts';
import { expireAccounts } from './keeping.service.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});
const { draft, upload, send, sent, read, decide, budget } = claimSteps(muster, () => crew);

const withReceipt = async () => {
  const { id } = await draft(crew.member);
  await upload(crew.member, id, pdf);
  await send(crew.member, id, { note: 'Mia paid it.' });
  return id as string;
};
/** As if the claim had been in a payout that was paid now. */
const pay = async (claim: string) => {
  const at = muster.clock.now().toISOString();
  await muster.db.transaction(async (trx) => {
    const payout = { id: claim, pid: crew.pid, number: 1, method: 'transfer' as const, currency: 'EUR' };
    await trx
      .insertInto('payouts')
      .values({ ...payout, created_at: at, paid_at: at })
      .execute();
    await trx
      .insertInto('payout_transfers')
      .values({ id: claim, payout_id: claim, uid: crew.member.uid, amount: 1290, sealed: 'sealed', key_id: 'key' })
      .execute();
    await trx.updateTable('claims').set({ state: 'paid', payout_id: claim }).where('id', '=', claim).execute();
  });
};
const countOf = async (table: 'claim_files' | 'claim_lines' | 'claim_steps', claim: string) =>
  (await muster.db.read.selectFrom(table).select('claim_id').where('claim_id', '=', claim).execute()).length;
const transfers = (payout: string) =>
  muster.db.read
    .selectFrom('payout_transfers')
    .select(['uid', 'sealed', 'amount'])
    .where('payout_id', '=', payout)
    .execute();
const erase = async () =>
  muster.call({ method: 'DELETE', url: '/api/me', headers: await browserOf(muster, crew.member) });
const retain = (receiptsYears: number | null) =>
  applyRetention(
    { db: muster.db, clock: muster.clock, config: { retention: { ...muster.config.retention, receiptsYears } } },
    { dryRun: false },
  );

test('with the account goes what was not paid; what was paid stays with its receipt, without the person', async () => {
  const [open, paid] = [await withReceipt(), await withReceipt()];
  await pay(paid);
  expect((await erase()).statusCode).toBe(204);
  expect((await crew.as(crew.owner, 'GET', `claims/${open}`)).statusCode).toBe(404);
  expect(await read(crew.owner, paid)).toMatchObject({
    person: null,
    state: 'paid',
    amount: 1290,
    lines: [{ what: 'Gaffer tape' }],
    files: [{ type: 'application/pdf' }],
    steps: [{ by: null, note: '' }],
  });
  expect(await transfers(paid)).toEqual([{ uid: null, sealed: null, amount: 1290 }]);
});

test('receipts of paid claims are erased after the years of the setting, amounts stay', async () => {
  const paid = await withReceipt();
  await pay(paid);
  expect(await retain(10)).toMatchObject({ receipts: 0, claims: 0, accounts: 0 });
  muster.clock.advance(92 * 86_400);
  expect((await retain(null)).accounts).toBeGreaterThan(0);
  expect(await transfers(paid)).toEqual([{ uid: crew.member.uid, sealed: null, amount: 1290 }]);
  muster.clock.advance(1830 * 86_400);
  expect(await retain(null)).toMatchObject({ receipts: 0, accounts: 0 });
  // Claims of other tests are erased as well.
  expect((await retain(5)).receipts).toBeGreaterThan(0);
  expect(await retain(5)).toMatchObject({ receipts: 0 });
  const erased = await muster.db.read
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', 'receipts.expired')
    .where('pid', '=', crew.pid)
    .execute();
  expect(erased).toEqual([{ detail: '{"claims":1}' }]);
  const row = await muster.db.read
    .selectFrom('claims')
    .select(['uid', 'amount', 'state'])
    .where('id', '=', paid)
    .execute();
  expect(row).toEqual([{ uid: null, amount: 1290, state: 'paid' }]);
  expect(await transfers(paid)).toEqual([{ uid: null, sealed: null, amount: 1290 }]);
  expect([
    await countOf('claim_files', paid),
    await countOf('claim_lines', paid),
    await countOf('claim_steps', paid),
  ]).toEqual([0, 0, 0]);
});

test('claims that came to nothing are erased a year after their last change; what waits for a decision stays', async () => {
  await draft(crew.member);
  const refused = await withReceipt();
  await decide(crew.owner, refused, { decision: 'refuse', note: 'Private.' });
  const waiting = await sent(crew.member);
  // With the two, one more than are erased at a time.
  await muster.db.transaction(async (trx) => {
    const row = await trx.selectFrom('claims').selectAll().where('id', '=', refused).executeTakeFirstOrThrow();
    const copies = Array.from({ length: 99 }, (_, index) => ({
      ...row,
      id: `${refused}${index}`,
      number: 1000 + index,
    }));
    await insertRows(trx, 'claims', copies);
  });
  muster.clock.advance(364 * 86_400);
  expect(await retain(10)).toMatchObject({ claims: 0 });
  muster.clock.advance(3 * 86_400);
  const dry = { db: muster.db, clock: muster.clock, config: muster.config };
  expect(await applyRetention(dry, { dryRun: true })).toMatchObject({ claims: 101 });
  expect(await retain(10)).toMatchObject({ claims: 101 });
  const left = await muster.db.read.selectFrom('claims').select('id').where('pid', '=', crew.pid).execute();
  expect(left.map(({ id }) => id)).toEqual([waiting]);
});

test('the export of a person has their claims with lines, receipts and what was said about them', async () => {
  const id = await withReceipt();
  await decide(crew.owner, id, { decision: 'return', note: 'What for?' });
  const exportOf = async (who: typeof crew.owner) =>
    (await muster.call({ url: '/api/me/export', headers: await browserOf(muster, who) })).json();
  expect(await exportOf(crew.member)).toMatchObject({
    claims: [
      {
        id,
        number: 1,
        state: 'returned',
        lines: [{ what: 'Gaffer tape', amount: 1290 }],
        files: [{ type: 'application/pdf', bytes: pdf.length }],
        steps: [
          { step: 'sent', note: 'Mia paid it.' },
          { step: 'returned', note: 'What for?' },
        ],
      },
    ],
    claim_decisions: [],
  });
  expect(await exportOf(crew.owner)).toMatchObject({
    claims: [],
    claim_decisions: [{ claim: id, step: 'returned', note: 'What for?' }],
  });
});

test('receipts and accounts are sealed again with a new key', async () => {
  const { id } = await draft(crew.member);
  const { id: file } = (await upload(crew.member, id, Buffer.concat([pdf, Buffer.alloc(600_000, 7)]))).json();
  const [secret] = muster.config.secrets;
  const keys = keyring([Buffer.from('22'.repeat(32), 'hex'), secret]);
  // Two at once seal each row once.
  const runs = await Promise.all([keys, keys].map((own) => rotateKeys(muster.db, own, () => {})));
  expect(runs.map(({ unopened }) => unopened)).toEqual([0, 0]);
  const parts = await muster.db.read
    .selectFrom('claim_file_parts')
    .select('key_id')
    .where('file_id', '=', file)
    .execute();
  expect(parts).toEqual([{ key_id: keys.current.id }, { key_id: keys.current.id }]);
  // The keys are changed back, because the app has the old one.
  const back = await rotateKeys(muster.db, keyring([secret, Buffer.from('22'.repeat(32), 'hex')]), () => {});
  expect(back).toEqual({ resealed: runs.reduce((sum, { resealed }) => sum + resealed, 0), unopened: 0 });
  const shown = await crew.inBrowser(crew.member, 'GET', `claims/${id}/files/${file}`);
  expect(shown.rawPayload.length).toBe(pdf.length + 600_000);
});

test('the next year begins with the budgets of its teams', async () => {
  await budget();
  await budget({ code: 'PRESS', tid: 'press' });
  const other = await createCrew(muster);
  await muster.db.transaction(async (trx) => {
    await trx.deleteFrom('teams').where('pid', '=', other.pid).where('tid', '=', 'press').execute();
    const copy = { from: crew.pid, to: other.pid, at: muster.clock.now().toISOString(), actor: '', withChiefs: false };
    const own = muster.services.copiers.filter(({ copy: { name } }) => name === 'copyMoney');
    expect(own).toHaveLength(1);
    await copyProject(trx, own, copy, new Set());
  });
  const { data } = (await other.as(other.owner, 'GET', 'budgets')).json();
  expect(data).toMatchObject([{ code: '4711', amount: 10_000, left: 10_000 }]);
  expect(data).toHaveLength(1);
});

test('a dry run counts payouts with accounts and erases none', async () => {
  const paid = await withReceipt();
  await pay(paid);
  muster.clock.advance(100);
  const job = { db: muster.db, now: muster.clock.now(), dryRun: true };
  expect(await expireAccounts(job, muster.clock.now())).toBeGreaterThan(0);
  expect((await transfers(paid))[0]?.sealed).toBe('sealed');
});
