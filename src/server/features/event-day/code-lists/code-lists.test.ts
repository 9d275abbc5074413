import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { auditedOf } from '../../../../../test/support/audit.ts';
import { everyCell } from '../../../../../test/support/database.ts';
import { bearer, browserOf, createRows, tokenOf } from '../../../../../test/support/factories.ts';
import { createDevice } from '../../../../../test/support/world/desk.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { settleEarned } from '../entitlements/earned.service.ts';
import { applyRetention } from '../../retention/retention.service.ts';

const muster = useApp();

const createList = async (crew: Crew, audience: object = { everyone: true }): Promise<string> =>
  (await crew.as(crew.owner, 'POST', 'hand-outs', { name: 'Ticket', kind: 'code', audience })).json().id;
const add = (crew: Crew, id: string, codes: string[]) =>
  crew.as(crew.owner, 'POST', `hand-outs/${id}/codes`, { codes });
/** A token that may not read private data. */
const plainToken = async (who: Caller) => bearer(await tokenOf(muster, who, { privateRead: false }));
const ownCode = async (crew: Crew, who: Caller): Promise<(string | null)[]> => {
  const headers = await browserOf(muster, who);
  const { data } = (await crew.as(undefined, 'GET', 'my-entitlements', undefined, headers)).json();
  return data.map(({ code }: { code: string | null }) => code);
};

test('everybody who is entitled gets one code, once, and only they and owners see it', async () => {
  const crew = await createCrew(muster);
  const id = await createList(crew, { tids: ['venue'] });
  const added = await add(crew, id, ['SECRET-1', ' SECRET-2 ', 'SECRET-3']);
  expect([added.statusCode, added.json()]).toEqual([201, { added: 3, without: 0 }]);
  const codes = [...(await ownCode(crew, crew.chief)), ...(await ownCode(crew, crew.member))];
  expect(new Set(codes)).toEqual(new Set(['SECRET-1', 'SECRET-2']));
  expect(await ownCode(crew, crew.otherChief)).toEqual([]);
  const exported = (await muster.call({ url: '/api/me/export', headers: await browserOf(muster, crew.member) })).json();
  expect(exported.hand_out_codes).toMatchObject([{ name: 'Ticket', code: codes[1] }]);
  // Sealed at rest, and not for devices or tokens.
  const { desk, results } = await createDevice(muster, crew);
  const cells = (await everyCell(muster.db)).join('\n');
  const day = await desk();
  expect(day.json().people).toEqual([]);
  const token = (await crew.as(undefined, 'GET', 'my-entitlements', undefined, await plainToken(crew.member))).body;
  for (const text of [cells, day.body, token]) expect(text).not.toContain('SECRET');
  expect(await results([{ step: 'hand_out', hand_out: id, uid: crew.member.uid }])).toEqual(['unknown']);
  const look = await crew.inBrowser(crew.owner, 'GET', `hand-outs/${id}/codes`);
  const holders = look
    .json()
    .data.map(({ code, person }: { code: string; person: Caller | null }) => [code, person?.name]);
  expect(holders.map(([code]: string[]) => code)).toEqual(['SECRET-1', 'SECRET-2', 'SECRET-3']);
  expect(holders.map(([, name]: string[]) => name ?? '').toSorted()).toEqual(['', 'Chen', 'Mia']);
  expect((await crew.as(crew.owner, 'GET', `hand-outs/${id}/codes`)).json().code).toBe('browser_only');
  expect((await crew.inBrowser(crew.chief, 'GET', `hand-outs/${id}/codes`)).statusCode).toBe(403);
  const log = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'subject'])
    .where('pid', '=', crew.pid)
    .execute();
  expect(
    log
      .filter(({ kind }) => kind.startsWith('code'))
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['code.assigned', 'code.assigned', 'codes.added', 'codes.read']);
  const notices = await muster.db.read
    .selectFrom('notices')
    .select('uid')
    .where('kind', '=', 'handout.earned')
    .execute();
  expect(notices.map(({ uid }) => uid).toSorted()).toEqual([crew.chief.uid, crew.member.uid].toSorted());
});

test('names codes that are there twice, and adds none of them', async () => {
  const crew = await createCrew(muster);
  const id = await createList(crew, { tids: ['press'] });
  expect((await add(crew, id, ['A', 'B'])).statusCode).toBe(201);
  const refused = await add(crew, id, ['C', 'B', ' C', 'D']);
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    [
      { pointer: '/codes/1', detail: 'was added before' },
      { pointer: '/codes/2', detail: 'is the same as code 1 of the list' },
    ],
  ]);
  const { data, total } = (await crew.inBrowser(crew.owner, 'GET', `hand-outs/${id}/codes`)).json();
  expect([total, data.map(({ code }: { code: string }) => code)]).toEqual([2, ['A', 'B']]);
  const [used, free] = data;
  const remove = (one: { id: string }) => crew.as(crew.owner, 'DELETE', `hand-outs/${id}/codes/${one.id}`);
  expect([(await remove(used)).statusCode, (await remove(free)).statusCode, (await remove(free)).statusCode]).toEqual([
    409, 204, 204,
  ]);
  expect(await auditedOf(muster, 'codes.removed', id)).toMatchObject([{ actor: crew.owner.uid, detail: { count: 1 } }]);
});

test('people who are entitled later get one of those that are left', async () => {
  const crew = await createCrew(muster);
  const id = await createList(crew, { tids: ['venue'] });
  expect((await add(crew, id, ['A', 'B', 'C'])).json()).toEqual({ added: 3, without: 0 });
  const [late, later] = await createMembers(muster, crew.pid, 'venue', 2);
  const settle = () => settleEarned(muster.services, new AbortController().signal);
  expect([await settle(), await settle()]).toEqual([1, 0]);
  if (late === undefined || later === undefined) throw new Error('two people');
  const waiting = (await ownCode(crew, late))[0] === null ? late : later;
  expect((await add(crew, id, ['D', 'E'])).json()).toEqual({ added: 2, without: 0 });
  expect(await ownCode(crew, waiting)).toEqual(['D']);
  expect((await crew.as(crew.owner, 'GET', 'hand-outs')).json().data).toMatchObject([{ given: 4, available: 5 }]);
});

test('a message has the code of each person, but not for those who write it', async () => {
  const crew = await createCrew(muster);
  const id = await createList(crew, { tids: ['venue'] });
  await add(crew, id, ['SECRET-9', 'SECRET-8']);
  const body = 'Your ticket: {{code}}';
  const draft = { audience: { uids: [crew.member.uid] }, subject: 'Tickets', body };
  expect((await crew.as(crew.chief, 'POST', 'messages', draft)).statusCode).toBe(403);
  const message = (await crew.as(crew.owner, 'POST', 'messages', draft)).json();
  const preview = await crew.as(crew.owner, 'POST', 'messages/preview', { subject: 'x', body, uid: crew.member.uid });
  expect(preview.json().body).toBe('Your ticket: \\(each person gets their own code\\)');
  expect((await crew.inBrowser(crew.owner, 'POST', `messages/${message.id}/send`)).statusCode).toBe(200);
  const mails = await muster.deliver();
  const [own] = await ownCode(crew, crew.member);
  const mail = mails.find(({ subject }) => subject.includes('Tickets'));
  expect(mail?.text).toContain(`Your ticket: ${own}`);
  const received = async (headers: Record<string, string>) =>
    (await muster.call({ url: `/api/me/messages/${message.id}`, headers })).json().body;
  expect(await received(await browserOf(muster, crew.member))).toContain(String(own).replace('-', '\\-'));
  expect(await received(await plainToken(crew.member))).not.toContain('SECRET');
});

test('a message has no code that somebody has in another project', async () => {
  const [crew, other] = [await createCrew(muster), await createCrew(muster)];
  const { uid } = crew.member;
  await createRows(muster, { memberships: [{ pid: other.pid, tid: 'press', uid, role: 'member' }] });
  await add(other, await createList(other, { tids: ['press'] }), ['OTHER-1', 'OTHER-2']);
  await add(crew, await createList(crew, { tids: ['venue'] }), ['SECRET-1', 'SECRET-2']);
  const [own] = await ownCode(crew, crew.member);
  expect(await ownCode(other, crew.member)).toEqual([expect.stringMatching(/^OTHER-/)]);
  const draft = { audience: { uids: [uid] }, subject: 'Tickets', body: 'Your ticket: {{code}}.' };
  const { id } = (await crew.as(crew.owner, 'POST', 'messages', draft)).json();
  expect((await crew.inBrowser(crew.owner, 'POST', `messages/${id}/send`)).statusCode).toBe(200);
  const mail = (await muster.deliver()).find(({ subject }) => subject.includes('Tickets'));
  expect(mail?.text).toContain(`Your ticket: ${own}.`);
});

test('codes are erased 30 days after the event, and an erased person leaves theirs used', async () => {
  const crew = await createCrew(muster);
  const id = await createList(crew, { tids: ['venue'] });
  await add(crew, id, ['A', 'B']);
  const headers = await browserOf(muster, crew.member);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect((await crew.as(crew.owner, 'GET', 'hand-outs')).json().data).toMatchObject([{ given: 2, available: 2 }]);
  const day = muster.clock.now().toISOString().slice(0, 10);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ ends_on: day }).where('pid', '=', crew.pid).execute(),
  );
  const left = async () =>
    (await muster.db.read.selectFrom('hand_out_codes').select('id').where('hand_out_id', '=', id).execute()).length;
  const run = (dryRun = false) => applyRetention(muster.services, { dryRun });
  muster.clock.advance(30 * 86_400);
  await run();
  expect(await left()).toBe(2);
  muster.clock.advance(86_400);
  expect((await run(true)).codes).toBeGreaterThanOrEqual(2);
  expect(await left()).toBe(2);
  await run();
  expect(await left()).toBe(0);
  const [entry] = await muster.db.read
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', 'codes.expired')
    .where('subject', '=', id)
    .execute();
  expect(JSON.parse(entry?.detail ?? '')).toEqual({ title: 'Ticket', codes: 2 });
});
