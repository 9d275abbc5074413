import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import {
  bearer,
  browserOf,
  createPerson,
  createProject,
  createTeam,
  tokenOf,
} from '../../../../../test/support/factories.ts';

const muster = useApp({ env: { RATE_LIMIT_SCALE: '1000' } });

test('every change of roles with a token is mailed to all owners, and none made in a browser', async () => {
  const [first, second, person] = [
    await createPerson(muster, { name: 'Olga' }),
    await createPerson(muster),
    await createPerson(muster, { name: 'Petra' }),
  ];
  const pid = await createProject(muster, { owners: [first, second] });
  await createTeam(muster, pid, { tid: 'venue', name: 'Venue' });
  await muster.deliver();
  const team = `/api/projects/${pid}/teams/venue`;
  const steps = [
    ['PUT', `${team}/members/${person.uid}`, 'Added to the team', undefined],
    ['PUT', `${team}/chiefs/${person.uid}`, 'Made chief', undefined],
    ['DELETE', `${team}/chiefs/${person.uid}`, 'No longer chief', undefined],
    ['DELETE', `${team}/members/${person.uid}`, 'Removed from the team', undefined],
    ['POST', `${team}/members`, 'Added to the team', { people: [{ uid: person.uid }] }],
  ] as const;
  const run = async (headers: Record<string, string>) => {
    const mails = [];
    for (const [method, url, , payload] of steps) {
      const answer = await muster.call({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
      expect(answer.statusCode).toBeLessThan(300);
      // Without the mails to the person who was added.
      mails.push((await muster.deliver()).filter(({ to }) => to !== person.email));
    }
    await muster.call({ method: 'DELETE', url: `${team}/members/${person.uid}`, headers });
    await muster.deliver();
    return mails;
  };
  const told = await run(bearer(await tokenOf(muster, first)));
  for (const [index, mails] of told.entries()) {
    expect(mails.map(({ to }) => to).toSorted()).toEqual([first.email, second.email].toSorted());
    expect(mails[0]?.text).toContain(`${steps[index]?.[2]}:\n- Petra`);
    expect(mails[0]?.text).toContain('An API token of Olga');
  }
  expect((await run(await browserOf(muster, first))).flat()).toEqual([]);
});
