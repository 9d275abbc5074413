import { expect, test } from 'vitest';
import { createDisclosureWorld, until } from './support/world/disclosure.ts';
import { browserOf } from './support/factories.ts';
import { raceAgainst, startLockWorld } from './support/races/lock-holder.ts';

test.each(['removed from the team', 'made a draft'])('consent given at the moment of being %s ends', async (ending) => {
  await using locks = await startLockWorld();
  const { muster } = locks;
  const world = await createDisclosureWorld(muster);
  const person = await world.newMember();
  const { form } = await world.createForm();
  // Declined, so there is an answer without consent.
  expect((await world.put(person, { form }, {}, { apply: false })).statusCode).toBe(200);
  const owner = await browserOf(muster, world.owner);
  const requests = {
    'removed from the team': () => world.as(world.owner, 'DELETE', `teams/venue/members/${person.uid}`),
    'made a draft': () =>
      muster.call({ method: 'PATCH', url: `/api/projects/${world.pid}`, headers: owner, payload: { state: 'draft' } }),
  };
  const answering = [
    ['select 1 from forms where pid = $1 and form = $2 for update', [world.pid, form]],
    [
      `insert into form_consents (pid, form, uid, kind, until, agreed_at) values ($1, $2, $3, 'bank', $4, now())`,
      [world.pid, form, person.uid, until],
    ],
  ] as const;
  const request = ending === 'made a draft' ? requests[ending] : requests['removed from the team'];
  const [answer] = await raceAgainst(muster, answering, [request]);
  expect([200, 204]).toContain(answer?.statusCode);
  expect(await muster.db.read.selectFrom('form_consents').selectAll().execute()).toEqual([]);
});
