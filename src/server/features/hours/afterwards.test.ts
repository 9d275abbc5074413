import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { inMinutes, taskNow } from '../../../../test/support/world/desk.ts';
import { createProject } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const muster = useApp();

const worked = (crew: Crew, person: Caller) =>
  crew.as(crew.owner, 'POST', 'work', {
    title: 'Fetched tables',
    uid: person.uid,
    tid: 'venue',
    starts_at: inMinutes(muster, -100),
    ends_at: inMinutes(muster, -10),
  });

test('owners compare their projects, with the same number of queries for one person and for three', async () => {
  const earlier = await createCrew(muster);
  const crew = await createCrew(muster);
  const { uid } = crew.owner;
  await muster.db.transaction(async (trx) => {
    await trx
      .insertInto('project_owners')
      .values({ pid: earlier.pid, uid, created_at: inMinutes(muster, 0) })
      .execute();
    await trx.updateTable('projects').set({ starts_on: '2019-05-01' }).where('pid', '=', earlier.pid).execute();
    await trx.updateTable('projects').set({ starts_on: '2020-05-01' }).where('pid', '=', crew.pid).execute();
    const times = { starts_at: inMinutes(muster, -100), ends_at: inMinutes(muster, -40) };
    const by = { created_at: inMinutes(muster, -5) };
    await trx
      .insertInto('work')
      .values({
        id: 'w-earlier',
        pid: earlier.pid,
        uid: crew.member.uid,
        title: 'Door',
        state: 'approved',
        ...times,
        ...by,
      })
      .execute();
  });
  const read = async () => {
    const before = muster.db.queryCount();
    const found = (await crew.as(crew.owner, 'GET', 'statistics')).json();
    return { queries: muster.db.queryCount() - before, projects: found.projects };
  };
  await worked(crew, crew.member);
  const one = await read();
  await worked(crew, crew.chief);
  await worked(crew, crew.otherChief);
  const three = await read();
  expect(three.queries).toBe(one.queries);
  expect(three.projects).toMatchObject([
    {
      pid: crew.pid,
      year: 2020,
      people: 3,
      new_people: 2,
      returning_people: 1,
      minutes: 270,
      no_shows: 0,
      teams: [{ tid: 'venue', people: 3, minutes: 270, no_shows: 0 }],
    },
    {
      pid: earlier.pid,
      year: 2019,
      people: 1,
      new_people: 1,
      returning_people: 0,
      minutes: 60,
      teams: [{ tid: null }],
    },
  ]);
  expect((await crew.as(crew.owner, 'GET', 'statistics.csv')).body.split('\r\n')).toHaveLength(6);
  expect((await crew.as(crew.chief, 'GET', 'statistics')).statusCode).toBe(403);
  for (let newer = 0; newer < 10; newer += 1) await createProject(muster, { owners: [crew.owner] });
  const { projects } = await read();
  expect([projects.length, projects.at(-1).pid]).toEqual([10, crew.pid]);
  const others = (await earlier.as(earlier.owner, 'GET', 'statistics')).json().projects;
  expect(others.map(({ pid }: { pid: string }) => pid)).toEqual([earlier.pid]);
});

test('owners thank everyone who helped once, with their hours; chiefs do not see hours', async () => {
  const crew = await createCrew(muster);
  await worked(crew, crew.member);
  const message = { audience: { thanks: true }, subject: 'Thanks', body: '{{hours}} hours: {{certificate}}' };
  const write = async () => (await crew.as(crew.owner, 'POST', 'messages', message)).json().id;
  const send = (id: string) => crew.as(crew.owner, 'POST', `messages/${id}/send`);
  const [first, second] = [await write(), await write()];
  expect((await send(first)).statusCode).toBe(200);
  const [mail, ...more] = await muster.deliver();
  expect(more).toEqual([]);
  expect(mail?.text).toContain(`1.5 hours: `);
  expect(mail?.text).toContain(`/projects/${crew.pid}/my-hours`);
  expect((await send(second)).json().code).toBe('empty_audience');
  await worked(crew, crew.chief);
  expect((await send(second)).json()).toMatchObject({ progress: { total: 1 } });
  expect(await muster.deliver()).toHaveLength(1);

  expect((await crew.as(crew.chief, 'POST', 'messages', message)).statusCode).toBe(403);
  const body = { ...message, audience: { tids: ['venue'] } };
  expect((await crew.as(crew.chief, 'POST', 'messages', body)).statusCode).toBe(403);
  const preview = { subject: 'Hours', body: '{{hours}}', uid: crew.member.uid };
  expect((await crew.as(crew.chief, 'POST', 'messages/preview', preview)).statusCode).toBe(403);
  expect((await crew.as(crew.owner, 'POST', 'messages/preview', preview)).json().body).toContain('1');
});

test('people whose time does not count are not thanked', async () => {
  const crew = await createCrew(muster);
  await worked(crew, crew.member);
  const task = await taskNow(muster, crew, [crew.chief], { from: -100, to: -10 });
  const sentHome = { state: 'left_early', arrived_at: inMinutes(muster, -99), left_at: inMinutes(muster, -98) };
  expect(
    (await crew.as(crew.owner, 'PATCH', `tasks/${task.id}/attendees/${crew.chief.uid}`, sentHome)).statusCode,
  ).toBe(200);
  const audience = async () =>
    (await crew.as(crew.owner, 'POST', 'messages/audience', { audience: { thanks: true } }))
      .json<{ people: { uid: string }[] }>()
      .people.map(({ uid }) => uid);
  expect(await audience()).toEqual([crew.member.uid]);
  const stayed = { state: 'done', left_at: task.ends_at };
  await crew.as(crew.owner, 'PATCH', `tasks/${task.id}/attendees/${crew.chief.uid}`, stayed);
  expect((await audience()).toSorted()).toEqual([crew.member.uid, crew.chief.uid].toSorted());
});

test('two owners who thank everyone at once reach each person once', async () => {
  const crew = await createCrew(muster);
  const { pid, owner, otherChief } = crew;
  await muster.db.transaction((trx) =>
    trx
      .insertInto('project_owners')
      .values({ pid, uid: otherChief.uid, created_at: inMinutes(muster, 0) })
      .execute(),
  );
  await worked(crew, crew.member);
  const message = { audience: { thanks: true }, subject: 'Thanks', body: 'Thank you' };
  const draft = async (who: Caller) => ({ who, id: (await crew.as(who, 'POST', 'messages', message)).json().id });
  const drafts = [await draft(owner), await draft(otherChief)];
  const sent = await Promise.all(drafts.map(({ who, id }) => crew.as(who, 'POST', `messages/${id}/send`)));
  expect(sent.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(await muster.deliver()).toHaveLength(1);
});
