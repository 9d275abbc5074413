import { beforeAll, expect, test } from 'vitest';
import { startTestApp, useApp } from '../test/support/app.ts';
import { timestamp } from '../src/server/lib/clock.ts';
import { browserOf, createPerson, createRows, createTask } from '../test/support/factories.ts';
import type { TestPerson } from '../test/support/factories.ts';

/** The built pages, in the process of the test: no browser is needed to see what the server sends. */
const muster = useApp({ env: { BASE_URL: 'http://muster.test' } });

const hostile = `</script><script>alert(1)</script><!-- "'&<b>`;
const secret = 'only-for-the-team';
let person: TestPerson;

async function createYear(pid: string, teams: number, people: readonly TestPerson[]): Promise<void> {
  const members = people.map(({ uid }) => ({ uid }));
  await createRows(muster, {
    projects: [{ pid, name: `${pid} ${hostile}` }],
    teams: Array.from({ length: teams }, (_, i) => ({ pid, tid: `team-${i}`, name: `Team ${i} ${hostile}`, members })),
  });
  await muster.db.transaction(async (trx) => {
    const description = `About **${pid}** ${hostile} [more](/projects)`;
    await trx.updateTable('projects').set({ description }).where('pid', '=', pid).execute();
    await trx
      .updateTable('teams')
      .set({ public_description: `We build. ${hostile}`, description: secret, mailing_list: secret })
      .where('pid', '=', pid)
      .execute();
  });
}

beforeAll(async () => {
  person = await createPerson(muster, { name: `Ada ${hostile}` });
  const others = [await createPerson(muster), await createPerson(muster)];
  await createYear('small', 1, [person]);
  await createYear('large', 3, [person, ...others]);
  await createYear('draft', 1, [person]);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ state: 'draft' }).where('pid', '=', 'draft').execute(),
  );
});

async function pageAt(url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: sent, body } = await muster.app.inject({ url, headers });
  return { status: statusCode, body, policy: String(sent['content-security-policy']), etag: String(sent['etag']) };
}

async function queriesOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const before = muster.db.queryCount();
  expect((await pageAt(url, headers)).body).toContain('page-state');
  return muster.db.queryCount() - before;
}

const inProject = (pid: string) => ['', '/teams', '/teams/team-0', '/staff'].map((path) => `/projects/${pid}${path}`);

test('a page takes the same few queries for any number of teams and people; a kept page asks them again', async () => {
  const counted = async (urls: string[]) => {
    const found: number[] = [];
    for (const url of urls) found.push(await queriesOf(url));
    return found;
  };
  expect(await counted(inProject('small'))).toEqual([12, 9, 22, 9]);
  expect(await counted(inProject('large'))).toEqual([12, 9, 22, 9]);
  // The last one shows the listing, which is kept without asking.
  expect(await counted(inProject('large'))).toEqual([12, 9, 22, 6]);
});

test('the home page of a signed-in person takes a fixed number of queries', async () => {
  const { cookie = '' } = await browserOf(muster, person);
  const headers = { cookie: `${cookie}; muster_time_zone=Asia/Taipei` };
  await queriesOf('/', headers);
  // One of them checks the session before the page is rendered.
  expect(await queriesOf('/', headers)).toBe(42);
});

test('a page has the title, the description and the tags for previews', async () => {
  const { body } = await pageAt('/projects/small/teams/team-0');
  const escaped = '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!-- &quot;&#39;&amp;&lt;b&gt;';
  expect(body).toContain(`<title>Team 0 ${escaped} · small ${escaped} · Muster</title>`);
  expect(body).toContain(`<meta name="description" content="We build. ${escaped}" />`);
  expect(body).toContain(`<meta property="og:title" content="Team 0 ${escaped} · small ${escaped} · Muster" />`);
  expect(body).toContain('<meta property="og:url" content="http://muster.test/projects/small/teams/team-0" />');
  expect(body.match(/<title>|name="description"/g)).toHaveLength(2);
});

test("what people write is text in the page and in its data, and the policy allows the page's own script only", async () => {
  const { cookie = '' } = await browserOf(muster, person);
  const home = await pageAt('/', { cookie: `${cookie}; muster_time_zone=Asia/Taipei` });
  const pages = [home, ...(await Promise.all(inProject('small').map((url) => pageAt(url))))];
  for (const { body, policy } of pages) {
    const scripts = [...body.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)];
    expect(scripts.map(([, attributes]) => /data-main|application\/json/.exec(attributes ?? '')?.[0])).toEqual([
      'data-main',
      'application/json',
    ]);
    expect(body).not.toContain('<b>');
    expect(JSON.stringify(JSON.parse(scripts[1]?.[2] ?? ''))).toContain(JSON.stringify(hostile).slice(1, -1));
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(scripts[0]?.[2]));
    expect(policy).toContain(`script-src 'self' 'sha256-${Buffer.from(digest).toString('base64')}';`);
  }
});

test('pages never have what only members may read, and drafts are not found', async () => {
  for (const url of [...inProject('large'), '/', '/projects']) {
    const { status, body } = await pageAt(url);
    expect(status).toBe(200);
    expect(body).toContain('page-state');
    for (const hidden of [secret, person.email, 'draft ']) expect(body).not.toContain(hidden);
  }
  for (const url of inProject('draft')) {
    const { status, body } = await pageAt(url);
    expect([status, body.includes('We build')]).toEqual([404, false]);
  }
});

test('a kept page changes at once with its data, also when another process changed it', async () => {
  const kept = await pageAt('/projects/small');
  expect((await pageAt('/projects/small')).etag).toBe(kept.etag);
  expect(
    (await muster.app.inject({ url: '/projects/small', headers: { 'if-none-match': kept.etag } })).statusCode,
  ).toBe(304);
  await using other = await startTestApp({ place: muster.place });
  await other.db.transaction((trx) =>
    trx.updateTable('teams').set({ name: 'Stage crew' }).where('pid', '=', 'small').execute(),
  );
  const changed = await pageAt('/projects/small');
  expect(changed.body).toContain('Stage crew');
  expect(changed.etag).not.toBe(kept.etag);
});

test('the front page has what is pinned for everyone, and names tasks without a team only if there are some', async () => {
  const pid = 'small';
  await muster.db.transaction((trx) =>
    trx
      .updateTable('projects')
      .set({ starts_on: '2000-01-01', ends_on: '2000-01-02' })
      .where('pid', '=', 'large')
      .execute(),
  );
  const [headline, single] = ['Doors open at nine', 'Only a few hours?'];
  const before = (await pageAt('/')).body;
  for (const text of [headline, single]) expect(before).not.toContain(text);
  const at = timestamp(muster.clock.now());
  const row = { pid, tid: null, body: 'Come early.', created_by: person.uid, created_at: at, updated_at: at };
  await muster.db.transaction((trx) =>
    trx
      .insertInto('announcements')
      .values([
        { ...row, id: 'n1', title: headline, audience: 'public', pinned_until: '2099-01-01T00:00:00.000Z' },
        { ...row, id: 'n2', title: 'Old news', audience: 'public', pinned_until: null },
        { ...row, id: 'n3', title: secret, audience: 'people', pinned_until: '2099-01-01T00:00:00.000Z' },
      ])
      .execute(),
  );
  const pinned = (await pageAt('/')).body;
  expect(pinned).toContain(headline);
  for (const text of ['<a[^>]*>Old news', secret, single]) expect(pinned).not.toMatch(text);
  await createTask(muster, pid);
  expect((await pageAt('/')).body).not.toContain(single);
  await createTask(muster, pid, { visibility: 'signed_in' });
  expect((await pageAt('/')).body).toContain(single);
  await muster.db.transaction((trx) =>
    trx.updateTable('announcements').set({ pinned_until: null }).where('id', '=', 'n1').execute(),
  );
  expect((await pageAt('/')).body).not.toMatch(`<a[^>]*>${headline}`);
});

test('dates of signed-in people are in the time zone of their browser, or in that of the event if it is not known', async () => {
  const { cookie = '' } = await browserOf(muster, person);
  const zoneAt = async (url: string, zone: string) =>
    /"timeZone":"([^"]+)"/.exec((await pageAt(url, { cookie: cookie + zone })).body)?.[1];
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ timezone: 'Asia/Tokyo' }).where('pid', '=', 'small').execute(),
  );
  for (const zone of ['', '; muster_time_zone=Nowhere', '; muster_time_zone=%22%3E'])
    expect(await zoneAt('/projects/small/tasks', zone)).toBe('Asia/Tokyo');
  expect(await zoneAt('/projects/small/tasks', '; muster_time_zone=Asia/Taipei')).toBe('Asia/Taipei');
});

test('a page that a signed-in person may not read, or that does not exist, is filled by the browser', async () => {
  const { cookie = '' } = await browserOf(muster, await createPerson(muster));
  for (const url of [
    '/projects/draft/tasks',
    '/projects/nowhere',
    '/projects/small/tasks/unknown',
    '/me/bank',
    '/admin',
  ]) {
    const { status, body } = await pageAt(url, { cookie });
    expect([url, status, body.includes('page-state')]).toEqual([url, 200, false]);
  }
  const ended = await pageAt('/projects/small/tasks', { cookie: 'muster_session=ended' });
  expect([ended.status, ended.body.includes('page-state')]).toEqual([200, false]);
});
