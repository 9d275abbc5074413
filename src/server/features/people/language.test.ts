import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, tokenOf } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';
import { languageOf } from '../../http/language.ts';

const muster = useApp();

const chinese = { 'accept-language': 'zh-TW,zh;q=0.9,en;q=0.8' };

async function subjectsTo(email: string): Promise<string[]> {
  await muster.services.outbox.drain();
  return muster.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
}

const askForLink = (email: string, headers: object = {}, language?: string) =>
  muster.call({
    method: 'POST',
    url: '/api/sign-in/email',
    headers: { ...headers },
    payload: { email, ...(language === undefined ? {} : { language }) },
  });

async function signIn(email: string, headers: object): Promise<void> {
  await askForLink(email, headers);
  await muster.services.outbox.drain();
  const { text = '' } = muster.mails.findLast(({ to }) => to === email) ?? {};
  const token = /#token=(\w+)/.exec(text)?.[1] ?? '';
  const payload = { token, confirmed: true };
  const response = await muster.call({ method: 'POST', url: '/api/sign-in', headers: { ...headers }, payload });
  expect(response.statusCode).toBe(200);
}

const kept = async (email: string) =>
  (await muster.db.read.selectFrom('people').select('language').where('email', '=', email).executeTakeFirstOrThrow())
    .language;

async function choose(person: { uid: string }, language: string | null) {
  const headers = bearer(await tokenOf(muster, person));
  const { name, ...body } = (await muster.call({ url: '/api/me/profile', headers })).json();
  const payload = { ...body, name: name || 'Ada', language };
  return muster.call({ method: 'PUT', url: '/api/me/profile', headers, payload });
}

test.each([
  [undefined, undefined],
  ['', undefined],
  ['*', undefined],
  ['tlh-DE,fr;q=0.5', undefined],
  ['tlh,en;q=0.3', 'en'],
  ['zh-Hant-TW', 'zh-TW'],
  ['en;q=0.2, zh-TW;q=0.9', 'zh-TW'],
  ['zh;q=0, en', 'en'],
])('Accept-Language %j', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

test('a new person gets the first mail in the language of their browser, and keeps it', async () => {
  const email = 'first-mail@example.org';
  await signIn(email, chinese);
  expect(await subjectsTo(email)).toEqual([expect.stringMatching(/^登入 Muster：\d{6}$/)]);
  expect(await kept(email)).toBe('zh-TW');
  await signIn(email, { 'accept-language': 'en' });
  expect(await kept(email)).toBe('zh-TW');
  expect((await subjectsTo(email)).filter((subject) => subject.startsWith('登入 Muster：'))).toHaveLength(2);
});

test('the page may name its language for somebody new; what the person chose comes first', async () => {
  await askForLink('new@example.org', chinese, 'en');
  expect(await subjectsTo('new@example.org')).toEqual([expect.stringMatching(/^Sign in to Muster: \d{6}$/)]);
  const ada = await createPerson(muster);
  expect((await choose(ada, 'zh-TW')).json().language).toBe('zh-TW');
  await askForLink(ada.email, {}, 'en');
  expect(await subjectsTo(ada.email)).toEqual([expect.stringMatching(/^登入 Muster：\d{6}$/)]);
});

test('a client that does not know the field leaves the language unchanged; others are rejected', async () => {
  const ada = await createPerson(muster);
  await choose(ada, 'zh-TW');
  const headers = bearer(await tokenOf(muster, ada));
  const { language: _, ...payload } = (await muster.call({ url: '/api/me/profile', headers })).json();
  const saved = await muster.call({ method: 'PUT', url: '/api/me/profile', headers, payload });
  expect(saved.json().language).toBe('zh-TW');
  expect((await choose(ada, 'tlh')).statusCode).toBe(400);
});

test('invitations, applications and decisions reach people in their own language', async () => {
  const crew = await createCrew(muster);
  const [ada, bob] = [crew.stranger, await createPerson(muster)];
  await choose(crew.chief, 'zh-TW');
  await choose(ada, 'zh-TW');
  await choose(bob, 'en');
  const emails = [ada.email, bob.email, 'nobody-yet@example.org'];
  await crew.as(crew.chief, 'POST', 'teams/venue/invitations', { emails, language: 'en' });
  expect((await subjectsTo(ada.email))[0]).toMatch(/：邀請您加入/);
  expect((await subjectsTo(bob.email))[0]).toMatch(/: join the team/);
  expect((await subjectsTo('nobody-yet@example.org'))[0]).toMatch(/: join the team/);
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { takes_applications: true });
  await crew.as(ada, 'PUT', 'teams/venue/application', { language: 'en' });
  muster.mails.push(...(await muster.deliverNotices()));
  expect(await subjectsTo(crew.chief.email)).toEqual([expect.stringMatching(/想加入 Team 1$/)]);
  await crew.as(crew.chief, 'PUT', `teams/venue/applications/${ada.uid}/acceptance`);
  muster.mails.push(...(await muster.deliverNotices()));
  expect((await subjectsTo(ada.email)).at(-1)).toMatch(/：歡迎加入/);
});
