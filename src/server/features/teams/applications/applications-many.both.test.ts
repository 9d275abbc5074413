import { beforeAll, expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../../test/support/app.ts';
import { applying } from '../../../../../test/support/world/applications.ts';
import { createCaller, createCrew } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';
import { bearer, browserOf, createRows, createTeam, tokenOf } from '../../../../../test/support/factories.ts';
import { newPerson } from '../../../../../test/support/world/rows.ts';
import { expectCountsToHold } from '../../../../../test/support/races/races.ts';

const muster = useApp();
let team: ReturnType<typeof applying>;
beforeAll(async () => {
  team = applying(muster);
});

test('withdrawing and applying again all day is one notice; the next day there is another', async () => {
  const crew = await team.openCrew();
  const ada = await createCaller(muster, 'Ada');
  for (let turn = 0; turn < 3; turn += 1) {
    await team.apply(crew, ada);
    expect((await team.withdraw(crew, ada)).statusCode).toBe(204);
  }
  expect((await team.withdraw(crew, ada)).statusCode).toBe(204);
  expect(await team.waiting(crew)).toEqual([]);
  expect(await team.noticesTo(crew.chief)).toHaveLength(1);
  muster.clock.advance(86_400);
  await team.apply(crew, ada);
  expect(await team.noticesTo(crew.chief)).toHaveLength(2);
});

test('at most twenty applications can be open, and each can still be changed', async () => {
  const crew = await team.openCrew();
  const ada = await createCaller(muster);
  for (let index = 0; index < 20; index += 1) {
    await createTeam(muster, crew.pid, { tid: `t${index}` });
    await crew.as(crew.owner, 'PATCH', `teams/t${index}`, { takes_applications: true });
  }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => crew.as(ada, 'PUT', `teams/t${index}/application`, {})),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect((await team.apply(crew, ada)).json()).toMatchObject({ status: 409, code: 'too_many_applications' });
  expect((await crew.as(ada, 'PUT', 'teams/t3/application', { message: 'x' })).statusCode).toBe(200);
  await crew.as(ada, 'DELETE', 'teams/t3/application');
  expect((await team.apply(crew, ada)).statusCode).toBe(200);
  const page = (await muster.call({ url: '/api/me/applications?limit=15', headers: ada.headers })).json();
  const rest = await muster.call({ url: `/api/me/applications?cursor=${page.next}`, headers: ada.headers });
  expect([page.data.length, rest.json().data.length, rest.json().next]).toEqual([15, 5, null]);
});

test('an application expires after ninety days, and applying again creates a new one', async () => {
  using _still = muster.clock.freeze();
  const crew = await team.openCrew();
  const ada = await createCaller(muster);
  await team.apply(crew, ada, { message: 'old' });
  muster.clock.advance(90 * 86_400);
  ada.headers = bearer(await tokenOf(muster, ada));
  crew.chief.headers = bearer(await tokenOf(muster, crew.chief));
  expect([await team.own(ada), await team.waiting(crew)]).toEqual([[], []]);
  expect((await team.accept(crew, crew.chief, ada)).statusCode).toBe(404);
  await team.apply(crew, ada, { message: 'new' });
  expect(await team.waiting(crew)).toMatchObject([{ message: 'new', applied_at: muster.clock.now().toISOString() }]);
  expect(await team.noticesTo(crew.chief)).toHaveLength(2);
  muster.clock.advance(91 * 86_400);
  await muster.services.runExpiry();
  const left = muster.db.read.selectFrom('applications').select('uid').where('uid', '=', ada.uid);
  expect(await left.where('state', '!=', 'lapsed').execute()).toEqual([]);
});

test('lists take as many queries with twelve as with one, in pages, oldest first', async () => {
  const crew = await team.openCrew();
  const applicants: Caller[] = [];
  for (let index = 0; index < 12; index += 1) {
    const person = await createCaller(muster, `Applicant ${index}`);
    applicants.push(person);
    await team.apply(crew, person);
    muster.clock.advance(1);
  }
  const cost = async (who: Caller, path: string) => {
    const before = muster.db.queryCount();
    const { data } = (await crew.as(who, 'GET', path)).json();
    return [data.length, muster.db.queryCount() - before];
  };
  for (const path of ['teams/venue/applications', 'applications']) {
    expect(await cost(crew.owner, `${path}?limit=1`)).toEqual([1, 8]);
    expect(await cost(crew.owner, `${path}?limit=200`)).toEqual([12, 8]);
    expect((await crew.as(crew.owner, 'GET', `${path}?limit=1`)).json().total).toBe(12);
  }
  const spend = async (work: () => Promise<{ statusCode: number }>) => {
    const before = muster.db.queryCount();
    expect((await work()).statusCode).toBeLessThan(300);
    return muster.db.queryCount() - before;
  };
  const fresh = await team.openCrew();
  const [one, two] = [await createCaller(muster), await createCaller(muster)];
  expect(await spend(() => team.apply(crew, one))).toBe(await spend(() => team.apply(fresh, two)));
  expect(await spend(() => team.accept(crew, crew.chief, one))).toBe(
    await spend(() => team.accept(fresh, fresh.chief, two)),
  );
  const page = (await crew.as(crew.chief, 'GET', 'teams/venue/applications?limit=5')).json();
  const rest = (await crew.as(crew.chief, 'GET', `teams/venue/applications?limit=50&cursor=${page.next}`)).json();
  const names = [...page.data, ...rest.data].map(({ uid }: { uid: string }) => uid);
  expect(names).toEqual(applicants.map(({ uid }) => uid));
});

test('the table that is exported has all applications, however many there are', async () => {
  const crew = await team.openCrew();
  await team.apply(crew, crew.stranger);
  const others = Array.from({ length: 250 }, () => newPerson(muster.clock.now()));
  await createRows(muster, { people: others });
  await muster.db.transaction(async (trx) => {
    const ofPerson = trx.selectFrom('applications').selectAll().where('uid', '=', crew.stranger.uid);
    const row = await ofPerson.executeTakeFirstOrThrow();
    await trx
      .insertInto('applications')
      .values(others.map(({ uid }) => ({ ...row, uid })))
      .execute();
  });
  const [, ...lines] = (await crew.as(crew.owner, 'GET', 'applications.csv')).body.trim().split('\r\n');
  const emails = lines.map((line) => line.split(',')[2] ?? '');
  expect(emails.toSorted()).toEqual([crew.stranger, ...others].map(({ email }) => email).toSorted());
});

test('applying is rate limited per person', async () => {
  await using strict = await startTestApp({ env: realLimits });
  const crew = await createCrew(strict);
  const url = `/api/projects/${crew.pid}/teams/venue/application`;
  const send = (who: Caller) => strict.call({ method: 'PUT', url, headers: who.headers, payload: {} });
  for (let sent = 0; sent < 60; sent += 1) expect((await send(crew.stranger)).statusCode).toBe(409);
  const refused = await send(crew.stranger);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await send(crew.otherChief)).statusCode).toBe(409);
});

test('concurrent accept, decline, withdraw, add, erase and disable have exactly one outcome', async () => {
  for (let round = 0; round < 2; round += 1) {
    const crew = await team.openCrew();
    const people: Caller[] = [];
    for (let index = 0; index < 6; index += 1) people.push(await createCaller(muster));
    const browsers = await Promise.all(people.map((person) => browserOf(muster, person)));
    for (const person of people) await team.apply(crew, person);
    const answers = await Promise.all([
      ...people.flatMap((person, index) => [
        team.accept(crew, crew.chief, person),
        team.accept(crew, crew.owner, person),
        ...(index % 3 === 0 ? [team.withdraw(crew, person), team.apply(crew, person, { message: 'again' })] : []),
        ...(index % 3 === 1 ? [team.decline(crew, crew.chief, person)] : []),
        ...(index === 2 ? [crew.as(crew.owner, 'PUT', `teams/venue/members/${person.uid}`)] : []),
      ]),
      muster.call({ method: 'DELETE', url: '/api/me', headers: browsers[5] ?? {} }),
      ...(round % 2 === 0 ? [crew.as(crew.owner, 'PUT', 'teams/venue/disabled')] : []),
    ]);
    const statuses = new Set(answers.map(({ statusCode }) => statusCode));
    // People who were erased meanwhile are no longer signed in, and a disabled team has no chief who decides.
    expect([...statuses].filter((status) => ![200, 204, 401, 403, 404, 409].includes(status))).toEqual([]);
    await expectCountsToHold(muster);
    const read = muster.db.read;
    const both = await read
      .selectFrom('applications')
      .innerJoin('memberships', (join) =>
        join
          .onRef('memberships.pid', '=', 'applications.pid')
          .onRef('memberships.tid', '=', 'applications.tid')
          .onRef('memberships.uid', '=', 'applications.uid'),
      )
      .select('applications.uid')
      .where('applications.state', '!=', 'accepted')
      .execute();
    expect(both).toEqual([]);
    const added = (await team.kindsIn(crew)).filter((kind) => kind === 'member.added').length;
    const welcomed = await Promise.all(people.map(async (person) => (await team.mailsTo(person)).length));
    expect(welcomed.every((count) => count <= 1)).toBe(true);
    const inTeam = await read.selectFrom('memberships').select('uid').where('pid', '=', crew.pid).execute();
    const theirs = inTeam.filter(({ uid }) => people.some((person) => person.uid === uid)).length;
    const left = (await team.kindsIn(crew)).filter((kind) => kind === 'member.removed').length;
    expect(added).toBe(theirs + left);
  }
});
