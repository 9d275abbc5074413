import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf, createPerson } from '../../../../../test/support/factories.ts';
import { createMembers, createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { claimSteps } from '../../../../../test/support/world/claim-steps.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});
const { line, draft, send, decide, browser, budget, sent, read, keepBank } = claimSteps(muster, () => crew);

const noticesOf = async ({ uid }: { uid: string }): Promise<string[]> => {
  const rows = await muster.db.read.selectFrom('notices').select('kind').where('uid', '=', uid).orderBy('id').execute();
  return rows.map(({ kind }) => kind);
};
const addOwner = async () => {
  const [second] = await createMembers(muster, crew.pid, 'venue', 1);
  if (second === undefined) throw new Error('a member');
  await crew.inBrowser(crew.owner, 'PUT', `owners/${second.uid}`);
  return second;
};
const problemOf = (answer: { statusCode: number; json: () => { code: string; errors?: { pointer: string }[] } }) => [
  answer.statusCode,
  answer.json().code,
  ...(answer.json().errors ?? []).map(({ pointer }) => pointer),
];

test('a claim is drafted, sent, returned with a question, answered and approved, and each step is seen', async () => {
  await budget();
  const { id, number, state, amount, rights } = await draft(crew.member, {
    budget: '4711',
    lines: [line, { ...line, what: 'Cable', amount: 710 }],
  });
  expect({ number, state, amount, rights }).toEqual({
    number: null,
    state: 'draft',
    amount: 2000,
    rights: { edit: true, send: true, withdraw: true, share_bank: true, decide: false, see_files: true },
  });
  // Nobody else knows of a draft.
  for (const who of [crew.owner, crew.chief]) expect((await crew.as(who, 'GET', `claims/${id}`)).statusCode).toBe(404);
  expect((await crew.as(crew.owner, 'GET', 'claims')).json()).toEqual({ data: [], next: null, total: 0 });

  expect((await send(crew.member, id, { note: 'For the stage.' })).json()).toMatchObject({ number: 1, state: 'sent' });
  expect((await crew.as(crew.owner, 'GET', 'dashboard')).json().claims).toBe(1);
  expect((await crew.as(crew.owner, 'GET', 'claims')).json()).toMatchObject({
    data: [{ id, number: 1, person: { uid: crew.member.uid, name: 'Mia' }, amount: 2000, what: 'Gaffer tape' }],
    total: 1,
  });
  expect((await decide(crew.owner, id, { decision: 'return', note: 'What for?' })).json().state).toBe('returned');
  expect(await noticesOf(crew.member)).toEqual(['claim.returned']);
  await send(crew.member, id, { note: 'The banner.' });
  expect(await noticesOf(crew.owner)).toEqual(['claim.answered']);
  const approved = await decide(crew.owner, id, { decision: 'approve' });
  expect(approved.json()).toMatchObject({ number: 1, state: 'approved', budget: '4711', budget_left: 8000 });
  const { steps } = await read(crew.member, id);
  expect(steps.map(({ step, by, note }: { step: string; by: string; note: string }) => [step, by, note])).toEqual([
    ['sent', 'Mia', 'For the stage.'],
    ['returned', 'Olga', 'What for?'],
    ['sent', 'Mia', 'The banner.'],
    ['approved', 'Olga', ''],
  ]);
  expect(problemOf(await crew.as(crew.member, 'PATCH', `claims/${id}`, { lines: [] }))).toEqual([409, 'claim_decided']);
});

test('only the claimant, owners and the chiefs of its budget see a claim, chiefs without the bank account', async () => {
  await budget({ tid: 'venue' });
  const id = await sent(crew.member, { budget: '4711' });
  const statusFor = async (who: Caller | undefined) => (await crew.as(who, 'GET', `claims/${id}`)).statusCode;
  const all = [crew.member, crew.owner, crew.chief, crew.otherChief, crew.stranger, undefined];
  const [other] = await createMembers(muster, crew.pid, 'venue', 1);
  expect(await Promise.all([...all, other].map(statusFor))).toEqual([200, 200, 200, 404, 404, 401, 404]);
  expect((await read(crew.chief, id)).bank).toBeNull();
  expect((await read(crew.chief, id)).rights).toMatchObject({ decide: false, see_files: false });
  expect((await read(crew.owner, id)).bank).toEqual({
    until: expect.any(String),
    state: 'missing',
    account: 'missing',
  });
  const listed = async (who: Caller) => (await crew.as(who, 'GET', 'claims')).json();
  expect((await listed(crew.chief)).data).toHaveLength(1);
  expect((await listed(crew.otherChief)).data).toEqual([]);
  expect((await listed(crew.member)).code).toBe('forbidden');
  expect((await crew.as(crew.chief, 'GET', 'claim-totals')).statusCode).toBe(403);
  const foreign = await createCrew(muster);
  expect((await foreign.as(foreign.owner, 'GET', `claims/${id}`)).statusCode).toBe(404);
  expect(
    (await foreign.inBrowser(foreign.owner, 'PUT', `claims/${id}/decision`, { decision: 'approve' })).statusCode,
  ).toBe(404);
});

test('nobody decides about their own claim, or with a token; chiefs and members decide nothing', async () => {
  const id = await sent(crew.owner);
  expect(problemOf(await decide(crew.owner, id, { decision: 'approve' }))).toEqual([403, 'forbidden']);
  const other = await sent(crew.member);
  for (const who of [crew.chief, crew.member, crew.stranger])
    expect(problemOf(await decide(who, other, { decision: 'approve' }))).toEqual([403, 'forbidden']);
  const byToken = await crew.as(crew.owner, 'PUT', `claims/${other}/decision`, { decision: 'approve' });
  expect(problemOf(byToken)).toEqual([403, 'browser_only']);
  expect(problemOf(await decide(crew.owner, other, { decision: 'refuse' }))).toEqual([422, 'not_allowed', '/note']);
});

test('what was changed since the decider looked is not approved, nor what somebody else decided', async () => {
  const id = await sent(crew.member);
  const second = await addOwner();
  const seen = await crew.as(crew.owner, 'GET', `claims/${id}`);
  await crew.as(crew.member, 'PATCH', `claims/${id}`, { lines: [{ ...line, amount: 99_999 }] });
  const headers = { 'if-match': String(seen.headers['etag']) };
  const { browserOf } = await import('../../../../../test/support/factories.ts');
  const stale = await crew.as(
    undefined,
    'PUT',
    `claims/${id}/decision`,
    { decision: 'approve' },
    {
      ...(await browserOf(muster, crew.owner)),
      ...headers,
    },
  );
  expect(problemOf(stale)).toEqual([412, 'stale']);
  expect((await decide(crew.owner, id, { decision: 'approve' })).statusCode).toBe(200);
  expect(problemOf(await decide(second, id, { decision: 'approve' }))).toEqual([409, 'claim_decided']);
  // Repeated by the same person, whose answer was lost.
  expect((await decide(crew.owner, id, { decision: 'approve' })).json().steps).toHaveLength(2);
  // Until it is paid, a decision can be changed.
  expect((await decide(crew.owner, id, { decision: 'refuse', note: 'Twice.' })).json().state).toBe('refused');
  expect(await noticesOf(crew.member)).toEqual(['security.claim_shared', 'claim.refused']);
});

const faults: [string, object, string][] = [
  ['a fraction of the smallest unit', { amount: 12.345 }, '/lines/0/amount'],
  ['nothing', { amount: 0 }, '/lines/0/amount'],
  ['a negative amount', { amount: -5 }, '/lines/0/amount'],
  ['text as an amount', { amount: '5' }, '/lines/0/amount'],
  ['too much', { amount: 10 ** 12 + 1 }, '/lines/0/amount'],
  ['a day that does not exist', { date: '2026-02-30' }, '/lines/0/date'],
  ['a purpose in two lines', { what: 'Tape\nCable' }, '/lines/0/what'],
  ['a long text as the amount', { amount: undefined, amount_text: '1'.repeat(41) }, '/lines/0/amount_text'],
  ['a receipt of another claim', { file: '01jd0c8m3v5q2w7x9y1z4b6n8k' }, '/lines/0/file'],
  ['an unknown field', { currency: 'EUR' }, '/lines/0/currency'],
];
test.each(faults)('%s in a line is rejected and changes nothing', async (_, fields, pointer) => {
  const bad = { currency: 'EUR', lines: [{ ...line, ...fields }] };
  expect(problemOf(await crew.as(crew.member, 'POST', 'claims', bad))).toEqual([400, 'invalid_input', pointer]);
  const { id } = await draft(crew.member);
  const changed = await crew.as(crew.member, 'PATCH', `claims/${id}`, { lines: bad.lines });
  expect(problemOf(changed)).toEqual([400, 'invalid_input', pointer]);
  expect((await read(crew.member, id)).amount).toBe(line.amount);
});

const unfinished = [
  { amount_text: '12.' },
  { date: '2999-01-01', what: 'Cable', amount: 710 },
  { date: '1999-12-31', what: 'Paint', amount_text: '5 or 6' },
];
const missing = [
  { pointer: '/lines/0/date', detail: 'is missing' },
  { pointer: '/lines/0/what', detail: 'is missing' },
  { pointer: '/lines/0/amount', detail: 'is missing' },
  { pointer: '/lines/1/date', detail: 'is in the future' },
  { pointer: '/lines/2/date', detail: 'is before 2000' },
  { pointer: '/lines/2/amount', detail: 'is missing' },
];

test('a draft keeps what has been entered so far, and is sent once it is complete, with the note', async () => {
  const { id } = await draft(crew.member, { lines: unfinished.slice(0, 1) });
  const note = 'Half of it is for the bar.';
  const kept = (await crew.as(crew.member, 'PATCH', `claims/${id}`, { lines: unfinished, note })).json();
  const empty = { date: null, what: '', amount: null, amount_text: '', file: null, duplicates: [] };
  const asShown = unfinished.map((one) => ({ ...empty, ...one }));
  expect(kept).toMatchObject({ state: 'draft', claimed: 710, lines: asShown, note });
  const refused = await send(crew.member, id);
  expect([refused.statusCode, refused.json().errors]).toEqual([422, missing]);
  expect(await read(crew.member, id)).toMatchObject({ number: null, state: 'draft', lines: asShown, note });
  await crew.as(crew.member, 'PATCH', `claims/${id}`, { lines: [{ ...line, amount_text: '12.' }] });
  expect((await send(crew.member, id)).json()).toMatchObject({ state: 'sent', note: '', steps: [{ note }] });
  expect((await read(crew.member, id)).lines).toEqual([{ ...line, amount_text: '', file: null, duplicates: [] }]);
});

test('what was bought today is claimed, what will be bought tomorrow is not', async () => {
  const [url, { headers }] = [`/api/projects/${crew.pid}`, crew.owner];
  await muster.call({ method: 'PATCH', url, headers, payload: { timezone: 'UTC' } });
  const dayIn = (days: number): string =>
    new Date(muster.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const today = await draft(crew.member, { lines: [{ ...line, date: dayIn(0) }] });
  expect((await send(crew.member, today.id)).json().state).toBe('sent');
  const tomorrow = await draft(crew.member, { lines: [{ ...line, date: dayIn(1) }] });
  expect(problemOf(await send(crew.member, tomorrow.id))).toEqual([422, 'not_allowed', '/lines/0/date']);
});

test('what others see is complete: a claim that was sent is changed as a whole, one that was returned in steps', async () => {
  const id = await sent(crew.member);
  const change = (body: object) => crew.as(crew.member, 'PATCH', `claims/${id}`, body);
  const refused = await change({ lines: unfinished });
  expect([refused.statusCode, refused.json().errors]).toEqual([400, missing]);
  expect(problemOf(await change({ lines: [] }))).toEqual([422, 'not_allowed', '/lines']);
  expect(problemOf(await change({ note: 'More.' }))).toEqual([422, 'not_allowed', '/note']);
  expect((await read(crew.owner, id)).amount).toBe(line.amount);
  await decide(crew.owner, id, { decision: 'return', note: 'Which one?' });
  expect((await change({ lines: unfinished, note: 'The first' })).json()).toMatchObject({ note: 'The first' });
  expect((await read(crew.owner, id)).note).toBe('');
  expect((await send(crew.member, id, { note: 'The first.' })).statusCode).toBe(422);
  await change({ lines: [line] });
  expect((await send(crew.member, id)).json().steps.at(-1)).toMatchObject({ step: 'sent', note: 'The first' });
});

test('the claimant sees before sending whether there is an account that can be paid to', async () => {
  const { id } = await draft(crew.member);
  expect((await read(crew.member, id)).bank).toEqual({ until: null, state: 'not_agreed', account: 'missing' });
  await keepBank(crew.member);
  expect((await read(crew.member, id)).bank.account).toBe('given');
});

test('a claim is in the currency of its budget, which the claimant can choose', async () => {
  await budget();
  await budget({ code: 'VENUE', tid: 'venue' });
  await budget({ code: 'PRESS', tid: 'press' });
  const begin = async (fields: object) =>
    problemOf(await crew.as(crew.member, 'POST', 'claims', { currency: 'EUR', ...fields }));
  expect(await begin({ currency: 'USD', budget: '4711' })).toEqual([422, 'not_allowed', '/currency']);
  expect(await begin({ currency: 'XYZ' })).toEqual([422, 'not_allowed', '/currency']);
  expect(await begin({ currency: 'eur' })).toEqual([400, 'invalid_input', '/currency']);
  expect(await begin({ budget: 'PRESS' })).toEqual([422, 'not_allowed', '/budget']);
  expect(await begin({ budget: 'NONE' })).toEqual([422, 'not_allowed', '/budget']);
  const { id } = await draft(crew.member);
  expect(problemOf(await send(crew.member, id))).toEqual([422, 'not_allowed', '/budget']);
  await crew.as(crew.member, 'PATCH', `claims/${id}`, { budget: 'VENUE', lines: [] });
  expect(problemOf(await send(crew.member, id))).toEqual([422, 'not_allowed', '/lines']);
  expect(await begin({})).toEqual([201, undefined]);
});

test('what is approved and paid leaves the budget; owners can approve more than is left', async () => {
  await budget({ amount: 2000 });
  const [one, two] = [await sent(crew.member, { budget: '4711' }), await sent(crew.chief, { budget: '4711' })];
  const sums = async () => (await crew.as(crew.owner, 'GET', 'budgets')).json().data[0];
  expect(await sums()).toMatchObject({ left: 2000, sums: { waiting: 2580, approved: 0, paid: 0, claims: 2 } });
  await decide(crew.owner, one, { decision: 'approve' });
  expect(await sums()).toMatchObject({ left: 710, sums: { waiting: 1290, approved: 1290 } });
  expect((await decide(crew.owner, two, { decision: 'approve' })).json().budget_left).toBe(-580);
  // Those who only claim see what is left, and not what others claimed.
  const [seen] = (await crew.as(crew.member, 'GET', 'budgets')).json().data;
  expect(seen).toMatchObject({ left: -580, sums: null });
});

test('a draft that is withdrawn is gone, what was sent stays as withdrawn', async () => {
  const { id } = await draft(crew.member);
  expect((await crew.as(crew.member, 'DELETE', `claims/${id}`)).statusCode).toBe(204);
  expect((await crew.as(crew.member, 'GET', `claims/${id}`)).statusCode).toBe(404);
  const other = await sent(crew.member);
  expect((await crew.as(crew.owner, 'DELETE', `claims/${other}`)).statusCode).toBe(404);
  expect((await crew.as(crew.member, 'DELETE', `claims/${other}`)).statusCode).toBe(204);
  expect(await read(crew.owner, other)).toMatchObject({ state: 'withdrawn', files: [] });
  expect(problemOf(await decide(crew.owner, other, { decision: 'approve' }))).toEqual([409, 'claim_decided']);
  expect((await crew.as(crew.member, 'GET', 'my-claims')).json()).toMatchObject({
    data: [{ id: other, state: 'withdrawn' }],
    rights: { create: true },
  });
});

test('who has left the project still answers and is paid, and begins nothing new', async () => {
  await keepBank(crew.member);
  const id = await sent(crew.member);
  await decide(crew.owner, id, { decision: 'return', note: 'Which one?' });
  await crew.as(crew.chief, 'DELETE', `teams/venue/members/${crew.member.uid}`);
  expect((await crew.as(crew.member, 'POST', 'claims', { currency: 'EUR' })).statusCode).toBe(403);
  expect((await send(crew.member, id, { note: 'The first.' })).json().state).toBe('sent');
  expect((await decide(crew.owner, id, { decision: 'approve' })).json()).toMatchObject({
    state: 'approved',
    person: { uid: crew.member.uid },
  });
  const payout = await browser(crew.owner, 'POST', 'payouts', { claims: [id], method: 'transfer' });
  expect(payout.json()).toMatchObject({ people: [{ person: { uid: crew.member.uid } }], file: 'ready' });
  expect(await read(crew.member, id)).toMatchObject({ state: 'in_payout', payout: 1 });
  expect((await crew.as(crew.stranger, 'GET', 'my-claims')).json()).toEqual({ data: [], rights: { create: false } });
});

test('lines of the same date and amount are marked for those who decide', async () => {
  const first = await sent(crew.member);
  const second = await sent(crew.member, {
    lines: [
      { ...line, what: 'Tape again' },
      { ...line, amount: 5 },
    ],
  });
  await sent(crew.chief);
  const [one, two] = (await read(crew.owner, second)).lines;
  expect([one.duplicates, two.duplicates]).toEqual([[{ claim: first, number: 1 }], []]);
  const list = (await crew.as(crew.owner, 'GET', 'claims?order=oldest')).json().data;
  expect(list.map(({ duplicates }: { duplicates: boolean }) => duplicates)).toEqual([true, true, false]);
  const alone = (await crew.as(crew.owner, 'GET', 'claims?q=1')).json().data;
  expect(alone).toMatchObject([{ number: 1, duplicates: true }]);
  expect((await read(crew.member, second)).lines[0].duplicates).toEqual([]);
});

test('the account is used only with a fresh consent, which can be withdrawn', async () => {
  const { id } = await draft(crew.member);
  const byToken = await crew.as(crew.member, 'PUT', `claims/${id}/submission`, { share_bank: true });
  expect(problemOf(byToken)).toEqual([403, 'browser_only']);
  expect((await crew.as(crew.member, 'PUT', `claims/${id}/submission`, {})).statusCode).toBe(200);
  expect((await read(crew.owner, id)).bank).toEqual({ until: null, state: 'not_agreed', account: 'missing' });
  expect((await browser(crew.member, 'PUT', `claims/${id}/bank-consent`)).statusCode).toBe(204);
  const { until } = (await read(crew.member, id)).bank;
  expect(Date.parse(until) - muster.clock.now().getTime()).toBeGreaterThan(363 * 86_400_000);
  expect((await browser(crew.owner, 'PUT', `claims/${id}/bank-consent`)).statusCode).toBe(404);
  expect((await crew.as(crew.member, 'DELETE', `claims/${id}/bank-consent`)).statusCode).toBe(204);
  expect((await read(crew.member, id)).bank.state).toBe('not_agreed');
});

test('people find the claims that show their account to others, as long as they do, and end it there', async () => {
  const id = await sent(crew.member);
  const [paid, refused] = [await sent(crew.member), await sent(crew.member)];
  await draft(crew.member);
  const url = '/api/me/claim-consents';
  const listed = async (who: Caller) => (await muster.call({ url, headers: who.headers })).json().data;
  const { until } = (await read(crew.member, id)).bank;
  const shared = {
    pid: crew.pid,
    project_name: expect.any(String),
    state: 'sent',
    what: 'Gaffer tape',
    until,
    payout: null,
  };
  expect(await listed(crew.member)).toEqual([
    { ...shared, id, number: 1 },
    { ...shared, id: paid, number: 2 },
    { ...shared, id: refused, number: 3 },
  ]);
  const { next } = (await muster.call({ url: `${url}?limit=2`, headers: crew.member.headers })).json();
  const rest = await muster.call({ url: `${url}?limit=2&cursor=${next}`, headers: crew.member.headers });
  expect(rest.json()).toMatchObject({ data: [{ id: refused }], next: null });
  expect(await listed(crew.owner)).toEqual([]);
  await decide(crew.owner, refused, { decision: 'refuse', note: 'Twice.' });
  await decide(crew.owner, paid, { decision: 'approve' });
  const payout = await browser(crew.owner, 'POST', 'payouts', { claims: [paid], method: 'other' });
  await browser(crew.owner, 'PUT', `payouts/${payout.json().id}/paid`);
  expect(await listed(crew.member)).toMatchObject([{ id }]);
  await crew.as(crew.member, 'DELETE', `claims/${id}/bank-consent`);
  expect(await listed(crew.member)).toEqual([]);
});

test('people find the claims that show their account until the last day of it is over', async () => {
  const id = await sent(crew.member);
  const { until } = (await read(crew.member, id)).bank;
  const listed = async () =>
    (await muster.call({ url: '/api/me/claim-consents', headers: await browserOf(muster, crew.member) })).json().data;
  muster.clock.advance((Date.parse(until) - muster.clock.now().getTime()) / 1000);
  expect(await listed()).toMatchObject([{ id, until }]);
  muster.clock.advance(86_400);
  expect(await listed()).toEqual([]);
});

test('people find the payouts that keep their account, also without a consent, until it is erased there', async () => {
  await keepBank(crew.member);
  const id = await sent(crew.member);
  await decide(crew.owner, id, { decision: 'approve' });
  const listed = async () =>
    (await muster.call({ url: '/api/me/claim-consents', headers: crew.member.headers })).json().data;
  const collect = async () =>
    (await browser(crew.owner, 'POST', 'payouts', { claims: [id], method: 'transfer' })).json().id as string;
  const [{ until }] = await listed();
  const first = await collect();
  expect(await listed()).toMatchObject([{ id, until, payout: 1 }]);
  await crew.as(crew.member, 'DELETE', `claims/${id}/bank-consent`);
  expect(await listed()).toMatchObject([{ id, until: null, payout: 1 }]);
  await browser(crew.owner, 'DELETE', `payouts/${first}`);
  expect(await listed()).toEqual([]);
  await browser(crew.member, 'PUT', `claims/${id}/bank-consent`);
  await browser(crew.owner, 'PUT', `payouts/${await collect()}/paid`);
  expect(await listed()).toMatchObject([{ id, state: 'paid', until: null, payout: 2 }]);
  await muster.db.transaction((trx) => trx.updateTable('payout_transfers').set({ sealed: null }).execute());
  expect(await listed()).toEqual([]);
});

test('the claimant is notified that the account can be used for a claim, once', async () => {
  const { id } = await draft(crew.member);
  const mails = async () =>
    (await muster.deliver()).filter(({ to }) => to === crew.member.email).map(({ subject, text }) => [subject, text]);
  expect((await send(crew.member, id, { share_bank: true })).statusCode).toBe(200);
  const { until } = (await read(crew.member, id)).bank;
  expect(await mails()).toEqual([
    [
      expect.stringContaining('you share private data'),
      expect.stringMatching(/claim 1 in .+ is paid to your bank account/),
    ],
  ]);
  expect(Date.parse(until) - muster.clock.now().getTime()).toBeGreaterThan(363 * 86_400_000);
  expect((await browser(crew.member, 'PUT', `claims/${id}/bank-consent`)).statusCode).toBe(204);
  expect(await mails()).toEqual([]);
  await browser(crew.member, 'DELETE', `claims/${id}/bank-consent`);
  expect((await browser(crew.member, 'PUT', `claims/${id}/bank-consent`)).statusCode).toBe(204);
  expect(await mails()).toHaveLength(1);
  const rows = muster.db.read
    .selectFrom('audit')
    .select('kind')
    .where('pid', '=', crew.pid)
    .where('kind', 'in', ['claim.shared', 'claim.unshared'])
    .orderBy('id');
  expect((await rows.execute()).map(({ kind }) => kind)).toEqual(['claim.shared', 'claim.unshared', 'claim.shared']);
});

test('the consent ends when somebody else may have agreed, and when the project becomes a draft', async () => {
  const id = await sent(crew.member);
  const state = async () => (await read(crew.owner, id)).bank.state;
  const agree = async () => {
    expect((await browser(crew.member, 'PUT', `claims/${id}/bank-consent`)).statusCode).toBe(204);
    expect(await state()).not.toBe('not_agreed');
  };
  const administrator = await browserOf(muster, await createPerson(muster, { administrator: true }));
  const url = `/api/users/${crew.member.uid}/suspension`;
  for (const method of ['PUT', 'DELETE'] as const)
    expect((await muster.call({ method, url, headers: administrator, payload: {} })).statusCode).toBe(204);
  expect(await state()).toBe('not_agreed');
  await agree();
  const setState = (to: string) =>
    muster.call({
      method: 'PATCH',
      url: `/api/projects/${crew.pid}`,
      headers: crew.owner.headers,
      payload: { state: to },
    });
  for (const to of ['draft', 'public']) expect((await setState(to)).statusCode).toBe(200);
  expect(await state()).toBe('not_agreed');
});

test('claims are listed in pages, filtered and searched, with as many queries for many as for few', async () => {
  const people = await createMembers(muster, crew.pid, 'venue', 12);
  await sent(crew.member);
  const costOf = async (query = '') => {
    const before = muster.db.queryCount();
    const page = (await crew.as(crew.owner, 'GET', `claims${query}`)).json();
    return { page, queries: muster.db.queryCount() - before };
  };
  const few = await costOf();
  for (const who of people) await sent(who);
  const many = await costOf();
  expect([many.page.data.length, many.queries]).toEqual([13, few.queries]);
  const seen: number[] = [];
  let next: string | null = '';
  while (next !== null) {
    const cursor: string = next === '' ? '' : `&cursor=${next}`;
    const { page } = await costOf(`?limit=5&order=oldest${cursor}`);
    seen.push(...page.data.map(({ number }: { number: number }) => number));
    next = page.next;
  }
  expect(seen).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
  expect((await costOf('?q=Mia')).page).toMatchObject({ data: [{ number: 1 }], total: 1 });
  expect((await costOf('?q=7')).page.data).toMatchObject([{ number: 7 }]);
  expect((await costOf(`?uid=${crew.member.uid}&state=sent`)).page.total).toBe(1);
  expect((await costOf('?state=draft')).page.code).toBe('invalid_input');
  expect((await crew.as(crew.owner, 'GET', 'claim-totals')).json().data).toEqual([
    { state: 'sent', currency: 'EUR', claims: 13, amount: 13 * line.amount },
  ]);
});

test('what may be entered twice is marked in the list, but not what was refused or is of somebody else', async () => {
  const first = await sent(crew.member);
  const marked = async () =>
    (await crew.as(crew.owner, 'GET', 'claims?order=oldest'))
      .json()
      .data.map(({ duplicates }: { duplicates: boolean }) => duplicates);
  await sent(crew.chief);
  await draft(crew.member);
  expect(await marked()).toEqual([false, false]);
  await sent(crew.member, { lines: [{ ...line, date: '2026-01-03' }, line] });
  await sent(crew.chief, {
    lines: [
      { ...line, amount: 5 },
      { ...line, amount: 5 },
    ],
  });
  expect(await marked()).toEqual([true, false, true, true]);
  await decide(crew.owner, first, { decision: 'refuse', note: 'Twice.' });
  expect(await marked()).toEqual([false, false, false, true]);
});
