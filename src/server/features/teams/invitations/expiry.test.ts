import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { bearer, tokenOf } from '../../../../../test/support/factories.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';

const muster = useApp();
const fortnight = 14 * 86_400;

test('invitations that nobody answered are deleted, and each sender gets one notice for the team', async () => {
  using _still = muster.clock.freeze();
  const crew = await createCrew(muster);
  const invite = (who: Caller, emails: string[]) => crew.as(who, 'POST', 'teams/venue/invitations', { emails });
  await invite(crew.chief, ['a@example.org', 'b@example.org', 'c@example.org']);
  await invite(crew.owner, ['d@example.org']);
  muster.clock.advance(fortnight - 1);
  await muster.services.runExpiry();
  crew.owner.headers = bearer(await tokenOf(muster, crew.owner));
  await invite(crew.owner, ['c@example.org']);
  muster.clock.advance(1);
  await Promise.all([muster.services.runExpiry(), muster.services.runExpiry()]);
  const left = muster.db.read.selectFrom('invitations').select('email').where('pid', '=', crew.pid);
  expect(await left.execute()).toEqual([{ email: 'c@example.org' }]);
  const notices = await muster.db.read
    .selectFrom('notices')
    .select(['uid', 'subject', 'detail'])
    .where('kind', '=', 'invitation.expired')
    .where('pid', '=', crew.pid)
    .execute();
  const about = (who: Caller, invitations: number) => ({
    uid: who.uid,
    subject: 'venue',
    detail: expect.stringContaining(`"invitations":${invitations}`),
  });
  expect(notices).toHaveLength(2);
  expect(notices).toEqual(expect.arrayContaining([about(crew.chief, 2), about(crew.owner, 1)]));
});
