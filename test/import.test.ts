import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scopeOfRow } from '../src/server/auth/project-role.ts';
import { ImportRejected, importPeople } from '../src/server/features/teams/memberships/import.service.ts';
import type { Placed } from '../src/server/features/teams/memberships/import.service.ts';
import { useApp } from './support/app.ts';
import { muster as command } from './support/cli.ts';
import { everyCell } from './support/database.ts';
import { createPerson, createProject, createTeam } from './support/factories.ts';

const example = fileURLToPath(new URL('../docs/examples/people.csv', import.meta.url));

const muster = useApp();

const bring = async (pid: string, rows: Omit<Placed, 'line'>[], dryRun = false) =>
  importPeople(
    muster.services,
    scopeOfRow({ pid }),
    rows.map((row, index) => ({ ...row, line: index + 2 })),
    { dryRun, listing: 'public' },
  );
const complaintsOf = async (pid: string, rows: Omit<Placed, 'line'>[]) => {
  const before = await everyCell(muster.db);
  const refused = await bring(pid, rows).catch((error: unknown) => error);
  expect(await everyCell(muster.db)).toEqual(before);
  return refused instanceof ImportRejected ? refused.problems : refused;
};

test('the example file fills a project; a dry run and a second run change nothing', async () => {
  const pid = await createProject(muster);
  const empty = await everyCell(muster.db);
  const dry = await command(muster.place, 'import', example, '--project', pid, '--dry-run');
  expect(dry).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('people: 4 new') });
  expect(await everyCell(muster.db)).toEqual(empty);
  expect(await command(muster.place, 'import', example, '--project', pid)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('places in teams: 4 new, 2 of them as chief; members who became chief: 0'),
  });
  const listing = (await muster.call(`/api/members/${pid}`)).json();
  expect(
    listing.data.map(({ tid, chiefs, members }: { tid: string; chiefs: []; members: { name: string }[] }) => ({
      tid,
      chiefs: chiefs.length,
      members: members.map(({ name }) => name),
    })),
  ).toEqual([
    { tid: 'press', chiefs: 1, members: ['Hopper, Grace', 'Ada Lovelace'] },
    { tid: 'venue', chiefs: 1, members: ['Ada Lovelace', '王小明'] },
  ]);
  const entries = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'actor'])
    .where('actor', '=', 'command-line')
    .execute();
  expect(Map.groupBy(entries, ({ kind }) => kind)).toMatchObject(
    new Map([
      ['person.imported', expect.objectContaining({ length: 4 })],
      ['team.created', expect.objectContaining({ length: 2 })],
      ['chief.added', expect.objectContaining({ length: 2 })],
      ['member.added', expect.objectContaining({ length: 2 })],
    ]),
  );
  const filled = await everyCell(muster.db);
  const again = await command(muster.place, 'import', example, '--project', pid);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('people: 0 new, 4 known; teams: 0 new') });
  expect(await everyCell(muster.db)).toEqual(filled);
});

test('existing people keep their name, members are promoted to chief, chiefs stay chiefs', async () => {
  const [member, chief] = [await createPerson(muster, { name: 'Own Name' }), await createPerson(muster)];
  const pid = await createProject(muster);
  const tid = await createTeam(muster, pid, { members: [member], chiefs: [chief] });
  const totals = await bring(pid, [
    { email: member.email, name: 'Other', team: tid, role: 'chief' },
    { email: chief.email, team: tid, role: 'member' },
  ]);
  expect(totals).toEqual({ people: 0, teams: 0, memberships: 0, chiefs: 0, promoted: 1, known: 2 });
  const [team] = (await muster.call(`/api/members/${pid}`)).json().data;
  expect(team.chiefs).toHaveLength(2);
  expect(JSON.stringify(team)).toContain('Own Name');
});

test('reports rows that conflict with the project line by line and changes nothing', async () => {
  const suspended = await createPerson(muster, { suspended: true });
  const pid = await createProject(muster);
  await createTeam(muster, pid, { tid: 'small', headcount: 1 });
  await createTeam(muster, pid, { tid: 'closed', disabled: true });
  expect(
    await complaintsOf(pid, [
      { email: 'one@example.org', team: 'small' },
      { email: 'two@example.org', team: 'small' },
      { email: 'one@example.org', team: 'unknown' },
      { email: 'one@example.org', team: 'closed' },
      { email: suspended.email },
      { email: 'one@example.org', team: 'fresh', team_name: 'Fresh', team_headcount: 0 },
    ]),
  ).toEqual([
    { line: 2, text: 'team small has 1 places open, and the file brings 2 people' },
    { line: 3, text: 'team small has 1 places open, and the file brings 2 people' },
    { line: 4, text: 'there is no team unknown; with team_name it would be created' },
    { line: 5, text: 'team closed is disabled' },
    { line: 6, text: 'the account is suspended' },
    { line: 7, text: 'team fresh has 0 places open, and the file brings 1 people' },
  ]);
});

test('an unknown project exits with code 3', async () => {
  const missing = await command(muster.place, 'import', example, '--project', 'nowhere');
  expect(missing).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('no project nowhere') });
});

test('imports two thousand people at once', async () => {
  const pid = await createProject(muster);
  const rows = Array.from({ length: 2000 }, (_, i) => ({
    email: `crowd-${i}@example.org`,
    name: `Crowd ${i}`,
    team: `t${i % 7}`,
    team_name: `Team ${i % 7}`,
  }));
  expect(await bring(pid, rows)).toEqual({
    people: 2000,
    teams: 7,
    memberships: 2000,
    chiefs: 0,
    promoted: 0,
    known: 0,
  });
  expect(await bring(pid, rows)).toMatchObject({ people: 0, memberships: 0, known: 2000 });
});

test('fills a project that is still a draft', async () => {
  const pid = await createProject(muster);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ state: 'draft' }).where('pid', '=', pid).execute(),
  );
  const done = await command(muster.place, 'import', example, '--project', pid);
  expect(done).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Imported.') });
  const unknown = await command(muster.place, 'import', example, '--project', 'unknown');
  expect(unknown).toMatchObject({ code: 3, stderr: expect.stringContaining('there is no project unknown') });
});
