import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminPages, chiefPages, memberPages, ownerPages, visitorPages } from '../e2e/support/pages.ts';
import { useApp } from './support/app.ts';
import { browserOf, createPerson, createProject, createTeam } from './support/factories.ts';
import { fakeWebRoot } from './support/web-root.ts';

const web = fakeWebRoot();
const muster = useApp({ webRoot: web.path, env: { BASE_URL: 'http://muster.test' } });
afterAll(() => web[Symbol.dispose]());

const page = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: sent, body } = await muster.app.inject({ url, headers });
  return { status: statusCode, type: String(sent['content-type']), body };
};
const html = 'text/html; charset=utf-8';
const problem = 'application/problem+json; charset=utf-8';

const tagsOf = (body: string) => ({
  title: /<title>([^<]*)<\/title>/.exec(body)?.[1],
  ...Object.fromEntries(
    [...body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  ),
});

const attack = `"><script>alert(1)</script><b a='x'>&amp;`;

beforeAll(async () => {
  await createProject(muster, { pid: '2030', name: 'Summer Camp 2030' });
  await createTeam(muster, '2030', { tid: 'venue', name: 'Venue' });
  await createTeam(muster, '2030', { tid: 'closed', name: 'Closed', disabled: true });
  await createProject(muster, { pid: 'attack', name: attack });
  await createTeam(muster, 'attack', { tid: 'venue', name: attack });
  const { uid: created_by } = await createPerson(muster);
  await muster.db.transaction(async (trx) => {
    const description = `# Welcome\n\nTwo days of **talks** and [tents](https://example.org).\n\n- Bring _friends_`;
    await trx.updateTable('projects').set({ description }).where('pid', '=', '2030').execute();
    await trx.updateTable('teams').set({ public_description: 'We build the halls.' }).execute();
    await trx.updateTable('projects').set({ description: attack }).where('pid', '=', 'attack').execute();
    const news = {
      pid: '2030',
      title: 'Set-up starts at 8',
      body: 'Bring **gloves**.',
      created_by,
    };
    const at = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
    const rows = [
      { id: 'open', tid: null, audience: 'public' },
      { id: 'people', tid: null, audience: 'people' },
      { id: 'team', tid: 'venue', audience: 'people' },
    ] as const;
    await trx
      .insertInto('announcements')
      .values(rows.map((row) => ({ ...news, ...at, ...row })))
      .execute();
  });
});

describe('who gets pages', () => {
  test.each(['*/*', 'text/html', 'text/html,application/xhtml+xml,*/*;q=0.8', undefined])(
    'pages are sent to programs that accept %s',
    async (accept) => {
      for (const url of ['/', '/sign-in', '/projects', '/projects/2030', '/projects/2030/teams/venue'])
        expect(await page(url, accept === undefined ? {} : { accept })).toMatchObject({ status: 200, type: html });
    },
  );

  test('the API and the listing never send pages', async () => {
    for (const url of ['/api/nothing', '/api', '/members/nobody', '/assets/nothing.js'])
      expect(await page(url, { accept: '*/*' })).toMatchObject({ status: 404, type: problem });
  });

  test('a file that does not exist is not answered with a page, except to browsers', async () => {
    expect(await page('/index.php', { accept: '*/*' })).toMatchObject({ status: 404, type: problem });
    expect(await page('/index.php', { accept: 'text/html' })).toMatchObject({ status: 404, type: html });
  });

  test('a program that wants JSON gets no page', async () => {
    expect(await page('/projects/2030', { accept: 'application/json' })).toMatchObject({ status: 404, type: problem });
  });

  test.each(['/nowhere', '/projects/2030/nowhere', '/me/nowhere', '/projects/none', '/Projects'])(
    '%s is a page that says that it does not exist',
    async (url) => {
      expect(await page(url, { accept: '*/*' })).toMatchObject({ status: 404, type: html });
    },
  );

  test('a page about a team that does not exist or is disabled is 404', async () => {
    for (const tid of ['none', 'closed']) expect((await page(`/projects/2030/teams/${tid}`)).status).toBe(404);
  });

  test('signed-in people get the application for what is not public, with a general title', async () => {
    const headers = await browserOf(muster, await createPerson(muster));
    const { status, body } = await page('/projects/none', headers);
    expect({ status, title: tagsOf(body).title }).toEqual({ status: 200, title: 'Muster' });
    expect((await page('/nowhere', headers)).status).toBe(404);
  });

  test('every page of the application is known', async () => {
    const person = { uid: 'abc' } as never;
    const year = { pid: '2030', task: 'abc', chief: person, volunteer: person };
    const headers = await browserOf(muster, await createPerson(muster));
    const missing: string[] = [];
    for (const url of [visitorPages, memberPages, chiefPages, ownerPages, adminPages].flatMap((pages) => pages(year)))
      if ((await page(encodeURI(url), headers)).status !== 200) missing.push(url);
    expect(missing).toEqual([]);
  });
});

test('a number that is typed without JavaScript leads to the page about it', async () => {
  const leadsTo = async (query: string) =>
    (await muster.app.inject({ url: `/verify?number=${query}`, headers: { accept: 'text/html' } })).headers.location;
  expect(await leadsTo('7K3M-9q2w+4x%20%2Fy')).toBe('/verify/7K3M9q2w4xy');
  expect(await leadsTo('%2F%2Fevil.example')).toBe('/verify/evilexample');
  for (const query of ['', '--', '%2F']) expect(await leadsTo(query)).toBeUndefined();
});

describe('what pages say about themselves', () => {
  test('search engines do not list pages that are shown to everyone who has their address', async () => {
    const robots = async (url: string) => (await muster.app.inject({ url })).headers['x-robots-tag'];
    expect(await robots('/verify/0000-0000')).toBe('noindex');
    expect(await robots(`/show/mss_${'a'.repeat(52)}_00000000`)).toBe('noindex');
    expect(await robots('/projects/2030')).toBeUndefined();
  });

  test('a project', async () => {
    const description = 'Welcome Two days of talks and tents. Bring friends';
    expect(tagsOf((await page('/projects/2030?from=mail')).body)).toEqual({
      title: 'Summer Camp 2030 · Muster',
      description,
      'og:title': 'Summer Camp 2030 · Muster',
      'og:description': description,
      'og:type': 'website',
      'og:site_name': 'Summer Camp 2030',
      'og:url': 'http://muster.test/projects/2030',
    });
    expect(tagsOf((await page('/sign-in')).body)).toMatchObject({ 'og:site_name': 'Muster' });
  });

  test('a team', async () => {
    expect(tagsOf((await page('/projects/2030/teams/venue')).body)).toMatchObject({
      title: 'Venue · Summer Camp 2030 · Muster',
      description: 'We build the halls.',
      'og:url': 'http://muster.test/projects/2030/teams/venue',
    });
  });

  test('nothing is said about what has no description', async () => {
    await muster.db.transaction((trx) =>
      trx.updateTable('teams').set({ public_description: '' }).where('pid', '=', 'attack').execute(),
    );
    expect((await page('/projects/attack/teams/venue')).body).not.toContain('description');
  });

  test('an announcement; only public ones of the project exist for visitors', async () => {
    const url = (id: string) => `/projects/2030/announcements/${id}`;
    expect(tagsOf((await page(url('open'))).body)).toMatchObject({
      title: 'Set-up starts at 8 · Summer Camp 2030 · Muster',
      description: 'Bring gloves.',
      'og:title': 'Set-up starts at 8 · Summer Camp 2030 · Muster',
      'og:description': 'Bring gloves.',
      'og:site_name': 'Summer Camp 2030',
    });
    for (const id of ['people', 'team', 'none']) expect([id, (await page(url(id))).status]).toEqual([id, 404]);
    expect((await page('/projects/none/announcements/open')).status).toBe(404);
    expect(tagsOf((await page('/projects/2030/announcements')).body).title).toBe('Summer Camp 2030 · Muster');
    expect((await page(url('new'))).status).toBe(200);
  });

  test('a long description is shortened', async () => {
    await muster.db.transaction((trx) =>
      trx
        .updateTable('teams')
        .set({ public_description: '字'.repeat(500) })
        .where('pid', '=', 'attack')
        .execute(),
    );
    const { description } = tagsOf((await page('/projects/attack/teams/venue')).body);
    expect(description).toBe(`${'字'.repeat(199)}…`);
  });

  test('names and descriptions cannot leave their tag', async () => {
    const escaped = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b a=&#39;x&#39;&gt;&amp;amp;';
    for (const url of ['/projects/attack', '/projects/attack/teams/venue']) {
      const { body } = await page(url);
      expect(body).not.toContain('<script>alert');
      expect(body).not.toContain('<b a=');
      expect(tagsOf(body).title?.startsWith(escaped)).toBe(true);
      expect(body.match(/<title>/g)).toHaveLength(1);
    }
    expect(tagsOf((await page('/projects/attack')).body)).toMatchObject({ description: escaped });
  });

  test('an address cannot leave its tag', async () => {
    const { body, status } = await page('/projects/2030/"><script>alert(1)</script>');
    expect(status).toBe(404);
    expect(body).not.toContain('<script>alert');
  });
});
