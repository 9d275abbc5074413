import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageTemplate } from '../src/server/features/web/template.service.ts';
import { layOut } from '../src/server/lib/mail/layout.ts';
import { useApp } from './support/app.ts';
import { browserOf, createPerson, createProject } from './support/factories.ts';
import { fakeWebRoot } from './support/web-root.ts';

const web = fakeWebRoot();
afterAll(() => web[Symbol.dispose]());

/** Replaces the built pages: shows the project that the API returns in the first language, and fails when its name asks for it. */
const entry = `
export const chooseLanguage = (_, [language = 'en']) => ({ language, locale: 'en' });
export async function renderPage({ path, fetch }) {
  const response = await fetch('/api' + path.split('?')[0]);
  if (!response.ok) throw Object.assign(new Error('refused'), { problem: await response.json() });
  const { name } = await response.json();
  if (name === 'broken') throw new Error('this page cannot be rendered');
  return { title: name, html: '<h1>' + path + '</h1>', state: {}, missing: name === 'incomplete' ? ['teams'] : [] };
}
`;

mkdirSync(join(web.path, 'server'));
writeFileSync(join(web.path, 'server/entry-server.js'), entry);
writeFileSync(
  join(web.path, 'index.html'),
  '<!doctype html><html lang="en"><head><title>Muster</title><script>boot()</script></head><div id="root"></div></html>',
);
const muster = useApp({ webRoot: web.path });

beforeAll(async () => {
  for (const name of ['fine', 'broken', 'incomplete']) await createProject(muster, { pid: name, name });
});

const pageAt = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode: status, body } = await muster.app.inject({ url, headers });
  return { status, hasContent: body.includes('<h1>'), title: /<title>([^<]*)/.exec(body)?.[1] };
};
const errorsLogged = () => muster.logs.filter((line) => line.includes('could not be rendered')).length;

test('a page that cannot be rendered is filled by the browser, and the error is logged', async () => {
  expect(await pageAt('/projects/fine')).toEqual({ status: 200, hasContent: true, title: 'fine' });
  expect(await pageAt('/projects/broken')).toEqual({ status: 200, hasContent: false, title: 'broken · Muster' });
  expect(errorsLogged()).toBe(1);
});

test('a page whose data the API refuses is filled by the browser, without another line in the log', async () => {
  const before = errorsLogged();
  // The path of the listing is none of the API.
  expect(await pageAt('/projects/fine/staff')).toEqual({ status: 200, hasContent: false, title: 'fine · Muster' });
  expect(errorsLogged()).toBe(before);
});

test('a page that shows more than its loader has loaded is sent, and the log names what is missing', async () => {
  expect(await pageAt('/projects/incomplete')).toEqual({ status: 200, hasContent: true, title: 'incomplete' });
  const line = muster.logs.find((one) => one.includes('a page shows what its loader does not load')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ path: '/projects/incomplete', missing: ['teams'] });
});

test.each([
  ['', 'en'],
  ['fr;q=0.5, de', 'de'],
  ['*, ja;q=0, "><b>, zh-TW;q=0.1', 'zh-TW'],
])('a page for Accept-Language %j is in %s', async (header, language) => {
  const { body } = await muster.app.inject({ url: '/projects/fine', headers: { 'accept-language': header } });
  expect(/<html lang="([^"]*)"/.exec(body)?.[1]).toBe(language);
});

test('pages say that nobody is signed in, rendered or not, and those of signed-in people are not kept', async () => {
  const htmlTag = async (url: string, cookie = '') => {
    const { body, headers } = await muster.app.inject({ url, headers: { accept: 'text/html', cookie } });
    return { isForVisitors: /<html [^>]* data-visitor/.test(body), kept: headers['cache-control'] };
  };
  const forVisitors = { isForVisitors: true, kept: 'no-cache' };
  expect(await Promise.all(['/projects/fine', '/sign-in', '/desk'].map((url) => htmlTag(url)))).toEqual([
    forVisitors,
    forVisitors,
    forVisitors,
  ]);
  expect(await htmlTag('/me/bank', 'muster_session=any')).toEqual({ isForVisitors: false, kept: 'no-store' });
});

test('a cookie that is no session gets a page that the browser fills, so that nobody can have pages rendered at will', async () => {
  const person = await createPerson(muster);
  const { cookie = '' } = await browserOf(muster, person);
  expect(await pageAt('/projects/fine', { cookie })).toMatchObject({ status: 200, hasContent: true });
  const fake = { cookie: cookie.replace(/=.{8}/, '=00000000') };
  expect(await pageAt('/projects/fine', fake)).toMatchObject({ status: 200, hasContent: false });
  await muster.db.transaction((trx) => trx.deleteFrom('sessions').where('uid', '=', person.uid).execute());
  expect(await pageAt('/projects/fine', { cookie })).toMatchObject({ status: 200, hasContent: false });
});

test('pages are rendered with their query for signed-in people only, because those of visitors are kept without it', async () => {
  const { cookie = '' } = await browserOf(muster, await createPerson(muster));
  const pathShown = async (headers: Record<string, string>) => {
    const { body } = await muster.app.inject({ url: '/projects/fine?day=2026-08-08', headers });
    return /<h1>([^<]*)/.exec(body)?.[1];
  };
  expect([await pathShown({}), await pathShown({ cookie })]).toEqual([
    '/projects/fine',
    '/projects/fine?day=2026-08-08',
  ]);
});

test('announcements of a team, which visitors may not see, are rendered for signed-in people only', async () => {
  const { cookie = '' } = await browserOf(muster, await createPerson(muster));
  for (const query of ['?tid=venue', '?day=2026-08-08&tid=venue']) {
    expect(await pageAt(`/projects/fine${query}`)).toMatchObject({ status: 200, hasContent: false });
    expect(await pageAt(`/projects/fine${query}`, { cookie })).toMatchObject({ status: 200, hasContent: true });
  }
});

test('other pages, and what is fetched as a part of one, are not rendered', async () => {
  expect(await pageAt('/sign-in')).toMatchObject({ status: 200, hasContent: false });
  expect(await pageAt('/projects/fine', { 'sec-fetch-dest': 'empty' })).toMatchObject({ hasContent: false });
  expect(await pageAt('/projects/fine', { 'sec-fetch-dest': 'document' })).toMatchObject({ hasContent: true });
});

test('a page and a mail say in which direction their language is written', () => {
  const content = { title: '', html: '', styles: '', state: {}, scripts: [], when: 'now' as const };
  const template = pageTemplate('<html lang="en"><title>Muster</title><script></script></html>', 'http://muster.test');
  const page = (language: string) => template.filled('/', undefined, { ...content, language });
  expect([page('ar'), page('de')].map((html) => /<html lang="\w+" dir="(\w+)"/.exec(html)?.[1])).toEqual([
    'rtl',
    'ltr',
  ]);
  const mail = { greeting: '', blocks: [], footer: { text: '', links: [] } };
  expect(layOut('', { ...mail, language: 'he' }).html).toContain('<html lang="he" dir="rtl">');
});
