import { afterEach, expect, test } from 'vitest';
import { startTestApp, useApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { addPasskey, confirmByPasskey } from '../../../../test/support/world/authenticator.ts';
import { bearer, browserOf, createPerson, createProject, tokenOf } from '../../../../test/support/factories.ts';

const named = 'named@example.org';
const env = { ADMIN_EMAIL: named };
const muster = useApp();
afterEach(async () => void (await muster.deliver()));

type Headers = Record<string, string>;
type Method = 'GET' | 'PUT' | 'DELETE';
const call = (app: TestApp, method: Method, url: string, headers: Headers, payload?: object) =>
  app.call({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
const appoint = (uid: string, headers: Headers) => call(muster, 'PUT', `/api/admins/${uid}`, headers);
const dismiss = (uid: string, headers: Headers) => call(muster, 'DELETE', `/api/admins/${uid}`, headers);

async function signInByMail(app: TestApp, email: string): Promise<Headers> {
  await app.call({ method: 'POST', url: '/api/sign-in/email', payload: { email } });
  const token = /#token=(\S+)/.exec((await app.deliver()).at(-1)?.text ?? '')?.[1];
  const answer = await app.call({ method: 'POST', url: '/api/sign-in', payload: { token, confirmed: true } });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return { cookie, 'sec-fetch-site': 'same-origin' };
}

const isAdministrator = async (app: TestApp, headers: Headers): Promise<boolean> =>
  (await call(app, 'GET', '/api/admin/sign-in-rules', headers)).statusCode === 200;

const requirePasskeys = (app: TestApp) =>
  app.db.transaction((trx) =>
    trx.updateTable('installation').set({ passkeys_required_at: app.clock.now().toISOString() }).execute(),
  );

test('access to the mailbox of an administrator is not enough to start over with a new account', async () => {
  await using app = await startTestApp({ env });
  const admin = await signInByMail(app, named);
  expect(await isAdministrator(app, admin)).toBe(true);
  const { authenticator } = await addPasskey(app, admin);
  await requirePasskeys(app);
  const thief = await signInByMail(app, named);
  expect((await call(app, 'DELETE', '/api/me', thief)).json()).toMatchObject({ status: 403, code: 'passkey_required' });
  expect((await call(app, 'GET', '/api/me', admin)).statusCode).toBe(200);
  // With the passkey the account can be deleted, but the address no longer gives rights.
  await confirmByPasskey(app, thief, authenticator);
  expect((await call(app, 'DELETE', '/api/me', thief)).statusCode).toBe(204);
  await app.db.transaction((trx) => trx.updateTable('installation').set({ passkeys_required_at: null }).execute());
  expect(await isAdministrator(app, await signInByMail(app, named))).toBe(false);
});

test('an owner with a passkey deletes the account only with it while passkeys are required', async () => {
  const owner = await createPerson(muster);
  const other = await createPerson(muster);
  await createProject(muster, { owners: [owner, other] });
  await addPasskey(muster, await browserOf(muster, owner));
  await requirePasskeys(muster);
  const byMail = await browserOf(muster, owner);
  expect((await call(muster, 'DELETE', '/api/me', byMail)).json()).toMatchObject({ code: 'passkey_required' });
  await muster.db.transaction((trx) => trx.updateTable('installation').set({ passkeys_required_at: null }).execute());
  expect((await call(muster, 'DELETE', '/api/me', byMail)).statusCode).toBe(204);
});

test('an address that lost its passkeys before it was named gains nothing, and the operator can still grant it', async () => {
  await using app = await startTestApp({ env });
  const person = await createPerson(app, { email: named });
  const headers = await browserOf(app, person);
  await addPasskey(app, headers);
  await app.db.transaction((trx) => trx.deleteFrom('passkeys').where('uid', '=', person.uid).execute());
  expect(await isAdministrator(app, await signInByMail(app, named))).toBe(false);
});

test('administrators appoint and dismiss each other; everybody concerned gets a mail and it is on record', async () => {
  const [first, second, bob] = [
    await createPerson(muster, { administrator: true }),
    await createPerson(muster, { administrator: true }),
    await createPerson(muster, { name: 'Bob' }),
  ];
  const headers = await browserOf(muster, first);
  for (let i = 0; i < 2; i += 1) expect((await appoint(bob.uid, headers)).statusCode).toBe(204);
  const mails = (await muster.deliver()).filter(({ subject }) => subject.includes('administrators'));
  expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining([first.email, second.email, bob.email]));
  expect(new Set(mails.map(({ to }) => to)).size).toBe(mails.length);
  for (const { to, text } of mails)
    expect(text).toContain(to === bob.email ? 'made you an administrator' : 'made Bob an administrator');
  const bobs = await browserOf(muster, bob);
  expect(await isAdministrator(muster, bobs)).toBe(true);
  for (let i = 0; i < 2; i += 1) expect((await dismiss(bob.uid, headers)).statusCode).toBe(204);
  expect(await isAdministrator(muster, bobs)).toBe(false);
  const after = (await muster.deliver()).map(({ to }) => to);
  expect(after).toEqual(expect.arrayContaining([first.email, second.email, bob.email]));
  const entries = await muster.db.read.selectFrom('audit').select('kind').where('subject', '=', bob.uid).execute();
  expect(entries.filter(({ kind }) => kind.startsWith('administrator')).map(({ kind }) => kind)).toEqual([
    'administrator.appointed',
    'administrator.dismissed',
  ]);
  for (const one of [first, second])
    await muster.db.transaction((trx) =>
      trx.updateTable('people').set({ administrator_since: null }).where('uid', '=', one.uid).execute(),
    );
});

test('only administrators with a fresh sign-in in a browser appoint and dismiss', async () => {
  const [admin, bob] = [await createPerson(muster, { administrator: true }), await createPerson(muster)];
  expect((await appoint(bob.uid, await browserOf(muster, bob))).statusCode).toBe(403);
  expect((await appoint(bob.uid, {})).statusCode).toBe(401);
  const token = bearer(await tokenOf(muster, admin));
  expect((await appoint(bob.uid, token)).json()).toMatchObject({ code: 'browser_only' });
  const headers = await browserOf(muster, admin);
  expect((await appoint('nobody', headers)).statusCode).toBe(404);
  muster.clock.advance(16 * 60);
  expect((await appoint(bob.uid, headers)).json()).toMatchObject({ code: 'sign_in_again' });
  expect((await dismiss(admin.uid, headers)).json()).toMatchObject({ code: 'sign_in_again' });
});

test('of ten administrators who all dismiss themselves at once, one stays', async () => {
  await using app = await startTestApp();
  await createPerson(app, { administrator: true, suspended: true });
  const people = [];
  for (let i = 0; i < 10; i += 1) people.push(await createPerson(app, { administrator: true }));
  const headers: Headers[] = [];
  for (const person of people) headers.push(await browserOf(app, person));
  const answers = await Promise.all(
    people.map(({ uid }, index) => call(app, 'DELETE', `/api/admins/${uid}`, headers[index] ?? {})),
  );
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => 204), 409]);
});

test('an administrator by configuration who was dismissed is none after the next sign-in either', async () => {
  await using app = await startTestApp({ env });
  const configured = await signInByMail(app, named);
  const { uid } = (await call(app, 'GET', '/api/me', configured)).json();
  const other = await browserOf(app, await createPerson(app, { administrator: true }));
  expect((await call(app, 'DELETE', `/api/admins/${uid}`, other)).statusCode).toBe(204);
  expect(await isAdministrator(app, configured)).toBe(false);
  expect(await isAdministrator(app, await signInByMail(app, named))).toBe(false);
  expect((await call(app, 'PUT', `/api/admins/${uid}`, other)).statusCode).toBe(204);
  expect(await isAdministrator(app, configured)).toBe(true);
});
