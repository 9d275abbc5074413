import { afterEach, expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../../test/support/app.ts';
import { addPasskey } from '../../../../../test/support/world/authenticator.ts';
import { everyCell } from '../../../../../test/support/database.ts';
import { bearer, browserOf, createPerson, tokenOf } from '../../../../../test/support/factories.ts';
import { limits } from '../../../auth/rate-limits.ts';

const muster = useApp();
afterEach(async () => {
  await muster.db.transaction((trx) => trx.updateTable('installation').set({ passkeys_required_at: null }).execute());
  await muster.deliver();
});

type Headers = Record<string, string>;
const create = (headers: Headers, app = muster) => app.call({ method: 'POST', url: '/api/me/recovery-codes', headers });
const use = (headers: Headers, code: string, app = muster) =>
  app.call({ method: 'POST', url: '/api/me/confirmation/recovery-code', headers, payload: { code } });
const state = async (headers: Headers) => (await muster.call({ url: '/api/me/recovery-codes', headers })).json();
const healthOf = async (headers: Headers) => (await muster.call({ url: '/api/admin/health', headers })).statusCode;

async function requirePasskeys(): Promise<void> {
  const passkeys_required_at = muster.clock.now().toISOString();
  await muster.db.transaction((trx) => trx.updateTable('installation').set({ passkeys_required_at }).execute());
}

/** An administrator with a passkey and recovery codes, where passkeys are required. */
async function prepared() {
  const admin = await createPerson(muster, { administrator: true });
  const headers = await browserOf(muster, admin);
  await addPasskey(muster, headers);
  await requirePasskeys();
  const codes: string[] = (await create(headers)).json().codes;
  await muster.deliver();
  return { admin, headers, codes };
}

test('ten codes are shown once, stored as hashes, and replace the earlier ones', async () => {
  const headers = await browserOf(muster, await createPerson(muster));
  expect(await state(headers)).toEqual({ remaining: 0, created_at: null });
  const first: string[] = (await create(headers)).json().codes;
  expect(new Set(first).size).toBe(10);
  for (const code of first) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  expect(await state(headers)).toEqual({ remaining: 10, created_at: expect.any(String) });
  const cells = (await everyCell(muster.db)).join('\n');
  for (const code of first) expect(cells).not.toContain(code.replaceAll('-', ''));
  const [mail] = await muster.deliver();
  expect(mail?.text).toContain('New recovery codes were created');
  await create(headers);
  expect((await use(headers, first[0] ?? '')).json().code).toBe('invalid_recovery_code');
});

test('a code replaces a lost passkey once: the rights are back, and the passkeys can be replaced', async () => {
  const { admin, codes } = await prepared();
  const [code = '', other = ''] = codes;
  const session = await browserOf(muster, admin);
  expect(await healthOf(session)).toBe(403);
  expect((await use(session, 'wrong-code')).json().code).toBe('invalid_recovery_code');
  expect((await use(session, ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')} `)).statusCode).toBe(
    204,
  );
  expect(await healthOf(session)).toBe(200);
  expect((await use(session, code)).json().code).toBe('invalid_recovery_code');
  expect((await state(session)).remaining).toBe(9);
  expect((await addPasskey(muster, session)).authenticator).toBeDefined();
  // Another session is not confirmed by it, and needs a code of its own.
  const elsewhere = await browserOf(muster, admin);
  expect(await healthOf(elsewhere)).toBe(403);
  expect((await use(elsewhere, other)).statusCode).toBe(204);
  const texts = (await muster.deliver()).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('A recovery code was used'))).toHaveLength(2);
  const entries = muster.db.read.selectFrom('audit').select('kind').where('subject', '=', admin.uid);
  const kinds = (await entries.execute()).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind.startsWith('recovery_code'))).toHaveLength(3);
});

test('where passkeys are required, access to the mailbox is not enough to make codes', async () => {
  const { admin } = await prepared();
  const byMail = await browserOf(muster, admin);
  expect((await create(byMail)).json().code).toBe('passkey_required');
  expect((await state(byMail)).remaining).toBe(10);
});

test('a reset by an administrator also ends recovery codes and what they confirmed', async () => {
  const { headers } = await prepared();
  const { admin, codes } = await prepared();
  const session = await browserOf(muster, admin);
  await use(session, codes[0] ?? '');
  expect(await healthOf(session)).toBe(200);
  const reset = () => muster.call({ method: 'DELETE', url: `/api/users/${admin.uid}/passkeys`, headers });
  expect((await reset()).statusCode).toBe(204);
  expect(await healthOf(session)).toBe(403);
  expect((await use(session, codes[1] ?? '')).json().code).toBe('invalid_recovery_code');
  expect((await state(session)).remaining).toBe(0);
  // New codes can also be made without a passkey.
  await create(session);
  await muster.deliver();
  expect((await reset()).statusCode).toBe(204);
  expect((await state(session)).remaining).toBe(0);
  expect((await muster.deliver()).map(({ to }) => to)).toEqual([admin.email]);
});

test('making codes needs a fresh sign-in, and neither works by token', async () => {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  muster.clock.advance(16 * 60);
  expect((await create(headers)).json().code).toBe('sign_in_again');
  const token = bearer(await tokenOf(muster, person));
  expect((await create(token)).json().code).toBe('browser_only');
  expect((await use(token, 'x')).json().code).toBe('browser_only');
});

test('a code belongs to one person, and of many uses at once one succeeds', async () => {
  const { admin, codes } = await prepared();
  const stranger = await browserOf(muster, await createPerson(muster));
  expect((await use(stranger, codes[0] ?? '')).json().code).toBe('invalid_recovery_code');
  const session = await browserOf(muster, admin);
  const answers = await Promise.all(Array.from({ length: 8 }, () => use(session, codes[0] ?? '')));
  expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
});

test('guesses are limited to a few per person', async () => {
  await using strict = await startTestApp({ env: realLimits });
  const headers = await browserOf(strict, await createPerson(strict));
  const codes: string[] = (await create(headers, strict)).json().codes;
  for (let i = 0; i < limits.recovery.max; i += 1)
    expect((await use(headers, `guess-${i}`, strict)).statusCode).toBe(422);
  expect((await use(headers, codes[0] ?? '', strict)).statusCode).toBe(429);
});

test('the export lists the codes without their content', async () => {
  const headers = await browserOf(muster, await createPerson(muster));
  const codes: string[] = (await create(headers)).json().codes;
  await use(headers, codes[0] ?? '');
  const { recovery_codes } = (await muster.call({ url: '/api/me/export', headers })).json();
  expect(recovery_codes).toHaveLength(10);
  expect(recovery_codes.filter(({ used_at }: { used_at: string | null }) => used_at !== null)).toHaveLength(1);
});
