import { expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../test/support/app.ts';
import { bearer, browserOf, tokenOf } from '../../../../test/support/factories.ts';
import { createWorld } from '../../../../test/support/world/create-world.ts';
import { guardianCode } from '../../../../test/support/world/guardians.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { applyRetention } from '../retention/retention.service.ts';

const muster = useApp();

const inHours = (hours: number) => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();
const yearsAgo = (years: number) => `${muster.clock.now().getUTCFullYear() - years}-01-01`;

async function setBirthday(who: Caller, birthday: string): Promise<void> {
  const payload = { name: '', phone: '', national_id: '', company: '', birthday };
  const headers = await browserOf(muster, who);
  const saved = await muster.call({ method: 'PUT', url: '/api/me/real-profile', headers, payload });
  expect(saved.statusCode).toBe(200);
}

const change = ({ pid, owner }: Crew, payload: object) =>
  muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers: owner.headers, payload });

async function createTask(crew: Crew, from: number, to: number, fields: object = {}): Promise<string> {
  const task = { title: 'Desk', tid: 'venue', capacity: 9, starts_at: inHours(from), ends_at: inHours(to), ...fields };
  return (await crew.as(crew.chief, 'POST', 'tasks', task)).json().id;
}

const join = async (crew: Crew, who: Caller, id: string) => {
  const response = await crew.as(who, 'PUT', `tasks/${id}/attendance`);
  return response.statusCode === 204 ? 'joined' : response.json().code;
};
const assign = async (crew: Crew, { uid }: Caller, id: string) => {
  const response = await crew.as(crew.chief, 'PUT', `tasks/${id}/attendees/${uid}`);
  return response.statusCode === 204 ? 'assigned' : response.json().code;
};

const name = (crew: Crew, who: Caller, body: object = { name: 'Byron', email: 'byron@example.org' }) =>
  crew.inBrowser(who, 'PUT', 'my-guardian', body);

/** The code of the link in the newest mail to the guardian. */
async function codeTo(address: string): Promise<string> {
  const mails = (await muster.deliver()).filter(({ to }) => to === address);
  return /#code=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

const answer = (code: string, agrees: boolean) =>
  muster.call({ method: 'PUT', url: '/api/guardian-consent', payload: { code, agrees } });
const read = (code: string) => muster.call({ method: 'POST', url: '/api/guardian-consent', payload: { code } });

const noticesTo = async ({ uid }: Caller, kind: string) =>
  (
    await muster.db.read
      .selectFrom('notices')
      .select('detail')
      .where('uid', '=', uid)
      .where('kind', '=', kind)
      .execute()
  ).map(({ detail }) => JSON.parse(detail) as { change?: string; what?: string });

test('a minor joins once the guardian agrees by the link; others only learn that it is not possible', async () => {
  const crew = await createCrew(muster);
  const task = await createTask(crew, 30, 31);
  await change(crew, { adult_age: 18 });
  expect(await join(crew, crew.member, task)).toBe('birthday_unknown');
  await setBirthday(crew.member, yearsAgo(15));
  expect(await join(crew, crew.member, task)).toBe('guardian_missing');
  expect((await crew.as(crew.member, 'GET', `tasks/${task}`)).json().refusals).toEqual(['guardian_missing']);
  expect(await assign(crew, crew.member, task)).toBe('not_possible');
  const own = async () => (await crew.as(crew.member, 'GET', 'my-guardian')).json();
  expect(await own()).toMatchObject({ needed: 'yes', adult_age: 18, guardian: null });
  expect((await name(crew, crew.member)).json()).toMatchObject({ guardian: { name: 'Byron', state: 'asked' } });
  const code = await codeTo('byron@example.org');
  expect((await read(code)).json()).toMatchObject({ person: 'Mia', guardian: 'Byron', adult_age: 18, state: 'asked' });
  expect((await answer(code, true)).json()).toMatchObject({ state: 'agreed' });
  expect(await noticesTo(crew.member, 'guardian.answered')).toEqual([{ change: 'agreed', what: 'Byron' }]);
  expect(await join(crew, crew.member, task)).toBe('joined');
  // Adults need nobody.
  await setBirthday(crew.chief, yearsAgo(40));
  expect(await join(crew, crew.chief, task)).toBe('joined');
  expect((await name(crew, crew.chief)).json()).toMatchObject({ status: 422, code: 'not_allowed' });
});

test('when a guardian withdraws, places stay, the person and the chiefs are notified, and nothing more can be joined', async () => {
  const crew = await createCrew(muster);
  const [first, second] = [await createTask(crew, 30, 31), await createTask(crew, 40, 41)];
  const press = { tid: 'press', visibility: 'project' };
  const other = (
    await crew.as(crew.otherChief, 'POST', 'tasks', {
      title: 'Press',
      capacity: 2,
      starts_at: inHours(50),
      ends_at: inHours(51),
      ...press,
    })
  ).json().id;
  await change(crew, { adult_age: 18 });
  await setBirthday(crew.member, yearsAgo(15));
  await name(crew, crew.member);
  const code = await codeTo('byron@example.org');
  await answer(code, true);
  expect([await join(crew, crew.member, first), await join(crew, crew.member, other)]).toEqual(['joined', 'joined']);
  expect((await answer(code, false)).json()).toMatchObject({ state: 'withdrawn' });
  await answer(code, false);
  expect(await join(crew, crew.member, second)).toBe('guardian_missing');
  expect((await crew.as(crew.member, 'GET', `tasks/${first}`)).json()).toMatchObject({ joined: true, refusals: [] });
  // Moving the task keeps them on it.
  const moved = await crew.as(crew.chief, 'PATCH', `tasks/${first}`, { starts_at: inHours(32), ends_at: inHours(33) });
  expect(moved.statusCode).toBe(200);
  const changes = (await noticesTo(crew.member, 'guardian.answered')).map((one) => one.change);
  expect(changes).toEqual(['agreed', 'withdrawn']);
  for (const chief of [crew.chief, crew.otherChief])
    expect(await noticesTo(chief, 'person.consent_lost')).toEqual([{ what: 'Mia' }]);
  expect(await noticesTo(crew.owner, 'person.consent_lost')).toEqual([]);
  expect((await answer(code, true)).json().state).toBe('agreed');
  expect(await join(crew, crew.member, second)).toBe('joined');
});

test('chiefs of another team do not hear of a consent that is withdrawn once their task is over', async () => {
  const crew = await createCrew(muster);
  const [starts_at, ends_at] = [inHours(50), inHours(51)];
  const task = { title: 'Press', tid: 'press', visibility: 'project', capacity: 2, starts_at, ends_at };
  const { id } = (await crew.as(crew.otherChief, 'POST', 'tasks', task)).json();
  await change(crew, { adult_age: 18 });
  await setBirthday(crew.member, yearsAgo(15));
  await name(crew, crew.member);
  const code = await codeTo('byron@example.org');
  await answer(code, true);
  expect(await join(crew, crew.member, id)).toBe('joined');
  muster.clock.advance(52 * 3600);
  expect((await answer(code, false)).json()).toMatchObject({ state: 'withdrawn' });
  expect(await noticesTo(crew.chief, 'person.consent_lost')).toEqual([{ what: 'Mia' }]);
  expect(await noticesTo(crew.otherChief, 'person.consent_lost')).toEqual([]);
});

test('neither owners nor chiefs find out who is a minor by what the person got, nor tokens that read nothing private', async () => {
  const crew = await createCrew(muster);
  await change(crew, { adult_age: 18 });
  await setBirthday(crew.member, yearsAgo(15));
  await name(crew, crew.member);
  await answer(await codeTo('byron@example.org'), true);
  expect(await noticesTo(crew.member, 'guardian.answered')).toHaveLength(1);
  for (const organiser of [crew.owner, crew.chief]) {
    const response = await crew.as(organiser, 'GET', `people/${crew.member.uid}/notices`);
    expect(response.statusCode).toBe(200);
    expect(response.body).not.toMatch(/guardian|Byron/);
  }
  const headers = bearer(await tokenOf(muster, crew.member, { privateRead: false }));
  const own = await muster.call({ url: `/api/projects/${crew.pid}/my-guardian`, headers });
  expect(own.json().code).toBe('private_scope_required');
});

test('a guardian who agrees and withdraws again and again stops at some point, and can withdraw in any case', async () => {
  await using limited = await startTestApp({ env: realLimits });
  const { uid } = await createWorld(limited, 'owner');
  const code = guardianCode(uid);
  const put = (agrees: boolean) =>
    limited.call({ method: 'PUT', url: '/api/guardian-consent', payload: { code, agrees } });
  for (let time = 0; time < 5; time += 1) {
    expect((await put(true)).statusCode).toBe(200);
    expect((await put(false)).json().state).toBe('withdrawn');
  }
  expect((await put(true)).statusCode).toBe(429);
  expect((await put(false)).statusCode).toBe(200);
});

test('the link says nothing about a project that is a draft again', async () => {
  const crew = await createCrew(muster);
  await change(crew, { adult_age: 18 });
  await setBirthday(crew.member, yearsAgo(15));
  await name(crew, crew.member);
  const code = await codeTo('byron@example.org');
  const setState = (state: 'draft' | 'public') =>
    muster.db.transaction((trx) => trx.updateTable('projects').set({ state }).where('pid', '=', crew.pid).execute());
  await setState('draft');
  for (const response of [await read(code), await answer(code, true)])
    expect(response.json()).toMatchObject({ status: 401, code: 'invalid_link' });
  await setState('public');
  expect((await read(code)).json().state).toBe('asked');
});

test('tasks that end too late are not for minors, whatever the guardian says, and nobody else learns why', async () => {
  using _still = muster.clock.freeze();
  const crew = await createCrew(muster);
  await change(crew, { adult_age: 18, minors_latest_end: '22:00', timezone: 'UTC' });
  const day = new Date(muster.clock.now().getTime() + 48 * 3_600_000).toISOString().slice(0, 10);
  const at = (time: string) => `${day}T${time}:00Z`;
  const evening = { title: 'Bar', tid: 'venue', capacity: 3, starts_at: at('20:00'), ends_at: at('23:00') };
  const { id } = (await crew.as(crew.chief, 'POST', 'tasks', evening)).json();
  await setBirthday(crew.member, yearsAgo(16));
  await name(crew, crew.member);
  await answer(await codeTo('byron@example.org'), true);
  expect(await join(crew, crew.member, id)).toBe('too_late_for_age');
  expect(await assign(crew, crew.member, id)).toBe('not_possible');
  const earlier = { ends_at: at('22:00') };
  expect((await crew.as(crew.chief, 'PATCH', `tasks/${id}`, earlier)).statusCode).toBe(200);
  expect(await join(crew, crew.member, id)).toBe('joined');
  const conflict = (await crew.as(crew.chief, 'PATCH', `tasks/${id}`, { ends_at: at('22:30') })).json();
  expect(conflict).toMatchObject({ status: 409, code: 'not_possible', people: [{ name: 'Mia' }] });
});

test('who agreed to an earlier end has to agree again; an earlier or another rule asks nobody', async () => {
  const crew = await createCrew(muster);
  const id = await createTask(crew, 48, 49);
  const later = await createTask(crew, 50, 51);
  await change(crew, { adult_age: 18, minors_latest_end: '22:00', timezone: 'UTC' });
  await setBirthday(crew.member, yearsAgo(16));
  await name(crew, crew.member);
  const code = await codeTo('byron@example.org');
  await answer(code, true);
  const state = async () => (await crew.as(crew.member, 'GET', 'my-guardian')).json().guardian.state;
  for (const minors_latest_end of ['21:00', '21:00', '20:30']) {
    expect((await change(crew, { minors_latest_end })).statusCode).toBe(200);
    expect(await state()).toBe('agreed');
  }
  await change(crew, { minors_latest_end: null });
  expect(await state()).toBe('asked');
  expect((await noticesTo(crew.member, 'guardian.answered')).at(-1)).toEqual({ change: 'outdated', what: 'Byron' });
  // The audit log of the person says so; that of the project would tell its owners who is a minor.
  const entries = muster.db.read.selectFrom('audit').select(['pid', 'actor', 'detail']).orderBy('id');
  const own = entries.where('kind', '=', 'guardian.answered').where('subject', '=', crew.member.uid);
  const outdated = { project: crew.pid, answer: 'outdated' };
  expect((await own.execute()).at(-1)).toEqual({ pid: null, actor: null, detail: JSON.stringify(outdated) });
  expect(await join(crew, crew.member, id)).toBe('guardian_missing');
  expect((await crew.inBrowser(crew.member, 'POST', 'my-guardian/mail')).statusCode).toBeLessThan(300);
  await answer(code, true);
  expect(await join(crew, crew.member, id)).toBe('joined');
  // After midnight is later than the evening.
  await change(crew, { minors_latest_end: '23:00' });
  expect(await state()).toBe('agreed');
  await change(crew, { minors_latest_end: '01:00' });
  expect(await state()).toBe('asked');
  expect(await join(crew, crew.member, later)).toBe('guardian_missing');
});

test('the link works without an account, and ends with another guardian; codes that are made up do not work', async () => {
  const crew = await createCrew(muster);
  await change(crew, { adult_age: 18 });
  await setBirthday(crew.member, yearsAgo(15));
  // With spaces, as phones add them.
  const named = await name(crew, crew.member, { name: ' Byron ', email: ' Byron@Example.org ', language: 'de' });
  expect(named.json()).toMatchObject({ guardian: { name: 'Byron', email: 'byron@example.org' } });
  const mail = (await muster.deliver()).findLast(({ to }) => to === 'byron@example.org');
  expect(mail?.event).toMatchObject({ pid: crew.pid });
  expect(mail?.subject).toMatch(/^Mia möchte bei .+ mithelfen: Bist du einverstanden\?$/);
  const code = /#code=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await answer(code, true);
  expect((await name(crew, crew.member, { name: 'Annabella', email: 'anna@example.org' })).json()).toMatchObject({
    guardian: { name: 'Annabella', state: 'asked', answered_at: null },
  });
  expect((await read(code)).json()).toMatchObject({ status: 401, code: 'invalid_link' });
  const [id = ''] = Buffer.from(await codeTo('anna@example.org'), 'base64url')
    .toString()
    .split('\n');
  for (const made of ['x', Buffer.from(`${id}\nabc.def`).toString('base64url')])
    for (const response of [await read(made), await answer(made, true)]) expect(response.statusCode).toBe(401);
  const again = await crew.inBrowser(crew.member, 'POST', 'my-guardian/mail');
  expect(again.json()).toMatchObject({ guardian: { name: 'Annabella', state: 'asked' } });
  expect(await codeTo('anna@example.org')).not.toBe('');
  const wrong = await name(crew, crew.member, { name: 'Mia', email: crew.member.email });
  expect(wrong.json()).toMatchObject({ status: 422, errors: [{ pointer: '/email' }] });
  const tagged = crew.member.email.replace('@', '+mum@');
  expect((await name(crew, crew.member, { name: 'Mia', email: tagged })).json()).toMatchObject({
    status: 422,
    errors: [{ pointer: '/email' }],
  });
  expect((await crew.as(crew.member, 'PUT', 'my-guardian', { name: 'B', email: 'b@example.org' })).json().code).toBe(
    'browser_only',
  );
  expect((await name(crew, crew.member, { name: ' ', email: 'nobody' })).json().code).toBe('invalid_input');
});

test('what is known of guardians is in the export, goes with the account, and a year after the event', async () => {
  using _still = muster.clock.freeze();
  const crew = await createCrew(muster);
  await change(crew, { adult_age: 18, ends_on: inHours(24).slice(0, 10) });
  for (const [who, email] of [
    [crew.member, 'byron@example.org'],
    [crew.stranger, 'anna@example.org'],
  ] as const) {
    await setBirthday(who, yearsAgo(15));
    expect((await name(crew, who, { name: 'Byron', email })).statusCode).toBe(200);
  }
  const headers = await browserOf(muster, crew.member);
  const exported = (await muster.call({ url: '/api/me/export', headers })).json();
  expect(exported.guardians).toMatchObject([{ project: crew.pid, name: 'Byron', email: 'byron@example.org' }]);
  const left = async () =>
    (await muster.db.read.selectFrom('guardians').select('uid').where('pid', '=', crew.pid).execute()).map(
      ({ uid }) => uid,
    );
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect(await left()).toEqual([crew.stranger.uid]);
  muster.clock.advance(360 * 86_400);
  await applyRetention(muster.services, { dryRun: false });
  expect(await left()).toHaveLength(1);
  muster.clock.advance(10 * 86_400);
  await applyRetention(muster.services, { dryRun: false });
  expect(await left()).toEqual([]);
});
