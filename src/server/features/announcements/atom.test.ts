import { beforeAll, expect, test } from 'vitest';
import { announcementFeeds } from './atom.service.ts';
import { useApp } from '../../../../test/support/app.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Crew } from '../../../../test/support/world.ts';

const muster = useApp({ env: { BASE_URL: 'https://muster.test' } });
let crew: Crew;
beforeAll(async () => {
  crew = await createCrew(muster);
});

const script = `<script>alert("1")</script> & ]]> 'x'`;
const publish = async (fields: object): Promise<string> =>
  (await crew.as(crew.owner, 'POST', 'announcements', { title: 'News', body: 'Text', ...fields })).json().id;
const feed = (headers: Record<string, string> = {}) => muster.call({ url: `/feeds/${crew.pid}.atom`, headers });
const tagsIn = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, value = '']) => value);

test('the feed has the public announcements with stable ids, absolute links and escaped text', async () => {
  const id = await publish({ title: script, body: `# Title\n\n${script}` });
  await publish({ title: 'inside', audience: 'people' });
  await publish({ title: 'team', tid: 'venue' });
  const first = await feed();
  expect(first.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect(first.headers['access-control-allow-origin']).toBe('*');
  const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; ]]&gt; &#39;x&#39;';
  expect(tagsIn(first.body, 'title')).toEqual([expect.stringMatching(/^Project/), escaped]);
  const twice = escaped.replaceAll('&', '&amp;');
  expect(tagsIn(first.body, 'content')).toEqual([`&lt;h2&gt;Title&lt;/h2&gt;\n&lt;p&gt;${twice}&lt;/p&gt;\n`]);
  expect(first.body).not.toMatch(/<script|inside|>team</);
  expect(first.body).toContain(`href="https://muster.test/projects/${crew.pid}/announcements/${id}"`);
  expect(first.body).toContain(`href="https://muster.test/feeds/${crew.pid}.atom"`);
  expect(
    tagsIn(first.body, 'id').every((one) => /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(one)),
  ).toBe(true);

  const tag = { 'if-none-match': String(first.headers['etag']) };
  expect((await feed(tag)).statusCode).toBe(304);
  await crew.as(crew.owner, 'PATCH', `announcements/${id}`, { title: 'Changed' });
  const second = await feed(tag);
  expect([second.statusCode, tagsIn(second.body, 'id')]).toEqual([200, tagsIn(first.body, 'id')]);
  const [before, after] = [first, second].map(({ body }) => tagsIn(body, 'updated')[1] ?? '');
  expect(after).toMatch(/Z$/);
  expect(String(after) > String(before)).toBe(true);
  expect(tagsIn(second.body, 'published')).toEqual(tagsIn(first.body, 'published'));
});

test('a feed that has not changed is neither read nor written again', async () => {
  await publish({});
  const queriesOf = async (headers: Record<string, string> = {}) => {
    const before = muster.db.queryCount();
    const { body, headers: sent } = await feed(headers);
    return { queries: muster.db.queryCount() - before, body, etag: String(sent['etag']) };
  };
  const first = await queriesOf();
  const second = await queriesOf();
  expect(second).toEqual({ ...first, queries: first.queries - 1 });
  expect(await queriesOf({ 'if-none-match': first.etag })).toEqual({ ...second, body: '' });
  await publish({ title: 'Newer' });
  expect((await feed()).body).toContain('Newer');
});

test('there is no feed at other addresses', async () => {
  for (const path of ['/feeds/unknown.atom', '/feeds/x', '/feeds/A.atom', '/feeds/..%2f.atom'])
    expect([path, (await muster.call(path)).statusCode]).toEqual([path, 404]);
});

test('a text that could not be parsed in time is shown as typed and not kept, so that the next reader gets it formatted', async () => {
  await publish({ title: 'Late', body: '# Heading of a slow machine' });
  const file = `${crew.pid}.atom`;
  const hurried = await (await announcementFeeds(muster.db.read, 'https://muster.test', -1)(file)).body();
  expect(hurried).toMatchObject({ complete: false, text: expect.stringContaining('# Heading of a slow machine') });
  const feeds = announcementFeeds(muster.db.read, 'https://muster.test');
  const { text, complete } = await (await feeds(file)).body();
  expect(complete).toBe(true);
  expect(text).toContain('&lt;h2&gt;Heading of a slow machine');
});
