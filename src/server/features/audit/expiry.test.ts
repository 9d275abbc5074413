import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { applyRetention } from '../retention/retention.service.ts';
import { auditCutoffs } from '../retention/retention.policy.ts';
import { recordAll } from './audit.service.ts';

const day = 86_400;
let muster: TestApp;
beforeEach(async () => {
  muster = await startTestApp({ env: { AUDIT_DAYS: '365', RETENTION_PRIVATE_MONTHS: 'never' } });
});
afterEach(() => muster[Symbol.asyncDispose]());

const kinds = async () =>
  (await muster.db.read.selectFrom('audit').select(['kind', 'detail']).orderBy('id').execute()).map(
    ({ kind, detail }) => `${kind} ${detail}`,
  );

test('audit entries are deleted after AUDIT_DAYS, and who read private data not before three years', async () => {
  const write = (subjects: number) =>
    muster.db.transaction((trx) =>
      recordAll(trx, muster.clock.now(), [
        ...Array.from({ length: subjects }, (_, index) => ({
          actor: null,
          kind: 'member.added' as const,
          subject: `s${index}`,
        })),
        { actor: null, kind: 'private.read', subject: 's0', detail: { what: 'bank, form travel' } },
      ]),
    );
  await write(2500);
  muster.clock.advance(364 * day);
  const run = (dryRun: boolean) => applyRetention(muster.services, { dryRun });
  expect(await run(false)).toMatchObject({ audit: 0 });
  await write(1);
  muster.clock.advance(2 * day);
  expect(await run(true)).toMatchObject({ audit: 2500 });
  expect(await run(false)).toMatchObject({ audit: 2500 });
  const read = 'private.read {"what":"bank, form travel"}';
  expect(await kinds()).toEqual([read, 'member.added {}', read, 'audit.expired {"entries":2500}']);
  expect(await run(false)).toMatchObject({ audit: 0 });
  muster.clock.advance(730 * day);
  expect(await run(false)).toMatchObject({ audit: 3 });
  expect(await kinds()).toEqual([read, 'audit.expired {"entries":3}']);
});

test('entries stay as long as private data, because they show who is active', () => {
  const now = new Date('2026-11-16T00:00:00Z');
  const iso = ({ most, privateReads }: ReturnType<typeof auditCutoffs>) =>
    [most, privateReads].map((moment) => moment.toISOString().slice(0, 10));
  expect(iso(auditCutoffs(now, 365, 24))).toEqual(['2024-11-16', '2023-11-17']);
  expect(iso(auditCutoffs(now, 365, null))).toEqual(['2025-11-16', '2023-11-17']);
  expect(iso(auditCutoffs(now, 2000, 24))).toEqual(['2021-05-26', '2021-05-26']);
});

test.each(['364', '0', 'x', '1.5'])('AUDIT_DAYS=%s is refused at start', async (value) => {
  await expect(startTestApp({ env: { AUDIT_DAYS: value } })).rejects.toThrow(
    /AUDIT_DAYS must be a whole number from 365/,
  );
});
