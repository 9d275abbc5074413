import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, browserOf, createPerson, tokenOf } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const muster = useApp();

let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});

const german = { 'accept-language': 'de-AT, en;q=0.5' };

const translate = (who: Caller, path: string, translations: object, headers = {}) =>
  crew.as(who, 'PUT', `translations/${path}`, { translations }, headers);

const read = (who: Caller | undefined, path: string, headers: Record<string, string> = german) =>
  muster.call({
    url: path.startsWith('/') ? path : `/api/projects/${crew.pid}/${path}`,
    headers: { ...who?.headers, ...headers },
  });

const body = async (...of: Parameters<typeof read>) => (await read(...of)).json();

/** Something of the copy for the next year, in German. */
async function copyOf() {
  const headers = bearer(await tokenOf(muster, await createPerson(muster, { administrator: true })));
  const payload = { pid: `${crew.pid}-next`, name: 'Camp', copy_from: crew.pid, timezone: 'UTC' };
  await muster.call({
    method: 'PATCH',
    url: `/api/projects/${crew.pid}`,
    headers: crew.owner.headers,
    payload: { name: 'Camp' },
  });
  const created = await muster.call({ method: 'POST', url: '/api/projects', headers, payload });
  expect(created.statusCode).toBe(201);
  return async (path: string) =>
    (await muster.call({ url: `/api/projects/${payload.pid}${path}`, headers: { ...headers, ...german } })).json();
}

test('readers get names and descriptions in their language, and others the original', async () => {
  const { owner, member } = crew;
  expect((await crew.as(owner, 'PATCH', 'teams/venue', { public_description: 'We build.' })).statusCode).toBe(200);
  const done = await translate(owner, 'team/venue', { de: { name: 'Halle', public_description: 'Wir bauen.' } });
  expect(done.statusCode).toBe(200);
  expect(done.json()).toMatchObject({ translations: { de: { name: 'Halle' } }, outdated: [] });
  const { name } = await body(owner, 'teams/venue', {});
  expect(await body(undefined, 'teams/venue')).toMatchObject({
    name: 'Halle',
    public_description: 'Wir bauen.',
    original: { name, public_description: 'We build.' },
  });
  expect(await body(undefined, 'teams/venue', { 'accept-language': 'ja' })).not.toHaveProperty('original');
  // Also where the team is only named.
  const { data } = await body(undefined, 'teams');
  expect(data.map((team: { name: string }) => team.name)).toContain('Halle');
  expect(JSON.stringify(await body(member, '/api/me'))).toContain('"Halle"');
  expect(JSON.stringify(await body(member, '/api/me', {}))).not.toContain('"Halle"');
});

test('what answers differ by is in their headers', async () => {
  await translate(crew.owner, 'team/venue', { de: { name: 'Halle' } });
  const [de, en] = [await read(undefined, 'teams/venue'), await read(undefined, 'teams/venue', {})];
  expect([de.headers.vary, en.headers.vary]).toEqual(['accept-language', 'accept-language']);
  expect(de.headers.etag).not.toBe(en.headers.etag);
  const again = await read(undefined, 'teams/venue', { ...german, 'if-none-match': String(de.headers.etag) });
  expect(again.statusCode).toBe(304);
  // The tag of a translated answer is good for a change.
  const changed = await crew.as(
    crew.owner,
    'PATCH',
    'teams/venue',
    { headcount: 30 },
    { 'if-match': String(de.headers.etag) },
  );
  expect(changed.statusCode).toBe(200);
});

test('the published listing is the same in every language', async () => {
  const before = await muster.call({ url: `/api/members/${crew.pid}` });
  await translate(crew.owner, 'team/venue', { de: { name: 'Halle' } });
  const after = await muster.call({ url: `/api/members/${crew.pid}`, headers: german });
  expect(after.body).toBe(before.body);
});

test('the questions of a form, its choices and its schema are translated', async () => {
  const { owner, member } = crew;
  const fields = [
    {
      key: 'lunch',
      label: 'Lunch?',
      help: 'On Friday',
      type: 'choice',
      options: [
        { value: 'yes', label: 'Yes, please' },
        { value: 'no', label: 'No' },
      ],
    },
  ];
  await crew.as(owner, 'POST', 'forms', { form: 'meal', kind: 'custom', title: 'Meal', enabled: true, fields });
  const texts = await body(owner, 'translations/form/meal', {});
  expect(texts.fields.map(({ field }: { field: string }) => field)).toEqual([
    'title',
    'fields.lunch.label',
    'fields.lunch.help',
    'fields.lunch.options.yes',
    'fields.lunch.options.no',
  ]);
  const de = { title: 'Essen', 'fields.lunch.label': 'Mittagessen?', 'fields.lunch.options.yes': 'Ja, bitte' };
  expect((await translate(owner, 'form/meal', { de })).statusCode).toBe(200);
  const form = await body(member, 'forms/meal');
  expect(form).toMatchObject({
    title: 'Essen',
    fields: [
      { label: 'Mittagessen?', help: 'On Friday', options: [{ value: 'yes', label: 'Ja, bitte' }, { value: 'no' }] },
    ],
    schema: { title: 'Essen', properties: { lunch: { title: 'Mittagessen?' } } },
    original: { title: 'Meal', fields: [{ label: 'Lunch?' }] },
  });
  // A copy of the next year brings its translations, and deleting the form deletes them.
  expect((await (await copyOf())('/forms/meal')).title).toBe('Essen');
  await crew.as(owner, 'DELETE', 'forms/meal');
  expect(await muster.db.read.selectFrom('translations').select('pid').execute()).not.toContainEqual({ pid: crew.pid });
});

test('of a built-in form, only what owners have written is translated: its questions are in every language', async () => {
  const { owner, pid } = crew;
  const create = (form: string, kind: string, more = {}) =>
    crew.as(owner, 'POST', 'forms', { form, kind, title: 'Form', enabled: true, ...more });
  const cuts = [
    { value: 'straight', label: 'Straight' },
    { value: 'oversize', label: 'Very wide' },
  ];
  expect((await create('shirts', 'shirt_size', { cuts })).statusCode).toBe(201);
  expect((await create('food', 'meals', { days: ['2027-08-08'] })).statusCode).toBe(201);
  const fieldsOf = async (form: string): Promise<string[]> =>
    (await body(owner, `translations/form/${form}`, {})).fields.map(({ field }: { field: string }) => field);
  expect(await fieldsOf('food')).toEqual(['title']);
  expect(await fieldsOf('shirts')).toEqual(['title', 'fields.cut.options.oversize']);
  await translate(owner, 'form/shirts', { de: { 'fields.cut.options.oversize': 'Sehr weit' } });
  expect(JSON.stringify(await body(owner, 'forms/shirts'))).toContain('Sehr weit');
  const { data } = await body(owner, `/api/projects/${pid}/translations`);
  expect(data.find(({ id }: { id: string }) => id === 'food')).toMatchObject({ texts: 1 });
});

test('a text that has changed is shown as it is, and named to who translates', async () => {
  const { owner } = crew;
  await translate(owner, 'team/venue', { de: { name: 'Halle' } });
  await crew.as(owner, 'PATCH', 'teams/venue', { name: 'Stage' });
  expect(await body(undefined, 'teams/venue')).toMatchObject({ name: 'Stage' });
  expect(await body(owner, 'translations/team/venue', {})).toMatchObject({
    translations: { de: { name: 'Halle' } },
    outdated: [{ language: 'de', field: 'name' }],
  });
  const overview = await body(owner, 'translations', {});
  expect(overview.languages).toEqual(['de']);
  expect(overview.data.find(({ id }: { id: string }) => id === 'venue')).toMatchObject({
    kind: 'team',
    texts: 1,
    languages: [{ language: 'de', missing: 0, outdated: 1 }],
  });
  expect(overview.data.find(({ id }: { id: string }) => id === 'press').languages).toEqual([
    { language: 'de', missing: 1, outdated: 0 },
  ]);
  await translate(owner, 'team/venue', { de: { name: 'Bühne' } });
  expect(await body(undefined, 'teams/venue')).toMatchObject({ name: 'Bühne' });
  // An empty text takes it away; other languages stay.
  await translate(owner, 'team/venue', { ja: { name: '会場' } });
  await translate(owner, 'team/venue', { de: { name: '' } });
  expect((await body(owner, 'translations/team/venue', {})).translations).toEqual({ ja: { name: '会場' } });
});

test('an owner of another project changes nothing of this one, where both are named', async () => {
  const other = await createCrew(muster);
  const name = 'Camp of many';
  for (const { pid, owner } of [crew, other])
    await muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers: owner.headers, payload: { name } });
  await other.as(other.owner, 'PUT', `translations/project/${other.pid}`, { translations: { de: { name: 'Falle' } } });
  const { data } = await body(undefined, '/api/projects?limit=200');
  const named = new Map(data.map((one: { pid: string; name: string }) => [one.pid, one.name]));
  expect([named.get(crew.pid), named.get(other.pid)]).toEqual([name, 'Falle']);
  await crew.as(crew.owner, 'PUT', `teams/venue/members/${other.member.uid}`);
  expect(JSON.stringify(await body(other.member, '/api/me'))).toContain(`"${name}"`);
});

test('what chiefs translate does not change the titles and texts of others', async () => {
  const { owner, chief, pid } = crew;
  const field = { key: 'size', label: 'Size', type: 'text', max_length: 10 };
  const form = { form: 'photos', kind: 'custom', title: 'Photos', enabled: true, fields: [field] };
  expect((await crew.as(owner, 'POST', 'forms', form)).statusCode).toBe(201);
  for (const team of ['venue', 'press'])
    await crew.as(owner, 'PATCH', `teams/${team}`, { public_description: 'We help.' });
  const fake = { title: 'Photos', body: '', tid: 'venue', translations: { de: { title: 'Kuchen' } } };
  expect((await crew.as(chief, 'POST', 'announcements', fake)).statusCode).toBe(201);
  await translate(chief, 'team/venue', { de: { public_description: 'Wir helfen.' } });
  expect((await body(owner, 'forms/photos')).title).toBe('Photos');
  expect((await body(crew.member, '/api/me/announcements')).data[0].title).toBe('Kuchen');
  const { data } = await body(owner, `/api/projects/${pid}/teams`);
  const described = new Map(data.map((one: Record<string, string>) => [one['tid'], one['public_description']]));
  expect([described.get('venue'), described.get('press')]).toEqual(['Wir helfen.', 'We help.']);
});

test('announcements are translated before anybody hears of them', async () => {
  const { owner, member } = crew;
  const post = (payload: object) => crew.as(owner, 'POST', 'announcements', payload);
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ language: 'de' }).where('uid', '=', member.uid).execute(),
  );
  const created = await post({
    title: 'Bring gloves',
    body: 'It is cold.',
    translations: { de: { title: 'Bringt Handschuhe mit', body: 'Es ist kalt.' } },
  });
  expect(created.statusCode).toBe(201);
  const { id } = created.json();
  expect(await body(member, `announcements/${id}`)).toMatchObject({
    title: 'Bringt Handschuhe mit',
    body: 'Es ist kalt.',
  });
  expect((await body(member, '/api/me/announcements')).data[0].title).toBe('Bringt Handschuhe mit');
  expect((await body(member, '/api/me/notices')).data[0].values.title).toBe('Bringt Handschuhe mit');
  const wrong = await post({ title: 'A', body: '', translations: { de: { body: 'B' } } });
  expect(wrong.json()).toMatchObject({ status: 400, errors: [{ pointer: '/translations/de/body' }] });
});

test('emails name teams and the event in the language of the account', async () => {
  const { owner, stranger, pid } = crew;
  await translate(owner, 'team/venue', { de: { name: 'Halle' } });
  await translate(owner, `project/${pid}`, { de: { name: 'Sommerlager' } });
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ language: 'de' }).where('uid', '=', stranger.uid).execute(),
  );
  await crew.as(owner, 'PUT', `teams/venue/members/${stranger.uid}`);
  const mail = (await muster.deliverNotices()).find(({ to }) => to === stranger.email);
  expect(mail?.subject).toContain('Sommerlager');
  expect(mail?.text).toContain('Halle');
  await crew.as(owner, 'POST', 'teams/venue/invitations', { emails: ['lea@example.org'], language: 'de' });
  const invitation = (await muster.deliver()).find(({ to }) => to === 'lea@example.org');
  expect(invitation?.text).toContain('Halle');
  expect(invitation?.subject).toContain('Sommerlager');
});

test('messages, and mails about minors and changed roles, name teams and the event in the language of their reader', async () => {
  const { owner, chief, member, stranger, pid } = crew;
  await translate(owner, 'team/venue', { de: { name: 'Halle' } });
  await translate(owner, `project/${pid}`, { de: { name: 'Sommerlager' } });
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ language: 'de' }).where('uid', 'in', [member.uid, owner.uid]).execute(),
  );
  const message = { audience: { tids: ['venue'] }, subject: 'Shirts', body: 'You are in {{team}}.' };
  const { id } = (await crew.as(chief, 'POST', 'messages', message)).json();
  expect((await crew.as(chief, 'POST', `messages/${id}/send`)).statusCode).toBe(200);
  const own = (await muster.deliver()).find(({ to }) => to === member.email);
  expect(own?.text).toContain('You are in Halle.');
  expect(own?.text).toContain('Sommerlager');

  const adult = { adult_age: 18 };
  await muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers: owner.headers, payload: adult });
  const birthday = `${muster.clock.now().getUTCFullYear() - 15}-01-01`;
  const profile = { name: '', phone: '', national_id: '', company: '', birthday };
  const headers = await browserOf(muster, member);
  await muster.call({ method: 'PUT', url: '/api/me/real-profile', headers, payload: profile });
  const guardian = { name: 'Byron', email: 'byron@example.org', language: 'de' };
  expect((await crew.inBrowser(member, 'PUT', 'my-guardian', guardian)).statusCode).toBe(200);
  const asked = (await muster.deliver()).find(({ to }) => to === guardian.email);
  expect(asked?.text).toContain('Sommerlager');

  // With a token, owners get a mail at once.
  expect((await crew.as(chief, 'PUT', `teams/venue/members/${stranger.uid}`)).statusCode).toBe(204);
  const informed = (await muster.deliver()).find(({ to }) => to === owner.email);
  expect(informed?.text).toContain('Halle');
  expect(informed?.text).toContain('Sommerlager');
});

test('documents and kinds of tasks keep their translations in the copy', async () => {
  const { owner, pid } = crew;
  const document = (
    await crew.as(owner, 'POST', 'documents', { title: 'Safety', body: 'Wear shoes.', required_for: 'nothing' })
  ).json();
  const kind = (await crew.as(owner, 'POST', 'task-kinds', { name: 'Bar', briefing: 'Ask for an ID.' })).json();
  await translate(owner, `document/${document.id}`, { de: { title: 'Sicherheit', body: 'Tragt Schuhe.' } });
  await translate(owner, `task_kind/${kind.id}`, { de: { name: 'Theke' } });
  await muster.call({
    method: 'PATCH',
    url: `/api/projects/${pid}`,
    headers: owner.headers,
    payload: { name: 'Camp' },
  });
  await translate(owner, `project/${pid}`, { de: { name: 'Sommerlager' } });
  expect(await body(owner, `documents/${document.id}`)).toMatchObject({ title: 'Sicherheit', body: 'Tragt Schuhe.' });
  expect((await body(owner, 'task-kinds')).data[0]).toMatchObject({ name: 'Theke', original: { name: 'Bar' } });
  const copied = await copyOf();
  expect((await copied('/documents')).data[0].title).toBe('Sicherheit');
  expect((await copied('/task-kinds')).data[0].name).toBe('Theke');
  expect((await copied('')).name).toBe('Sommerlager');
});

test('owners translate everything, chiefs what is of their team', async () => {
  const { owner, chief, otherChief, member, stranger, pid } = crew;
  const texts = { de: { name: 'Halle' } };
  const other = await createCrew(muster);
  const rules = { title: 'Rules', body: 'None.', required_for: 'nothing' };
  const foreign = (await other.as(other.owner, 'POST', 'documents', rules)).json();
  expect((await translate(chief, 'team/venue', texts)).statusCode).toBe(200);
  for (const [who, path, status] of [
    [otherChief, 'team/venue', 404],
    [chief, `project/${pid}`, 404],
    [owner, 'team/nothing', 404],
    [owner, 'form/nothing', 404],
    [owner, 'project/other', 404],
    [owner, `document/${foreign.id}`, 404],
    [member, 'team/venue', 403],
    [stranger, 'team/venue', 403],
  ] as const) {
    expect([path, (await translate(who, path, texts)).statusCode]).toEqual([path, status]);
    expect([path, (await read(who, `translations/${path}`)).statusCode]).toEqual([path, status]);
  }
  expect((await read(undefined, 'translations/team/venue')).statusCode).toBe(401);
  expect((await read(chief, 'translations')).statusCode).toBe(403);
  // Each has texts of its own, in fields of the same names.
  expect((await translate(otherChief, 'team/press', { ja: { name: '報道' } })).statusCode).toBe(200);
  expect((await read(chief, 'translations/team/venue')).json().translations).toEqual(texts);
});

test('wrong texts are named, and two people do not overwrite each other', async () => {
  const { owner } = crew;
  for (const [texts, pointer] of [
    [{ de: { nothing: 'x' } }, '/translations/de/nothing'],
    [{ de: { name: 'x'.repeat(101) } }, '/translations/de/name'],
    [{ de: { name: 'two\nlines' } }, '/translations/de/name'],
    [{ de: { name: 'see evil.example.org' } }, '/translations/de/name'],
    [{ xx: { name: 'x' } }, '/translations/xx'],
    [{ de: 'x' }, '/translations/de'],
  ] as const) {
    const refused = await translate(owner, 'team/venue', texts);
    expect([pointer, refused.json()]).toMatchObject([pointer, { status: 400, errors: [{ pointer }] }]);
  }
  expect((await translate(owner, 'team/venue', { de: { name: 'x'.repeat(100) } })).statusCode).toBe(200);
  const { etag } = (await read(owner, 'translations/team/venue')).headers;
  expect((await translate(owner, 'team/venue', { de: { name: 'Halle' } }, { 'if-match': etag })).statusCode).toBe(200);
  expect((await translate(owner, 'team/venue', { de: { name: 'Saal' } }, { 'if-match': etag })).statusCode).toBe(412);
});
