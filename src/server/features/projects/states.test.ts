import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createCaller, createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { bearer, createPerson, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();

const administrator = async (): Promise<{ authorization: string }> =>
  bearer(await tokenOf(muster, await createPerson(muster, { administrator: true })));

const setState = ({ pid, owner }: Crew, state: string) =>
  muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers: owner.headers, payload: { state } });

const status = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'DELETE' = 'GET') =>
  (await muster.call({ method, url, headers })).statusCode;

const listed = async (pid: string, headers: Record<string, string> = {}): Promise<boolean> => {
  const { data } = (await muster.call({ url: '/api/projects?limit=200', headers })).json();
  return data.some((project: { pid: string }) => project.pid === pid);
};

test('a new project is a draft, unless something else is asked for', async () => {
  const headers = await administrator();
  const create = async (payload: object) =>
    (await muster.call({ method: 'POST', url: '/api/projects', headers, payload })).json();
  const project = { name: 'Next year', timezone: 'Asia/Taipei' };
  expect(await create({ ...project, pid: 'next' })).toMatchObject({ state: 'draft', rights: { remove: true } });
  expect(await create({ ...project, pid: 'open', state: 'public' })).toMatchObject({
    state: 'public',
    rights: { remove: false },
  });
  expect(await create({ ...project, pid: 'odd', state: 'secret' })).toMatchObject({ code: 'invalid_input' });
});

test('a draft exists only for its owners and administrators, and appears again when it is public', async () => {
  const crew = await createCrew(muster);
  const { pid, owner, chief, member, stranger } = crew;
  const outsiders: (Caller | undefined)[] = [chief, member, stranger, undefined];
  const admin = await administrator();
  const paths = [`/api/projects/${pid}`, `/api/projects/${pid}/teams`, `/api/projects/${pid}/teams/venue`];
  const seen = async (who: Record<string, string> | undefined) =>
    Promise.all([...paths.map((path) => status(path, who)), listed(pid, who)]);
  const ownProjects = async (caller: Caller) =>
    (await muster.call({ url: '/api/me', headers: caller.headers }))
      .json()
      .projects.map((one: { pid: string }) => one.pid);

  expect((await setState(crew, 'draft')).json()).toMatchObject({ state: 'draft', rights: { remove: true } });
  for (const who of outsiders) expect(await seen(who?.headers)).toEqual([404, 404, 404, false]);
  expect(await seen(owner.headers)).toEqual([200, 200, 200, true]);
  expect(await seen(admin)).toEqual([200, 200, 200, true]);
  expect(await status(`/api/members/${pid}`)).toBe(404);
  expect([await ownProjects(member), await ownProjects(owner)]).toEqual([[], [pid]]);
  const unknown = await muster.call({ url: '/api/projects/no-such-project', headers: member.headers });
  const hidden = await muster.call({ url: `/api/projects/${pid}`, headers: member.headers });
  const { request_id: _one, ...expected } = unknown.json();
  const { request_id: _other, ...answer } = hidden.json();
  expect(answer).toEqual(expected);

  await setState(crew, 'public');
  for (const who of outsiders) expect(await seen(who?.headers)).toEqual([200, 200, 200, true]);
  expect(await status(`/api/members/${pid}`)).toBe(200);
  expect(await ownProjects(member)).toEqual([pid]);
});

test('the listing of a draft is gone at once, also from the fast path', async () => {
  const crew = await createCrew(muster);
  expect(await status(`/api/members/${crew.pid}`)).toBe(200);
  await setState(crew, 'draft');
  expect(await status(`/api/members/${crew.pid}`)).toBe(404);
  expect(await status(`/members/${crew.pid}`)).toBe(404);
});

test('an archived project is visible to everybody, and read-only until it is opened again', async () => {
  const crew = await createCrew(muster);
  const { pid, owner, chief, member, as } = crew;
  await as(owner, 'PATCH', 'teams/venue', { takes_applications: true });
  const canApply = async () => (await as(crew.stranger, 'GET', 'teams/venue')).json().rights.apply;
  expect(await canApply()).toBe(true);
  expect((await setState(crew, 'archived')).statusCode).toBe(200);
  expect(await canApply()).toBe(false);
  expect([await status(`/api/projects/${pid}`), await status(`/api/members/${pid}`)]).toEqual([200, 200]);
  const code = async (answer: ReturnType<typeof as>) => (await answer).json().code;
  expect(await code(as(owner, 'POST', 'teams', { tid: 'new', name: 'New' }))).toBe('project_archived');
  expect(await code(as(chief, 'PATCH', 'teams/venue', { description: 'x' }))).toBe('project_archived');
  expect(await code(as(member, 'POST', 'teams', { tid: 'new', name: 'New' }))).toBe('forbidden');
  const payload = { name: 'x' };
  const rename = await muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers: owner.headers, payload });
  expect(rename.json().code).toBe('project_archived');
  // People can always leave.
  expect((await as(member, 'DELETE', `teams/venue/members/${member.uid}`)).statusCode).toBe(204);
  expect((await setState(crew, 'public')).statusCode).toBe(200);
  expect((await as(chief, 'PATCH', 'teams/venue', { description: 'x' })).statusCode).toBe(200);
});

test('an invitation to an archived project cannot be accepted, and stays until it is opened again', async () => {
  const crew = await createCrew(muster);
  const { pid, chief, stranger, as } = crew;
  await as(chief, 'POST', 'teams/venue/invitations', { emails: [stranger.email] });
  const { data } = (await as(chief, 'GET', 'teams/venue/invitations')).json();
  const url = `/api/me/invitations/${data[0].id}/acceptance`;
  const accept = () => muster.call({ method: 'PUT', url, headers: stranger.headers });
  await setState(crew, 'archived');
  expect((await accept()).json().code).toBe('project_archived');
  const joined = muster.db.read.selectFrom('memberships').select('tid').where('pid', '=', pid);
  expect(await joined.where('uid', '=', stranger.uid).execute()).toEqual([]);
  await setState(crew, 'public');
  expect((await accept()).statusCode).toBe(204);
});

test('drafts can be deleted with everything in them, by owners and administrators', async () => {
  const crew = await createCrew(muster);
  const { pid, owner, member, as } = crew;
  const url = `/api/projects/${pid}`;
  const remove = async (headers: Record<string, string>, query = '') => {
    const answer = await muster.call({ method: 'DELETE', url: `${url}${query}`, headers });
    return answer.statusCode === 204 ? 'deleted' : answer.json().code;
  };
  await as(owner, 'POST', 'forms', { form: 'shirts', kind: 'shirt_size', title: 'Shirts', enabled: true });
  const starts_at = '2026-08-08T01:00:00Z';
  await as(owner, 'POST', 'tasks', {
    title: 'T',
    tid: 'venue',
    starts_at,
    ends_at: '2026-08-08T02:00:00Z',
    capacity: 1,
  });
  await as(member, 'PUT', 'forms/shirts/response', { answers: { size: 'M', cut: 'fitted' } });
  expect(await remove(member.headers)).toBe('forbidden');
  expect(await remove(owner.headers)).toBe('project_not_draft');
  await setState(crew, 'draft');
  expect(await remove(member.headers)).toBe('not_found');
  expect(await remove(owner.headers)).toBe('project_has_data');
  expect(await remove(owner.headers, '?force=true')).toBe('deleted');
  expect(await status(url, owner.headers)).toBe(404);
  for (const table of ['teams', 'memberships', 'tasks', 'forms', 'form_responses', 'project_owners'] as const) {
    const rows = await muster.db.read.selectFrom(table).select('pid').where('pid', '=', pid).execute();
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
  const { data } = (
    await muster.call({ url: '/api/audit?kind=project.removed', headers: await administrator() })
  ).json();
  expect(data[0]).toMatchObject({ subject: pid, actor: owner.uid });

  const other = await createCrew(muster);
  await setState(other, 'draft');
  expect(await status(`/api/projects/${other.pid}`, await administrator(), 'DELETE')).toBe(204);
});

test('a draft with people but without their data is deleted without force', async () => {
  const crew = await createCrew(muster);
  await setState(crew, 'draft');
  expect(await status(`/api/projects/${crew.pid}`, crew.owner.headers, 'DELETE')).toBe(204);
});

test('a caller who read an older version deletes nothing', async () => {
  const crew = await createCrew(muster);
  await setState(crew, 'draft');
  const headers = { ...crew.owner.headers, 'if-match': '"1"' };
  expect(await status(`/api/projects/${crew.pid}`, headers, 'DELETE')).toBe(412);
  await createCaller(muster);
});
