import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { browserOf, createPerson, createProject, createTeam } from '../../../../test/support/factories.ts';
import type { TestPerson } from '../../../../test/support/factories.ts';

const muster = useApp();
beforeAll(async () => {
  const passkeys_required_at = muster.clock.now().toISOString();
  await muster.db.transaction((trx) => trx.updateTable('installation').set({ passkeys_required_at }).execute());
});

/** What the person sees who changes the project. */
async function refusalOf(person: TestPerson, pid: string): Promise<unknown[]> {
  const headers = await browserOf(muster, person);
  const answer = await muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers, payload: { name: 'New' } });
  return [answer.statusCode, answer.json().code];
}

test('asks for a passkey only where one would grant access', async () => {
  const [owner, other, member, volunteer] = [
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster),
  ];
  const [own, foreign] = [
    await createProject(muster, { owners: [owner] }),
    await createProject(muster, { owners: [other] }),
  ];
  await createTeam(muster, own, { chiefs: [member] });
  await createTeam(muster, foreign, { members: [owner] });
  expect(await refusalOf(owner, own)).toEqual([403, 'passkey_required']);
  expect(await refusalOf(owner, foreign)).toEqual([403, 'forbidden']);
  expect(await refusalOf(member, own)).toEqual([403, 'forbidden']);
  expect(await refusalOf(volunteer, own)).toEqual([403, 'forbidden']);
});
