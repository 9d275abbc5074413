import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import { loadRoles } from './eligibility.service.ts';

const muster = useApp();

test('what somebody is in one project gives them nothing in another, also when both are read at once', async () => {
  const [here, there] = [await createCrew(muster), await createCrew(muster)];
  const uids = [here.owner.uid, here.chief.uid, there.member.uid];
  const rolesIn = await loadRoles(muster.db.read, [here.pid, there.pid], uids);
  const all = ({ pid }: { pid: string }) =>
    uids.map((uid) => {
      const { owner, helper, suspended, teams } = rolesIn(pid, uid);
      return [owner, helper, suspended, [...teams]];
    });
  const nothing = [false, false, false, []];
  expect(all(here)).toEqual([[true, false, false, []], [false, false, false, [['venue', 'chief']]], nothing]);
  expect(all(there)).toEqual([nothing, nothing, [false, false, false, [['venue', 'member']]]]);
});
