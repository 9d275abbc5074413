import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { useApp } from './support/app.ts';
import { operationsOf, requestIn } from './support/operations.ts';
import { preparedWorld } from './support/world/prepared-world.ts';

const muster = useApp();

/** How many rows of each kind there are. */
async function kindsIn(table: 'audit' | 'notices' | 'changes'): Promise<Map<string, number>> {
  const query = muster.db.read.selectFrom(table).select(['kind', (eb) => eb.fn.countAll<number>().as('count')]);
  const rows: { kind: string; count: number }[] = await query.groupBy('kind').execute();
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

const written = async () => [await kindsIn('audit'), await kindsIn('notices'), await kindsIn('changes')] as const;

/** `task.changed 2`: two more rows of this kind than before. */
const added = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string =>
  [...after]
    .map(([kind, count]) => ({ kind, more: count - (before.get(kind) ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ kind, more }) => (more === 1 ? kind : `${kind} ${more}`))
    .toSorted()
    .join(', ') || '-';

/** The statements that make other transactions wait for the same rows, in order. */
function lockIn(text: string): string[] {
  if (/pg_advisory_xact_lock\(/.test(text)) return ['lock a name'];
  const locked = / for no key update/.test(text) ? /from "(\w+)"/.exec(text)?.[1] : undefined;
  if (locked !== undefined) return [`lock ${locked}`];
  const updated = /(?:^|with .*)update "(\w+)"/.exec(text)?.[1];
  return updated === undefined || updated === 'sessions' ? [] : [`update ${updated}`];
}

const textOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);

const lists = { effects: new Array<string>(), locks: new Array<string>() };

beforeAll(async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  for (const operation of operationsOf(muster).filter(({ method }) => method !== 'GET')) {
    const world = await preparedWorld(muster, operation);
    const before = await written();
    sent.mockClear();
    const { statusCode } = await muster.call(requestIn(world, operation));
    const locks = sent.mock.calls.flatMap(([query]) => lockIn(textOf(query)));
    const after = await written();
    const name = `${operation.operationId.padEnd(32)} ${statusCode}`;
    const [audit, notices, changes] = before.map((one, index) => added(one, after[index] ?? one));
    lists.effects.push(`${name}  audit: ${audit}; notices: ${notices}; changes: ${changes}`);
    lists.locks.push(`${name}  ${locks.filter((one, index) => one !== locks[index - 1]).join(', ') || '-'}`);
  }
  sent.mockRestore();
});

test('every write records, notifies and announces what test/write-effects.txt says', async () => {
  await expect(`${lists.effects.join('\n')}\n`).toMatchFileSnapshot('write-effects.txt');
});

test.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'every write locks rows in the order of test/write-locks.txt',
  async () => {
    await expect(`${lists.locks.join('\n')}\n`).toMatchFileSnapshot('write-locks.txt');
  },
);
