import type { Response } from 'light-my-request';
import { afterEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { addPasskey, confirmByPasskey, signInByPasskey } from '../../../../test/support/world/authenticator.ts';
import {
  bearer,
  browserOf,
  createPerson,
  createProject,
  createTeam,
  tokenOf,
} from '../../../../test/support/factories.ts';
import type { TestPerson } from '../../../../test/support/factories.ts';

const muster = useApp({ env: { ADMIN_EMAIL: 'named@example.org' } });
afterEach(async () => {
  await muster.db.transaction((trx) => trx.updateTable('installation').set({ passkeys_required_at: null }).execute());
  await muster.deliver();
});

type Headers = Record<string, string>;
type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, url: string, headers: Headers, payload?: object) =>
  muster.call({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
const get = (url: string, headers: Headers) => call('GET', url, headers);
const outcome = (answer: Response) => (answer.statusCode < 400 ? 'yes' : answer.json().code);
const rule = (headers: Headers, passkeys_required: boolean) =>
  call('PUT', '/api/admin/sign-in-rules', headers, { passkeys_required });

/** An administrator at a browser with a passkey, who has switched the rule on. */
async function required() {
  const admin = await createPerson(muster, { administrator: true });
  const headers = await browserOf(muster, admin);
  const { authenticator } = await addPasskey(muster, headers);
  expect((await rule(headers, true)).json()).toEqual({ passkeys_required: true });
  return { admin, headers, authenticator };
}

/** A token made the way people make one: from this browser. */
async function tokenFrom(headers: Headers): Promise<Headers> {
  const { username, password } = (await call('POST', '/api/me/exchange-credentials', headers)).json();
  return bearer((await call('POST', '/api/token', {}, { username, password })).json().access_token);
}

test('only an administrator confirmed by a passkey can enable the rule; any administrator can disable it; both are audited', async () => {
  const admin = await createPerson(muster, { administrator: true });
  const headers = await browserOf(muster, admin);
  expect((await get('/api/admin/sign-in-rules', headers)).json()).toEqual({ passkeys_required: false });
  expect(outcome(await rule(headers, true))).toBe('passkey_required');
  expect(outcome(await rule(bearer(await tokenOf(muster, admin)), true))).toBe('browser_only');
  const { authenticator } = await addPasskey(muster, headers);
  const elsewhere = await browserOf(muster, admin);
  expect(outcome(await rule(elsewhere, true))).toBe('passkey_required');
  for (let i = 0; i < 2; i += 1) expect(outcome(await rule(headers, true))).toBe('yes');
  expect(outcome(await rule(elsewhere, false))).toBe('passkey_required');
  await confirmByPasskey(muster, elsewhere, authenticator);
  expect(outcome(await rule(elsewhere, false))).toBe('yes');
  const entries = await muster.db.read
    .selectFrom('audit')
    .select(['actor', 'kind', 'subject'])
    .where('actor', '=', admin.uid)
    .where('kind', 'like', 'passkeys.%')
    .orderBy('kind')
    .execute();
  expect(entries).toEqual(
    ['passkeys.optional', 'passkeys.required'].map((kind) => ({ actor: admin.uid, kind, subject: 'installation' })),
  );
});

test('administrators and owners who have no passkey get an email when passkeys become a requirement, and nobody else', async () => {
  const [admin, owner, volunteer, safe] = [
    await createPerson(muster, { administrator: true }),
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster, { administrator: true }),
  ];
  await createProject(muster, { owners: [owner] });
  const headers = await browserOf(muster, safe);
  await addPasskey(muster, headers);
  await muster.deliver();
  for (let i = 0; i < 2; i += 1) expect(outcome(await rule(headers, true))).toBe('yes');
  const mails = (await muster.deliver()).filter(({ subject }) => subject.includes('Add a passkey'));
  const recipients = mails.map(({ to }) => to);
  expect([admin, owner, volunteer, safe].map(({ email }) => recipients.filter((to) => to === email).length)).toEqual([
    1, 1, 0, 0,
  ]);
  expect(mails[0]?.text).toContain('/me/security');
  expect(outcome(await rule(headers, false))).toBe('yes');
  expect(await muster.deliver()).toEqual([]);
});

test('an administrator without a passkey loses only the rights of an administrator', async () => {
  await required();
  for (const fields of [{ administrator: true }, { email: 'named@example.org' }]) {
    const person = await createPerson(muster, fields);
    await muster.db.transaction((trx) =>
      trx
        .updateTable('people')
        .set({ configured_since: '2026-06-01T09:00:00.000Z' })
        .where('uid', '=', person.uid)
        .execute(),
    );
    const headers = await browserOf(muster, person);
    const doors = ['/api/admin/health', '/api/audit', '/api/users?suspended=true'];
    for (const url of doors) expect([url, outcome(await get(url, headers))]).toEqual([url, 'passkey_required']);
    const project = { pid: 'new', name: 'New', timezone: 'UTC' };
    expect(outcome(await call('POST', '/api/projects', headers, project))).toBe('passkey_required');
    expect((await get('/api/projects', headers)).json().rights.create).toBe(false);
    for (const url of ['/api/me', '/api/users', '/api/me/profile'])
      expect(outcome(await get(url, headers))).toBe('yes');
    const me = (await get('/api/me', headers)).json();
    expect([me.roles, me.rights_withheld]).toEqual([['administrator'], true]);
    await addPasskey(muster, headers);
    for (const url of doors) expect([url, outcome(await get(url, headers))]).toEqual([url, 'yes']);
    expect((await get('/api/me', headers)).json().rights_withheld).toBe(false);
  }
});

async function ownedProject(owner: TestPerson) {
  const pid = await createProject(muster, { owners: [owner] });
  const member = await createPerson(muster);
  await createTeam(muster, pid, { tid: 'venue', chiefs: [member] });
  await createTeam(muster, pid, { tid: 'gone', disabled: true });
  return { pid, member };
}

test('an owner without a passkey has no special rights in the project until they confirm', async () => {
  await required();
  const owner = await createPerson(muster);
  const { pid, member } = await ownedProject(owner);
  const headers = await browserOf(muster, owner);
  const { authenticator } = await addPasskey(muster, headers);
  const elsewhere = await browserOf(muster, owner);
  const project = `/api/projects/${pid}`;
  const doors: [Method, string, object?][] = [
    ['PATCH', project, { name: 'Renamed' }],
    ['GET', `${project}/people`],
    ['GET', `${project}/join-requests`],
    ['PUT', `${project}/teams/venue/chiefs/${member.uid}`],
    ['GET', `/api/audit?project=${pid}`],
  ];
  const outcomes = async (who: Headers) =>
    Promise.all(doors.map(async ([method, url, payload]) => outcome(await call(method, url, who, payload))));
  expect(await outcomes(elsewhere)).toEqual(doors.map(() => 'passkey_required'));
  expect((await get(project, elsewhere)).json().rights.edit).toBe(false);
  expect((await get('/api/projects', elsewhere)).json().data[0].rights.edit).toBe(false);
  expect((await get('/api/me', elsewhere)).json()).toMatchObject({
    rights_withheld: true,
    projects: [{ owner: true }],
  });
  // Chiefs need none for what they may do.
  expect((await get('/api/me', await browserOf(muster, member))).json().rights_withheld).toBe(false);
  // What would not be theirs anyway is simply not theirs, and what others do not know of is not there.
  expect(outcome(await get(`${project}/teams/gone`, elsewhere))).toBe('not_found');
  expect(outcome(await get('/api/admin/health', elsewhere))).toBe('forbidden');
  await confirmByPasskey(muster, elsewhere, authenticator);
  expect(await outcomes(elsewhere)).toEqual(doors.map(() => 'yes'));
  // Chiefs and members are not asked.
  expect(outcome(await get(`${project}/tasks`, await browserOf(muster, member)))).toBe('yes');
});

test('people see whether a passkey is required of them, what they have, and whether their address is fixed', async () => {
  const own = async (headers: Headers) => (await get('/api/me/sign-in', headers)).json();
  const none = { passkey_required: false, passkeys: 0, recovery_codes: 0, frozen_until: null, email_fixed: false };
  const owner = await createPerson(muster);
  const { member } = await ownedProject(owner);
  const headers = await browserOf(muster, owner);
  expect(await own(headers)).toEqual(none);
  await required();
  expect(await own(headers)).toEqual({ ...none, passkey_required: true });
  await addPasskey(muster, headers);
  await call('POST', '/api/me/recovery-codes', headers);
  expect(await own(headers)).toEqual({ ...none, passkey_required: true, passkeys: 1, recovery_codes: 10 });
  expect(await own(await browserOf(muster, member))).toEqual(none);
  expect(outcome(await get('/api/me/sign-in', bearer(await tokenOf(muster, member))))).toBe('browser_only');
  const named = await muster.db.read
    .selectFrom('people')
    .select('uid')
    .where('email', '=', 'named@example.org')
    .execute();
  for (const person of named) expect((await own(await browserOf(muster, person))).email_fixed).toBe(true);
  expect(named).toHaveLength(1);
});

test('a token has the rights of the session that created it, and loses them with the passkey', async () => {
  const { headers } = await required();
  const admin = await createPerson(muster, { administrator: true });
  const browser = await browserOf(muster, admin);
  const before = await tokenFrom(browser);
  const { added } = await addPasskey(muster, browser);
  const after = await tokenFrom(browser);
  expect(outcome(await get('/api/admin/health', before))).toBe('passkey_required');
  expect(outcome(await get('/api/me', before))).toBe('yes');
  expect(outcome(await get('/api/admin/health', after))).toBe('yes');
  await call('DELETE', `/api/me/passkeys/${added.json().id}`, browser);
  for (const who of [after, browser]) expect(outcome(await get('/api/admin/health', who))).toBe('passkey_required');
  expect(outcome(await get('/api/admin/health', headers))).toBe('yes');
});

test('people who need a passkey cannot change their passkeys with a mailed link alone', async () => {
  const { headers } = await required();
  const admin = await createPerson(muster, { administrator: true });
  const owner = await createPerson(muster);
  await ownedProject(owner);
  for (const person of [admin, owner]) {
    const { added, authenticator } = await addPasskey(muster, await browserOf(muster, person));
    const byMail = await browserOf(muster, person);
    expect(outcome(await call('POST', '/api/me/passkeys/challenge', byMail))).toBe('passkey_required');
    const remove = () => call('DELETE', `/api/me/passkeys/${added.json().id}`, byMail);
    expect(outcome(await remove())).toBe('passkey_required');
    expect((await signInByPasskey(muster, authenticator)).statusCode).toBe(200);
    // Somebody else resets their passkeys.
    const reset = () => call('DELETE', `/api/users/${person.uid}/passkeys`, headers);
    for (let i = 0; i < 2; i += 1) expect((await reset()).statusCode).toBe(204);
    expect(outcome(await signInByPasskey(muster, authenticator))).toBe('invalid_passkey');
    expect((await addPasskey(muster, byMail)).added.statusCode).toBe(201);
    const mails = (await muster.deliver()).filter(({ to }) => to === person.email);
    expect(mails.map(({ text }) => /administrator removed all/.test(text))).toEqual([false, true, false]);
  }
  const volunteer = await createPerson(muster);
  await addPasskey(muster, await browserOf(muster, volunteer));
  expect((await addPasskey(muster, await browserOf(muster, volunteer))).added.statusCode).toBe(201);
  expect(outcome(await call('DELETE', '/api/users/nobody/passkeys', headers))).toBe('not_found');
});

test('the rule takes no extra query', async () => {
  const cost = async (headers: Headers) => {
    const before = muster.db.queryCount();
    await get('/api/me/profile', headers);
    return muster.db.queryCount() - before;
  };
  const person = await createPerson(muster, { administrator: true });
  const headers = await browserOf(muster, person);
  const without = await cost(headers);
  await required();
  expect(await cost(headers)).toBe(without);
});
