import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf, createPerson, createProject } from '../../../../../test/support/factories.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';
import { scopeOfRow } from '../../../auth/project-role.ts';
import { yearsOf } from './series.service.ts';

const muster = useApp();
let crew: Crew;
let years: string[];

/** Four projects of the owner, of which none follows another yet. */
beforeEach(async () => {
  crew = await createCrew(muster);
  years = [crew.pid];
  for (let count = 0; count < 3; count += 1) years.push(await createProject(muster, { owners: [crew.owner] }));
});

const follow = async (pid: string, follows: string | null, who = crew.owner, tag = '*') =>
  muster.call({
    method: 'PUT',
    url: `/api/projects/${pid}/series`,
    headers: { ...(await browserOf(muster, who)), 'if-match': tag },
    payload: { follows },
  });
const read = async (pid: string, who = crew.owner) =>
  muster.call({ url: `/api/projects/${pid}/series`, headers: who.headers });
const pidsOf = async (pid: string): Promise<string[]> =>
  (await read(pid)).json().years.map((year: { pid: string }) => year.pid);
const setFollows = (pid: string, follows: string) =>
  muster.db.transaction((trx) => trx.updateTable('projects').set({ follows }).where('pid', '=', pid).execute());

test('a copy follows its source, and the years before it', async () => {
  const [first = '', second = ''] = years;
  await follow(second, first);
  const headers = await browserOf(muster, crew.owner);
  await muster.db.transaction((trx) =>
    trx
      .updateTable('people')
      .set({ administrator_since: '2026-01-01T00:00:00.000Z' })
      .where('uid', '=', crew.owner.uid)
      .execute(),
  );
  const copy = { pid: `${second}-copy`, name: 'Next year', timezone: 'UTC', copy_from: second };
  const created = await muster.call({ method: 'POST', url: '/api/projects', headers, payload: copy });
  expect(created.statusCode, created.body).toBe(201);
  expect(created.json()).not.toHaveProperty('follows');
  expect((await read(copy.pid)).json()).toEqual({
    follows: second,
    years: [first, second, copy.pid].map((pid) => ({ pid, name: expect.any(String), year: 2026 })),
  });
  // The series begins after a year that is gone.
  await muster.db.transaction((trx) => trx.deleteFrom('projects').where('pid', '=', second).execute());
  expect((await read(copy.pid)).json()).toMatchObject({ follows: null, years: [{ pid: copy.pid }] });
});

test('only an owner of both, in a browser with a fresh sign-in, says which year came before', async () => {
  const [first = '', second = ''] = years;
  const foreign = await createProject(muster);
  for (const other of [foreign, 'none']) {
    const refused = await follow(first, other);
    expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([422, '/follows']);
  }
  expect((await follow(first, second, crew.chief)).statusCode).toBe(403);
  expect((await read(first, crew.chief)).statusCode).toBe(403);
  const url = `/api/projects/${first}/series`;
  const byToken = { method: 'PUT', url, headers: crew.owner.headers, payload: { follows: second } } as const;
  expect((await muster.call(byToken)).json().code).toBe('browser_only');
  const tag = String((await read(first)).headers.etag);
  expect((await follow(first, second, crew.owner, tag)).json()).toMatchObject({ follows: second });
  expect((await follow(first, null, crew.owner, tag)).json().code).toBe('stale');
  expect((await follow(first, null)).json()).toEqual({
    follows: null,
    years: [expect.objectContaining({ pid: first })],
  });
  const audit = await muster.db.read
    .selectFrom('audit')
    .select('detail')
    .where('pid', '=', first)
    .where('kind', '=', 'project.changed')
    .execute();
  expect(audit.map(({ detail }) => detail)).toEqual(['{"fields":"follows"}', '{"fields":"follows"}']);
});

test('a year that is a draft again is not named in those after it', async () => {
  const [first = '', second = '', third = ''] = years;
  await follow(second, first);
  await follow(third, second);
  const draft = { state: 'draft' as const };
  await muster.db.transaction((trx) => trx.updateTable('projects').set(draft).where('pid', '=', second).execute());
  expect(await pidsOf(third)).toEqual([first, third]);
  expect(await pidsOf(second)).toEqual([first, second]);
});

test('a year cannot follow itself or one that comes after it', async () => {
  const [first = '', second = '', third = ''] = years;
  await follow(second, first);
  await follow(third, second);
  for (const later of [first, second, third]) {
    const refused = await follow(first, later);
    expect([refused.statusCode, refused.json().errors[0].detail]).toEqual([422, 'comes after this project']);
  }
  expect(await pidsOf(third)).toEqual([first, second, third]);
});

test('a year cannot follow one that begins later, neither as a copy of it', async () => {
  const [first = '', second = ''] = years;
  const day = async (pid: string, starts_on: string) =>
    muster.db.transaction((trx) => trx.updateTable('projects').set({ starts_on }).where('pid', '=', pid).execute());
  await day(first, '2026-08-08');
  await day(second, '2027-08-07');
  const refused = await follow(first, second);
  expect([refused.statusCode, refused.json().errors[0].detail]).toEqual([422, 'begins after this project']);
  expect((await follow(second, first)).statusCode).toBe(200);
  const admin = await createPerson(muster, { administrator: true });
  const copy = async (pid: string, starts_on: string) => {
    const payload = { pid, name: pid, timezone: 'UTC', copy_from: second, starts_on, owners: [crew.owner.uid] };
    const headers = await browserOf(muster, admin);
    const created = await muster.call({ method: 'POST', url: '/api/projects', headers, payload });
    expect(created.statusCode, created.body).toBe(201);
    return pidsOf(pid);
  };
  expect(await copy(`${second}-before`, '2025-08-09')).toEqual([`${second}-before`]);
  expect(await copy(`${second}-after`, '2028-08-05')).toEqual([first, second, `${second}-after`]);
});

test('reading ends even if the database has a cycle', async () => {
  const [first = '', second = '', third = ''] = years;
  await setFollows(second, first);
  await setFollows(first, third);
  await setFollows(third, second);
  expect(await pidsOf(third)).toEqual([first, second, third]);
  await setFollows(first, first);
  expect(await pidsOf(first)).toEqual([first]);
  expect(await yearsOf(muster.db.read, scopeOfRow({ pid: third }))).toHaveLength(3);
});

test('owners who link years at the same time make no cycle', async () => {
  const [a = '', b = '', c = '', d = ''] = years;
  await Promise.all([follow(a, b), follow(b, c), follow(c, d), follow(d, a)]);
  const rows = await muster.db.read
    .selectFrom('projects')
    .select(['pid', 'follows'])
    .where('pid', 'in', years)
    .execute();
  expect(rows.filter(({ follows }) => follows === null).length).toBeGreaterThan(0);
  const lengths = await Promise.all(years.map(async (pid) => (await pidsOf(pid)).length));
  expect(Math.max(...lengths)).toBeLessThanOrEqual(years.length);
});
