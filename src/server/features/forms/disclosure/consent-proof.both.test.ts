import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { randomText, sha256 } from '../../../lib/secrets.ts';
import { browserOf, setLanguage } from '../../../../../test/support/factories.ts';
import { coming, consent, createDisclosureWorld } from '../../../../../test/support/world/disclosure.ts';
import type { Caller } from '../../../../../test/support/world.ts';

const muster = useApp();

const quarter = 15 * 60;

async function prepare() {
  const world = await createDisclosureWorld(muster);
  const form = await world.createForm();
  const who = await world.newMember();
  await world.keep(who);
  await muster.deliver();
  const path = `forms/${form.form}/response`;
  const answerWith = async (headers: Record<string, string>, more: object = consent) => {
    const response = await world.as(undefined, 'PUT', path, { answers: coming, ...more }, headers);
    return response.statusCode === 200 ? 'saved' : response.json().code;
  };
  return { world, form, who, path, answerWith };
}

const mailsTo = async ({ email }: Caller) => (await muster.deliver()).filter(({ to }) => to === email);

test('a token cannot agree to share private data, and an old session has to prove who uses it', async () => {
  const { world, form, who, path, answerWith } = await prepare();
  expect(await answerWith(who.headers)).toBe('browser_only');
  const browser = await browserOf(muster, who);
  muster.clock.advance(quarter + 1);
  expect(await answerWith(browser)).toBe('sign_in_again');
  await world.signInAgain();
  expect((await world.look(form)).json().data).toEqual([]);
  expect((await world.as(who, 'GET', path)).json().answers).toBeNull();
  expect(await mailsTo(who)).toEqual([]);
});

test('a person who agrees gets an email that says who can read what until when', async () => {
  const { world, form, who, answerWith } = await prepare();
  expect(await answerWith(await browserOf(muster, who))).toBe('saved');
  expect(await world.stateOf(form, who)).toBe('given');
  const [mail, ...others] = await mailsTo(who);
  expect(others).toEqual([]);
  const { name } = await muster.db.read
    .selectFrom('projects')
    .select('name')
    .where('pid', '=', world.pid)
    .executeTakeFirstOrThrow();
  expect(mail?.subject).toBe(`${name}: you share private data`);
  expect(mail?.text).toContain(`The owners of ${name} can see this until 31 January 2027.`);
  expect(mail?.text).toContain('to share your bank account.');
  expect(mail?.text).toContain('/me/privacy\n');
  expect(mail?.text).toContain('/me/sessions\n');
  const { data } = (await muster.call({ url: '/api/me/notices', headers: who.headers })).json();
  expect(data.map(({ kind }: { kind: string }) => kind)).toContain('security.consent_given');
});

test('the email is in the language of the person', async () => {
  const { who, answerWith } = await prepare();
  await setLanguage(muster, who, 'zh-TW');
  expect(await answerWith(await browserOf(muster, who))).toBe('saved');
  expect((await mailsTo(who))[0]?.text).toContain('2027年1月31日之前可以查看');
});

test('a token changes an answer whose consent stays the same, and withdraws it, without an email', async () => {
  const { world, form, who, path, answerWith } = await prepare();
  await answerWith(await browserOf(muster, who));
  await muster.deliver();
  const agreedAt = async () =>
    (await muster.call({ url: '/api/me/consents', headers: who.headers })).json().data[0]?.agreed_at;
  const first = await agreedAt();
  const by = { answers: { ...coming, how: 'Bus' }, ...consent };
  expect((await world.as(who, 'PUT', path, by)).statusCode).toBe(200);
  expect([await agreedAt(), await world.stateOf(form, who)]).toEqual([first, 'given']);
  expect((await world.as(who, 'DELETE', `${path}/consent`)).statusCode).toBe(204);
  expect(await answerWith(who.headers)).toBe('browser_only');
  expect(await mailsTo(who)).toEqual([]);
});

test('a later day and another kind of data need a proof again; a token can decline', async () => {
  const { world, form, who, path, answerWith } = await prepare();
  await answerWith(await browserOf(muster, who));
  await world.change(form, { passes_until: '2027-03-31' });
  const later = { passes_on: ['bank'], passes_until: '2027-03-31' };
  expect(await answerWith(who.headers, later)).toBe('browser_only');
  expect(await answerWith(await browserOf(muster, who), later)).toBe('saved');
  await world.change(form, { passes_on: ['bank', 'address'] });
  const more = { passes_on: ['bank', 'address'], passes_until: '2027-03-31' };
  expect(await answerWith(who.headers, more)).toBe('browser_only');
  expect(await answerWith(await browserOf(muster, who), more)).toBe('saved');
  expect((await world.as(who, 'PUT', path, { answers: { apply: false } })).statusCode).toBe(200);
  expect(await world.stateOf(form, who)).toBe('not_asked');
});

test('a shorter time needs no proof', async () => {
  const { world, form, who, answerWith } = await prepare();
  await answerWith(await browserOf(muster, who));
  await world.change(form, { passes_until: '2026-12-31' });
  expect(await answerWith(who.headers, { passes_on: ['bank'], passes_until: '2026-12-31' })).toBe('saved');
});

test('"this was not me" ends consents, and the bank account has to be confirmed again', async () => {
  const { world, form, who, answerWith } = await prepare();
  expect(await answerWith(await browserOf(muster, who))).toBe('saved');
  expect(await world.stateOf(form, who)).toBe('given');
  const code = `notme_${randomText(32)}`;
  const expires_at = new Date(muster.clock.now().getTime() + 3_600_000).toISOString();
  await muster.db.transaction((trx) =>
    trx
      .insertInto('not_me_links')
      .values({ uid: who.uid, token_hash: sha256(code), expires_at })
      .execute(),
  );
  expect((await muster.call({ method: 'POST', url: '/api/not-me', payload: { code } })).statusCode).toBe(204);
  const consents = muster.db.read.selectFrom('form_consents').select('kind').where('uid', '=', who.uid);
  expect(await consents.execute()).toEqual([]);
  const entries = muster.db.read.selectFrom('audit').select(['actor', 'kind']).where('subject', '=', who.uid);
  expect(await entries.execute()).toEqual(
    expect.arrayContaining(['consent.ended', 'bank.unconfirmed'].map((kind) => ({ actor: null, kind }))),
  );
  const mail = (await mailsTo(who)).find(({ subject }) => subject.includes('secured'));
  expect(mail?.text).toContain('Your consents to share personal data with projects have ended');

  // Also when the person agrees again, nobody sees the account before they have confirmed it.
  const headers = await browserOf(muster, who);
  expect(await answerWith(headers)).toBe('saved');
  expect(await world.stateOf(form, who)).toBe('unconfirmed');
  const confirm = { method: 'PUT' as const, url: '/api/me/bank/confirmation', headers };
  expect((await muster.call(confirm)).statusCode).toBe(204);
  expect(await world.stateOf(form, who)).toBe('given');
});
