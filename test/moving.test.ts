import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scopeOfRow } from '../src/server/auth/project-role.ts';
import { openAnswers } from '../src/server/features/forms/answers/responses.service.ts';
import { exportPrivate } from '../src/server/features/private-data/private.service.ts';
import { yearsOf } from '../src/server/features/projects/series/series.service.ts';
import { useApp } from './support/app.ts';
import { muster as command } from './support/cli.ts';
import { everyCell } from './support/database.ts';
import { writeCoscup } from './support/exports/coscup.ts';
import { writeEngelsystem } from './support/exports/engelsystem.ts';
import { browserOf } from './support/factories.ts';

const muster = useApp();

const small = { people: 60, years: 3, teams: 3, tasks: 20 };
const personOf = (email: string) =>
  muster.db.read.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
/** The newest year is ahead of the clock of the machine only in some years. */
const stateOf = async (pid: string) =>
  (await muster.db.read
    .selectFrom('projects')
    .select(['state', 'starts_on', 'ends_on', 'follows'])
    .where('pid', '=', pid)
    .executeTakeFirst()) ?? null;

test('years of COSCUP-Volunteer are moved with their people, teams, tasks and answers; a dry run and a second run change nothing', async () => {
  const folder = join(muster.place.folder, 'coscup');
  writeCoscup(folder, small);
  const before = await everyCell(muster.db);
  const report = join(muster.place.folder, 'report.tsv');
  const dry = await command(
    muster.place,
    'import-coscup',
    folder,
    '--prefix',
    'coscup-',
    '--dry-run',
    '--report',
    report,
  );
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  expect(dry.stdout).toContain('people: 60 new, 0 known');
  expect(dry.stdout).toContain('nothing was changed');
  expect(readFileSync(report, 'utf8')).toContain('left out\tanswer to parking_card\t2022/10000000');
  expect(await everyCell(muster.db)).toEqual(before);

  const moved = await command(muster.place, 'import-coscup', folder, '--prefix', 'coscup-');
  expect(moved).toMatchObject({ code: 0, stderr: '' });
  for (const line of [
    'projects: 3 new, 0 known',
    'teams: 9 new',
    'tasks: 60 new',
    'tags: 3 new',
    'applications that wait',
  ])
    expect(moved.stdout).toContain(line);
  expect(await stateOf('coscup-2022')).toEqual({
    state: 'archived',
    starts_on: '2022-07-29',
    ends_on: '2022-07-30',
    follows: null,
  });
  expect(await stateOf('coscup-2023')).toMatchObject({ follows: 'coscup-2022' });
  // The badge name, the name that Google has, and a phone number in international format.
  expect(await personOf('volunteer1@example.org')).toMatchObject({
    name: '志工 1',
    intro: '**技能** 1',
    listing: 'public',
  });
  const person = await personOf('volunteer0@example.org');
  expect(person).toMatchObject({ name: 'Volunteer 0', created_at: '2022-07-29T01:00:00.000Z' });
  const { real_profile, bank, address, dietary_habits } = await exportPrivate(
    muster.db.read,
    muster.services.keys,
    person.uid,
  );
  expect(real_profile).toEqual({
    name: '王0',
    phone: '+886912345678',
    national_id: 'A120000000',
    company: 'NTU',
    birthday: '1990-02-01',
  });
  expect(bank).toEqual({ code: '004', number: '1000000', branch: '城中', holder: '王0' });
  expect(address).toMatchObject({ country: 'TW', postal_code: '100' });
  expect(dietary_habits.selected).toEqual(['vegetarian', 'allergy_onion_garlic']);
  // Nobody pays to an account that its person has not confirmed.
  const unconfirmed = await muster.db.read
    .selectFrom('private_data')
    .select('unconfirmed_at')
    .where('uid', '=', person.uid)
    .where('kind', '=', 'bank')
    .execute();
  expect(unconfirmed[0]?.unconfirmed_at).not.toBeNull();
  const team = await muster.db.read
    .selectFrom('teams')
    .selectAll()
    .where('pid', '=', 'coscup-2022')
    .where('tid', '=', 'field-ops')
    .executeTakeFirstOrThrow();
  expect(team).toMatchObject({ name: '場務組 0', mailing_list: 'team0@lists.example.org', headcount: null });
  const members = await muster.db.read
    .selectFrom('memberships')
    .select('role')
    .where('pid', '=', 'coscup-2022')
    .where('tid', '=', 'field-ops')
    .execute();
  expect(members).toHaveLength(team.member_count);
  expect(members.filter(({ role }) => role === 'chief')).toHaveLength(1);
  const limited = await muster.db.read
    .selectFrom('teams')
    .select(['headcount', 'member_count'])
    .where('pid', '=', 'coscup-2022')
    .where('tid', '=', 'team1')
    .executeTakeFirstOrThrow();
  // It had more people than its headcount of 6.
  expect(limited.member_count).toBeGreaterThan(6);
  expect(limited.headcount).toBe(limited.member_count);
  const task = await muster.db.read
    .selectFrom('tasks')
    .selectAll()
    .where('pid', '=', 'coscup-2022')
    .where('title', '=', 'Task 9')
    .executeTakeFirstOrThrow();
  // It had no end.
  expect(task).toMatchObject({
    starts_at: '2022-07-29T10:00:00.000Z',
    ends_at: '2022-07-29T11:00:00.000Z',
    category: '報到',
    min_people: 3,
    visibility: 'signed_in',
  });
  const states = await muster.db.read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select('attendances.state')
    .distinct()
    .where('tasks.pid', '=', 'coscup-2022')
    .execute();
  expect(states).toEqual([{ state: 'done' }]);
  // Who had a task without being in a team or an owner has helped.
  const uidsOf = async (table: 'memberships' | 'project_owners' | 'helpers') =>
    (await muster.db.read.selectFrom(table).select('uid').where('pid', '=', 'coscup-2022').execute()).map(
      ({ uid }) => uid,
    );
  const placed = await muster.db.read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select('attendances.uid')
    .distinct()
    .where('tasks.pid', '=', 'coscup-2022')
    .execute();
  const inside = new Set([...(await uidsOf('memberships')), ...(await uidsOf('project_owners'))]);
  const outside = placed.map(({ uid }) => uid).filter((uid) => !inside.has(uid));
  expect(outside).not.toEqual([]);
  expect((await uidsOf('helpers')).toSorted()).toEqual(outside.toSorted());
  const answers = async (form: string) => {
    const row = await muster.db.read
      .selectFrom('form_responses')
      .select('answers')
      .where('pid', '=', 'coscup-2022')
      .where('form', '=', form)
      .where('uid', '=', person.uid)
      .executeTakeFirstOrThrow();
    return openAnswers(muster.services.keys, { pid: 'coscup-2022', form, uid: person.uid }, row.answers);
  };
  expect(await answers('shirts')).toEqual({ size: 'L', cut: 'unisex' });
  expect(await answers('travel-money')).toEqual({
    apply: true,
    from: '高雄',
    how: '高鐵',
    amount: 149_000,
    currency: 'TWD',
  });
  expect(await answers('beds')).toEqual({ stay: 'no' });
  expect(await answers('thanks')).toEqual({ wanted: false });
  expect(await muster.deliver()).toEqual([]);

  const after = await everyCell(muster.db);
  const again = await command(muster.place, 'import-coscup', folder, '--prefix', 'coscup-');
  expect(again.stdout).toContain('people: 0 new, 60 known');
  expect(again.stdout).not.toMatch(/: [1-9]\d* new/);
  expect(await everyCell(muster.db)).toEqual(after);
});

test('what was moved and then changed here stays changed, and what is new there comes along', async () => {
  const folder = join(muster.place.folder, 'coscup-later');
  writeCoscup(folder, { ...small, people: 40, years: 1 });
  await command(muster.place, 'import-coscup', folder, '--prefix', 'later-');
  const pid = 'later-2022';
  const [left] = await muster.db.read
    .selectFrom('memberships')
    .select(['tid', 'uid'])
    .where('pid', '=', pid)
    .where('role', '=', 'member')
    .execute();
  await muster.db.transaction(async (trx) => {
    await trx.updateTable('teams').set({ name: 'Renamed' }).where('pid', '=', pid).where('tid', '=', 'team1').execute();
    await trx
      .deleteFrom('memberships')
      .where('pid', '=', pid)
      .where('tid', '=', left?.tid ?? '')
      .where('uid', '=', left?.uid ?? '')
      .execute();
  });
  const users = readFileSync(join(folder, 'users.json'), 'utf8');
  writeFileSync(
    join(folder, 'users.json'),
    `${users}${JSON.stringify({ _id: 'ffff0001', mail: 'late@example.org', profile: { badge_name: 'Late' } })}\n`,
  );
  const again = await command(muster.place, 'import-coscup', folder, '--prefix', 'later-');
  expect(again.stdout).toContain('people: 1 new');
  expect(again.stdout).toContain('memberships: 0 new');
  const team = await muster.db.read
    .selectFrom('teams')
    .select('name')
    .where('pid', '=', pid)
    .where('tid', '=', 'team1')
    .executeTakeFirst();
  expect(team).toEqual({ name: 'Renamed' });
  const back = await muster.db.read
    .selectFrom('memberships')
    .select('uid')
    .where('pid', '=', pid)
    .where('tid', '=', left?.tid ?? '')
    .where('uid', '=', left?.uid ?? '')
    .execute();
  expect(back).toEqual([]);
});

test('tags of nobody and forms of no project are left out, and the report names them', async () => {
  const folder = join(muster.place.folder, 'coscup-lost');
  writeCoscup(folder, { people: 10, years: 1, teams: 2, tasks: 1 });
  const lost = {
    team_member_tags: { pid: '2022', tid: 'team1', uid: 'ffff0002', tags: ['t1'] },
    form: { case: 'clothes', pid: '1999', uid: 'ffff0002', data: { clothes: 'L' } },
  };
  for (const [name, document] of Object.entries(lost))
    appendFileSync(join(folder, `${name}.json`), `${JSON.stringify(document)}\n`);
  const report = join(muster.place.folder, 'lost.tsv');
  await command(muster.place, 'import-coscup', folder, '--prefix', 'lost-', '--report', report);
  const lines = readFileSync(report, 'utf8').split('\n');
  expect(lines.filter((line) => /^left out\t(?:tags|form)\t/.test(line))).toEqual([
    'left out\tform\t1999/clothes\tits project is not in the export',
    'left out\ttags\t2022/team1/ffff0002\tthe person was not moved',
  ]);
});

test('canonical JSON says the same as relaxed JSON', async () => {
  const folder = join(muster.place.folder, 'coscup-canonical');
  writeCoscup(folder, { people: 10, years: 2, teams: 2, tasks: 3 }, 'canonical');
  await command(muster.place, 'import-coscup', folder, '--prefix', 'canonical-');
  expect(await stateOf('canonical-2023')).toMatchObject({ starts_on: '2023-07-29', state: 'archived' });
  const task = await muster.db.read
    .selectFrom('tasks')
    .select(['starts_at', 'capacity', 'min_people'])
    .where('pid', '=', 'canonical-2022')
    .where('title', '=', 'Task 1')
    .executeTakeFirst();
  expect(task).toMatchObject({ starts_at: '2022-07-29T02:00:00.000Z', min_people: 3 });
});

test('a person finds in their export where their data came from, and erasing them forgets it', async () => {
  const folder = join(muster.place.folder, 'coscup-export');
  writeCoscup(folder, { people: 8, years: 1, teams: 1, tasks: 1 });
  const users = readFileSync(join(folder, 'users.json'), 'utf8').replaceAll('Volunteer', 'Exported');
  writeFileSync(join(folder, 'users.json'), users);
  await command(muster.place, 'import-coscup', folder, '--prefix', 'export-');
  const person = await personOf('exported7@example.org');
  const headers = await browserOf(muster, person);
  const exported = (await muster.call({ url: '/api/me/export', headers })).json();
  expect(exported.moved_from).toContainEqual({ source: 'coscup:export-', kind: 'person', legacy_id: '10000007' });
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect(
    await muster.db.read.selectFrom('legacy_ids').select('legacy_id').where('uid', '=', person.uid).execute(),
  ).toEqual([]);
});

test('an event of engelsystem becomes a project: angel types are teams, shifts are tasks, freeloaders did not come', async () => {
  const folder = join(muster.place.folder, 'engelsystem');
  writeEngelsystem(folder, { people: 60, types: 4, shifts: 30 }, 2021);
  const run = (...more: string[]) =>
    command(muster.place, 'import-engelsystem', folder, '--project', 'congress', ...more);
  expect(await run('--dry-run')).toMatchObject({ code: 2, stderr: expect.stringContaining('--owner') });
  const before = await everyCell(muster.db);
  expect((await run('--owner', 'heaven@example.org', '--dry-run')).stdout).toContain('people: 60 new');
  expect(await everyCell(muster.db)).toEqual(before);
  const moved = await run('--owner', 'heaven@example.org');
  expect(moved).toMatchObject({ code: 0, stderr: '' });
  // 59 with an address, and the owner.
  for (const line of [
    'people: 60 new',
    'teams: 4 new',
    'places: 3 new',
    'kinds: 3 new',
    'tasks: 60 new',
    'work: 6 new',
  ])
    expect(moved.stdout).toContain(line);
  expect(moved.stdout).toContain('person: has no valid email address (50)');
  expect(moved.stdout).toContain('work: is not between 0 and 24 hours');
  expect(await stateOf('congress')).toEqual({
    state: 'archived',
    starts_on: '2021-12-27',
    ends_on: '2021-12-30',
    follows: null,
  });
  const teams = await muster.db.read
    .selectFrom('teams')
    .select(['tid', 'name', 'mailing_list', 'member_count'])
    .where('pid', '=', 'congress')
    .orderBy('tid')
    .execute();
  expect(teams.map(({ tid, name }) => `${tid} ${name}`)).toEqual([
    'angel-type-2 Angel type 2',
    'angel-type-3 Angel type 3',
    'angel-type-4 Angel type 4',
    'bar Bar',
  ]);
  expect(teams.find(({ tid }) => tid === 'bar')?.mailing_list).toBe('bar@example.org');
  // This type needs an introduction, which one in four has had.
  expect(teams.find(({ tid }) => tid === 'angel-type-2')?.member_count).toBeLessThan(6);
  const states = await muster.db.read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select(({ fn }) => ['attendances.state', fn.countAll<number>().as('count')])
    .where('tasks.pid', '=', 'congress')
    .groupBy('attendances.state')
    .execute();
  expect(states.map(({ state }) => state).toSorted()).toEqual(['done', 'no_show']);
  const task = await muster.db.read
    .selectFrom('tasks')
    .innerJoin('places', 'places.id', 'tasks.place_id')
    .select(['tasks.title', 'places.name', 'tasks.attendee_count', 'tasks.capacity'])
    .where('tasks.pid', '=', 'congress')
    .where('tasks.title', '=', 'Build-up: Talk 2')
    .executeTakeFirst();
  expect(task).toMatchObject({ name: 'Hall 2' });
  expect((await personOf('angel6@example.org')).language).toBe('de');
  const { contact } = await exportPrivate(
    muster.db.read,
    muster.services.keys,
    (await personOf('angel6@example.org')).uid,
  );
  expect(contact).toEqual({
    phone: '+491512345678',
    handles: [{ service: 'DECT', name: '4711' }],
    visible_to: 'owners',
  });
  const after = await everyCell(muster.db);
  const again = await run();
  expect(again.stdout).not.toMatch(/: [1-9]\d* new/);
  expect(await everyCell(muster.db)).toEqual(after);

  // The same people in the next year, with other identifiers.
  const next = join(muster.place.folder, 'engelsystem-next');
  writeEngelsystem(next, { people: 70, types: 4, shifts: 10 }, 2022);
  const second = await command(
    muster.place,
    'import-engelsystem',
    next,
    '--project',
    'congress-2022',
    '--owner',
    'heaven@example.org',
    '--follows',
    'congress',
  );
  expect(second.stdout).toContain('people: 10 new, 60 known');
  expect(await stateOf('congress-2022')).toMatchObject({ follows: 'congress' });
  // Owners of a year after it see both.
  const years = await yearsOf(muster.db.read, scopeOfRow({ pid: 'congress-2022' }));
  expect(years.map(({ pid }) => pid)).toEqual(['congress', 'congress-2022']);
  const late = await run('--follows', 'congress-2022');
  expect(late).toMatchObject({ code: 2, stderr: expect.stringContaining('does not follow congress-2022') });
});

test('a folder that is no export, a broken file and a project that exists are refused before anything is changed', async () => {
  const folder = join(muster.place.folder, 'broken');
  writeCoscup(folder, { people: 3, years: 1, teams: 1, tasks: 1 });
  const before = await everyCell(muster.db);
  const refused = async (...args: string[]) => {
    const { code, stderr } = await command(muster.place, ...args);
    return `${code} ${stderr}`;
  };
  expect(await refused('import-coscup', join(folder, 'nowhere'))).toContain('is not a folder');
  expect(await refused('import-engelsystem', folder, '--project', 'x', '--owner', 'a@example.org')).toContain(
    'there is no info.json',
  );
  expect(await refused('import-coscup', folder, '--timezone', 'Mars')).toContain('2 ');
  writeFileSync(join(folder, 'users.json'), '{"_id": "1"}\n{"_id": \n');
  expect(await refused('import-coscup', folder)).toContain('users.json, line 2 is not JSON');
  writeFileSync(join(folder, 'users.json'), Buffer.from([0x7b, 0xff, 0x7d]));
  expect(await refused('import-coscup', folder)).toContain('is not UTF-8');
  expect(await everyCell(muster.db)).toEqual(before);
  writeFileSync(
    join(folder, 'users.json'),
    '{"_id": "10000000", "mail": "not an address"}\n{"_id": "10000001", "mail": "twice@example.org"}\n{"_id": "10000002", "mail": "TWICE@example.org"}\n',
  );
  const { stdout } = await command(muster.place, 'import-coscup', folder, '--prefix', 'odd-');
  expect(stdout).toContain('person: has no valid email address (10000000)');
  expect(stdout).toContain('account: has the address of 10000001');
  const half = join(muster.place.folder, 'half');
  writeEngelsystem(half, { people: 3, types: 2, shifts: 1 });
  rmSync(join(half, 'angeltypes/2/shifts.json'));
  const args = ['--project', 'half', '--owner', 'a@example.org'];
  expect(await refused('import-engelsystem', half, ...args)).toContain('there is no angeltypes/2/shifts.json');
  writeEngelsystem(half, { people: 3, types: 2, shifts: 1 });
  const nowhere = join(half, 'nowhere', 'report.txt');
  expect(await refused('import-engelsystem', half, ...args, '--report', nowhere)).toContain('cannot be written');
  const other = join(muster.place.folder, 'taken');
  writeCoscup(other, { people: 3, years: 1, teams: 1, tasks: 1 });
  writeFileSync(
    join(other, 'project.json'),
    JSON.stringify([{ _id: 'congress', name: 'Other', action_date: 1, owners: [] }]),
  );
  expect(await refused('import-coscup', other)).toContain('there is a project congress already');
});

test('what an export has twice is moved once, and what belongs to no project is named', async () => {
  const folder = join(muster.place.folder, 'joined');
  writeCoscup(folder, { people: 12, years: 2, teams: 2, tasks: 3 });
  const once = await command(muster.place, 'import-coscup', folder, '--prefix', 'once-', '--dry-run');
  for (const name of ['users', 'project', 'team', 'tasks', 'form', 'team_member_tags']) {
    const file = join(folder, `${name}.json`);
    const content = readFileSync(file, 'utf8').trim();
    const documents: unknown[] = content.startsWith('[')
      ? JSON.parse(content)
      : content.split('\n').map((line) => JSON.parse(line));
    writeFileSync(file, JSON.stringify([...documents, ...documents]));
  }
  const twice = await command(muster.place, 'import-coscup', folder, '--prefix', 'once-', '--dry-run');
  expect(twice).toMatchObject({ code: 0, stderr: expect.not.stringContaining('constraint') });
  const counts = (stdout: string) => stdout.match(/^[a-z ]+: \d+ new, \d+ known$/gm);
  expect(counts(twice.stdout)).toEqual(counts(once.stdout));
  for (const what of ['person', 'project', 'team', 'task', 'answer to shirts', 'tags'])
    expect(twice.stdout).toContain(`${what}: is there more than once`);
  const [first] = JSON.parse(readFileSync(join(folder, 'project.json'), 'utf8')) as unknown[];
  writeFileSync(join(folder, 'project.json'), JSON.stringify([first, { name: 'Without an identifier' }]));
  const { stdout } = await command(muster.place, 'import-coscup', folder, '--prefix', 'once-', '--dry-run');
  expect(stdout).toContain('project: has no identifier (?)');
  for (const what of ['team', 'task', 'form', 'tags'])
    expect(stdout).toContain(`${what}: its project is not in the export`);
});
