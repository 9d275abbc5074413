import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { entryOf, noticeKinds } from '../src/shared/notice-kinds.ts';
import { moneyActions } from './support/notices/notice-actions-money.ts';
import { otherActions } from './support/notices/notice-actions-other.ts';
import { placeActions } from './support/notices/notice-actions-places.ts';
import { planActions } from './support/notices/notice-actions-plan.ts';
import { openStage, setStage, stage } from './support/notices/notice-stage.ts';
import type { Name, Received } from './support/notices/notice-stage.ts';

const actions = { ...planActions, ...placeActions, ...otherActions, ...moneyActions };

beforeAll(openStage);
beforeEach(setStage);
afterAll(() => stage.muster[Symbol.asyncDispose]());

const everybody = () => ({
  Olga: stage.crew.owner,
  Chen: stage.crew.chief,
  Otto: stage.crew.otherChief,
  Mia: stage.crew.member,
  Sam: stage.crew.stranger,
});

async function receivedBy(): Promise<Received> {
  const rows = await stage.muster.db.read.selectFrom('notices').select(['uid', 'kind']).orderBy('kind').execute();
  const all = Object.entries(everybody()).map(([name, { uid }]) => [
    name,
    rows.filter((row) => row.uid === uid).map(({ kind }) => kind),
  ]);
  return Object.fromEntries(all.filter(([, kinds]) => kinds?.length !== 0));
}

/** People with a notice that is not in the summary get one email, and nobody gets two. */
const mailed = (received: Received): string[] =>
  Object.entries(everybody())
    .filter(([name]) => received[name as Name]?.some((kind) => entryOf(kind).mail !== 'digest'))
    .map(([, { email }]) => email)
    .toSorted();

test.each(Object.entries(actions))('%s: who hears of it', async (_, { prepare, act, received }) => {
  const prepared = await prepare?.();
  await stage.muster.deliverNotices();
  await stage.muster.db.transaction((trx) => trx.deleteFrom('notices').execute());
  await act(prepared as never);
  expect(await receivedBy()).toEqual(received);
  const own = await stage.muster.deliver();
  const mails = [...own, ...(await stage.muster.deliverNotices())];
  const addresses = new Set(Object.values(everybody()).map(({ email }) => email));
  expect(
    mails
      .map(({ to }) => to.toLowerCase())
      .filter((to) => addresses.has(to))
      .toSorted(),
  ).toEqual(mailed(received));
});

test('the actions cause every kind of notice', () => {
  const caused = new Set(Object.values(actions).flatMap(({ received }) => Object.values(received).flat()));
  expect(noticeKinds.filter((kind) => !caused.has(kind))).toEqual([]);
});
