import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { bearer, browserOf } from '../../../../../test/support/factories.ts';
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

async function answerOf(who: Caller, headers: Record<string, string>) {
  const [{ id }] = await open(who);
  return muster.call({ method: 'PUT', url: `/api/me/invitations/${id}/acceptance`, headers });
}
const accept = async (who: Caller): Promise<number> => (await answerOf(who, await browserOf(muster, who))).statusCode;

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
  const browser = await browserOf(muster, crew.owner);
  expect((await invite(crew, crew.owner, ada.email, 'chief')).json().code).toBe('browser_only');
  expect((await invite(crew, crew.owner, ada.email, 'chief', browser)).json().data[0].outcome).toBe('invited');
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
  const notices = async () =>
    (await muster.call({ url: '/api/me/notices', headers: crew.chief.headers }))
      .json()
      .data.map(({ kind, actor, values }: Record<string, unknown>) => ({ kind, actor, values }));
  expect(await notices()).toMatchObject([{ kind: 'invitation.declined', actor: '', values: { what: nameless.email } }]);
  const browser = await browserOf(muster, nameless);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers: browser })).statusCode).toBe(204);
  expect(await notices()).toEqual([]);
});

test('a member who is invited as a chief is promoted', async () => {
  const crew = await createCrew(muster);
  const browser = await browserOf(muster, crew.owner);
  expect((await invite(crew, crew.owner, crew.member.email, 'chief', browser)).statusCode).toBe(200);
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
  await invite(crew, crew.owner, bob.email, 'chief', browser);
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

test('accepting an invitation to lead or to own needs a fresh sign-in in a browser', async () => {
  for (const role of ['chief', 'owner']) {
    const crew = await createCrew(muster);
    const ada = await createCaller(muster, 'Ada');
    await invite(crew, crew.owner, ada.email, role, await browserOf(muster, crew.owner));
    const browser = await browserOf(muster, ada);
    muster.clock.advance(16 * 60);
    expect((await answerOf(ada, ada.headers)).json().code).toBe('browser_only');
    expect((await answerOf(ada, browser)).json().code).toBe('sign_in_again');
    expect(await rolesOf(crew, ada)).toEqual({ team: [], owner: false });
    expect(await accept(ada)).toBe(204);
  }
  const crew = await createCrew(muster);
  const bob = await createCaller(muster, 'Bob');
  await invite(crew, crew.chief, bob.email, 'member');
  expect((await answerOf(bob, bob.headers)).statusCode).toBe(204);
});

test('only owners in a browser replace or revoke an invitation to lead or to own', async () => {
  for (const role of ['chief', 'owner']) {
    const crew = await createCrew(muster);
    const ada = await createCaller(muster, 'Ada');
    const browser = await browserOf(muster, crew.owner);
    const ends_at = new Date(muster.clock.now().getTime() + 86_400_000).toISOString();
    const account = { name: 'Bot', scopes: ['invitations:write'], ends_at };
    const created = await crew.inBrowser(crew.owner, 'POST', 'service-accounts', account);
    const robot = bearer(created.json().token);
    await invite(crew, crew.owner, ada.email, role, browser);
    const [{ id }] = (await crew.as(crew.chief, 'GET', 'teams/venue/invitations')).json().data;
    const url = `/api/projects/${crew.pid}/teams/venue/invitations/${id}`;
    for (const headers of [crew.chief.headers, await browserOf(muster, crew.chief), crew.owner.headers]) {
      const replaced = await invite(crew, crew.owner, ada.email, 'member', headers);
      const revoked = await muster.call({ method: 'DELETE', url, headers });
      expect([replaced.json().code, revoked.json().code]).toEqual(['forbidden', 'forbidden']);
      expect(replaced.json().errors).toMatchObject([{ pointer: '/emails/0' }]);
    }
    const kept = await invite(crew, crew.owner, ada.email, 'member', robot);
    expect(kept.json().data).toEqual([{ email: ada.email, outcome: 'already_invited' }]);
    expect((await muster.call({ method: 'DELETE', url, headers: robot })).json().code).toBe('forbidden');
    // A chief who adds the person to the team does not take it away either.
    expect((await crew.as(crew.chief, 'PUT', `teams/venue/members/${ada.uid}`)).statusCode).toBeLessThan(300);
    expect(await open(ada)).toMatchObject([{ id, role }]);
    expect((await muster.call({ method: 'DELETE', url, headers: browser })).statusCode).toBe(204);
  }
});

test('an owner who invites the address again as a member makes it an ordinary invitation', async () => {
  const crew = await createCrew(muster);
  const ada = await createCaller(muster, 'Ada');
  const browser = await browserOf(muster, crew.owner);
  await invite(crew, crew.owner, ada.email, 'owner', browser);
  expect((await invite(crew, crew.owner, ada.email, 'member', browser)).statusCode).toBe(200);
  expect(await accept(ada)).toBe(204);
  expect(await rolesOf(crew, ada)).toEqual({ team: [{ tid: 'venue', role: 'member' }], owner: false });
});

test('all owners but the sender are notified when an invitation to lead or to own is accepted', async () => {
  for (const role of ['chief', 'owner']) {
    const crew = await createCrew(muster);
    const [ada, second] = [await createCaller(muster, 'Ada'), await createCaller(muster, 'Second owner')];
    const browser = await browserOf(muster, crew.owner);
    await muster.call({ method: 'PUT', url: `/api/projects/${crew.pid}/owners/${second.uid}`, headers: browser });
    await invite(crew, crew.owner, ada.email, role, browser);
    await muster.deliver();
    expect(await accept(ada)).toBe(204);
    const mails = (await muster.deliver()).filter(({ subject }) =>
      subject.includes('an invitation with a new role was accepted'),
    );
    expect(mails.map(({ to }) => to)).toEqual([second.email]);
    expect(mails[0]?.text).toContain('an invitation that Olga sent');
    expect(mails[0]?.text).toContain(role === 'chief' ? 'Made chief:\n- Ada' : 'Made owner of the project:\n- Ada');
    const { data } = (await muster.call({ url: '/api/me/notices', headers: second.headers })).json();
    expect(data.flatMap(({ texts }: { texts: string[] }) => texts)).toContain('security.roles_changed_invited');
  }
});

test('a member who accepts an invitation that a token sent counts as added with that token', async () => {
  const crew = await createCrew(muster);
  const ada = await createCaller(muster, 'Ada');
  await invite(crew, crew.chief, ada.email, 'member');
  await muster.deliver();
  const [{ id }] = await open(ada);
  const headers = await browserOf(muster, ada);
  expect((await muster.call({ method: 'PUT', url: `/api/me/invitations/${id}/acceptance`, headers })).statusCode).toBe(
    204,
  );
  const mail = (await muster.deliver()).find(({ to }) => to === crew.owner.email);
  expect(mail?.text).toContain('An API token of Chen changed roles');
  expect(mail?.text).toContain('Added to the team:\n- Ada');
});
