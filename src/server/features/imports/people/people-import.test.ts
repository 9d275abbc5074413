import { expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../../test/support/app.ts';
import { browserOf, createPerson, createTeam } from '../../../../../test/support/factories.ts';
import { createCaller, createCrew } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';
import { limits } from '../../../auth/rate-limits.ts';
import { addSeconds, timestamp } from '../../../lib/clock.ts';
import type { ImportedPeople, Import } from '../imports.schema.ts';

const muster = useApp();

/** A crew whose owner is signed in with a browser. */
async function createOffice() {
  const crew = await createCrew(muster);
  const headers = await browserOf(muster, crew.owner);
  const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
    muster.call({
      method,
      url: `/api/projects/${crew.pid}/${path}`,
      headers,
      ...(payload !== undefined && { payload }),
    });
  const paste = (text: string, more: object = {}) => call('POST', 'people/import', { text, ...more });
  const preview = async (text: string, more: object = {}): Promise<ImportedPeople> => {
    const answer = await call('POST', 'people/import?dry_run=true', { text, ...more });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const finished = async (id: string): Promise<Import> => {
    await muster.services.outbox.drain();
    return (await call('GET', `imports/${id}`)).json();
  };
  const imported = async (text: string, more: object = {}) => {
    const answer = await paste(text, more);
    expect(answer.statusCode).toBe(201);
    return finished(answer.json<ImportedPeople>().import?.id ?? '');
  };
  const undo = (id: string) => call('POST', `imports/${id}/undo`);
  return { ...crew, crew, call, paste, preview, imported, finished, undo };
}

const rows = ({ pid }: Pick<Crew, 'pid'>) =>
  muster.db.read
    .selectFrom('invitations')
    .select(['email', 'name', 'tid', 'role', 'language', 'held'])
    .where('pid', '=', pid)
    .orderBy('email')
    .orderBy('tid')
    .execute();

const codes = ({ errors }: ImportedPeople) => errors.map(({ line, column, code }) => `${line} ${column} ${code}`);

test('cells from a spreadsheet in any order become invitations with names, roles and languages; undo revokes them', async () => {
  const { crew, call, preview, imported, undo, pid } = await createOffice();
  // Chen and Mia are in the team.
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { headcount: 5 });
  const text = [
    'Rolle\tTelefon\tHut\tSprache\tE-Mail\tTeam\tName',
    'Mitglied\t0171 2345\trot\tDeutsch\tAda@Example.org\tTeam 1\tAda Lovelace',
    'Teamleitung\t\t\tzh_TW\tkoko@example.org\tpress\t山田花子',
    '\t\t\t\tgrace@example.org\tTEAM1\t',
  ].join('\n');
  const checked = await preview(text, { language: 'ja' });
  expect(checked).toMatchObject({
    import: null,
    columns: ['role', 'phone', null, 'language', 'email', 'team', 'name'],
    line_count: 3,
    errors: [],
    people: 3,
    teams: [
      { tid: 'venue', people: 2, open_places: 3, is_new: false },
      { tid: 'press', people: 1, open_places: null, is_new: false },
    ],
  });
  expect(await rows({ pid })).toEqual([]);
  const done = await imported(text, { language: 'ja' });
  expect(done).toMatchObject({ kind: 'people', state: 'done', total: 3, done: 3, imported: 3, created_by: 'Olga' });
  expect(await rows({ pid })).toEqual([
    { email: 'ada@example.org', name: 'Ada Lovelace', tid: 'venue', role: 'member', language: 'de', held: 0 },
    { email: 'grace@example.org', name: '', tid: 'venue', role: 'member', language: 'ja', held: 0 },
    { email: 'koko@example.org', name: '山田花子', tid: 'press', role: 'chief', language: 'zh-TW', held: 0 },
  ]);
  const subjects = (await muster.deliver()).map(
    ({ to, text: body }) => `${to} ${/lädt|邀請|招待/.exec(body)?.[0] ?? ''}`,
  );
  expect(subjects.toSorted()).toEqual(['ada@example.org lädt', 'grace@example.org 招待', 'koko@example.org 邀請']);
  expect((await undo(done.id)).statusCode).toBe(204);
  expect(await rows({ pid })).toEqual([]);
  expect((await undo(done.id)).json()).toMatchObject({ status: 409, code: 'step_undone' });
  expect((await call('GET', 'imports')).json().data).toMatchObject([{ id: done.id, state: 'undone' }]);
});

test('importing the same table again invites nobody twice, and who accepted stays when it is undone', async () => {
  const { as, crew, imported, preview, undo, pid } = await createOffice();
  const ada = await createCaller(muster, 'Ada');
  const text = `name,email,team\nAda,${ada.email},venue\nBob,bob@example.org,venue\nCy,cy@example.org,press`;
  const first = await imported(text);
  const [{ id }] = (await muster.call({ url: '/api/me/invitations', headers: ada.headers })).json().data;
  await muster.call({ method: 'PUT', url: `/api/me/invitations/${id}/acceptance`, headers: ada.headers });
  const again = await preview(text);
  expect(again.people).toBe(0);
  expect(again.left_out).toEqual({ already_member: 1, already_invited: 2, declined: 0, own_address: 0, repeated: 0 });
  expect(await imported(text)).toMatchObject({ state: 'done', total: 0, imported: 0 });
  expect((await rows({ pid })).map(({ email }) => email)).toEqual(['bob@example.org', 'cy@example.org']);
  expect((await undo(first.id)).statusCode).toBe(204);
  expect(await rows({ pid })).toEqual([]);
  const members = (await as(crew.chief, 'GET', 'teams/venue/members')).json().data;
  expect(members.map(({ uid }: { uid: string }) => uid)).toContain(ada.uid);
});

const header = 'email,name,team,role,language,phone';
test.each([
  ['nobody,,venue,,,', '2 email not_an_address'],
  [',Ada,venue,,,', '2 email missing'],
  ['a@example.org,Ada,,,,', '2 team missing'],
  ['a@example.org,Ada,Kitchen,,,', '2 team unknown_team'],
  ['a@example.org,Ada,venue,boss,,', '2 role unknown_role'],
  ['a@example.org,Ada,venue,,Klingon,', '2 language unknown_language'],
  ['a@example.org,=1+2,venue,,,', '2 name formula'],
  ['a@example.org,@sum(A1),venue,,,', '2 name formula'],
  ['a@example.org,JÃ¼rgen,venue,,,', '2 name encoding'],
  ['a@example.org,J\ufffdrgen,venue,,,', '2 name encoding'],
  [`a@example.org,${'x'.repeat(101)},venue,,,`, '2 name too_long'],
  ['a@example.org,"Ada\nLovelace",venue,,,', '3 name not_text'],
  ['a@example.org,Win at www.example.com,venue,,,', '2 name not_text'],
  ['"a@example.org,Ada,venue,,,', '2  unreadable'],
])('%s: the cell is named, and nothing is imported', async (line, problem) => {
  const { paste, preview, pid } = await createOffice();
  expect(codes(await preview(`${header}\n${line}`))).toEqual([problem]);
  const refused = await paste(`${header}\n${line}`);
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_input', errors: [{ pointer: '/text' }] });
  expect(await rows({ pid })).toEqual([]);
});

test('phone numbers may begin with a plus, and get to the person who is invited', async () => {
  const { imported } = await createOffice();
  const ada = await createCaller(muster, 'Ada');
  await imported(`email,phone,team\n${ada.email},+886 912 345 678,venue`);
  const own = (await muster.call({ url: '/api/me/invitations', headers: ada.headers })).json().data;
  expect(own).toMatchObject([{ phone: '+886 912 345 678' }]);
  const stored = await muster.db.read
    .selectFrom('invitations')
    .select('phone')
    .where('email', '=', ada.email)
    .execute();
  expect(stored[0]?.phone).not.toContain('886');
});

test('tags are given to people once they accept', async () => {
  const { as, owner, imported, preview } = await createOffice();
  const ada = await createCaller(muster, 'Ada');
  expect(codes(await preview(`email,team,tags\n${ada.email},venue,${'x'.repeat(100)}`))).toEqual(['2 tags too_long']);
  await imported(`email\tteam\tTags\n${ada.email}\tvenue\tDriver; speaks Japanese`);
  const [{ id }] = (await muster.call({ url: '/api/me/invitations', headers: ada.headers })).json().data;
  await muster.call({ method: 'PUT', url: `/api/me/invitations/${id}/acceptance`, headers: ada.headers });
  const tags = (await as(owner, 'GET', `people/${ada.uid}/tags`)).json();
  expect(tags).toEqual({ tags: ['Driver', 'speaks Japanese'] });
});

test('teams that do not exist are named, and are created on request; undo disables them again', async () => {
  const { as, owner, imported, preview, undo } = await createOffice();
  const text = 'email,team\na@example.org,Küche\nb@example.org, küche\nc@example.org,厨房';
  const checked = await preview(text);
  expect(checked.unknown_teams).toEqual(['Küche', '厨房']);
  expect(codes(checked)).toEqual(['2 team unknown_team', '3 team unknown_team', '4 team unknown_team']);
  const wanted = await preview(text, { create_teams: true });
  expect(wanted.teams).toMatchObject([
    { tid: 'kuche', name: 'Küche', people: 2, is_new: true },
    { tid: 'team-1', name: '厨房', people: 1, is_new: true },
  ]);
  const done = await imported(text, { create_teams: true });
  const teams = async () =>
    (await as(owner, 'GET', 'teams'))
      .json()
      .data.filter(({ tid }: { tid: string }) => tid === 'kuche' || tid === 'team-1')
      .map(({ name, disabled }: { name: string; disabled: boolean }) => `${name} ${disabled}`)
      .toSorted();
  expect(await teams()).toEqual(['Küche false', '厨房 false']);
  await undo(done.id);
  expect(await teams()).toEqual(['Küche true', '厨房 true']);
  expect(codes(await preview('email,team\nd@example.org,Küche'))).toEqual(['2 team disabled_team']);
});

test('a team of another project is unknown', async () => {
  const { preview } = await createOffice();
  const other = await createCrew(muster);
  await createTeam(muster, other.pid, { tid: 'sound', name: 'Sound' });
  expect(codes(await preview('email,team\nada@example.org,Sound'))).toEqual(['2 team unknown_team']);
});

test('no team is created for people who are left out', async () => {
  const { owner, imported, call } = await createOffice();
  await imported(`email,team\nada@example.org,Kitchen\n${owner.email},Garden`, { create_teams: true });
  const { data } = (await call('GET', 'teams')).json();
  expect(data.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Kitchen', 'Team 1', 'Team 2']);
});

test('more new teams than a project can have are named before identifiers are looked for', async () => {
  const { preview } = await createOffice();
  const lines = Array.from(
    { length: 600 },
    (_, index) => `p${index}@example.org,${String.fromCodePoint(0x4e00 + index)}組`,
  );
  const found = await preview(['email,team', ...lines].join('\n'), { create_teams: true });
  const [first] = found.errors;
  expect([found.people, first?.column, first?.code]).toEqual([0, 'team', 'unknown_team']);
  expect(first?.detail).toContain('a project has at most 500 teams');
});

test('the same line twice counts once; lines that contradict each other are errors', async () => {
  const { preview } = await createOffice();
  const twice = await preview(
    'email,name,team\na@example.org,Ada,venue\nA@example.org,Ada,Team 1\na@example.org,Ada,press',
  );
  expect(twice).toMatchObject({ people: 2, left_out: { repeated: 1 }, errors: [] });
  const contradicting = 'email,name,team,role\na@example.org,Ada,venue,\na@example.org,Ada,venue,chief';
  expect(codes(await preview(contradicting))).toEqual(['3 email repeated']);
  // In the order of the table, whatever is wrong with a line.
  const [repeated, ...others] = codes(await preview(`${contradicting}\nnobody,Ada,venue,`));
  expect([repeated, others.map((one) => one.split(' ', 2))]).toEqual(['3 email repeated', [['4', 'email']]]);
});

test('members, the caller and people who declined are left out; nothing tells who has a suspended account', async () => {
  const { chief, member, owner, preview, imported } = await createOffice();
  const suspended = await createPerson(muster, { suspended: true });
  const table = (email: string) => `email,team\n${email},venue`;
  const found = async (email: string) => JSON.stringify(await preview(table(email))).replaceAll(email, 'address');
  expect(await found(suspended.email)).toBe(await found('nobody@example.org'));
  expect(await imported(table(suspended.email))).toMatchObject({ total: 1, imported: 1 });
  const bob = await createCaller(muster, 'Bob');
  await imported(`email,team\n${bob.email},venue`);
  const [{ id }] = (await muster.call({ url: '/api/me/invitations', headers: bob.headers })).json().data;
  await muster.call({ method: 'DELETE', url: `/api/me/invitations/${id}`, headers: bob.headers });
  const text = `email,team\n${[member, chief, owner, bob].map(({ email }) => `${email},venue`).join('\n')}`;
  expect((await preview(text)).left_out).toMatchObject({ already_member: 2, declined: 1, own_address: 1 });
  // Members can be invited to lead.
  expect((await preview(`email,team,role\n${member.email},venue,chief`)).people).toBe(1);
});

test('a table without a header is read by what its cells look like, and the organiser can say what the columns are', async () => {
  const { preview } = await createOffice();
  const guessed = await preview('Ada Lovelace\tada@example.org\nGrace Hopper\tgrace@example.org', { tid: 'venue' });
  expect(guessed).toMatchObject({ header: [], columns: ['name', 'email'], people: 2, line_count: 2 });
  const addresses = 'Ada Lovelace <ada@example.org>\nGrace Hopper <grace@example.org>';
  expect(await preview(addresses, { tid: 'venue' })).toMatchObject({ header: [], columns: ['email'], people: 2 });
  const unnamed = 'wer\twohin\twie\nAda\tvenue\tada@example.org';
  expect(codes(await preview(unnamed))).toEqual(['1 email missing_column']);
  expect(await preview(unnamed, { columns: ['name', 'team', 'email'] })).toMatchObject({ people: 1, errors: [] });
  expect(codes(await preview(unnamed, { columns: ['email', null, 'email'] }))).toContain('1 email repeated_column');
});

test('given and family names are joined, and addresses may have a name', async () => {
  const { imported, pid } = await createOffice();
  await imported('Vorname;Nachname;E-Mail\nAda;Lovelace;ada@example.org\n花子;山田;Hana <hana@example.org>', {
    tid: 'venue',
  });
  await imported('email\nGrace Hopper <grace@example.org>', { tid: 'venue' });
  expect((await rows({ pid })).map(({ name }) => name)).toEqual(['Ada Lovelace', 'Grace Hopper', '山田花子']);
});

test('too many lines, an empty table and a form feed of cells are named before anything is read', async () => {
  const { preview } = await createOffice();
  expect(codes(await preview('email,team'))).toEqual(['1  no_lines']);
  const many = await preview(`email\n${'a@example.org\n'.repeat(20_001)}`, { tid: 'venue' });
  expect(many.errors[0]).toMatchObject({ code: 'too_many_lines', detail: expect.stringContaining('20000 lines') });
  expect(codes(await preview(`email${'\t'.repeat(1_100_000)}`))).toEqual(['1  too_many_lines']);
});

test('a table has at most 100 columns', async () => {
  const { preview } = await createOffice();
  const withColumns = (count: number) => `email${','.repeat(count - 1)}\nada@example.org${','.repeat(count - 1)}`;
  expect(await preview(withColumns(100), { tid: 'venue' })).toMatchObject({ errors: [], people: 1 });
  expect(codes(await preview(withColumns(101), { tid: 'venue' }))).toEqual(['1  unreadable']);
});

test('in a draft, invitations wait until it is public', async () => {
  const { as, crew, imported, preview, pid } = await createOffice();
  const patch = { method: 'PATCH', url: `/api/projects/${pid}`, headers: await browserOf(muster, crew.owner) } as const;
  expect((await muster.call({ ...patch, payload: { state: 'draft' } })).statusCode).toBe(200);
  const text = `email,name,team,language\na@${pid}.example,Ada,venue,de`;
  expect((await preview(text)).held).toBe(true);
  expect(await imported(text)).toMatchObject({ imported: 1 });
  const sent = async () => (await muster.deliver()).filter(({ to }) => to === `a@${pid}.example`);
  expect(await sent()).toEqual([]);
  expect((await as(crew.owner, 'GET', 'invitations?state=not_sent')).json().data).toMatchObject([{ name: 'Ada' }]);
  await muster.call({ ...patch, payload: { state: 'public' } });
  expect(await sent()).toMatchObject([{ text: expect.stringContaining('lädt') }]);
});

test('only owners import, in a browser with a fresh sign-in; chiefs and tokens do not', async () => {
  const { as, crew, owner, chief, member, call, pid } = await createOffice();
  const body = { text: 'email,team\na@example.org,venue' };
  for (const who of [chief, member]) expect((await as(who, 'POST', 'people/import', body)).statusCode).toBe(403);
  expect((await as(undefined, 'POST', 'people/import', body)).statusCode).toBe(401);
  expect((await as(owner, 'POST', 'people/import', body)).json()).toMatchObject({ code: 'browser_only' });
  expect((await as(owner, 'POST', 'people/import?dry_run=true', body)).statusCode).toBe(200);
  muster.clock.advance(3600);
  expect((await call('POST', 'people/import', body)).json()).toMatchObject({ status: 403, code: 'sign_in_again' });
  expect((await as(chief, 'GET', 'imports')).statusCode).toBe(403);
  const other = await createCrew(muster);
  expect((await other.as(other.owner, 'GET', 'imports/0123')).statusCode).toBe(404);
  expect(await rows({ pid })).toEqual([]);
  expect(crew.pid).toBe(pid);
});

test('imports invite at most so many people to a project in a day; of a table that is too long, nobody', async () => {
  await using limited = await startTestApp({ env: realLimits });
  const crew = await createCrew(limited);
  const headers = await browserOf(limited, crew.owner);
  const url = `/api/projects/${crew.pid}/people/import`;
  const invite = (...names: string[]) => {
    const text = ['email,team', ...names.map((name) => `${name}@example.org,venue`)].join('\n');
    return limited.call({ method: 'POST', url, headers, payload: { text } });
  };
  const invited = async () => {
    await limited.services.outbox.drain();
    const rows = limited.db.read.selectFrom('invitations').select('email').where('pid', '=', crew.pid);
    return (await rows.orderBy('email').execute()).map(({ email }) => email);
  };
  expect((await invite('ada')).statusCode).toBe(201);
  // As if nearly all had been invited by tables before.
  const count = limits.importedInvitations.max - 1;
  await limited.db.transaction((trx) =>
    trx
      .updateTable('rate_limits')
      .set({ count })
      .where('key', '=', `${limits.importedInvitations.name}:${crew.pid}`)
      .execute(),
  );
  expect((await invite('ben', 'cleo')).json()).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(await invited()).toEqual(['ada@example.org']);
  expect((await invite('ben')).statusCode).toBe(201);
  expect((await invite('cleo')).statusCode).toBe(429);
  expect(await invited()).toEqual(['ada@example.org', 'ben@example.org']);
});

const manyPeople = (count: number, tag: string) =>
  `email,name,team\n${Array.from({ length: count }, (_, index) => `p${index}@${tag}.example,Person ${index},venue`).join('\n')}`;

test('an import continues where a process died, and ends when its maker is no longer an owner', async () => {
  const { crew, paste, finished, undo, pid, as } = await createOffice();
  const answer = await paste(manyPeople(450, pid));
  const id = answer.json<ImportedPeople>().import?.id ?? '';
  // The process dies after the first batch.
  await muster.db.transaction((trx) => trx.updateTable('imports').set({ done: 400 }).where('id', '=', id).execute());
  expect(await finished(id)).toMatchObject({ state: 'done', done: 450, imported: 50 });
  expect(await rows({ pid })).toHaveLength(50);
  expect((await undo(id)).statusCode).toBe(204);

  const other = await createPerson(muster);
  const browser = await browserOf(muster, crew.owner);
  const owners = `/api/projects/${pid}/owners`;
  await muster.call({ method: 'PUT', url: `${owners}/${other.uid}`, headers: browser });
  const late = (await paste(manyPeople(300, `x${pid}`))).json<ImportedPeople>().import?.id ?? '';
  const leaving = await muster.call({ method: 'DELETE', url: `${owners}/${crew.owner.uid}`, headers: browser });
  expect(leaving.statusCode).toBe(204);
  await muster.services.outbox.drain();
  expect(await rows({ pid })).toEqual([]);
  const row = await muster.db.read.selectFrom('imports').select(['state', 'lines']).where('id', '=', late).execute();
  expect(row).toEqual([{ state: 'stopped', lines: null }]);
  expect((await as(crew.owner, 'GET', 'imports')).statusCode).toBe(403);
});

test('undoing an import that is running ends it, and after 7 days nothing can be undone', async () => {
  const { paste, undo, finished, call, pid } = await createOffice();
  const id = (await paste(manyPeople(300, pid))).json<ImportedPeople>().import?.id ?? '';
  expect((await undo(id)).statusCode).toBe(204);
  expect(await finished(id)).toMatchObject({ state: 'undone', done: 0 });
  expect(await rows({ pid })).toEqual([]);
  const text = 'email,team\nlast@example.org,venue';
  const kept = (await paste(text)).json<ImportedPeople>().import?.id ?? '';
  await muster.services.outbox.drain();
  await muster.db.transaction((trx) =>
    trx
      .updateTable('imports')
      .set({ created_at: timestamp(addSeconds(muster.clock.now(), -7 * 86_400)) })
      .where('id', '=', kept)
      .execute(),
  );
  expect((await undo(kept)).statusCode).toBe(404);
  await muster.services.runExpiry();
  expect((await call('GET', `imports/${kept}`)).statusCode).toBe(404);
  expect(await rows({ pid })).toHaveLength(1);
});

test('the number of queries of a preview does not depend on the number of lines', async () => {
  const { preview } = await createOffice();
  const cost = async (count: number) => {
    const before = muster.db.queryCount();
    await preview(manyPeople(count, 'cost'));
    return muster.db.queryCount() - before;
  };
  expect(await cost(400)).toBe(await cost(1));
});
