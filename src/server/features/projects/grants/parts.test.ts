import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createRows } from '../../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew, Method } from '../../../../../test/support/world.ts';
import type { GrantRole } from '../../../../shared/deputies.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});

const inHours = (hours: number) => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();
/** Sam, who is nothing else in the project, until an hour from now. */
const deputise = async (role: GrantRole): Promise<Caller> => {
  const tid = role === 'chief' ? { tid: 'venue' } : {};
  await createRows(muster, {
    grants: [{ pid: crew.pid, uid: crew.stranger.uid, role, ...tid, ends_at: inHours(1), granted_by: crew.owner.uid }],
  });
  return crew.stranger;
};
const statuses = (who: Caller, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => [path, (await crew.as(who, 'GET', path)).statusCode]));
const all = (paths: readonly string[], status: number) => paths.map((path) => [path, status]);
const kindsTo = async ({ uid }: Caller) =>
  (await muster.db.read.selectFrom('notices').select('kind').where('uid', '=', uid).orderBy('id').execute()).map(
    ({ kind }) => kind,
  );

test('who reads what owners read sees no addresses, contacts, private answers or messages', async () => {
  await muster.call({
    method: 'PUT',
    url: '/api/me/contact',
    headers: crew.member.headers,
    payload: { phone: '+886 2 1234 5678', handles: [], visible_to: 'chiefs' },
  });
  await crew.as(crew.owner, 'POST', 'forms', {
    form: 'diet',
    kind: 'custom',
    title: 'Diet',
    enabled: true,
    fields: [
      { key: 'open', label: 'Open', type: 'text' },
      {
        key: 'secret',
        label: 'Secret',
        type: 'text',
        private: true,
        purpose: 'the kitchen',
        erase_after: inHours(9000).slice(0, 10),
      },
    ],
  });
  await crew.as(crew.member, 'PUT', 'forms/diet/response', { answers: { open: 'Hello', secret: 'Canary' } });
  const viewer = await deputise('viewer');
  const people = (await crew.as(viewer, 'GET', 'people')).json().data;
  expect(people.map(({ name, email, contact }: Record<string, unknown>) => [name, email, contact])).toEqual(
    ['Chen', 'Mia', 'Olga', 'Otto'].map((name) => [name, '', undefined]),
  );
  const mia = (await crew.as(viewer, 'GET', `people/${crew.member.uid}`)).json();
  expect(mia).toMatchObject({ email: '', teams: [{ tid: 'venue' }], answered_forms: [{ form: 'diet' }] });
  expect(mia.contact).toBeUndefined();
  // Nor can they be guessed by searching.
  expect((await crew.as(viewer, 'GET', `people?q=${crew.member.email}`)).json().data).toEqual([]);
  expect((await crew.as(viewer, 'GET', 'forms/diet/responses')).json().data).toMatchObject([
    { name: 'Mia', answers: { open: 'Hello' } },
  ]);
  expect((await crew.as(viewer, 'GET', 'forms/diet/responses')).body).not.toContain('Canary');
  const open = ['dashboard', 'hours', 'statistics', 'tasks', 'plan?from=2026-08-08', 'grants', 'forms/diet/totals'];
  expect(await statuses(viewer, open)).toEqual(all(open, 200));
  const closed = [
    'people.csv',
    'messages',
    'applications',
    'webhooks',
    'groups',
    'forms/diet/responses.csv',
    'devices',
  ];
  expect(await statuses(viewer, closed)).toEqual(all(closed, 403));
  const task = { title: 'Doors', starts_at: inHours(100), ends_at: inHours(102), capacity: 5 };
  const writes: [Method, string, object][] = [
    ['POST', 'tasks', task],
    ['POST', 'forms', { form: 'x', kind: 'appreciation', title: 'x' }],
    ['PATCH', 'teams/venue', { description: '' }],
    ['POST', 'announcements', { title: 'News', body: 'Text' }],
  ];
  for (const [method, path, payload] of writes)
    expect([path, (await crew.as(viewer, method, path, payload)).statusCode]).toEqual([path, 403]);
});

test('a deputy who reads and also leads a team sees the addresses of that team only', async () => {
  await createRows(muster, { grants: [{ pid: crew.pid, uid: crew.chief.uid, role: 'viewer' }] });
  const { data } = (await crew.as(crew.chief, 'GET', 'people')).json();
  const addresses = Object.fromEntries(data.map(({ name, email }: Record<string, string>) => [name, email]));
  expect(addresses).toEqual({ Chen: crew.chief.email, Mia: crew.member.email, Olga: '', Otto: '' });
  expect((await crew.as(crew.chief, 'GET', `people?q=${crew.otherChief.email}`)).json().data).toEqual([]);
});

test('who recruits decides on all applications, invites members and adds them, and never chiefs', async () => {
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { takes_applications: true });
  const applicant = crew.otherChief;
  await crew.as(applicant, 'PUT', 'teams/venue/application', { message: 'Hi' });
  const recruiter = await deputise('recruiting');
  const { data } = (await crew.as(recruiter, 'GET', 'applications')).json();
  expect(data).toMatchObject([{ uid: applicant.uid, tid: 'venue' }]);
  const decisions = [{ uid: applicant.uid, tid: 'venue', decision: 'accept' }];
  expect((await crew.as(recruiter, 'POST', 'applications/decisions', { decisions })).json().results).toMatchObject([
    { result: 'decided' },
  ]);
  const invite = (role: string) =>
    crew.inBrowser(recruiter, 'POST', 'teams/press/invitations', { emails: ['new@example.org'], role });
  expect((await invite('chief')).statusCode).toBe(403);
  expect((await invite('owner')).statusCode).toBe(403);
  expect((await invite('member')).json().data).toMatchObject([{ outcome: 'invited' }]);
  expect((await crew.as(recruiter, 'GET', 'invitations')).json().data).toMatchObject([{ held_because: null }]);
  expect((await crew.as(recruiter, 'PUT', `teams/press/members/${crew.member.uid}`)).statusCode).toBe(204);
  for (const [method, path] of [
    ['PUT', `teams/press/chiefs/${crew.member.uid}`],
    ['DELETE', `teams/venue/members/${crew.member.uid}`],
    ['PATCH', 'teams/press'],
  ] as const)
    expect(
      (await crew.as(recruiter, method, path, method === 'PATCH' ? { description: '' } : undefined)).statusCode,
    ).toBe(403);
  // What they sent cannot be accepted once their time is over.
  muster.clock.advance(3700);
  expect((await crew.as(crew.owner, 'GET', 'invitations')).json().data).toMatchObject([{ held_because: 'sender' }]);
});

test('a deputy puts nobody into a team who stays there when their time ends: themselves', async () => {
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { takes_applications: true });
  for (const role of ['recruiting', 'chief'] as const) {
    const sam = await deputise(role);
    await crew.as(sam, 'PUT', 'teams/venue/application', {});
    const decisions = [{ uid: sam.uid, tid: 'venue', decision: 'accept' }];
    const tries = [
      await crew.as(sam, 'PUT', `teams/venue/members/${sam.uid}`),
      await crew.as(sam, 'POST', 'teams/venue/members', { people: [{ uid: sam.uid }] }),
      await crew.as(sam, 'POST', 'teams/venue/members', { people: [{ email: sam.email }], partial: true }),
      await crew.as(sam, 'POST', 'applications/decisions', { decisions }),
      await crew.as(sam, 'PUT', `teams/venue/applications/${sam.uid}/acceptance`),
    ];
    expect([role, ...tries.map(({ statusCode }) => statusCode)]).toEqual([role, 403, 403, 403, 403, 403]);
    const invited = await crew.inBrowser(sam, 'POST', 'teams/venue/invitations', { emails: [sam.email] });
    expect([invited.statusCode, invited.json().errors[0].detail]).toEqual([409, 'is your own address']);
    await crew.as(sam, 'DELETE', 'teams/venue/application');
    await muster.db.transaction((trx) => trx.deleteFrom('grants').execute());
    await muster.db.transaction((trx) => trx.deleteFrom('invitations').execute());
  }
  const { data } = (await crew.as(crew.owner, 'GET', 'teams/venue/members')).json();
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['Chen', 'Mia']);
});

test('nor does a deputy join with an invitation that they sent to an address that became theirs', async () => {
  const sam = await deputise('recruiting');
  const email = 'sam-elsewhere@example.org';
  expect((await crew.as(sam, 'POST', 'teams/venue/invitations', { emails: [email] })).statusCode).toBe(200);
  await muster.db.transaction((trx) => trx.updateTable('people').set({ email }).where('uid', '=', sam.uid).execute());
  const [own] = await muster.db.read.selectFrom('invitations').select('id').where('email', '=', email).execute();
  const url = `/api/me/invitations/${own?.id}/acceptance`;
  expect((await muster.call({ method: 'PUT', url, headers: sam.headers })).statusCode).toBe(403);
  const { data } = (await crew.as(crew.owner, 'GET', 'teams/venue/members')).json();
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['Chen', 'Mia']);
});

test('deputies who apply themselves do not learn what is decided about them, nor write notes about it', async () => {
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ decisions: 'together' }).where('pid', '=', crew.pid).execute(),
  );
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { takes_applications: true });
  for (const role of ['recruiting', 'chief'] as const) {
    const sam = await deputise(role);
    await crew.as(sam, 'PUT', 'teams/venue/application', { message: 'It is me' });
    const decide = (who: Caller, more: object) =>
      crew.as(who, 'POST', 'applications/decisions', { decisions: [{ uid: sam.uid, tid: 'venue', ...more }] });
    await decide(crew.owner, { decision: 'decline', note: 'Secret' });
    for (const path of [
      'applications?state=all',
      'applications?state=pending',
      'teams/venue/applications',
      'applications.csv',
      `applications/${sam.uid}/earlier`,
    ]) {
      const { body } = await crew.as(sam, 'GET', path);
      expect([path, body.includes('Secret') || body.includes(sam.uid) || body.includes('It is me')]).toEqual([
        path,
        false,
      ]);
    }
    const publish = await crew.as(sam, 'POST', 'applications/publication', { dry_run: true });
    expect(publish.json().previews ?? []).toEqual([]);
    for (const more of [{ decision: 'accept' }, { note: 'Let me in' }]) {
      const refused = await decide(sam, more);
      expect([refused.statusCode, refused.body.includes('declined')]).toEqual([403, false]);
    }
    const seen = (await crew.as(crew.owner, 'GET', 'applications?state=pending')).json();
    expect(seen).toMatchObject({ total: 1, data: [{ uid: sam.uid, note: 'Secret' }] });
    await crew.as(sam, 'DELETE', 'teams/venue/application');
    await muster.db.transaction((trx) => trx.deleteFrom('grants').execute());
  }
});

test('decisions of a deputy that are not published when their time ends have to be made again', async () => {
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ decisions: 'together' }).where('pid', '=', crew.pid).execute(),
  );
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { takes_applications: true });
  await crew.as(crew.otherChief, 'PUT', 'teams/venue/application', {});
  const recruiter = await deputise('recruiting');
  const decisions = [{ uid: crew.otherChief.uid, tid: 'venue', decision: 'accept' }];
  await crew.as(recruiter, 'POST', 'applications/decisions', { decisions });
  const publish = async () => (await crew.as(crew.owner, 'POST', 'applications/publication', { dry_run: true })).json();
  expect(await publish()).toMatchObject({ accepted: 1 });
  muster.clock.advance(3700);
  expect(await publish()).toMatchObject({ accepted: 0, decide_again: 1 });
});

test('who writes for the organisers reaches everybody, sees their own messages only, and stops when their time ends', async () => {
  const writer = await deputise('writer');
  const write = async (who: Caller, more: object = {}) =>
    (
      await crew.as(who, 'POST', 'messages', {
        audience: { everyone: true },
        subject: 'Hello',
        body: 'Hello {{name}}',
        ...more,
      })
    ).json();
  await write(crew.owner);
  const { id } = await write(writer, { send_at: inHours(3) });
  expect((await crew.as(writer, 'GET', 'messages')).json().data).toMatchObject([{ id }]);
  expect((await crew.as(writer, 'POST', 'messages/audience', { audience: { everyone: true } })).json()).toMatchObject({
    count: 4,
  });
  const body = 'You have {{hours}}';
  expect(
    (await crew.as(writer, 'POST', 'messages/preview', { subject: 'x', body, uid: crew.member.uid })).statusCode,
  ).toBe(403);
  expect((await crew.inBrowser(writer, 'POST', `messages/${id}/send`)).statusCode).toBe(200);
  const sent = await write(writer);
  expect((await crew.as(writer, 'POST', `messages/${sent.id}/send`)).json()).toMatchObject({ state: 'sending' });
  await muster.services.messageSender.drain();
  const states = await muster.db.read
    .selectFrom('messages')
    .select(['id', 'state'])
    .where('sender', '=', writer.uid)
    .execute();
  expect(Object.fromEntries(states.map((row) => [row.id, row.state]))).toMatchObject({ [sent.id]: 'sent' });
  const announcement = { title: 'News', body: 'Text' };
  expect((await crew.as(writer, 'POST', 'announcements', announcement)).statusCode).toBe(201);
  expect((await crew.as(writer, 'POST', 'announcements', { ...announcement, tid: 'press' })).statusCode).toBe(201);
  muster.clock.advance(4 * 3600);
  await muster.services.messageSender.drain();
  const late = await muster.db.read
    .selectFrom('messages')
    .select(['state', 'stopped'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(late).toMatchObject({ stopped: 'not_allowed' });
});

test('who runs the desk marks everybody but themselves, and sees whom to call', async () => {
  const task = { title: 'Doors', tid: 'venue', starts_at: inHours(0.5), ends_at: inHours(3), capacity: 5 };
  const { id } = (await crew.as(crew.chief, 'POST', 'tasks', task)).json();
  await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const desk = await deputise('desk');
  const now = (await crew.as(desk, 'GET', 'now')).json();
  expect(now.tasks).toMatchObject([{ id, people: [{ uid: crew.member.uid }] }]);
  expect(now.people[0].email).toBeUndefined();
  const mark = await crew.as(desk, 'PATCH', `tasks/${id}/attendees/${crew.member.uid}`, { state: 'arrived' });
  expect(mark.json()).toMatchObject({ state: 'arrived' });
  const closed = ['messages', 'people', 'tasks.csv', 'traffic-subsidies.csv'];
  expect(await statuses(desk, closed)).toEqual(all(closed, 403));
});

test('who runs the desk does not decide who gets codes', async () => {
  const desk = await deputise('desk');
  const audience = { tids: ['venue'] };
  const list = { name: 'Ticket', kind: 'code', audience };
  expect((await crew.as(desk, 'POST', 'hand-outs', list)).json().detail).toBe('Only owners hand out codes');
  const { id } = (await crew.as(crew.owner, 'POST', 'hand-outs', list)).json();
  const everyone = { audience: { everyone: true } };
  expect((await crew.as(desk, 'PATCH', `hand-outs/${id}`, everyone)).statusCode).toBe(403);
  expect((await crew.as(desk, 'DELETE', `hand-outs/${id}`)).statusCode).toBe(403);
  expect((await crew.as(desk, 'GET', `hand-outs/${id}`)).json().audience).toEqual(audience);
});

test('who runs the desk makes hand-outs, and reads no answers to forms with them', async () => {
  const options = [{ value: 'yes', label: 'Yes' }];
  const fields = [{ key: 'relative', label: 'Related to an owner?', type: 'choice', options }];
  const form = { form: 'conflicts', kind: 'custom', title: 'Conflicts', enabled: true, fields };
  expect((await crew.as(crew.owner, 'POST', 'forms', form)).statusCode).toBe(201);
  const desk = await deputise('desk');
  const meal = { name: 'Meal', audience: { everyone: true } };
  const { id } = (await crew.as(desk, 'POST', 'hand-outs', meal)).json();
  const pointers = (answer: { json: () => { code: string; errors?: { pointer: string }[] } }) => [
    answer.json().code,
    ...(answer.json().errors ?? []).map(({ pointer }) => pointer),
  ];
  const audience = { form: 'conflicts', field: 'relative', values: ['yes'] };
  const variant_field = { form: 'conflicts', field: 'relative' };
  const create = await crew.as(desk, 'POST', 'hand-outs', { name: 'Ice', audience });
  expect(pointers(create)).toEqual(['forbidden', '/audience/form']);
  const change = (who: Caller, fields_: object) => crew.as(who, 'PATCH', `hand-outs/${id}`, fields_);
  expect(pointers(await change(desk, { audience }))).toEqual(['forbidden', '/audience/form']);
  expect(pointers(await change(desk, { variant_field }))).toEqual(['forbidden', '/variant_field/form']);
  expect((await change(crew.owner, { variant_field })).statusCode).toBeLessThan(300);
  // What an owner chose can be kept.
  expect((await change(desk, { name: 'Dinner', variant_field })).statusCode).toBeLessThan(300);
});

test('who keeps people safe sees who is here, and emergency contacts with a fresh sign-in', async () => {
  const safety = await deputise('safety');
  const path = `people/${crew.member.uid}/emergency`;
  expect((await crew.as(safety, 'GET', path)).json()).toMatchObject({ code: 'browser_only' });
  expect((await crew.inBrowser(safety, 'GET', path)).statusCode).toBe(200);
  expect((await crew.inBrowser(crew.chief, 'GET', path)).statusCode).toBe(403);
  expect(await statuses(safety, ['now', 'people', 'hand-outs'])).toEqual([
    ['now', 200],
    ['people', 200],
    ['hand-outs', 403],
  ]);
});

test('who pays sees what forms about travel money share, and nothing that other forms do', async () => {
  await crew.as(crew.owner, 'PUT', 'traffic-subsidies', {
    currency: 'TWD',
    data: [{ location: 'Taipei', amount: 100 }],
  });
  const shares = { passes_on: ['bank'], passes_until: inHours(2000).slice(0, 10), enabled: true };
  await crew.as(crew.owner, 'POST', 'forms', { form: 'travel', kind: 'travel_money', title: 'Travel', ...shares });
  await crew.as(crew.owner, 'POST', 'forms', { form: 'parking', kind: 'appreciation', title: 'Thanks', ...shares });
  const finance = await deputise('finance');
  expect((await crew.as(finance, 'GET', 'forms')).json().data.map(({ form }: { form: string }) => form)).toEqual([
    'parking',
    'travel',
  ]);
  expect((await crew.inBrowser(finance, 'GET', 'forms/travel/passed-on?kind=bank')).statusCode).toBe(200);
  expect((await crew.inBrowser(finance, 'GET', 'forms/parking/passed-on?kind=bank')).statusCode).toBe(403);
  expect((await crew.as(finance, 'GET', 'forms/travel/passed-on?kind=bank')).json()).toMatchObject({
    code: 'browser_only',
  });
  const closed = ['forms/travel/responses', 'people', 'hand-outs', 'messages', 'tasks.csv'];
  expect(await statuses(finance, closed)).toEqual(all(closed, 403));
});

test('who pays does not raise what the table of travel money pays, which may be what they are paid', async () => {
  const put = (who: Caller, data: object[], currency = 'TWD') =>
    crew.as(who, 'PUT', 'traffic-subsidies', { currency, data });
  const [taipei, tainan] = [
    { location: 'Taipei', amount: 100 },
    { location: 'Tainan', amount: 300 },
  ];
  await put(crew.owner, [taipei, tainan]);
  const finance = await deputise('finance');
  for (const refused of [
    await put(finance, [{ ...taipei, amount: 101 }, tainan]),
    await put(finance, [taipei, tainan, { location: 'Taichung', amount: 1 }]),
    await put(finance, [taipei, tainan], 'EUR'),
    await crew.as(finance, 'PUT', 'traffic-subsidies/Taipei', { amount: 1000 }),
  ])
    expect(refused.json()).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await put(finance, [{ ...taipei, amount: 90 }, tainan])).statusCode).toBe(204);
  expect((await crew.as(finance, 'DELETE', 'traffic-subsidies/Tainan')).statusCode).toBe(204);
  expect((await put(crew.owner, [taipei, tainan])).statusCode).toBe(204);
});

test('who leads a team for a while is notified of what its chiefs are, plans its tasks and reaches its people', async () => {
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { takes_applications: true });
  const acting = await deputise('chief');
  await crew.as(crew.otherChief, 'PUT', 'teams/venue/application', {});
  expect(await kindsTo(acting)).toEqual(['application.received']);
  const task = { title: 'Doors', tid: 'venue', starts_at: inHours(100), ends_at: inHours(103), capacity: 5 };
  expect((await crew.as(acting, 'POST', 'tasks', task)).statusCode).toBe(201);
  expect((await crew.as(acting, 'POST', 'tasks', { ...task, tid: 'press' })).statusCode).toBe(403);
  const changes = (await muster.call({ url: `/api/changes?project=${crew.pid}`, headers: acting.headers })).json().data;
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'task.created' }));
  const team = (await crew.as(acting, 'GET', 'teams/venue')).json();
  expect(team.rights).toMatchObject({ edit: true, leave: false, manage: false });
  const { id } = (
    await crew.as(acting, 'POST', 'messages', { audience: { tids: ['venue'] }, subject: 'Hello', body: 'Hi' })
  ).json();
  await crew.as(acting, 'POST', `messages/${id}/send`);
  await muster.services.messageSender.drain();
  const { data } = (await crew.as(acting, 'GET', `messages/${id}/recipients`)).json();
  expect(data.map(({ name, state }: Record<string, string>) => [name, state])).toEqual([
    ['Chen', 'sent'],
    ['Mia', 'sent'],
  ]);
  muster.clock.advance(3700);
  expect((await crew.as(acting, 'POST', 'tasks', task)).statusCode).toBe(403);
});

test('chiefs see totals of forms that ask their team, without private answers and small numbers', async () => {
  const people = await createMembers(muster, crew.pid, 'press', 12);
  const field = (key: string, more: object = {}) => ({
    key,
    label: key,
    type: 'choice',
    options: [
      { value: 'vegan', label: 'Vegan' },
      { value: 'all', label: 'All' },
      { value: 'none', label: 'None' },
    ],
    ...more,
  });
  const form = (slug: string, more: object = {}) =>
    crew.as(crew.owner, 'POST', 'forms', {
      form: slug,
      kind: 'custom',
      title: slug,
      enabled: true,
      fields: [
        field('saturday'),
        field('secret', { private: true, purpose: 'the kitchen', erase_after: inHours(9000).slice(0, 10) }),
      ],
      ...more,
    });
  await form('meals');
  await form('press', { tids: ['press'], audience: 'members' });
  await form('owners', { audience: 'owners' });
  for (const [index, person] of people.entries()) {
    const saturday = index < 6 ? 'vegan' : index < 11 ? 'all' : 'none';
    await crew.as(person, 'PUT', 'forms/meals/response', { answers: { saturday, secret: 'all' } });
  }
  const totals = (await crew.as(crew.chief, 'GET', 'forms/meals/totals?rows=saturday&columns=saturday')).json();
  expect(totals.table).toBeNull();
  expect(totals.fields).toMatchObject([
    {
      key: 'saturday',
      counts: [
        { value: 'vegan', count: 6 },
        { value: 'all', count: null },
        { value: 'none', count: null },
      ],
    },
    { key: 'secret', answered: null, counts: null },
  ]);
  expect((await crew.as(crew.owner, 'GET', 'forms/meals/totals?private=false')).json().fields[0].counts).toMatchObject([
    { count: 6 },
    { count: 5 },
    { count: 1 },
  ]);
  const seen = async (who: Caller) =>
    (await crew.as(who, 'GET', 'forms?totals=true')).json().data.map((one: { form: string }) => one.form);
  expect(await seen(crew.chief)).toEqual(['meals']);
  expect(await seen(crew.otherChief)).toEqual(['meals', 'press']);
  expect(await seen(crew.member)).toEqual([]);
  for (const [who, path, status] of [
    [crew.chief, 'press', 403],
    [crew.otherChief, 'press', 200],
    [crew.chief, 'owners', 403],
    [crew.member, 'meals', 403],
    [crew.stranger, 'meals', 403],
  ] as const)
    expect([path, (await crew.as(who, 'GET', `forms/${path}/totals`)).statusCode]).toEqual([path, status]);
});
