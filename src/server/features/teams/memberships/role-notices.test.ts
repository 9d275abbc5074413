import { expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../../test/support/app.ts';
import {
  bearer,
  browserOf,
  createPerson,
  createProject,
  createTeam,
  setLanguage,
  tokenOf,
} from '../../../../../test/support/factories.ts';

const muster = useApp();

test('every change of roles with a token is mailed to all owners, and none made in a browser', async () => {
  const [first, second, person] = [
    await createPerson(muster, { name: 'Olga' }),
    await createPerson(muster),
    await createPerson(muster, { name: 'Petra' }),
  ];
  const pid = await createProject(muster, { owners: [first, second] });
  await createTeam(muster, pid, { tid: 'venue', name: 'Venue' });
  await setLanguage(muster, second, 'zh-TW');
  await muster.deliver();
  const team = `/api/projects/${pid}/teams/venue`;
  const steps = [
    ['PUT', `${team}/members/${person.uid}`, 'Added to the team', undefined],
    ['PUT', `${team}/chiefs/${person.uid}`, 'Made chief', undefined],
    ['DELETE', `${team}/chiefs/${person.uid}`, 'No longer chief', undefined],
    ['DELETE', `${team}/members/${person.uid}`, 'Removed from the team', undefined],
    ['POST', `${team}/members`, 'Added to the team', { people: [{ uid: person.uid }] }],
    ['PUT', `${team}/disabled`, 'Team disabled', undefined],
    ['DELETE', `${team}/disabled`, 'Team enabled again', undefined],
  ] as const;
  const run = async (headers: Record<string, string>) => {
    const mails = [];
    for (const [method, url, , payload] of steps) {
      const answer = await muster.call({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
      expect(answer.statusCode).toBeLessThan(300);
      // The mails to the person who was added do not count.
      mails.push((await muster.deliver()).filter(({ to }) => to !== person.email));
    }
    await muster.call({ method: 'DELETE', url: `${team}/members/${person.uid}`, headers });
    await muster.deliver();
    return mails;
  };
  const sent = await run(bearer(await tokenOf(muster, first)));
  for (const [index, mails] of sent.entries()) {
    expect(mails.map(({ to }) => to).toSorted()).toEqual([first.email, second.email].toSorted());
    const [, path = '', change] = steps[index] ?? [];
    expect(mails.map(({ html = '' }) => /lang="[^"]+"/.exec(html)?.[0])).toEqual(['lang="en"', 'lang="zh-TW"']);
    expect(mails[0]?.text).toContain(path.endsWith('disabled') ? change : `${change}:\n- Petra`);
    expect(mails[0]?.text).toContain('An API token of Olga');
  }
  expect((await run(await browserOf(muster, first))).flat()).toEqual([]);
});

test('a token cannot flood the owners with notices, and names stored earlier bring no web addresses into them', async () => {
  await using app = await startTestApp({ env: realLimits });
  const [owner, chief, person] = [await createPerson(app), await createPerson(app), await createPerson(app)];
  const name = 'Win https://evil.example/x now';
  await app.db.transaction((trx) => trx.updateTable('people').set({ name }).execute());
  const pid = await createProject(app, { owners: [owner] });
  await createTeam(app, pid, { tid: 'venue', chiefs: [chief] });
  await app.deliver();
  const headers = bearer(await tokenOf(app, chief));
  const url = `/api/projects/${pid}/teams/venue/members/${person.uid}`;
  for (let count = 0; count < 15; count += 1)
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await app.call({ method, url, headers })).statusCode).toBe(204);
  const toOwner = async () => (await app.deliver()).filter(({ to }) => to === owner.email);
  const mails = await toOwner();
  expect(mails).toHaveLength(20);
  expect(mails[0]?.text).toContain('at most 20 of these emails per hour');
  expect(mails.filter(({ text }) => text.includes('evil.example'))).toEqual([]);
  const listed = app.db.read.selectFrom('notices').select('id').where('uid', '=', owner.uid);
  expect(await listed.where('kind', '=', 'security.roles_changed').execute()).toHaveLength(30);
  app.clock.advance(3600);
  await app.call({ method: 'PUT', url, headers });
  expect(await toOwner()).toHaveLength(1);
});

test('a service account causes one notice a day for each team, in the summary, with its name', async () => {
  const [owner, person] = [await createPerson(muster), await createPerson(muster)];
  const pid = await createProject(muster, { owners: [owner] });
  for (const tid of ['venue', 'press']) await createTeam(muster, pid, { tid, name: tid });
  const account = { name: 'Sync', scopes: ['teams:write'], ends_at: '2027-01-31T00:00:00Z' };
  const url = `/api/projects/${pid}`;
  const headers = await browserOf(muster, owner);
  const created = await muster.call({ method: 'POST', url: `${url}/service-accounts`, headers, payload: account });
  const service = bearer(created.json().token);
  await muster.deliver();
  const change = async () => {
    for (const tid of ['venue', 'press'])
      for (const method of ['PUT', 'DELETE'] as const) {
        const answer = await muster.call({
          method,
          url: `${url}/teams/${tid}/members/${person.uid}`,
          headers: service,
        });
        expect(answer.statusCode).toBe(204);
      }
  };
  const listed = () =>
    muster.db.read.selectFrom('notices').select(['kind', 'subject', 'detail']).where('uid', '=', owner.uid).execute();
  await change();
  await change();
  expect((await muster.deliver()).filter(({ to }) => to === owner.email)).toEqual([]);
  expect((await listed()).map(({ kind, subject }) => `${kind} ${subject}`).toSorted()).toEqual([
    'service_account.changed_roles press',
    'service_account.changed_roles venue',
  ]);
  expect(JSON.parse((await listed())[0]?.detail ?? '')).toMatchObject({ what: 'Sync' });
  muster.clock.advance(86_400);
  await change();
  expect(await listed()).toHaveLength(4);
  for (const method of ['PUT', 'DELETE'] as const) {
    const answer = await muster.call({ method, url: `${url}/teams/press/disabled`, headers: service });
    expect(answer.statusCode).toBe(204);
  }
  const { data } = (await muster.call({ url: '/api/me/notices', headers: await browserOf(muster, owner) })).json();
  expect(data.flatMap(({ texts }: { texts: string[] }) => texts)).toEqual(
    expect.arrayContaining(['service_account.changed_roles_disabled', 'service_account.changed_roles_enabled']),
  );
});
