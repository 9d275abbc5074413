import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { operationsOf, requestIn } from './support/operations.ts';
import { createWorld } from './support/world/create-world.ts';

const muster = useApp();

const entries = async (): Promise<number> => {
  const row = muster.db.read.selectFrom('audit').select((eb) => eb.fn.countAll<number>().as('count'));
  return (await row.executeTakeFirstOrThrow()).count;
};

test.each(['PUT', 'PATCH'])(
  'a %s that changes nothing adds nothing to the audit log',
  async (wanted) => {
    for (const operation of operationsOf(muster).filter(({ method }) => method === wanted)) {
      const role = operation.access === 'administrator' ? 'administrator' : 'owner';
      const world = await createWorld(muster, role);
      const put = () => muster.app.inject(requestIn(world, operation));
      await put();
      const before = await entries();
      await put();
      expect([operation.operationId, (await entries()) - before]).toEqual([operation.operationId, 0]);
    }
  },
  120_000,
);
