import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import type { Call } from './support/app.ts';
import { createCrew, createMembers } from './support/world.ts';
import { everyCell } from './support/database.ts';
import { browserOf, createPerson, createProject, createTeam } from './support/factories.ts';
import { busyPerson, createTasks, expectCountsToHold, jsonCall, shuffled, sendAll } from './support/races/races.ts';

const muster = useApp();

test('concurrent bulk additions of the same people in different orders all succeed', async () => {
  const crew = await createCrew(muster);
  await createTeam(muster, crew.pid, { tid: 'pool' });
  const people = await createMembers(muster, crew.pid, 'pool', 60);
  await muster.db.transaction((trx) =>
    trx.updateTable('teams').set({ member_count: 60 }).where('tid', '=', 'pool').execute(),
  );
  const owners = [crew.owner, crew.chief, crew.otherChief, crew.member];
  const pids = await Promise.all(Array.from({ length: 10 }, () => createProject(muster, { owners })));
  await Promise.all(pids.map((pid) => createTeam(muster, pid, { tid: 'all' })));
  const calls = pids.flatMap((pid, index) =>
    [index, 59 - index].map((turn, second) => ({
      ...jsonCall(owners[(index + second) % 4]?.headers ?? {}, 'POST', `/api/projects/${pid}/teams/all/members`),
      payload: {
        people: shuffled(people, turn).map(({ uid, email }, at) =>
          (at + index + second) % 2 === 0 ? { uid } : { email },
        ),
      },
    })),
  );
  const answers = await sendAll(muster, calls);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(calls.map(() => 200));
  await expectCountsToHold(muster);
});

const shirts = { form: 'shirts', kind: 'shirt_size', title: 'Shirts', enabled: true };
const answer = { answers: { size: 'M', cut: 'straight' } };

test('erasing an account during every other kind of request leaves nothing behind', async () => {
  const crew = await createCrew(muster);
  await crew.as(crew.owner, 'POST', 'forms', shirts);
  await crew.as(crew.owner, 'PATCH', 'teams/press', { takes_applications: true });
  const tasks = await createTasks(crew, 3);
  const base = `/api/projects/${crew.pid}`;
  for (let round = 0; round < 3; round += 1) {
    const person = await busyPerson(muster, crew);
    await crew.as(crew.owner, 'PUT', `teams/venue/chiefs/${person.uid}`);
    const credentials = (
      await muster.call({ method: 'POST', url: '/api/me/exchange-credentials', headers: person.browser })
    ).json();
    await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email: person.email } });
    const [mail] = await muster.deliver();
    const token = /#token=(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const own = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = {}): Call => ({
      ...jsonCall({ ...person.headers, ...headers }, method, url),
      ...(payload === undefined ? {} : { payload }),
    });
    const task = {
      title: 'Mine',
      tid: 'venue',
      starts_at: '2026-08-01T09:00:00Z',
      ends_at: '2026-08-01T10:00:00Z',
      capacity: 1,
    };
    const calls: Call[] = [
      ...tasks.map((id) => own('PUT', `${base}/tasks/${id}/attendance`)),
      own('PUT', `${base}/forms/shirts/response`, answer),
      own('POST', `${base}/tasks`, task),
      own('POST', `${base}/tasks`, task, { 'idempotency-key': `k${round}` }),
      own('PUT', '/api/me/resume', { markdown: 'x' }),
      own('PUT', '/api/me/dietary-habits', { selected: ['vegan'], note: '' }),
      own('DELETE', `${base}/teams/press/members/${person.uid}`),
      own('PUT', `${base}/teams/press/application`, {}),
      jsonCall(crew.owner.headers, 'PUT', `${base}/teams/press/applications/${person.uid}/acceptance`),
      { method: 'POST', url: '/api/me/exchange-credentials', headers: person.browser },
      {
        method: 'POST',
        url: '/api/token',
        payload: { username: credentials.username, password: credentials.password },
      },
      { method: 'POST', url: '/api/sign-in', payload: { token, confirmed: true } },
      jsonCall(crew.owner.headers, 'PUT', `${base}/teams/press/members/${person.uid}`),
      jsonCall(crew.owner.headers, 'PUT', `${base}/owners/${person.uid}`),
      jsonCall(crew.owner.headers, 'PUT', `${base}/tasks/${tasks[0] ?? ''}/attendees/${person.uid}`),
    ];
    calls.splice(round * 5, 0, { method: 'DELETE', url: '/api/me', headers: person.browser });
    await sendAll(muster, calls);
    const again = await muster.call({ method: 'DELETE', url: '/api/me', headers: person.browser });
    expect([204, 401]).toContain(again.statusCode);
    // Other systems learn from the change feed that the person is gone.
    const notices = await muster.db.read
      .selectFrom('changes')
      .select(['subject', 'uid'])
      .where('kind', 'in', ['person.erased', 'member.removed', 'owner.removed'])
      .execute();
    const subjects = new Set(notices.map(({ subject }) => subject));
    const left = (await everyCell(muster.db)).filter((cell) => cell.includes(person.uid) && !subjects.has(cell));
    expect(left).toEqual(notices.map(({ uid }) => uid).filter((uid) => uid === person.uid));
    await expectCountsToHold(muster);
  }
});

test('when many erase their accounts at once, all their places are free again', async () => {
  const crew = await createCrew(muster);
  for (const form of ['shirts', 'beds', 'meals']) await crew.as(crew.owner, 'POST', 'forms', { ...shirts, form });
  const tasks = await createTasks(crew, 4);
  const people = [];
  for (let index = 0; index < 12; index += 1) people.push(await busyPerson(muster, crew));
  for (const [index, person] of people.entries()) {
    for (const id of shuffled(tasks, index % 4)) await crew.as(person, 'PUT', `tasks/${id}/attendance`);
    for (const form of ['meals', 'beds', 'shirts']) await crew.as(person, 'PUT', `forms/${form}/response`, answer);
  }
  const calls = people.map(({ browser }): Call => ({ method: 'DELETE', url: '/api/me', headers: browser }));
  const answers = await sendAll(muster, calls);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(calls.map(() => 204));
  await expectCountsToHold(muster);
});

test('a project that is copied while its teams and travel money change is copied consistently', async () => {
  const crew = await createCrew(muster);
  const admin = await createPerson(muster, { administrator: true });
  const headers = await browserOf(muster, admin);
  const table = (currency: string, amount: number) => ({
    currency,
    data: Array.from({ length: 20 }, (_, at) => ({ location: `Place ${at}`, amount })),
  });
  const url = `/api/projects/${crew.pid}`;
  await crew.as(crew.owner, 'PUT', 'traffic-subsidies', table('TWD', 1));
  const calls = Array.from({ length: 12 }, (_, at): Call[] => [
    {
      ...jsonCall(headers, 'POST', '/api/projects'),
      payload: { pid: `${crew.pid}-copy-${at}`, name: 'Copy', timezone: 'UTC', copy_from: crew.pid, copy_chiefs: true },
    },
    { ...jsonCall(crew.owner.headers, at % 2 === 0 ? 'PUT' : 'DELETE', `${url}/teams/venue/disabled`) },
    {
      ...jsonCall(crew.owner.headers, 'PUT', `${url}/traffic-subsidies`),
      payload: at % 2 === 0 ? table('EUR', 2) : table('TWD', 1),
    },
    {
      ...jsonCall(
        crew.owner.headers,
        at % 2 === 0 ? 'DELETE' : 'PUT',
        `${url}/teams/press/chiefs/${crew.otherChief.uid}`,
      ),
    },
  ]).flat();
  const answers = await sendAll(muster, calls);
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(12);
  await expectCountsToHold(muster);
  const mixed = await sql<{ pid: string }>`
    select p.pid from projects p join traffic_subsidies s on s.pid = p.pid
    where p.pid like ${`${crew.pid}-copy-%`} and s.amount <> case p.subsidy_currency when 'EUR' then 2 else 1 end`.execute(
    muster.db.read,
  );
  expect(mixed.rows).toEqual([]);
});

test('when all owners leave at once, one stays', async () => {
  const crew = await createCrew(muster);
  const owners = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const person = await busyPerson(muster, crew);
      await crew.as(crew.owner, 'PUT', `owners/${person.uid}`);
      return person;
    }),
  );
  const url = `/api/projects/${crew.pid}/owners`;
  const all = [crew.owner, ...owners];
  await sendAll(muster, [
    ...all.map(({ headers, uid }) => jsonCall(headers, 'DELETE', `${url}/${uid}`)),
    ...all.map(({ headers }, at) => jsonCall(headers, 'DELETE', `${url}/${all[(at + 1) % all.length]?.uid ?? ''}`)),
    ...owners.slice(3).map(({ browser }): Call => ({ method: 'DELETE', url: '/api/me', headers: browser })),
  ]);
  await expectCountsToHold(muster);
});

test('concurrent changes of different fields all persist; of those with the same If-Match, one', async () => {
  const crew = await createCrew(muster);
  const [task = ''] = await createTasks(crew, 1);
  await crew.as(crew.owner, 'POST', 'forms', shirts);
  const things: [string, Record<string, unknown>][] = [
    [
      `tasks/${task}`,
      { title: 'New', description: 'New', category: 'new', capacity: 7, starts_at: '2026-07-01T10:00:00.000Z' },
    ],
    ['teams/venue', { name: 'New', description: 'New', public_description: 'New', headcount: 9, mailing_list: 'new' }],
    ['forms/shirts', { title: 'New', description: 'New', audience: 'chiefs', opens_at: '2026-07-01T10:00:00.000Z' }],
  ];
  for (const [path, fields] of things) {
    const url = `/api/projects/${crew.pid}/${path}`;
    const patch = (payload: object, headers = {}): Call => ({
      ...jsonCall({ ...crew.owner.headers, ...headers }, 'PATCH', url),
      payload,
    });
    await sendAll(
      muster,
      Object.entries(fields).map(([name, value]) => patch({ [name]: value })),
    );
    const now = await muster.call({ url, headers: crew.owner.headers });
    expect(now.json()).toMatchObject(fields);
    const held = { 'if-match': String(now.headers.etag) };
    const raced = await sendAll(
      muster,
      Array.from({ length: 8 }, (_, at) => patch({ description: `by ${at}` }, held)),
    );
    expect(raced.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 412),
    ]);
  }
});

test('concurrent joins, leaves, moves and capacity changes of tasks keep counts correct and cause no overlap', async () => {
  const crew = await createCrew(muster);
  const tasks = await createTasks(crew, 3);
  const people = [];
  for (let index = 0; index < 8; index += 1) people.push(await busyPerson(muster, crew));
  const url = `/api/projects/${crew.pid}`;
  const move = (id: string, day: number): Call => ({
    ...jsonCall(crew.chief.headers, 'PATCH', `${url}/tasks/${id}`),
    payload: {
      starts_at: `2026-07-0${day}T10:00:00Z`,
      ends_at: `2026-07-0${day}T12:00:00Z`,
      release_conflicting: day % 2 === 0,
    },
  });
  for (let round = 0; round < 3; round += 1) {
    await sendAll(muster, [
      ...people.flatMap(({ headers, uid }, at) =>
        shuffled(tasks, at % 3).flatMap((id) => [
          jsonCall(headers, (at + round) % 4 === 0 ? 'DELETE' : 'PUT', `${url}/tasks/${id}/attendance`),
          jsonCall(crew.chief.headers, 'PUT', `${url}/tasks/${id}/attendees/${uid}`),
        ]),
      ),
      ...tasks.map((id, at) => move(id, ((at + round) % 2) + 1)),
      ...tasks.map((id, at): Call => ({
        ...jsonCall(crew.owner.headers, 'PATCH', `${url}/tasks/${id}`),
        payload: { capacity: 3 + at + round },
      })),
    ]);
    await expectCountsToHold(muster);
  }
});

test('concurrent additions, removals and headcount changes never overfill a team', async () => {
  const crew = await createCrew(muster);
  const people = [];
  for (let index = 0; index < 10; index += 1) people.push(await createPerson(muster));
  const url = `/api/projects/${crew.pid}/teams/press`;
  const { headers } = crew.owner;
  for (let round = 0; round < 3; round += 1) {
    await sendAll(muster, [
      ...people.map(({ uid }, at) =>
        jsonCall(headers, (at + round) % 3 === 0 ? 'DELETE' : 'PUT', `${url}/members/${uid}`),
      ),
      ...people.slice(0, 4).map(({ uid }) => jsonCall(headers, round === 1 ? 'DELETE' : 'PUT', `${url}/chiefs/${uid}`)),
      {
        ...jsonCall(headers, 'POST', `${url}/members`),
        payload: { people: people.slice(3, 8).map(({ uid }) => ({ uid })) },
      },
      ...[4, 5, 8, 6].map((headcount): Call => ({ ...jsonCall(headers, 'PATCH', url), payload: { headcount } })),
    ]);
    await expectCountsToHold(muster);
  }
});

test('twenty requests with one Idempotency-Key create one thing, and the key is separate for another person', async () => {
  const crew = await createCrew(muster);
  const payload = {
    title: 'Once',
    tid: 'venue',
    starts_at: '2026-07-01T09:00:00Z',
    ends_at: '2026-07-01T10:00:00Z',
    capacity: 1,
  };
  const create = (headers: Record<string, string>): Call => ({
    ...jsonCall({ ...headers, 'idempotency-key': 'the-same' }, 'POST', `/api/projects/${crew.pid}/tasks`),
    payload,
  });
  const answers = await sendAll(
    muster,
    Array.from({ length: 20 }, () => create({ ...crew.chief.headers })),
  );
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  const other = await muster.call(create(crew.owner.headers));
  expect(other.statusCode).toBe(201);
  expect(other.json().id).not.toBe(answers[0]?.json().id);
  await crew.as(crew.owner, 'DELETE', `teams/venue/chiefs/${crew.chief.uid}`);
  expect((await muster.call(create(crew.chief.headers))).statusCode).toBe(403);
});
