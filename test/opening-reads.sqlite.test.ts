/**
 * What opens other people's private data is read in a browser with a fresh sign-in, never with a token or by whoever finds an
 * unattended browser. Every read of the app is asked three times; a new one that opens something without a proof fails here.
 */
import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { bearer, tokenOf } from './support/factories.ts';
import { operationsOf, requestIn } from './support/operations.ts';
import type { Operation } from './support/operations.ts';
import { foundIn, planter } from './support/planted/planted.ts';
import { paidForm } from './support/planted/planted-payments.ts';
import { secretForm } from './support/planted/planted-rows.ts';
import { receiptBytes } from './support/world/money.ts';
import type { World } from './support/world/world-types.ts';

const muster = useApp();

const receipt = 'a receipt';
/** Private data of others, as it is marked in the worlds. */
const isPrivate = (column: string): boolean =>
  /^(?:private_data\.fields, (?:opened|emergency)|form_responses\.answers, opened|hand_out_codes\.code, opened)$/.test(
    column,
  ) || column === receipt;

/** The same read of several rows: forms with private answers and with payments, and the receipt of somebody else. */
async function variantsOf(world: World, { path }: Operation, { db }: TestApp): Promise<World[]> {
  if (path.includes('{form}')) return [world, { ...world, form: secretForm }, { ...world, form: paidForm }];
  if (!path.includes('{receipt}')) return [world];
  const files = db.read.selectFrom('claim_files').select('id').where('claim_id', '=', world.claim);
  return [{ ...world, ownClaim: world.claim, receipt: (await files.executeTakeFirstOrThrow()).id }];
}

const readers = ['owner', 'finance', 'safety', 'chief'] as const;

test('private data of others is read with a fresh sign-in in a browser only', async () => {
  const plant = await planter(muster);
  const reads = operationsOf(muster).filter(({ method }) => method === 'GET');
  const worlds = [];
  for (const role of readers) {
    const { world, marks } = await plant(role);
    worlds.push({
      world,
      marks: new Map([...marks, [receiptBytes.toString(), receipt]]),
      token: bearer(await tokenOf(muster, { uid: world.caller })),
    });
  }
  /** Which reads open something: those with a fresh sign-in, or after a while, or with a token. */
  const opening = async (headersOf: (one: (typeof worlds)[number]) => Record<string, string>) => {
    const found = new Set<string>();
    for (const one of worlds)
      for (const operation of reads)
        for (const world of await variantsOf(one.world, operation, muster)) {
          const { body } = await muster.app.inject({ ...requestIn(world, operation), headers: headersOf(one) });
          if (foundIn(one.marks, body).some(isPrivate)) found.add(`${operation.method} ${operation.path}`);
        }
    return [...found].toSorted();
  };
  expect(await opening(({ world }) => world.headers)).toEqual([
    'GET /api/projects/{pid}/claims/{id}/files/{receipt}',
    'GET /api/projects/{pid}/forms/{form}/passed-on',
    'GET /api/projects/{pid}/forms/{form}/passed-on.csv',
    'GET /api/projects/{pid}/forms/{form}/responses',
    'GET /api/projects/{pid}/forms/{form}/responses.csv',
    'GET /api/projects/{pid}/hand-outs/{id}/codes',
    'GET /api/projects/{pid}/people/{uid}/emergency',
  ]);
  expect(await opening(({ token }) => token)).toEqual([]);
  muster.clock.advance(15 * 60 + 1);
  expect(await opening(({ world }) => world.headers)).toEqual([]);
}, 240_000);
