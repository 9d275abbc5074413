import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { auditedOf } from '../../../../../test/support/audit.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { applying } from '../../../../../test/support/world/applications.ts';
import { createCaller } from '../../../../../test/support/world.ts';
import { applyRetention } from '../../retention/retention.service.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();
const team = applying(muster);

const questions = {
  form: 'questions',
  kind: 'application',
  title: 'About you',
  enabled: true,
  fields: [
    {
      key: 'languages',
      label: 'Which languages do you speak?',
      type: 'choices',
      required: true,
      options: [
        { value: 'de', label: 'German' },
        { value: 'en', label: 'English' },
      ],
    },
    { key: 'drives', label: 'Do you drive?', type: 'yes_no' },
    {
      key: 'van',
      label: 'A van, too?',
      type: 'yes_no',
      required: true,
      only_when: { field: 'drives', values: [true] },
    },
  ],
};
const ofPress = {
  form: 'writing',
  kind: 'application',
  title: 'Press',
  enabled: true,
  tids: ['press'],
  fields: [{ key: 'sample', label: 'What have you written?', type: 'text', required: true }],
};

const changeProject = ({ pid, owner }: Crew, payload: object) =>
  muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers: owner.headers, payload });

/** A crew whose two teams take applications, with a call of three weeks and questions. */
async function calling(change: object = {}): Promise<Crew> {
  const crew = await team.openCrew();
  await crew.as(crew.otherChief, 'PATCH', 'teams/press', { takes_applications: true });
  const now = muster.clock.now().getTime();
  const call = {
    call_opens_at: new Date(now - 1000).toISOString(),
    call_closes_at: new Date(now + 21 * 86_400_000).toISOString(),
    wishes: 2,
    ...change,
  };
  expect((await changeProject(crew, call)).statusCode).toBe(200);
  for (const form of [questions, ofPress])
    expect((await crew.as(crew.owner, 'POST', 'forms', form)).statusCode).toBe(201);
  return crew;
}

const answers = { questions: { languages: ['de'], drives: true, van: false } };
const apply = (crew: Crew, who: Caller | undefined, body: object, headers = {}) =>
  crew.as(who, 'PUT', 'my-application', { wishes: ['venue'], answers, ...body }, headers);
const own = async (crew: Crew, who: Caller) => (await crew.as(who, 'GET', 'my-application')).json();
const problemsOf = (response: { json: () => { errors?: { pointer: string }[]; code: string } }) => {
  const { code, errors = [] } = response.json();
  return [code, ...errors.map(({ pointer }) => pointer)];
};

test('anybody reads the call with all questions', async () => {
  const crew = await calling();
  const call = (await crew.as(undefined, 'GET', 'call')).json();
  expect(call).toMatchObject({ open: true, wishes: 2, decisions: 'at_once', closes_at: expect.any(String) });
  expect(call.forms).toMatchObject([
    {
      form: 'questions',
      tids: [],
      fields: [{ key: 'languages' }, { key: 'drives' }, { only_when: { field: 'drives' } }],
    },
    { form: 'writing', tids: ['press'], fields: [{ key: 'sample' }] },
  ]);
  // They are answered within an application, nowhere else.
  const { member } = crew;
  expect((await crew.as(member, 'GET', 'forms')).json().data).toEqual([]);
  expect((await crew.as(member, 'PUT', 'forms/questions/response', answers)).statusCode).toBe(400);
  expect((await crew.as(member, 'PUT', 'forms/questions/response', { answers: {} })).statusCode).toBe(403);
});

test('a person applies to two teams, changes the application, sees its state and withdraws', async () => {
  const crew = await calling();
  const ada = await createCaller(muster, 'Ada');
  expect(await own(crew, ada)).toMatchObject({ state: null, wishes: [], rights: { apply: true, withdraw: false } });
  const both = { wishes: ['press', 'venue'], message: 'Hi', answers: { ...answers, writing: { sample: 'Poems' } } };
  const sent = await apply(crew, ada, both);
  expect(sent.json()).toMatchObject({
    state: 'sent',
    ...both,
    teams: [
      { tid: 'press', state: 'sent' },
      { tid: 'venue', state: 'sent' },
    ],
  });
  const stale = await apply(crew, ada, both, { 'if-match': '"0"' });
  expect(stale.json()).toMatchObject({ status: 412, code: 'stale' });
  const changed = await apply(crew, ada, { wishes: ['venue'] }, { 'if-match': String(sent.headers.etag) });
  expect(changed.json()).toMatchObject({ state: 'sent', wishes: ['venue'], answers, message: '' });
  // What the press asked is not asked any more, so the application can be sent again as it is.
  expect(changed.json().answers).toEqual(answers);
  expect((await apply(crew, ada, { answers: changed.json().answers })).statusCode).toBe(200);
  const [listed] = (await crew.as(crew.chief, 'GET', 'applications')).json().data;
  expect(listed).toMatchObject({ uid: ada.uid, tid: 'venue', wish: 1, wishes: ['venue'], answers });
  // The questions of the press are for its chiefs.
  expect(listed.answers.writing).toBeUndefined();
  expect((await crew.as(ada, 'DELETE', 'my-application')).statusCode).toBe(204);
  expect(await own(crew, ada)).toMatchObject({ state: 'withdrawn', wishes: [] });
  const late = await apply(crew, ada, {}, { 'if-match': String(changed.headers.etag) });
  expect(late.json()).toMatchObject({ status: 412, code: 'stale' });
  expect((await crew.as(crew.chief, 'GET', 'applications')).json().data).toEqual([]);
  expect(await team.kindsIn(crew)).toEqual(
    expect.arrayContaining(['application.changed', 'application.sent', 'application.withdrawn']),
  );
});

test('refuses unknown and too many wishes, wrong answers and answers to questions that are not asked', async () => {
  const crew = await calling();
  const ada = await createCaller(muster, 'Ada');
  const refused = async (body: object) => problemsOf(await apply(crew, ada, body));
  expect(await refused({ wishes: ['nowhere'] })).toEqual(['invalid_input', '/wishes/0']);
  expect(await refused({ wishes: ['venue', 'press', 'other'] })).toEqual(['invalid_input', '/wishes']);
  expect(await refused({ wishes: [] })).toEqual(['invalid_input', '/wishes']);
  expect(await refused({ answers: {} })).toEqual(['invalid_input', '/answers/questions/languages']);
  expect(await refused({ answers: { questions: { languages: ['de'], van: true } } })).toEqual([
    'invalid_input',
    '/answers/questions/van',
  ]);
  expect(await refused({ answers: { ...answers, writing: { sample: 'x' } } })).toEqual([
    'invalid_input',
    '/answers/writing',
  ]);
  expect(await refused({ wishes: ['press'] })).toEqual(['invalid_input', '/answers/writing/sample']);
  expect(problemsOf(await crew.as(ada, 'PUT', 'teams/venue/application', {}))).toEqual([
    'invalid_input',
    '/answers/questions/languages',
  ]);
  expect(await own(crew, ada)).toMatchObject({ state: null, answers: {} });
  expect((await apply(crew, undefined, {})).statusCode).toBe(401);
});

test('a form may have a name that objects have', async () => {
  const crew = await calling();
  const form = { ...ofPress, form: 'constructor', tids: [], fields: [{ key: 'age', label: 'Age?', type: 'text' }] };
  expect((await crew.as(crew.owner, 'POST', 'forms', form)).statusCode).toBe(201);
  const ada = await createCaller(muster, 'Ada');
  expect((await apply(crew, ada, {})).json().answers).toEqual(answers);
  const more = { ...answers, constructor: { age: 'Old' } };
  expect((await apply(crew, ada, { answers: more })).json().answers).toEqual(more);
  const [listed] = (await crew.as(crew.chief, 'GET', 'applications')).json().data;
  expect(listed.answers).toEqual(more);
});

test('nobody applies before the call opens and after it has closed; withdrawing is always possible', async () => {
  using _still = muster.clock.freeze();
  const crew = await calling();
  const ada = await createCaller(muster, 'Ada');
  await apply(crew, ada, {});
  muster.clock.advance(21 * 86_400);
  expect(problemsOf(await apply(crew, ada, { message: 'late' }))).toEqual(['call_closed']);
  expect(problemsOf(await crew.as(ada, 'PUT', 'teams/press/application', {}))).toEqual(['call_closed']);
  expect(await own(crew, ada)).toMatchObject({ state: 'sent', rights: { apply: false, withdraw: true } });
  expect((await crew.as(undefined, 'GET', 'call')).json().open).toBe(false);
  expect((await crew.as(ada, 'DELETE', 'my-application')).statusCode).toBe(204);
  const later = new Date(muster.clock.now().getTime() + 1000).toISOString();
  const wrong = await changeProject(crew, { call_opens_at: later });
  expect(problemsOf(wrong)).toEqual(['not_allowed', '/call_closes_at']);
  const never = await changeProject(crew, { call_opens_at: later, call_closes_at: later });
  expect(problemsOf(never)).toEqual(['not_allowed', '/call_closes_at']);
  await changeProject(crew, { call_opens_at: later, call_closes_at: null });
  expect(problemsOf(await apply(crew, ada, {}))).toEqual(['call_closed']);
  muster.clock.advance(1);
  expect((await apply(crew, ada, {})).statusCode).toBe(200);
});

test('the routes of one team mean one wish, and count with the others', async () => {
  const crew = await calling({ wishes: 1 });
  const ada = await createCaller(muster, 'Ada');
  expect((await apply(crew, ada, {})).statusCode).toBe(200);
  expect((await crew.as(ada, 'PUT', 'teams/venue/application', { message: 'More' })).json()).toMatchObject({
    message: 'More',
    state: 'sent',
  });
  expect(problemsOf(await crew.as(ada, 'PUT', 'teams/press/application', {}))).toEqual(['too_many_applications']);
  expect(await own(crew, ada)).toMatchObject({ wishes: ['venue'], message: 'More' });
});

const decide = async (crew: Crew, who: Caller, decisions: object[]) =>
  (await crew.as(who, 'POST', 'applications/decisions', { decisions })).json();
const on = ({ uid }: Caller, decision: string, more: object = {}) => ({ uid, tid: 'venue', decision, ...more });
const resultsOf = ({ results }: { results: { result: string; current: string | null }[] }) =>
  results.map(({ result, current }) => [result, current]);

test('decides about many at once, offers the waiting list when the team is full, and overwrites nothing', async () => {
  const crew = await calling();
  const [ada, lin, mei, tom] = await Promise.all(
    ['Ada', 'Lin', 'Mei', 'Tom'].map((name) => createCaller(muster, name)),
  );
  if (ada === undefined || lin === undefined || mei === undefined || tom === undefined) throw new Error('nobody');
  for (const who of [ada, lin, mei, tom]) await apply(crew, who, {});
  // Chen and Mia are in the team.
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { headcount: 3 });
  await crew.as(tom, 'DELETE', 'my-application');
  const many = [on(ada, 'accept'), on(lin, 'accept'), on(mei, 'decline', { note: 'Next year' }), on(tom, 'accept')];
  expect(resultsOf(await decide(crew, crew.chief, [...many, on(crew.stranger, 'accept')]))).toEqual([
    ['decided', 'accepted'],
    ['team_full', null],
    ['decided', 'declined'],
    ['withdrawn', null],
    ['not_found', null],
  ]);
  expect(resultsOf(await decide(crew, crew.chief, [on(lin, 'wait')]))).toEqual([['decided', 'waiting']]);
  // The owner has not seen that.
  expect(resultsOf(await decide(crew, crew.owner, [on(lin, 'decline')]))).toEqual([['changed', 'waiting']]);
  expect(resultsOf(await decide(crew, crew.owner, [on(lin, 'wait')]))).toEqual([['decided', 'waiting']]);
  expect(await own(crew, ada)).toMatchObject({ state: 'accepted' });
  expect(await own(crew, lin)).toMatchObject({ state: 'waiting', rights: { withdraw: true } });
  expect(await own(crew, mei)).toMatchObject({ state: 'declined', wishes: [] });
  expect((await team.mailsTo(lin)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Project \d+: .+ is full at the moment/),
  ]);
  const waiting = (await crew.as(crew.chief, 'GET', 'applications?state=waiting&tid=venue')).json();
  expect(waiting).toMatchObject({ total: 1, data: [{ uid: lin.uid, state: 'waiting', decided_by: 'Chen' }] });
  expect((await crew.as(crew.chief, 'GET', 'applications?state=all&q=me')).json().data).toMatchObject([
    { uid: mei.uid, note: 'Next year' },
  ]);
  // A member leaves, and the next in line takes the place.
  await crew.as(ada, 'DELETE', `teams/venue/members/${ada.uid}`);
  const next = await decide(crew, crew.chief, [on(lin, 'accept', { seen: 'waiting' })]);
  expect(resultsOf(next)).toEqual([['decided', 'accepted']]);
  expect(await own(crew, lin)).toMatchObject({ state: 'accepted' });
});

test('a place that a decision takes back goes to the next of the same request', async () => {
  const crew = await calling({ decisions: 'together' });
  const [ada, lin] = [await createCaller(muster, 'Ada'), await createCaller(muster, 'Lin')];
  for (const who of [ada, lin]) await apply(crew, who, {});
  // Chen and Mia are in the team.
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { headcount: 3 });
  expect(resultsOf(await decide(crew, crew.chief, [on(ada, 'accept'), on(lin, 'accept')]))).toEqual([
    ['decided', 'accepted'],
    ['team_full', null],
  ]);
  const swapped = await decide(crew, crew.chief, [on(ada, 'wait', { seen: 'accepted' }), on(lin, 'accept')]);
  expect(resultsOf(swapped)).toEqual([
    ['decided', 'waiting'],
    ['decided', 'accepted'],
  ]);
});

test('publishing accepts only as many as the team has places left', async () => {
  const crew = await calling({ decisions: 'together' });
  const [ada, lin] = [await createCaller(muster, 'Ada'), await createCaller(muster, 'Lin')];
  for (const who of [ada, lin]) await apply(crew, who, {});
  // Chen and Mia are in the team.
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { headcount: 4 });
  await decide(crew, crew.chief, [on(ada, 'accept'), on(lin, 'accept')]);
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { headcount: 3 });
  const published = (await crew.as(crew.owner, 'POST', 'applications/publication', {})).json();
  expect(published).toMatchObject({ accepted: 1, team_full: 1 });
  expect((await crew.as(crew.chief, 'GET', 'applications?state=pending')).json().total).toBe(1);
});

test('chiefs decide and read for their own teams only, and no more than 200 at a time', async () => {
  const crew = await calling();
  const ada = await createCaller(muster, 'Ada');
  await apply(crew, ada, {});
  const as = (who: Caller | undefined, decisions: object[]) =>
    crew.as(who, 'POST', 'applications/decisions', { decisions });
  expect(problemsOf(await as(crew.otherChief, [on(ada, 'accept')]))).toEqual(['forbidden', '/decisions/0/tid']);
  expect((await as(crew.member, [on(ada, 'accept')])).statusCode).toBe(403);
  expect((await as(undefined, [on(ada, 'accept')])).statusCode).toBe(401);
  expect(
    problemsOf(
      await as(
        crew.owner,
        Array.from({ length: 201 }, () => on(ada, 'accept')),
      ),
    ),
  ).toEqual(['invalid_input', '/decisions']);
  expect((await crew.as(crew.otherChief, 'GET', 'applications?tid=venue')).statusCode).toBe(403);
  const csv = (await crew.as(crew.owner, 'GET', 'applications.csv')).body.split('\r\n');
  expect(csv[0]).toContain('message,questions.languages,questions.drives,questions.van,writing.sample');
  expect(csv[1]).toMatch(/^venue,Ada,.+,de,true,false,$/);
  expect((await crew.as(crew.otherChief, 'GET', 'applications.csv')).body.trim().split('\r\n')).toHaveLength(1);
});

test('decisions that are published together stay hidden from the person, also in the export, until then', async () => {
  const crew = await calling({ decisions: 'together' });
  const [ada, lin, mei] = await Promise.all(['Ada', 'Lin', 'Mei'].map((name) => createCaller(muster, name)));
  if (ada === undefined || lin === undefined || mei === undefined) throw new Error('nobody');
  for (const who of [ada, lin]) await apply(crew, who, {});
  const writing = { ...answers, writing: { sample: 'Poems' } };
  await apply(crew, mei, { wishes: ['venue', 'press'], answers: writing });
  const browsers = await Promise.all([ada, lin, mei].map((who) => browserOf(muster, who)));
  const knowledge = async () => {
    const all = [];
    for (const headers of browsers) {
      const shown = (await muster.call({ url: `/api/projects/${crew.pid}/my-application`, headers })).json();
      const { exported_at: _, sessions: _s, ...data } = (await muster.call({ url: '/api/me/export', headers })).json();
      all.push([shown, data]);
    }
    return JSON.stringify(all);
  };
  const before = await knowledge();
  const decided = await decide(crew, crew.chief, [
    on(ada, 'accept', { note: 'Secret' }),
    on(lin, 'wait'),
    on(mei, 'decline'),
  ]);
  expect(resultsOf(decided)).toEqual([
    ['decided', 'accepted'],
    ['decided', 'waiting'],
    ['decided', 'declined'],
  ]);
  expect(await knowledge()).toBe(before);
  // The audit log has how many, and no names.
  const [entry, ...others] = (await auditedOf(muster, 'applications.decided', 'venue')).toReversed();
  expect(entry).toEqual({ actor: crew.chief.uid, detail: { tid: 'venue', accepted: 1, waiting: 1, declined: 1 } });
  expect(others.filter(({ actor }) => actor === crew.chief.uid)).toEqual([]);
  expect((await crew.as(crew.chief, 'GET', 'applications?state=pending')).json().total).toBe(3);
  const publish = (body: object) => crew.as(crew.owner, 'POST', 'applications/publication', body);
  expect(problemsOf(await publish({ texts: { accepted: '{{hours}}' } }))).toEqual(['invalid_input', '/texts/accepted']);
  const texts = { accepted: 'See you soon, {{name}}!', waiting: 'Wait for {{team}}.', declined: 'Sorry.' };
  const preview = (await publish({ texts, dry_run: true })).json();
  // The press may still take Mei.
  expect(preview).toMatchObject({ accepted: 1, waiting: 1, declined: 0, undecided: 1, team_full: 0 });
  expect(preview.previews).toMatchObject([
    { outcome: 'accepted', name: 'Ada', text: expect.stringContaining('See you soon, Ada!') },
    { outcome: 'waiting', name: 'Lin', text: expect.stringMatching(/Wait for .+\./) },
  ]);
  expect(await knowledge()).toBe(before);
  const counts = { accepted: 1, waiting: 1, declined: 0 };
  expect((await publish({ texts })).json()).toMatchObject(counts);
  expect((await publish({ texts })).json()).toMatchObject({ accepted: 0, waiting: 0, declined: 0, undecided: 1 });
  expect(await own(crew, ada)).toMatchObject({ state: 'accepted' });
  expect(await own(crew, mei)).toMatchObject({ state: 'sent' });
  const members = (await crew.as(crew.chief, 'GET', 'teams/venue/members')).json().data;
  expect(members.map(({ uid }: Caller) => uid).toSorted()).toEqual(
    [ada.uid, crew.chief.uid, crew.member.uid].toSorted(),
  );
  const recorded = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'subject'])
    .where('pid', '=', crew.pid)
    .where('subject', 'in', [ada.uid, lin.uid, mei.uid])
    .where('kind', 'in', ['member.added', 'application.waiting', 'application.declined'])
    .orderBy('kind')
    .execute();
  expect(recorded).toEqual([
    { kind: 'application.waiting', subject: lin.uid },
    { kind: 'member.added', subject: ada.uid },
  ]);
  const [mail, ...more] = (await team.mailsTo(ada)).filter(({ text }) => text.includes('See you soon'));
  expect([mail?.text, more]).toEqual([expect.stringContaining('See you soon, Ada!'), []]);
  await decide(crew, crew.otherChief, [{ uid: mei.uid, tid: 'press', decision: 'accept' }]);
  const suspend = (suspended_at: string | null) =>
    muster.db.transaction((trx) =>
      trx.updateTable('people').set({ suspended_at }).where('uid', '=', mei.uid).execute(),
    );
  await suspend(muster.clock.now().toISOString());
  expect((await publish({ texts })).json()).toMatchObject({ accepted: 0, declined: 0 });
  await suspend(null);
  expect((await publish({ texts })).json()).toMatchObject({ accepted: 1, declined: 0 });
  const received = (await team.mailsTo(mei)).map(({ text }) => text);
  expect(received).toEqual([expect.stringContaining('See you soon, Mei!')]);
  expect(await own(crew, mei)).toMatchObject({
    state: 'accepted',
    teams: [
      { tid: 'venue', state: 'declined' },
      { tid: 'press', state: 'accepted' },
    ],
  });
  expect((await crew.as(crew.chief, 'POST', 'applications/publication', {})).statusCode).toBe(403);
});

test('decisions are made known at once again only when none waits to be published', async () => {
  const crew = await calling({ decisions: 'together' });
  const ada = await createCaller(muster, 'Ada');
  await apply(crew, ada, {});
  await decide(crew, crew.chief, [on(ada, 'wait')]);
  expect(problemsOf(await changeProject(crew, { decisions: 'at_once' }))).toEqual(['not_allowed', '/decisions']);
  expect((await changeProject(crew, { decisions: 'together', wishes: 3 })).statusCode).toBe(200);
  await crew.as(crew.owner, 'POST', 'applications/publication', {});
  expect((await changeProject(crew, { decisions: 'at_once' })).json()).toMatchObject({ decisions: 'at_once' });
});

test('who one team has accepted does not get the text for people that another declines; the preview shows three people', async () => {
  const crew = await calling({ decisions: 'together' });
  const texts = { accepted: 'See you soon.', declined: 'No place for you.' };
  const publish = (body: object) => crew.as(crew.owner, 'POST', 'applications/publication', { texts, ...body });
  const people = await Promise.all(['Ada', 'Lin', 'Mei', 'Noa'].map((name) => createCaller(muster, name)));
  const [ada] = people;
  if (ada === undefined) throw new Error('nobody');
  const writing = { sample: 'Poems' };
  await apply(crew, ada, { wishes: ['venue', 'press'], answers: { ...answers, writing } });
  for (const who of people.slice(1)) await apply(crew, who, {});
  await decide(crew, crew.chief, [on(ada, 'accept')]);
  expect((await publish({})).json()).toMatchObject({ accepted: 1 });
  await decide(crew, crew.otherChief, [{ ...on(ada, 'decline'), tid: 'press' }]);
  await decide(
    crew,
    crew.chief,
    people.slice(1).map((who) => on(who, 'decline')),
  );
  const { declined, previews } = (await publish({ dry_run: true })).json();
  expect([declined, previews.map(({ name }: Caller) => name).toSorted()]).toEqual([4, ['Lin', 'Mei', 'Noa']]);
  expect((await publish({})).json()).toMatchObject({ declined: 4 });
  const received = async (who: Caller) =>
    (await team.noticesTo(who)).map(({ kind, detail }) => [kind, JSON.parse(detail).text ?? '']);
  expect(await received(ada)).toEqual([
    ['application.accepted', texts.accepted],
    ['application.declined', ''],
  ]);
  for (const who of people.slice(1)) expect(await received(who)).toEqual([['application.declined', texts.declined]]);
});

test('questions of applications take no private fields and no times of their own, and conditions name earlier fields', async () => {
  const crew = await team.openCrew();
  const create = async (change: object) =>
    problemsOf(await crew.as(crew.owner, 'POST', 'forms', { ...ofPress, tids: [], ...change }));
  const field = { key: 'sample', label: 'Sample', type: 'text' };
  const secret = { ...field, private: true, purpose: 'x', erase_after: '2027-01-01' };
  expect(await create({ fields: [secret] })).toEqual(['invalid_input', '/fields/0/private']);
  expect(await create({ opens_at: '2026-01-01T00:00:00Z' })).toEqual(['invalid_input', '/opens_at']);
  expect(await create({ closes_at: '2027-01-01T00:00:00Z' })).toEqual(['invalid_input', '/closes_at']);
  expect(await create({ audience: 'people' })).toEqual(['invalid_input', '/audience']);
  expect(await create({ passes_on: ['bank'] })).toEqual(['invalid_input', '/passes_on']);
  expect(await create({ kind: 'custom', audience: 'applicants' })).toEqual(['invalid_input', '/audience']);
  const on = (only_when: object) => create({ fields: [field, { ...field, key: 'more', only_when }] });
  expect(await on({ field: 'nothing', values: [true] })).toEqual(['invalid_input', '/fields/1/only_when']);
  expect(await on({ field: 'sample', values: ['x'] })).toEqual(['invalid_input', '/fields/1/only_when']);
});

test('chiefs see the choice for their own team, and owners all', async () => {
  const crew = await calling();
  const ada = await createCaller(muster, 'Ada');
  await apply(crew, ada, { wishes: ['press', 'venue'], answers: { ...answers, writing: { sample: 'Poems' } } });
  const [shown] = (await crew.as(crew.chief, 'GET', 'applications')).json().data;
  expect(shown).toMatchObject({ tid: 'venue', wish: 2, wishes: ['venue'] });
  const all = (await crew.as(crew.owner, 'GET', 'applications?tid=venue')).json().data;
  expect(all).toMatchObject([{ tid: 'venue', wish: 2, wishes: ['press', 'venue'] }]);
});

test('organisers see only the name and the outcome of people who have withdrawn, or were declined long ago', async () => {
  using _still = muster.clock.freeze();
  const crew = await calling();
  const [ada, lin, mei] = await Promise.all(['Ada', 'Lin', 'Mei'].map((name) => createCaller(muster, name)));
  if (ada === undefined || lin === undefined || mei === undefined) throw new Error('nobody');
  for (const who of [ada, lin, mei]) await apply(crew, who, { message: 'Secret' });
  await decide(crew, crew.chief, [on(lin, 'decline', { note: 'Secret' }), on(mei, 'wait')]);
  await crew.as(ada, 'DELETE', 'my-application');
  /** Who is named, and whose words and addresses are shown. */
  const shown = async () => {
    const owner = await browserOf(muster, crew.owner);
    const read = async (path: string) =>
      (await muster.call({ url: `/api/projects/${crew.pid}/${path}`, headers: owner })).body;
    const pages = [await read('applications?state=all'), await read('applications.csv')];
    const { data } = JSON.parse(pages[0] ?? '');
    const named = data.map(({ name, state }: { name: string; state: string }) => [name, state]);
    const shownInList = data.filter((row: { email: string; answers: object; message: string; note: string }) =>
      [row.email, row.message, row.note, ...Object.keys(row.answers)].some((text) => text !== ''),
    );
    const answered = JSON.parse(await read('forms/questions/responses')).data;
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name).toSorted();
    const inCsv = [ada, lin, mei].filter(({ email }) => pages[1]?.includes(email));
    return {
      named: named.length,
      list: names(shownInList),
      answered: names(answered),
      csv: inCsv.map(({ name }) => name),
    };
  };
  const both = ['Lin', 'Mei'];
  expect(await shown()).toEqual({ named: 3, list: both, answered: both, csv: both });
  const url = `/api/projects/${crew.pid}/forms/questions/responses.csv`;
  expect((await muster.call({ url, headers: await browserOf(muster, crew.owner) })).statusCode).toBe(200);
  const exported = muster.db.read.selectFrom('audit').select('detail').where('pid', '=', crew.pid);
  const [entry] = await exported.where('kind', '=', 'responses.exported').execute();
  expect(JSON.parse(entry?.detail ?? '')).toEqual({ responses: 2 });
  muster.clock.advance(90 * 86_400);
  const one = ['Mei'];
  expect(await shown()).toEqual({ named: 3, list: one, answered: one, csv: one });
});

test('who was accepted and has left the team is no applicant any more, and gets no messages to those who are', async () => {
  const crew = await calling();
  const [ada, lin] = [await createCaller(muster, 'Ada'), await createCaller(muster, 'Lin')];
  for (const who of [ada, lin]) await apply(crew, who, { message: 'Secret' });
  await decide(crew, crew.chief, [on(ada, 'accept', { note: 'Secret' }), on(lin, 'accept', { note: 'Secret' })]);
  const leave = (who: Caller, uid: string) => crew.as(who, 'DELETE', `teams/venue/members/${uid}`);
  const url = `/api/projects/${crew.pid}/applications?state=all`;
  const listed = async () => (await muster.call({ url, headers: await browserOf(muster, crew.owner) })).json().data;
  const accepted = { audience: { applications: { state: 'accepted' } } };
  const reached = async () => (await crew.as(crew.owner, 'POST', 'messages/audience', accepted)).json().count;
  expect([await reached(), await listed()]).toMatchObject([2, [{ email: ada.email }, { email: lin.email }]]);
  await leave(ada, ada.uid);
  await leave(crew.chief, lin.uid);
  const left = { uid: ada.uid, state: 'withdrawn', email: '', message: '', note: '', answers: {}, decided_by: null };
  const removed = { uid: lin.uid, state: 'declined', email: lin.email, message: 'Secret', decided_by: crew.chief.name };
  expect([await reached(), await listed()]).toMatchObject([0, [left, removed]]);
  expect([await own(crew, ada), await own(crew, lin)]).toMatchObject([
    { state: 'withdrawn', wishes: [], rights: { withdraw: false } },
    { state: 'declined', wishes: [] },
  ]);
  muster.clock.advance(90 * 86_400);
  expect(await listed()).toMatchObject([left, { uid: lin.uid, state: 'declined', email: '', message: '' }]);
});

test('who was accepted by one team stays accepted when they change their application to another', async () => {
  const crew = await calling();
  const ada = await createCaller(muster, 'Ada');
  const both = { wishes: ['press', 'venue'], answers: { ...answers, writing: { sample: 'Poems' } } };
  await apply(crew, ada, both);
  await decide(crew, crew.chief, [on(ada, 'accept')]);
  expect((await apply(crew, ada, { ...both, message: 'New' })).statusCode).toBe(200);
  const { teams } = await own(crew, ada);
  expect(teams.map(({ tid, state }: { tid: string; state: string }) => [tid, state]).toSorted()).toEqual([
    ['press', 'sent'],
    ['venue', 'accepted'],
  ]);
});

test('who withdrew, was added all the same and is removed again has withdrawn, and was not declined', async () => {
  const crew = await calling();
  const ada = await createCaller(muster, 'Ada');
  await apply(crew, ada, {});
  expect((await crew.as(ada, 'DELETE', 'my-application')).statusCode).toBe(204);
  expect((await crew.as(crew.chief, 'PUT', `teams/venue/members/${ada.uid}`)).statusCode).toBe(204);
  expect((await crew.as(crew.chief, 'DELETE', `teams/venue/members/${ada.uid}`)).statusCode).toBe(204);
  expect(await own(crew, ada)).toMatchObject({ state: 'withdrawn', teams: [{ tid: 'venue', state: 'withdrawn' }] });
});

test('waiting lists and unpublished decisions end with the event; only people without an answer are notified', async () => {
  using _still = muster.clock.freeze();
  const crew = await calling({ decisions: 'together' });
  const [ada, lin] = await Promise.all(['Ada', 'Lin'].map((name) => createCaller(muster, name)));
  if (ada === undefined || lin === undefined) throw new Error('nobody');
  const inDays = (count: number) => new Date(muster.clock.now().getTime() + count * 86_400_000).toISOString();
  await apply(crew, ada, {});
  await decide(crew, crew.chief, [on(ada, 'wait')]);
  await crew.as(crew.owner, 'POST', 'applications/publication', {});
  await apply(crew, lin, {});
  await decide(crew, crew.chief, [on(lin, 'accept')]);
  expect((await changeProject(crew, { ends_on: inDays(5).slice(0, 10) })).statusCode).toBe(200);
  const states = async () => [(await own(crew, ada)).state, (await own(crew, lin)).state];
  muster.clock.advance(5 * 86_400);
  await muster.services.runExpiry();
  expect(await states()).toEqual(['waiting', 'sent']);
  muster.clock.advance(2 * 86_400);
  await muster.services.runExpiry();
  expect(await states()).toEqual(['lapsed', 'lapsed']);
  const pending = (await crew.as(crew.owner, 'GET', 'applications?state=pending')).json();
  expect(pending.total).toBe(0);
  const headers = await browserOf(muster, lin);
  const exported = (await muster.call({ url: '/api/me/export', headers })).json().applications;
  expect(exported).toMatchObject([{ state: 'lapsed', decided_at: null }]);
  expect((await team.noticesTo(ada)).map(({ kind }) => kind)).toEqual(['application.waiting']);
  expect((await team.noticesTo(lin)).map(({ kind }) => kind)).toEqual(['application.lapsed']);
  const [mail] = await team.mailsTo(lin);
  expect(mail?.subject).toMatch(/: The event is over, and your application to .* has ended without an answer\.?$/);
  expect(mail?.text).not.toContain('apply again');
});

test('applications of events that ended long ago end without a notice', async () => {
  using _still = muster.clock.freeze();
  const crew = await calling();
  const [ada, lin] = await Promise.all(['Ada', 'Lin'].map((name) => createCaller(muster, name)));
  if (ada === undefined || lin === undefined) throw new Error('nobody');
  await apply(crew, ada, {});
  await apply(crew, lin, {});
  await decide(crew, crew.chief, [on(lin, 'wait')]);
  await changeProject(crew, { ends_on: muster.clock.now().toISOString().slice(0, 10) });
  muster.clock.advance(9 * 86_400);
  await muster.services.runExpiry();
  expect([(await own(crew, ada)).state, (await own(crew, lin)).state]).toEqual(['lapsed', 'lapsed']);
  expect(await team.noticesTo(ada)).toEqual([]);
  expect((await team.noticesTo(lin)).map(({ kind }) => kind)).toEqual(['application.waiting']);
});

test('applications that led to nothing are erased with their answers 12 months after the event; counts stay', async () => {
  using _still = muster.clock.freeze();
  const crew = await calling();
  const [ada, lin] = await Promise.all(['Ada', 'Lin'].map((name) => createCaller(muster, name)));
  if (ada === undefined || lin === undefined) throw new Error('nobody');
  await apply(crew, ada, {});
  const writing = { sample: 'Poems' };
  await apply(crew, lin, { wishes: ['press', 'venue'], answers: { ...answers, writing } });
  await decide(crew, crew.otherChief, [{ ...on(lin, 'decline'), tid: 'press' }]);
  await decide(crew, crew.chief, [on(ada, 'decline'), on(lin, 'accept')]);
  const { read } = muster.db;
  const counted = async () => ({
    applications: await read.selectFrom('applications').select('uid').where('pid', '=', crew.pid).execute(),
    answers: await read.selectFrom('form_responses').select('uid').where('pid', '=', crew.pid).execute(),
    forms: await read
      .selectFrom('forms')
      .select('response_count')
      .where('pid', '=', crew.pid)
      .orderBy('form')
      .execute(),
  });
  const ends_on = '2026-08-09';
  await changeProject(crew, { ends_on });
  muster.clock.advance((Date.parse('2027-08-08T12:00:00Z') - muster.clock.now().getTime()) / 1000);
  await applyRetention(muster.services, { dryRun: false });
  expect((await counted()).applications).toHaveLength(3);
  muster.clock.advance(3 * 86_400);
  expect(await applyRetention(muster.services, { dryRun: true })).toMatchObject({ applications: 2 });
  await applyRetention(muster.services, { dryRun: false });
  // Somebody who was accepted by one of two teams keeps all answers.
  expect(await counted()).toEqual({
    applications: [{ uid: lin.uid }],
    answers: [{ uid: lin.uid }, { uid: lin.uid }],
    forms: [{ response_count: 1 }, { response_count: 1 }],
  });
  const proof = await read.selectFrom('audit').select('detail').where('kind', '=', 'applications.expired').execute();
  expect(proof.map(({ detail }) => JSON.parse(detail))).toContainEqual({ declined: 2, withdrawn: 0, lapsed: 0 });
});
