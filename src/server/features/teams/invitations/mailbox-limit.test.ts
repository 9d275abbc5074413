import { expect, test } from 'vitest';
import { limits } from '../../../auth/rate-limits.ts';
import { realLimits, useApp } from '../../../../../test/support/app.ts';
import { createCaller, createCrew } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';
import { createTeam } from '../../../../../test/support/factories.ts';

const muster = useApp({ env: realLimits });

const invite = async ({ as, chief }: Crew, emails: string[]): Promise<{ email: string; outcome: string }[]> =>
  (await as(chief, 'POST', 'teams/venue/invitations', { emails })).json().data;
const outcomesOf = async (crew: Crew, emails: string[]) => (await invite(crew, emails)).map(({ outcome }) => outcome);

async function revokeAll({ as, chief }: Crew): Promise<void> {
  const { data } = (await as(chief, 'GET', 'teams/venue/invitations')).json();
  for (const { id } of data) {
    expect((await as(chief, 'DELETE', `teams/venue/invitations/${id}`)).statusCode).toBe(204);
  }
}

test('revoking and inviting again does not start the count of a mailbox again', async () => {
  const crew = await createCrew(muster);
  const outcomes: string[] = [];
  const mails = [];
  for (let i = 0; i < 12; i += 1) {
    outcomes.push(...(await outcomesOf(crew, ['bombed@example.org'])));
    mails.push(...(await muster.deliver()));
    await revokeAll(crew);
  }
  expect(outcomes).toEqual([...Array(3).fill('invited'), ...Array(9).fill('too_many_mails')]);
  expect(mails).toHaveLength(limits.mailByOthers.max);
});

test('teams, projects and spellings of the address share the count; nobody else is affected', async () => {
  const [one, two] = [await createCrew(muster), await createCrew(muster)];
  expect(await outcomesOf(one, ['shared@example.org', 'shared+a@example.org'])).toEqual(['invited', 'invited']);
  expect(await outcomesOf(two, ['Shared+b@example.org', 'shared+c@example.org', 'free@example.org'])).toEqual([
    'invited',
    'too_many_mails',
    'invited',
  ]);
  expect((await muster.deliver()).map(({ to }) => to)).toEqual([
    'shared@example.org',
    'shared+a@example.org',
    'shared+b@example.org',
    'free@example.org',
  ]);
  // No invitation is left about which its person was never notified.
  const { data } = (await two.as(two.chief, 'GET', 'teams/venue/invitations')).json();
  expect(data.map(({ email }: { email: string }) => email)).toEqual(['free@example.org', 'shared+b@example.org']);
});

test('invitations that a draft collects are not sent all at once, and the others can be sent later', async () => {
  const crew = await createCrew(muster);
  const { pid, as, owner } = crew;
  const setState = (state: string) =>
    muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers: owner.headers, payload: { state } });
  await setState('draft');
  const tids = ['one', 'two', 'three', 'four', 'five'];
  const inviteTo = async (tid: string, emails: string[]) =>
    (await as(owner, 'POST', `teams/${tid}/invitations`, { emails })).json().data[0].outcome;
  for (const tid of tids) {
    await createTeam(muster, pid, { tid });
    expect(await inviteTo(tid, ['collected@example.org', 'collected+a@example.org'])).toBe('invited');
    muster.clock.advance(3600);
  }
  await setState('public');
  expect(await muster.deliver()).toHaveLength(limits.mailByOthers.max);
  await setState('draft');
  await setState('public');
  expect(await muster.deliver()).toEqual([]);
  const unsent = async () =>
    (await as(owner, 'GET', 'invitations'))
      .json()
      .data.filter(({ held_because }: { held_because: string | null }) => held_because === 'mailbox').length;
  expect(await unsent()).toBe(7);
  muster.clock.advance(3600);
  expect(await inviteTo('five', ['collected@example.org'])).toBe('invited');
  expect([(await muster.deliver()).length, await unsent()]).toEqual([1, 6]);
});

test('invitations never lock somebody out of signing in', async () => {
  const crew = await createCrew(muster);
  const mails = [];
  for (let i = 0; i < 5; i += 1) {
    await invite(crew, ['link@example.org']);
    mails.push(...(await muster.deliver()));
    await revokeAll(crew);
  }
  const ask = (remoteAddress: string) =>
    muster.call({
      method: 'POST',
      url: '/api/sign-in/email',
      payload: { email: 'link@example.org' },
      remoteAddress,
    });
  // The sender of the invitations uses up their links as well, and one is left for the person.
  const statuses = [];
  for (let i = 0; i < 4; i += 1) statuses.push((await ask('10.2.0.1')).statusCode);
  expect(statuses).toEqual([202, 202, 202, 429]);
  expect((await ask('10.2.0.2')).statusCode).toBe(202);
  expect((await ask('10.2.0.3')).statusCode).toBe(429);
  mails.push(...(await muster.deliver()));
  expect(mails).toHaveLength(limits.mailByOthers.max + limits.mailByAddress.max);
  muster.clock.advance(limits.mailByOthersHourly.seconds);
  expect(await outcomesOf(crew, ['link@example.org'])).toEqual(['invited']);
});

const askFor = (email: string, remoteAddress: string) =>
  muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email }, remoteAddress });

test('requests for links by a stranger do not keep notices from the owner of the address', async () => {
  const crew = await createCrew(muster);
  for (const sender of ['10.3.0.1', '10.3.0.2']) for (let i = 0; i < 3; i += 1) await askFor(crew.member.email, sender);
  await muster.deliver();
  await crew.as(crew.owner, 'PUT', `teams/press/members/${crew.member.uid}`);
  const mails = await muster.deliverNotices();
  expect(mails.filter(({ to }) => to === crew.member.email)).toHaveLength(1);
});

test('links that nobody uses become few, whatever their senders; one that works is always in the mailbox', async () => {
  const email = 'never-asked@example.org';
  const sent: number[] = [];
  for (let minute = 0; minute < 60; minute += 5) {
    const answers = [];
    for (const sender of ['10.4.0.1', '10.4.0.2', '10.4.0.3']) {
      answers.push(await askFor(email, sender), await askFor(email, sender));
    }
    const mails = await muster.deliver();
    sent.push(mails.length);
    const waits = answers.flatMap(({ statusCode, headers }) => (statusCode === 429 ? [headers['retry-after']] : []));
    expect(waits).not.toEqual([]);
    expect(Math.max(...waits.map(Number))).toBeLessThanOrEqual(900);
    muster.clock.advance(300);
  }
  expect(sent).toEqual([4, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
});

test('who uses their links can ask for more', async () => {
  const email = 'often@example.org';
  const statuses: number[] = [];
  for (let i = 0; i < 8; i += 1) {
    statuses.push((await askFor(email, '10.5.0.1')).statusCode);
    const [mail] = await muster.deliver();
    const token = /#token=(\S+)/.exec(mail?.text ?? '')?.[1];
    const payload = { token, confirmed: true };
    expect((await muster.call({ method: 'POST', url: '/api/sign-in', payload })).statusCode).toBe(200);
    muster.clock.advance(450);
  }
  expect(statuses).toEqual(Array(8).fill(202));
});

test('over a day a mailbox gets no more than the daily limit', async () => {
  const crew = await createCrew(muster);
  let invited = 0;
  for (let i = 0; i < 30; i += 1) {
    const [outcome] = await outcomesOf(crew, ['daily@example.org']);
    if (outcome === 'invited') invited += 1;
    await revokeAll(crew);
    muster.clock.advance(1000);
  }
  expect(invited).toBe(limits.mailByOthersDaily.max);
});

test('names with a web address are refused at the field, and those stored earlier are harmless in mails', async () => {
  const crew = await createCrew(muster);
  await muster.deliverNotices();
  const bad = 'Win a prize: https://evil.example/win';
  const profile = { name: bad, intro: '', listing: 'public', resume_public: false, history_public: false };
  const refusals = [
    await muster.call({ method: 'PUT', url: '/api/me/profile', headers: crew.chief.headers, payload: profile }),
    await crew.as(crew.owner, 'PATCH', 'teams/venue', { name: bad }),
    await muster.call({
      method: 'PATCH',
      url: `/api/projects/${crew.pid}`,
      headers: crew.owner.headers,
      payload: { name: bad },
    }),
  ];
  for (const refused of refusals) {
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors).toEqual([
      {
        pointer: '/name',
        detail: 'must be one line of text without a web address, control characters or ones that cannot be seen',
      },
    ]);
  }
  await createTeam(muster, crew.pid, { tid: 'bait', name: bad, chiefs: [crew.chief] });
  await muster.db.transaction(async (trx) => {
    await trx.updateTable('people').set({ name: bad }).where('uid', '=', crew.chief.uid).execute();
    await trx.updateTable('projects').set({ name: 'evil.ninja' }).where('pid', '=', crew.pid).execute();
  });
  await crew.as(crew.chief, 'POST', 'teams/bait/invitations', { emails: ['stranger@example.org'] });
  const applicant = await createCaller(muster, 'Ada');
  await crew.as(crew.owner, 'PATCH', 'teams/bait', { takes_applications: true });
  await crew.as(applicant, 'PUT', 'teams/bait/application', {});
  const mails = await muster.deliverNotices();
  expect(mails.length).toBeGreaterThan(1);
  for (const { subject, text, html = '' } of mails) {
    expect(`${subject} ${text}`).toContain('Win a prize: …');
    expect(`${subject} ${text} ${html}`).not.toMatch(/evil\.\w/);
  }
});
