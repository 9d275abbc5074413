import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { createCaller, createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();

const invite = async (crew: Crew, who: Caller, email: string, role: string, headers?: Record<string, string>) =>
  muster.call({
    method: 'POST',
    url: `/api/projects/${crew.pid}/teams/venue/invitations`,
    headers: headers ?? who.headers,
    payload: { emails: [email], role },
  });

const open = async (who: Caller) =>
  (await muster.call({ url: '/api/me/invitations', headers: who.headers })).json().data;

async function accept(who: Caller): Promise<number> {
  const [{ id }] = await open(who);
  const url = `/api/me/invitations/${id}/acceptance`;
  return (await muster.call({ method: 'PUT', url, headers: who.headers })).statusCode;
}

const rolesOf = async (crew: Crew, { uid }: Caller) => {
  const { read } = muster.db;
  const team = await read.selectFrom('memberships').select(['tid', 'role']).where('uid', '=', uid).execute();
  const owned = await read
    .selectFrom('project_owners')
    .select('pid')
    .where('uid', '=', uid)
    .where('pid', '=', crew.pid)
    .execute();
  return { team, owner: owned.length === 1 };
};

test('an owner invites a chief, who leads the team after accepting', async () => {
  const crew = await createCrew(muster);
  const ada = await createCaller(muster, 'Ada');
  expect((await invite(crew, crew.owner, ada.email, 'chief')).json().data[0].outcome).toBe('invited');
  const mails = await muster.deliver();
  expect(mails.at(-1)?.text).toContain('lead the team');
  expect(await open(ada)).toMatchObject([{ role: 'chief' }]);
  expect(await accept(ada)).toBe(204);
  expect(await rolesOf(crew, ada)).toEqual({ team: [{ tid: 'venue', role: 'chief' }], owner: false });
});

test('who declines before entering a name is known by the address that was invited, until they erase their account', async () => {
  const crew = await createCrew(muster);
  const nameless = await createCaller(muster, '');
  await invite(crew, crew.chief, nameless.email, 'member');
  const [{ id }] = await open(nameless);
  const url = `/api/me/invitations/${id}`;
  expect((await muster.call({ method: 'DELETE', url, headers: nameless.headers })).statusCode).toBe(204);
  const told = async () =>
    (await muster.call({ url: '/api/me/notices', headers: crew.chief.headers }))
      .json()
      .data.map(({ kind, actor, values }: Record<string, unknown>) => ({ kind, actor, values }));
  expect(await told()).toMatchObject([{ kind: 'invitation.declined', actor: '', values: { what: nameless.email } }]);
  const browser = await browserOf(muster, nameless);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers: browser })).statusCode).toBe(204);
  expect(await told()).toEqual([]);
});

test('a member who is invited as a chief is promoted', async () => {
  const crew = await createCrew(muster);
  expect((await invite(crew, crew.owner, crew.member.email, 'chief')).statusCode).toBe(200);
  expect(await accept(crew.member)).toBe(204);
  expect(await rolesOf(crew, crew.member)).toEqual({ team: [{ tid: 'venue', role: 'chief' }], owner: false });
});

test('chiefs invite members only', async () => {
  const crew = await createCrew(muster);
  const ada = await createCaller(muster, 'Ada');
  for (const role of ['chief', 'owner']) {
    const refused = await invite(crew, crew.chief, ada.email, role, await browserOf(muster, crew.chief));
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
  }
  expect((await invite(crew, crew.chief, ada.email, 'member')).statusCode).toBe(200);
  expect((await invite(crew, crew.owner, ada.email, 'king')).statusCode).toBe(400);
});

test('inviting an owner needs a fresh sign-in in a browser; accepting gives the project and no team', async () => {
  const crew = await createCrew(muster);
  const ada = await createCaller(muster, 'Ada');
  expect((await invite(crew, crew.owner, ada.email, 'owner')).json().code).toBe('browser_only');
  const browser = await browserOf(muster, crew.owner);
  expect((await invite(crew, crew.owner, ada.email, 'owner', browser)).statusCode).toBe(200);
  expect(await accept(ada)).toBe(204);
  expect(await rolesOf(crew, ada)).toEqual({ team: [], owner: true });
  muster.clock.advance(16 * 60);
  const bob = await createCaller(muster, 'Bob');
  expect((await invite(crew, crew.owner, bob.email, 'owner', browser)).json().code).toBe('sign_in_again');
});

test('an invited owner accepts in a draft, which an invited chief can join once it is public', async () => {
  const crew = await createCrew(muster);
  const [ada, bob] = [await createCaller(muster, 'Ada'), await createCaller(muster, 'Bob')];
  const browser = await browserOf(muster, crew.owner);
  await invite(crew, crew.owner, ada.email, 'owner', browser);
  await invite(crew, crew.owner, bob.email, 'chief');
  const setState = (state: string) =>
    muster.call({ method: 'PATCH', url: `/api/projects/${crew.pid}`, headers: browser, payload: { state } });
  await setState('draft');
  expect(await open(bob)).toMatchObject([{ role: 'chief', draft: true }]);
  expect(await accept(bob)).toBe(422);
  expect(await accept(ada)).toBe(204);
  expect((await rolesOf(crew, ada)).owner).toBe(true);
  await setState('public');
  expect(await open(bob)).toMatchObject([{ role: 'chief', draft: false }]);
  expect(await accept(bob)).toBe(204);
  await setState('archived');
  expect(await open(bob)).toEqual([]);
});

test('an invitation to lead or run something ends with the ownership of its sender', async () => {
  for (const role of ['chief', 'owner']) {
    const crew = await createCrew(muster);
    const [ada, second] = [await createCaller(muster, 'Ada'), await createCaller(muster, 'Second owner')];
    const browser = await browserOf(muster, crew.owner);
    const owners = `/api/projects/${crew.pid}/owners`;
    await muster.call({ method: 'PUT', url: `${owners}/${second.uid}`, headers: browser });
    await invite(crew, crew.owner, ada.email, role, browser);
    const theirs = await browserOf(muster, second);
    const removed = await muster.call({ method: 'DELETE', url: `${owners}/${crew.owner.uid}`, headers: theirs });
    expect(removed.statusCode).toBe(204);
    expect(await accept(ada)).toBe(404);
    expect(await rolesOf(crew, ada)).toEqual({ team: [], owner: false });
  }
});

test('a chief who invites the address again makes it an ordinary invitation', async () => {
  const crew = await createCrew(muster);
  const ada = await createCaller(muster, 'Ada');
  await invite(crew, crew.owner, ada.email, 'owner', await browserOf(muster, crew.owner));
  expect((await invite(crew, crew.chief, ada.email, 'member')).statusCode).toBe(200);
  expect(await accept(ada)).toBe(204);
  expect(await rolesOf(crew, ada)).toEqual({ team: [{ tid: 'venue', role: 'member' }], owner: false });
});
