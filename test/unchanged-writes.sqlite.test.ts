import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { operationsOf, requestIn } from './support/operations.ts';
import { preparedWorld } from './support/world/prepared-world.ts';

const muster = useApp();

const entries = async (): Promise<number> => {
  const row = muster.db.read.selectFrom('audit').select((eb) => eb.fn.countAll<number>().as('count'));
  return (await row.executeTakeFirstOrThrow()).count;
};

/** What they accept is gone then, so that a repeated request finds nothing. */
const succeedOnce = new Set(['accept_invitation', 'accept_application', 'answer_room_swap']);

const outcomeOf = (status: number): string | number => (status < 300 ? 'succeeds' : status);

test.each(['PUT', 'PATCH'])(
  'a %s that changes nothing succeeds again and adds nothing to the audit log',
  async (wanted) => {
    const operations = operationsOf(muster).filter(({ method }) => method === wanted);
    expect(operations.length).toBeGreaterThan(10);
    const unexpected: Record<string, unknown> = {};
    for (const operation of operations) {
      const world = await preparedWorld(muster, operation);
      const send = () => muster.call(requestIn(world, operation));
      const first = await send();
      const before = await entries();
      const second = await send();
      const found = [outcomeOf(first.statusCode), outcomeOf(second.statusCode), (await entries()) - before];
      const expected = ['succeeds', succeedOnce.has(operation.operationId) ? 404 : 'succeeds', 0];
      if (JSON.stringify(found) !== JSON.stringify(expected))
        unexpected[operation.operationId] = [...found, first.body, second.body];
    }
    expect(unexpected).toEqual({});
  },
  120_000,
);
