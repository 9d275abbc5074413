import { beforeAll, expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../test/support/app.ts';
import { browserOf, createPerson } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const muster = useApp();
let crew: Crew;
beforeAll(async () => {
  crew = await createCrew(muster);
});

const publish = (who: Caller, fields: object = {}, at = crew) =>
  at.as(who, 'POST', 'announcements', { title: 'News', body: 'Text', ...fields });

async function published(who: Caller, fields: object = {}, at = crew): Promise<string> {
  const response = await publish(who, fields, at);
  expect(response.statusCode).toBe(201);
  return response.json().id;
}

const titles = async (who: Caller | undefined, path = 'announcements', at = crew): Promise<string[]> =>
  (await at.as(who, 'GET', path)).json().data.map(({ title }: { title: string }) => title);

test('everybody sees public ones, the people of a project those for them, and a team its own', async () => {
  await published(crew.owner, { title: 'public' });
  await published(crew.owner, { title: 'inside', audience: 'people' });
  const venue = await published(crew.chief, { title: 'venue', tid: 'venue' });
  await published(crew.owner, { title: 'press', tid: 'press' });
  const everybody = [crew.owner, crew.chief, crew.member, crew.otherChief, crew.stranger, undefined];
  const seen = [];
  for (const who of everybody) seen.push(await titles(who));
  expect(seen).toEqual([
    ['press', 'venue', 'inside', 'public'],
    ['venue', 'inside', 'public'],
    ['venue', 'inside', 'public'],
    ['press', 'inside', 'public'],
    ['public'],
    ['public'],
  ]);
  expect(await titles(crew.owner, 'announcements?tid=venue')).toEqual(['venue']);
  expect(await titles(undefined, 'announcements?tid=venue')).toEqual([]);
  const statuses = [];
  for (const who of everybody) statuses.push((await crew.as(who, 'GET', `announcements/${venue}`)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 404, 404, 404]);
  const own = async (who: Caller) =>
    (await muster.call({ url: '/api/me/announcements', headers: who.headers })).json().data;
  expect((await own(crew.member)).map(({ title }: { title: string }) => title)).toEqual(['venue', 'inside', 'public']);
  expect(await own(crew.stranger)).toEqual([]);
  // The name of the author is for the people of the project.
  const read = async (who: Caller | undefined) =>
    (await crew.as(who, 'GET', 'announcements')).json().data.at(-1).author;
  expect([await read(crew.member), await read(crew.stranger), await read(undefined)]).toEqual(['Olga', null, null]);
});

test('owners write for the project, chiefs for their own team, nobody else', async () => {
  const tried: [Caller, object, number][] = [
    [crew.chief, {}, 403],
    [crew.chief, { tid: 'press' }, 403],
    [crew.member, { tid: 'venue' }, 403],
    [crew.stranger, {}, 403],
    [crew.owner, { tid: 'unknown' }, 422],
    [crew.owner, { tid: 'press' }, 201],
  ];
  for (const [who, fields, status] of tried) expect((await publish(who, fields)).statusCode).toBe(status);
  const id = await published(crew.owner, { tid: 'venue' });
  const change = (who: Caller, method: 'PATCH' | 'DELETE') =>
    crew.as(who, method, `announcements/${id}`, method === 'PATCH' ? { title: 'Changed' } : undefined);
  for (const method of ['PATCH', 'DELETE'] as const) {
    const statuses = [];
    for (const who of [crew.otherChief, crew.member, crew.stranger])
      statuses.push((await change(who, method)).statusCode);
    expect(statuses).toEqual([404, 403, 403]);
  }
  const project = await published(crew.owner);
  expect((await crew.as(crew.chief, 'PATCH', `announcements/${project}`, { title: 'x' })).statusCode).toBe(403);
  expect((await change(crew.chief, 'PATCH')).json()).toMatchObject({ title: 'Changed', rights: { edit: true } });
  expect((await change(crew.chief, 'DELETE')).statusCode).toBe(204);
  expect((await change(crew.chief, 'DELETE')).statusCode).toBe(404);
  const audit = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'actor', 'detail'])
    .where('subject', '=', id)
    .orderBy('id')
    .execute();
  expect(audit.map(({ kind, actor, detail }) => [kind, actor, JSON.parse(detail)])).toEqual([
    ['announcement.created', crew.owner.uid, { tid: 'venue', title: 'News' }],
    ['announcement.changed', crew.chief.uid, { tid: 'venue', title: 'Changed', fields: 'title' }],
    ['announcement.removed', crew.chief.uid, { tid: 'venue', title: 'Changed' }],
  ]);
});

test('bad input names the field and changes nothing', async () => {
  const before = await titles(crew.owner);
  const tried: [object, string][] = [
    [{ title: '' }, '/title'],
    [{ title: ' ' }, '/title'],
    [{ title: 'x'.repeat(201) }, '/title'],
    [{ title: 'a\nb' }, '/title'],
    [{ body: 'x'.repeat(10_001) }, '/body'],
    [{ body: '\u0000' }, '/body'],
    [{ tid: 'Not a slug' }, '/tid'],
    [{ audience: 'world' }, '/audience'],
    [{ audience: 'public', tid: 'venue' }, '/audience'],
    [{ pinned_until: 'tomorrow' }, '/pinned_until'],
    [{ pinned_until: '9999-01-01T00:00:00Z' }, '/pinned_until'],
    [{ colour: 'red' }, '/colour'],
  ];
  for (const [fields, pointer] of tried) {
    const response = await publish(crew.owner, fields);
    expect([response.statusCode, response.json().errors[0].pointer]).toEqual([400, pointer]);
  }
  expect(await titles(crew.owner)).toEqual(before);
  const id = await published(crew.owner, { tid: 'venue' });
  const changed = await crew.as(crew.owner, 'PATCH', `announcements/${id}`, { audience: 'public' });
  expect([changed.statusCode, changed.json().errors[0].pointer]).toEqual([400, '/audience']);
  expect((await crew.as(crew.owner, 'GET', 'announcements?cursor=x')).statusCode).toBe(400);
});

test('pinned ones come first until their time, over all pages', async () => {
  const at = await createCrew(muster);
  const until = new Date(muster.clock.now().getTime() + 60_000).toISOString();
  await published(at.owner, { title: 'pinned', pinned_until: until }, at);
  for (const title of ['one', 'two', 'three']) await published(at.owner, { title }, at);
  const walk = async () => {
    const found: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const cursor: string = next === '' ? '' : `&cursor=${next}`;
      const page = (await at.as(undefined, 'GET', `announcements?limit=1${cursor}`)).json();
      found.push(...page.data.map(({ title, pinned }: { title: string; pinned: boolean }) => `${title} ${pinned}`));
      next = page.next;
    }
    return found;
  };
  expect(await walk()).toEqual(['pinned true', 'three false', 'two false', 'one false']);
  const home = await muster.call({ url: '/api/me/announcements?limit=1', headers: at.member.headers });
  expect(home.json().data).toMatchObject([{ title: 'pinned', pinned: true, project: expect.any(String) }]);
  muster.clock.advance(120);
  expect(await walk()).toEqual(['three false', 'two false', 'one false', 'pinned false']);
});

test('a stale change is refused, and a change of nothing is not recorded', async () => {
  const id = await published(crew.owner);
  const tag = String((await crew.as(crew.owner, 'GET', `announcements/${id}`)).headers['etag']);
  await crew.as(crew.owner, 'PATCH', `announcements/${id}`, { body: 'Other' });
  const stale = await crew.as(crew.owner, 'PATCH', `announcements/${id}`, { body: 'Third' }, { 'if-match': tag });
  expect([stale.statusCode, stale.json().code]).toEqual([412, 'stale']);
  await crew.as(crew.owner, 'PATCH', `announcements/${id}`, { body: 'Other' });
  const rows = await muster.db.read.selectFrom('audit').select('kind').where('subject', '=', id).execute();
  expect(rows.map(({ kind }) => kind)).toEqual(['announcement.created', 'announcement.changed']);
});

test('one that was deleted is not mentioned to those who have read of it either', async () => {
  const at = await createCrew(muster);
  const gone = await published(at.owner, { title: 'Never mind' }, at);
  const { headers } = at.member;
  const notices = async () => (await muster.call({ url: '/api/me/notices', headers })).json();
  const [notice] = (await notices()).data;
  const payload = { up_to: notice.id };
  await muster.call({ method: 'PUT', url: '/api/me/notices/read', headers, payload });
  expect(await notices()).toMatchObject({ data: [{ kind: 'announcement' }], unread: 0 });
  await at.as(at.owner, 'DELETE', `announcements/${gone}`);
  expect((await notices()).data).toEqual([]);
});

test('the people it is for find it in their summary; one that was deleted is not mentioned', async () => {
  const at = await createCrew(muster);
  await published(at.chief, { title: 'Bring gloves', tid: 'venue' }, at);
  const gone = await published(at.owner, { title: 'Never mind' }, at);
  await published(at.owner, { title: 'Open now' }, at);
  await at.as(at.owner, 'DELETE', `announcements/${gone}`);
  const notices = async ({ headers }: Caller) =>
    (await muster.call({ url: '/api/me/notices', headers }))
      .json()
      .data.map(({ kind, values }: { kind: string; values: { title: string } }) => `${kind} ${values.title}`);
  expect(await notices(at.member)).toEqual(['announcement Open now', 'announcement Bring gloves']);
  expect(await notices(at.otherChief)).toEqual(['announcement Open now']);
  expect([await notices(at.owner), await notices(at.stranger)]).toEqual([[], []]);
  expect(await muster.deliverNotices()).toEqual([]);
  muster.clock.advance(24 * 3600);
  const mails = (await muster.deliverNotices()).filter(({ to }) => to === at.member.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('New announcement for Team 1: Bring gloves');
  expect(mails[0]?.text).not.toContain('Never mind');
});

test('drafts tell only their owners, archived projects are read-only, and copies start without announcements', async () => {
  const at = await createCrew(muster);
  const id = await published(at.owner, { title: 'Old' }, at);
  const set = (state: string) =>
    muster.db.transaction((trx) =>
      trx
        .updateTable('projects')
        .set({ state: state === 'draft' ? 'draft' : 'archived' })
        .where('pid', '=', at.pid)
        .execute(),
    );
  await set('draft');
  expect((await at.as(undefined, 'GET', 'announcements')).statusCode).toBe(404);
  expect((await muster.call(`/feeds/${at.pid}.atom`)).statusCode).toBe(404);
  const own = async (who: Caller) =>
    (await muster.call({ url: '/api/me/announcements', headers: who.headers })).json().data.length;
  expect([await own(at.owner), await own(at.member)]).toEqual([1, 0]);
  await set('archived');
  expect([await titles(undefined, 'announcements', at), await own(at.owner)]).toEqual([['Old'], 0]);
  const shown = (await at.as(at.owner, 'GET', `announcements/${id}`)).json();
  expect(shown.rights.edit).toBe(false);
  for (const [method, path] of [
    ['POST', 'announcements'],
    ['PATCH', `announcements/${id}`],
    ['DELETE', `announcements/${id}`],
  ] as const) {
    const response = await at.as(at.owner, method, path, method === 'DELETE' ? undefined : { title: 'x', body: 'y' });
    expect([method, response.json().code]).toEqual([method, 'project_archived']);
  }
  const admin = await browserOf(muster, await createPerson(muster, { administrator: true }));
  const copy = await muster.call({
    method: 'POST',
    url: '/api/projects',
    headers: admin,
    payload: { pid: `${at.pid}-next`, name: 'Next', timezone: 'UTC', copy_from: at.pid, state: 'public' },
  });
  expect(copy.statusCode).toBe(201);
  expect(await titles(undefined, 'announcements', { ...at, as: at.at(`${at.pid}-next`) })).toEqual([]);
});

test('lists and the home page take a fixed number of queries', async () => {
  const at = await createCrew(muster);
  const cost = async () => {
    const counts = [];
    for (const url of [`/api/projects/${at.pid}/announcements`, '/api/me/announcements', `/feeds/${at.pid}.atom`]) {
      const before = muster.db.queryCount();
      await muster.call({ url, headers: at.member.headers });
      counts.push(muster.db.queryCount() - before);
    }
    return counts;
  };
  await published(at.owner, {}, at);
  const one = await cost();
  for (let count = 0; count < 3; count += 1) await published(at.owner, {}, at);
  expect([await cost(), one]).toEqual([one, [4, 2, 3]]);
});

test('one person publishes at most 20 an hour', async () => {
  await using limited = await startTestApp({ env: realLimits });
  const at = await createCrew(limited);
  const codes = [];
  for (let count = 0; count < 21; count += 1) codes.push((await publish(at.owner, {}, at)).statusCode);
  expect([codes.slice(0, 20).every((code) => code === 201), codes[20]]).toEqual([true, 429]);
});
