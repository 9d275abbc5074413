import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { auditedOf } from '../../../../test/support/audit.ts';
import { bearer, browserOf, createRows, createTask, tokenOf } from '../../../../test/support/factories.ts';
import { createCaller, createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const muster = useApp();
let crew: Crew;
let ada: Caller;

beforeEach(async () => {
  crew = await createCrew(muster);
  ada = await createCaller(muster, 'Ada');
});

const inDays = (days: number): string =>
  new Date(muster.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const offer = (more: object = {}) => ({
  ready: true,
  pids: [crew.pid],
  teams: ['Registration'],
  skills: ['Forklift'],
  hours: 12,
  text: 'I speak Dutch.',
  until: inDays(90),
  new_tasks: false,
  ...more,
});
const put = (body: object, who = ada, headers: Record<string, string> = {}) =>
  muster.call({ method: 'PUT', url: '/api/me/offer', headers: { ...who.headers, ...headers }, payload: body });
const own = async (who = ada) => (await muster.call({ url: '/api/me/offer', headers: who.headers })).json();
const list = async (who: Caller, query = '') => (await crew.as(who, 'GET', `help-offers?${query}`)).json();
const namesOf = async (who: Caller, query = ''): Promise<string[]> =>
  (await list(who, query)).data.map(({ name }: { name: string }) => name);
const invite = (who: Caller, uids = [ada.uid], tid = 'venue') =>
  crew.as(who, 'POST', `teams/${tid}/offer-invitations`, { uids });
const outcomesOf = async (who: Caller, uids = [ada.uid]): Promise<string[]> =>
  (await invite(who, uids)).json().data.map(({ outcome }: { outcome: string }) => outcome);
const changeProject = (payload: object) =>
  muster.call({ method: 'PATCH', url: `/api/projects/${crew.pid}`, headers: crew.owner.headers, payload });
const ownInvitation = async (): Promise<string> =>
  (await muster.call({ url: '/api/me/invitations', headers: ada.headers })).json().data[0].id;

test('chiefs and owners of the chosen projects find the offer, without the address', async () => {
  expect(await own()).toMatchObject({ ready: false, pids: [], until: null });
  expect((await put(offer())).json()).toEqual(offer());
  for (const who of [crew.owner, crew.chief, crew.otherChief]) expect(await namesOf(who)).toEqual(['Ada']);
  const found = await list(crew.chief);
  expect(found).toMatchObject({ total: 1, next: null });
  expect(found.data[0]).toEqual({
    uid: ada.uid,
    name: 'Ada',
    teams: ['Registration'],
    skills: ['Forklift'],
    hours: 12,
    text: 'I speak Dutch.',
    until: inDays(90),
    has_cv: false,
    invited: [],
    updated_at: expect.any(String),
  });
  expect(JSON.stringify(found)).not.toContain('@');
  for (const who of [crew.member, crew.stranger])
    expect((await crew.as(who, 'GET', 'help-offers')).statusCode).toBe(403);
  expect((await crew.as(undefined, 'GET', 'help-offers')).statusCode).toBe(401);
});

test('nobody else finds it: not other projects, nor a draft, nor one that is over or archived', async () => {
  await put(offer());
  const other = await createCrew(muster);
  expect((await other.as(other.owner, 'GET', 'help-offers')).json().data).toEqual([]);
  await put(offer({ ready: false }));
  expect(await namesOf(crew.owner)).toEqual([]);
  await put(offer());
  await changeProject({ starts_on: inDays(-4), ends_on: inDays(-3) });
  expect(await namesOf(crew.owner)).toEqual([]);
  await changeProject({ starts_on: inDays(4), ends_on: inDays(5), state: 'draft' });
  expect(await namesOf(crew.owner)).toEqual([]);
  expect(await outcomesOf(crew.owner)).toEqual(['not_found']);
  await changeProject({ state: 'archived' });
  expect(await namesOf(crew.owner)).toEqual([]);
});

test('an offer to an event holds for the years after it', async () => {
  await put(offer());
  const next = await createCrew(muster);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ follows: crew.pid }).where('pid', '=', next.pid).execute(),
  );
  expect((await next.as(next.chief, 'GET', 'help-offers')).json().data).toMatchObject([{ name: 'Ada' }]);
});

test('people in the project, suspended ones and the caller are not listed; the search finds skills, teams and names', async () => {
  await put(offer());
  await put(offer({ skills: ['Éclair baking'], text: '' }), crew.stranger);
  await put(offer(), crew.member);
  await put(offer(), crew.chief);
  expect(await namesOf(crew.chief)).toEqual(['Ada', 'Sam']);
  expect(await namesOf(crew.chief, 'q=fork')).toEqual(['Ada']);
  expect(await namesOf(crew.chief, 'q=eclair')).toEqual(['Sam']);
  expect(await namesOf(crew.chief, 'q=REGISTR')).toEqual(['Ada', 'Sam']);
  expect(await namesOf(crew.chief, 'q=sam')).toEqual(['Sam']);
  expect(await namesOf(crew.chief, 'q=%25')).toEqual([]);
  expect(await namesOf(crew.chief, `q=${encodeURIComponent(ada.email)}`)).toEqual([]);
  const first = await list(crew.chief, 'limit=1');
  expect(await namesOf(crew.chief, `limit=1&cursor=${first.next}`)).toEqual(['Sam']);
  const suspended_at = muster.clock.now().toISOString();
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ suspended_at }).where('uid', '=', ada.uid).execute(),
  );
  expect(await namesOf(crew.chief)).toEqual(['Sam']);
});

test('the address stays hidden until the person accepts the invitation', async () => {
  await put(offer());
  expect(await outcomesOf(crew.chief)).toEqual(['invited']);
  const mails = await muster.deliver();
  expect(mails.map(({ to }) => to)).toContain(ada.email);
  expect((await list(crew.chief)).data[0].invited).toEqual([{ tid: 'venue', state: 'open' }]);
  expect((await list(crew.otherChief)).data[0].invited).toEqual([]);
  const part = ada.email.slice(0, 6);
  for (const path of ['teams/venue/invitations', 'invitations'])
    for (const query of ['', `?q=${part}`, '?limit=1']) {
      const found = (await crew.as(crew.chief, 'GET', `${path}${query}`)).json();
      expect(found.data).toMatchObject(query === `?q=${part}` ? [] : [{ email: '', offer: true, name: 'Ada' }]);
    }
  const { data } = (await crew.as(crew.chief, 'GET', 'teams/venue/invitations')).json();
  expect(JSON.stringify(data)).not.toContain(ada.email);
  const id = await ownInvitation();
  const accepted = await muster.call({
    method: 'PUT',
    url: `/api/me/invitations/${id}/acceptance`,
    headers: ada.headers,
  });
  expect(accepted.statusCode).toBe(204);
  const after = (await crew.as(crew.chief, 'GET', 'invitations?state=accepted')).json();
  expect(after.data).toMatchObject([{ email: ada.email, offer: false }]);
  expect(await namesOf(crew.chief)).toEqual([]);
});

test('cursors of the list of invitations hold no hidden address', async () => {
  await put(offer());
  await put(offer(), crew.stranger);
  await invite(crew.chief, [ada.uid, crew.stranger.uid]);
  const first = (await crew.as(crew.chief, 'GET', 'invitations?limit=1')).json();
  expect(Buffer.from(first.next, 'base64url').toString()).not.toContain('@');
  const second = (await crew.as(crew.chief, 'GET', `invitations?limit=1&cursor=${first.next}`)).json();
  const names: string[] = [...first.data, ...second.data].map(({ name }: { name: string }) => name);
  expect(new Set(names)).toEqual(new Set(['Ada', 'Sam']));
});

test('who declines stays hidden, and is not asked for the same team again', async () => {
  const nameless = await createCaller(muster, '');
  await put(offer(), nameless);
  await invite(crew.chief, [nameless.uid]);
  const url = '/api/me/invitations';
  const { data } = (await muster.call({ url, headers: nameless.headers })).json();
  await muster.call({ method: 'DELETE', url: `${url}/${data[0].id}`, headers: nameless.headers });
  const past = (await crew.as(crew.chief, 'GET', 'invitations?state=declined')).json();
  expect(past.data).toMatchObject([{ email: '', offer: true, name: '' }]);
  const notices = await muster.call({ url: '/api/me/notices', headers: crew.chief.headers });
  expect(notices.body).toContain('invitation.declined');
  expect(notices.body).not.toContain(nameless.email);
  expect(await outcomesOf(crew.chief, [nameless.uid])).toEqual(['declined']);
});

test('nobody confirms a guessed address by inviting it, or by importing a list', async () => {
  await put(offer());
  await invite(crew.chief);
  const guess = { emails: [ada.email, 'nobody@example.org'] };
  const typed = (await crew.as(crew.chief, 'POST', 'teams/venue/invitations', guess)).json();
  expect(typed.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['invited', 'invited']);
  const check = async (emails: readonly string[]) =>
    (
      await crew.inBrowser(crew.owner, 'POST', 'people/import?dry_run=true', {
        text: `email,team\n${emails.map((email) => `${email},press`).join('\n')}`,
      })
    ).json();
  await invite(crew.otherChief, [ada.uid], 'press');
  const checked = await check([ada.email, 'nobody@example.org']);
  expect(checked).toMatchObject({ error_count: 0, people: 2, left_out: { already_invited: 0, declined: 0 } });
});

test('inviting is for chiefs of the team, has the limits of invitations, and does nothing twice', async () => {
  await put(offer());
  expect((await invite(crew.otherChief)).statusCode).toBe(403);
  expect((await invite(crew.member)).statusCode).toBe(403);
  expect(await outcomesOf(crew.chief)).toEqual(['invited']);
  expect(await outcomesOf(crew.chief)).toEqual(['already_invited']);
  expect(await outcomesOf(crew.owner, [crew.stranger.uid])).toEqual(['not_found']);
  for (const uids of [[], Array.from({ length: 21 }, (_, index) => `x${index}`), [ada.uid, ada.uid]])
    expect((await invite(crew.chief, uids)).statusCode).toBe(400);
  const key = { 'idempotency-key': 'once' };
  const body = { uids: [ada.uid] };
  const again = () => crew.as(crew.owner, 'POST', 'teams/press/offer-invitations', body, key);
  expect((await again()).json()).toEqual((await again()).json());
});

test('a team that is disabled invites nobody, whether their offer is found or not', async () => {
  await put(offer());
  expect((await crew.as(crew.owner, 'PUT', 'teams/venue/disabled')).statusCode).toBe(204);
  for (const { uid } of [ada, crew.stranger])
    expect((await invite(crew.owner, [uid])).json()).toMatchObject({ code: 'team_disabled' });
});

test('deputies who recruit search and invite', async () => {
  await put(offer());
  const ends_at = new Date(muster.clock.now().getTime() + 36_000_000).toISOString();
  const [uid, granted_by] = [crew.stranger.uid, crew.owner.uid];
  await createRows(muster, { grants: [{ pid: crew.pid, uid, role: 'recruiting', ends_at, granted_by }] });
  expect(await namesOf(crew.stranger)).toEqual(['Ada']);
  expect(await outcomesOf(crew.stranger)).toEqual(['invited']);
});

test('bad input names the field and changes nothing', async () => {
  await put(offer());
  const before = await own();
  const refused: [object, number, string][] = [
    [{ until: null }, 422, '/until'],
    [{ until: inDays(-3) }, 422, '/until'],
    [{ until: inDays(400) }, 422, '/until'],
    [{ until: '2026-02-30' }, 400, '/until'],
    [{ pids: [] }, 422, '/pids'],
    [{ pids: ['nowhere'] }, 400, '/pids/0'],
    [{ skills: Array.from({ length: 21 }, () => 'x') }, 400, '/skills'],
    [{ teams: [' '] }, 400, '/teams/0'],
    [{ hours: 0 }, 400, '/hours'],
    [{ hours: 201 }, 400, '/hours'],
    [{ text: 'x'.repeat(2001) }, 400, '/text'],
    [{ more: 1 }, 400, '/more'],
  ];
  for (const [more, status, pointer] of refused) {
    const response = await put(offer(more));
    const found: string[] = (response.json().errors ?? []).map((error: { pointer: string }) => error.pointer);
    expect([more, response.statusCode, found[0]]).toEqual([more, status, pointer]);
  }
  expect(await own()).toEqual(before);
  expect((await put(offer(), ada, { 'if-match': '"r7-x"' })).statusCode).toBe(412);
});

test('an offer can turn on the daily summary of new tasks, and ends with it', async () => {
  const settings = async () =>
    (await muster.call({ url: '/api/me/notice-settings', headers: ada.headers })).json().mail['task.opened'];
  expect(await settings()).toBe(false);
  await put(offer({ new_tasks: true }));
  expect([await settings(), (await own()).new_tasks]).toEqual([true, true]);
  await createTask(muster, crew.pid, { visibility: 'signed_in' });
  const job = muster.services.jobList.find(({ name }) => name === 'new-tasks');
  await job?.run(new AbortController().signal);
  const { data } = (await muster.call({ url: '/api/me/notices', headers: ada.headers })).json();
  expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(['task.opened']);
  muster.clock.advance(92 * 86_400);
  await muster.services.runExpiry();
  // The token of before has expired.
  ada = { ...ada, headers: bearer(await tokenOf(muster, ada)) };
  expect(await settings()).toBe(false);
  expect(await own()).toMatchObject({ ready: false, text: '', until: null });
  const ended = (await muster.call({ url: '/api/me/notices', headers: ada.headers })).json().data;
  expect(ended.map(({ kind }: { kind: string }) => kind)).toContain('offer.ended');
  expect(await auditedOf(muster, 'offer.ended', ada.uid)).toEqual([{ actor: null, detail: {} }]);
});

test('the export has the offer; deleting it leaves nothing', async () => {
  await put(offer());
  const headers = await browserOf(muster, ada);
  expect((await muster.call({ url: '/api/me/export', headers })).json().offer).toEqual(offer());
  for (let count = 0; count < 2; count += 1) {
    expect((await muster.call({ method: 'DELETE', url: '/api/me/offer', headers: ada.headers })).statusCode).toBe(204);
    expect(await auditedOf(muster, 'offer.removed', ada.uid)).toEqual([{ actor: ada.uid, detail: {} }]);
  }
  expect(await muster.db.read.selectFrom('offer_projects').selectAll().execute()).toEqual([]);
  expect((await muster.call({ url: '/api/me/export', headers })).json().offer).toBe(null);
});
