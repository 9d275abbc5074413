import sharp from 'sharp';
import { extractImages, extractText, getMeta } from 'unpdf';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { realLimits, useApp } from '../../../../test/support/app.ts';
import { browserOf } from '../../../../test/support/factories.ts';
import { inMinutes, taskNow } from '../../../../test/support/world/desk.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { verifierOf } from '../event-day/codes/keys.service.ts';
import { presumeUnmarked } from '../event-day/marking/presumed.service.ts';
import { signedText } from './certificates/certificate-pdf.service.ts';
import type { HoursRow } from './statement/statement.schema.ts';
import { maxWaiting } from '../../lib/pdf/printer.ts';

const muster = useApp({ env: realLimits });

const worked = (crew: Crew, person: Caller, title = 'Fetched tables') =>
  crew.as(crew.owner, 'POST', 'work', {
    title,
    uid: person.uid,
    tid: 'venue',
    starts_at: inMinutes(muster, -100),
    ends_at: inMinutes(muster, -10),
  });

const renamed = ({ uid }: Caller, name: string, language = 'en') =>
  muster.db.transaction((trx) => trx.updateTable('people').set({ name, language }).where('uid', '=', uid).execute());

const textOf = async (pdf: Buffer) => (await extractText(new Uint8Array(pdf), { mergePages: true })).text;
const issue = (crew: Crew, person: Caller, body = {}) =>
  crew.as(crew.owner, 'POST', `hours/${person.uid}/certificate`, body);
const verify = (number: string) => muster.call({ method: 'GET', url: `/api/certificates/${number}` });

test('a person reads their statement as JSON, CSV and PDF; others do not', async () => {
  const crew = await createCrew(muster);
  await worked(crew, crew.member, '=HYPERLINK("x")');
  const path = `hours/${crew.member.uid}`;
  expect((await crew.as(crew.member, 'GET', path)).json()).toMatchObject({
    name: 'Mia',
    minutes: 90,
    certificate: null,
    certifiable: 90,
    entries: [{ kind: 'work', title: '=HYPERLINK("x")', tid: 'venue', minutes: 90 }],
  });
  const csv = (await crew.as(crew.member, 'GET', `${path}/statement.csv?language=de`)).body;
  expect(csv).toContain('Tag,Schicht,Team,Uhrzeit,Status,Stunden');
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  const pdf = await crew.as(crew.owner, 'GET', `${path}/statement.pdf?language=ja`);
  expect(await textOf(pdf.rawPayload)).toMatch(/活動時間の記録.*Mia.*合計時間：1.5/s);
  for (const who of [crew.chief, crew.stranger])
    for (const end of ['', '/statement.csv', '/statement.pdf'])
      expect((await crew.as(who, 'GET', `${path}${end}`)).statusCode).toBe(404);
});

test('a statement tells hours that nobody confirmed from others', async () => {
  const crew = await createCrew(muster);
  const { id } = await taskNow(muster, crew, [crew.member, crew.chief, crew.otherChief], { from: -300, to: -200 });
  const arrival = { state: 'arrived', arrived_at: inMinutes(muster, -300) };
  await crew.as(crew.owner, 'PATCH', `tasks/${id}/attendees/${crew.otherChief.uid}`, arrival);
  await crew.as(crew.owner, 'PATCH', `tasks/${id}/attendees/${crew.chief.uid}`, { state: 'done' });
  await presumeUnmarked(muster, AbortSignal.timeout(60_000));
  const csv = async ({ uid }: Caller) => (await crew.as(crew.owner, 'GET', `hours/${uid}/statement.csv`)).body;
  expect(await csv(crew.member)).toContain('"Planned time, not checked in"');
  expect(await csv(crew.otherChief)).toContain('"Done, not checked out"');
  expect(await csv(crew.chief)).not.toContain('not checked');
  const { data } = (await crew.as(crew.owner, 'GET', 'hours')).json<{ data: HoursRow[] }>();
  expect(new Map(data.map(({ uid, not_checked_in: count }) => [uid, count]))).toEqual(
    new Map([
      [crew.member.uid, 1],
      [crew.otherChief.uid, 0],
      [crew.chief.uid, 0],
    ]),
  );
  const pdf = await crew.as(crew.owner, 'GET', `hours/${crew.member.uid}/statement.pdf`);
  expect((await textOf(pdf.rawPayload)).replaceAll(/\s+/g, ' ')).toContain('Planned time, not checked in');
});

test('owners see everybody in a table, with the same number of queries for one and for three', async () => {
  const crew = await createCrew(muster);
  const queries = async () => {
    const before = muster.db.queryCount();
    const { data } = (await crew.as(crew.owner, 'GET', 'hours')).json();
    return { count: muster.db.queryCount() - before, names: data.map(({ name }: { name: string }) => name) };
  };
  await worked(crew, crew.member);
  const one = await queries();
  await worked(crew, crew.chief);
  await worked(crew, crew.otherChief);
  const three = await queries();
  expect([one.names.length, three.names.length]).toEqual([1, 3]);
  expect(three.count).toBe(one.count);
  expect((await crew.as(crew.owner, 'GET', 'hours.csv')).body.split('\r\n')).toHaveLength(5);
});

test('owners see how many people have hours and certificates, and which of those can be issued or replaced', async () => {
  const crew = await createCrew(muster);
  const summary = async () => (await crew.as(crew.owner, 'GET', 'hours-summary')).json();
  const none = {
    people: 0,
    certificates: 0,
    uncertified: 0,
    issuable: 0,
    not_checked_in: 0,
    outdated: 0,
    unwanted: 0,
    renewable: 0,
  };
  expect(await summary()).toEqual(none);
  const { id } = await taskNow(muster, crew, [crew.member, crew.otherChief], { from: -300, to: -200 });
  await crew.as(crew.owner, 'PATCH', `tasks/${id}/attendees/${crew.otherChief.uid}`, { state: 'no_show' });
  await presumeUnmarked(muster, AbortSignal.timeout(60_000));
  await worked(crew, crew.chief);
  // A no-show is listed, but there is nothing to certify.
  expect(await summary()).toEqual({ ...none, people: 3, uncertified: 2, issuable: 2, not_checked_in: 1 });
  await issue(crew, crew.chief);
  expect(await summary()).toEqual({
    ...none,
    people: 3,
    certificates: 1,
    uncertified: 1,
    issuable: 1,
    not_checked_in: 1,
  });
  await crew.as(crew.owner, 'POST', 'work', {
    title: 'Washed up',
    uid: crew.chief.uid,
    tid: 'venue',
    starts_at: inMinutes(muster, -200),
    ends_at: inMinutes(muster, -140),
  });
  expect(await summary()).toMatchObject({ certificates: 1, outdated: 1, renewable: 1 });
  for (const who of [crew.chief, crew.member, crew.stranger])
    expect((await crew.as(who, 'GET', 'hours-summary')).statusCode).toBe(403);
  expect((await crew.as(undefined, 'GET', 'hours-summary')).statusCode).toBe(401);
});

test('a certificate shows the name in every script, and its number can be checked', async () => {
  const crew = await createCrew(muster);
  await worked(crew, crew.member);
  for (const [name, language, words] of [
    ['王小明', 'zh-TW', '志工服務證明'],
    ['山田 花子', 'ja', 'ボランティア活動証明書'],
    ['Łukasz Nguyễn', 'de', 'Bescheinigung'],
  ] as const) {
    await renamed(crew.member, name, language);
    const { number } = (await issue(crew, crew.member, { replace: true })).json();
    const pdf = await crew.as(crew.member, 'GET', `certificates/${number}/pdf`);
    const text = await textOf(pdf.rawPayload);
    expect(text).toContain(name);
    expect(text).toContain(words);
    expect(text).not.toContain('\u0000');
    expect((await verify(number.toUpperCase())).json()).toMatchObject({ state: 'valid', name, minutes: 90 });
  }
});

test('a certificate has the picture of the event, also a WebP; a damaged one from earlier is left out', async () => {
  const crew = await createCrew(muster);
  await worked(crew, crew.member);
  const { number } = (await issue(crew, crew.member)).json();
  const printed = async () => {
    const pdf = await crew.as(crew.member, 'GET', `certificates/${number}/pdf`);
    expect(pdf.statusCode).toBe(200);
    const { text } = await extractText(new Uint8Array(pdf.rawPayload), { mergePages: true });
    const pictures = await extractImages(new Uint8Array(pdf.rawPayload), 1);
    return { named: text.includes('Mia'), sizes: pictures.map(({ width, height }) => [width, height]) };
  };
  expect(await printed()).toEqual({ named: true, sizes: [] });
  const red = sharp({ create: { width: 1400, height: 700, channels: 3, background: '#ff0000' } });
  const data = (await red.webp().toBuffer()).toString('base64');
  expect((await crew.as(crew.owner, 'PUT', 'picture', { data, alt: '' })).statusCode).toBe(200);
  expect(await printed()).toEqual({ named: true, sizes: [[700, 350]] });
  const damaged = { type: 'image/png', base64: Buffer.from('not a picture').toString('base64') };
  await muster.db.transaction((trx) =>
    trx.updateTable('project_pictures').set(damaged).where('pid', '=', crew.pid).execute(),
  );
  expect(await printed()).toEqual({ named: true, sizes: [] });
});

test('the form about certificates is obeyed: nobody gets an unwanted one, and the wanted name is printed', async () => {
  const crew = await createCrew(muster);
  for (const one of [crew.member, crew.chief, crew.otherChief]) await worked(crew, one);
  const form = { form: 'certificate', kind: 'certificate', title: 'Certificate', enabled: true };
  expect((await crew.as(crew.owner, 'POST', 'forms', form)).statusCode).toBe(201);
  const answer = (who: Caller, answers: object) => crew.as(who, 'PUT', 'forms/certificate/response', { answers });
  expect((await answer(crew.member, { wanted: true, name: ' Maria Mia Muster ' })).statusCode).toBe(200);
  expect((await answer(crew.chief, { wanted: false })).statusCode).toBe(200);
  const summary = (await crew.as(crew.owner, 'GET', 'hours-summary')).json();
  expect(summary).toMatchObject({ people: 3, uncertified: 2, issuable: 2, unwanted: 1 });
  const refused = await issue(crew, crew.chief);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'certificate_not_wanted']);
  await crew.as(crew.owner, 'POST', 'certificate-batches');
  await muster.deliver();
  const { data } = (await crew.as(crew.owner, 'GET', 'hours')).json<{ data: HoursRow[] }>();
  const printed = data.map(({ uid, wants_certificate: isWanted, certificate }) => [
    uid,
    [isWanted, certificate?.name ?? null],
  ]);
  expect(Object.fromEntries(printed)).toEqual({
    [crew.member.uid]: [true, 'Maria Mia Muster'],
    [crew.chief.uid]: [false, null],
    [crew.otherChief.uid]: [true, crew.otherChief.name],
  });
  await answer(crew.chief, { wanted: true, name: 'C. Hen' });
  expect((await issue(crew, crew.chief)).json()).toMatchObject({ name: 'C. Hen' });
});

test('owners choose the languages of certificates, one page each, or the language of the person', async () => {
  const crew = await createCrew(muster);
  await worked(crew, crew.member);
  await renamed(crew.member, 'Mia', 'ja');
  const { number } = (await issue(crew, crew.member)).json();
  const pages = async () => {
    const pdf = await crew.as(crew.member, 'GET', `certificates/${number}/pdf`);
    return (await extractText(new Uint8Array(pdf.rawPayload), { mergePages: false })).text;
  };
  const set = (languages: string[]) =>
    crew.as(crew.owner, 'PUT', 'certificate-settings', { text: '', max_hours: null, languages });
  expect(await pages()).toEqual([expect.stringContaining('ボランティア活動証明書')]);
  expect((await set(['zh-TW', 'en'])).json().languages).toEqual(['zh-TW', 'en']);
  expect(await pages()).toEqual([expect.stringContaining('志工服務證明'), expect.stringContaining('volunteered at')]);
  expect((await pages()).every((page) => page.includes('Mia') && page.includes('/verify'))).toBe(true);
  for (const languages of [['xx'], ['en', 'en'], ['en', 'de', 'ja', 'zh-TW']])
    expect((await set(languages)).json().errors[0].pointer).toMatch(/^\/languages/);
  expect((await crew.as(crew.owner, 'GET', 'certificate-settings')).json().languages).toEqual(['zh-TW', 'en']);
  await set([]);
  expect(await pages()).toHaveLength(1);
  // There is room to sign by hand, unless the owners wrote a long text.
  for (const [length, isSigned] of [
    [120, true],
    [250, false],
    [600, false],
  ] as const) {
    const settings = { text: '字'.repeat(length), max_hours: null, languages: [] };
    await crew.as(crew.owner, 'PUT', 'certificate-settings', settings);
    const [page = '', ...more] = await pages();
    expect([page.includes('主催者'), page.includes('/verify'), more]).toEqual([isSigned, true, []]);
  }
});

test('certificates are issued once for one Idempotency-Key', async () => {
  const crew = await createCrew(muster);
  await worked(crew, crew.member);
  const key = { 'idempotency-key': 'certificate-1' };
  const path = `hours/${crew.member.uid}/certificate`;
  const first = await crew.as(crew.owner, 'POST', path, { replace: true }, key);
  const again = await crew.as(crew.owner, 'POST', path, { replace: true }, key);
  expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
  expect((await issue(crew, crew.member)).json().code).toBe('already_exists');
  const batches = [
    await crew.as(crew.owner, 'POST', 'certificate-batches', undefined, { 'idempotency-key': 'all' }),
    await crew.as(crew.owner, 'POST', 'certificate-batches', undefined, { 'idempotency-key': 'all' }),
  ];
  expect(batches.map(({ statusCode }) => statusCode)).toEqual([202, 202]);
  expect(batches[1]?.json()).toEqual(batches[0]?.json());
});

test('a name that cannot be printed is refused, not printed as boxes', async () => {
  const crew = await createCrew(muster);
  await worked(crew, crew.member);
  await worked(crew, crew.chief);
  await renamed(crew.member, 'Mia 🦊');
  expect((await issue(crew, crew.member)).json()).toMatchObject({ code: 'name_not_printable', status: 422 });
  const halted = { id: '00', pid: crew.pid, state: 'running' as const, total: 1 };
  const insertHalted = (created_at: string) =>
    muster.db.transaction((trx) =>
      trx
        .insertInto('certificate_batches')
        .values({ ...halted, created_at })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at }))
        .execute(),
    );
  await insertHalted(inMinutes(muster, -50));
  expect((await crew.as(crew.owner, 'POST', 'certificate-batches')).json().code).toBe('conflict');
  await insertHalted(inMinutes(muster, -70));
  expect((await crew.as(crew.owner, 'GET', 'certificate-batches/latest')).json().batch.state).toBe('failed');
  expect((await crew.as(crew.owner, 'POST', 'certificate-batches')).statusCode).toBe(202);
  await muster.services.outbox.drain();
  expect((await crew.as(crew.owner, 'GET', 'certificate-batches/latest')).json().batch).toMatchObject({
    state: 'done',
    total: 2,
    considered: 2,
    issued: 1,
    unprintable: 1,
  });
  const zip = unzipSync(new Uint8Array((await crew.as(crew.owner, 'GET', 'certificates.zip')).rawPayload));
  const [file] = Object.values(zip);
  expect(Object.keys(zip)).toHaveLength(1);
  expect(await textOf(Buffer.from(file ?? []))).toContain('volunteered at');
});

test('a number with a changed digit is unknown, and another project’s certificates are not found', async () => {
  const crew = await createCrew(muster);
  const other = await createCrew(muster);
  await worked(crew, crew.member);
  const { number } = (await issue(crew, crew.member)).json();
  expect((await issue(crew, crew.member)).json().code).toBe('already_exists');
  const changed = `${number.slice(0, -1)}${number.endsWith('2') ? '3' : '2'}`;
  for (const typed of [changed, `${number}'--`])
    expect((await verify(typed)).json()).toMatchObject({
      state: 'unknown',
      project: null,
      name: null,
      issued_at: null,
    });
  expect((await other.as(other.owner, 'GET', `certificates/${number}/pdf`)).statusCode).toBe(404);
  expect((await other.as(other.owner, 'PUT', `certificates/${number}/revocation`, { reason: '' })).statusCode).toBe(
    404,
  );
  expect((await crew.as(crew.stranger, 'GET', `certificates/${number}/pdf`)).statusCode).toBe(404);
  expect((await crew.as(crew.chief, 'PUT', `certificates/${number}/revocation`, { reason: '' })).statusCode).toBe(403);
  expect((await crew.as(crew.owner, 'PUT', `certificates/${number}/revocation`, { reason: 'Wrong' })).statusCode).toBe(
    204,
  );
  expect((await verify(number)).json()).toMatchObject({ state: 'revoked', name: null, minutes: null });
  expect((await crew.as(crew.member, 'GET', `certificates/${number}/pdf`)).statusCode).toBe(404);
  const notices = await muster.call({ method: 'GET', url: '/api/me/notices', headers: crew.member.headers });
  expect(notices.json<{ data: { texts: string[] }[] }>().data.flatMap(({ texts }) => texts)).toEqual([
    'certificate.revoked',
    'reason',
    'certificate.ready',
    'hours.work.added',
  ]);
});

test('the signature in the file fits the hours and name of the certificate, and no others', async () => {
  const crew = await createCrew(muster);
  await worked(crew, crew.member);
  const { number, name, minutes, issued_at } = (await issue(crew, crew.member)).json();
  const pdf = await crew.as(crew.member, 'GET', `certificates/${number}/pdf`);
  const { info } = await getMeta(new Uint8Array(pdf.rawPayload));
  const [printed, signature = ''] = String(info['Keywords']).split(' ');
  expect(printed).toBe(number);
  const { public_key } = await muster.db.read
    .selectFrom('project_keys')
    .select('public_key')
    .where('pid', '=', crew.pid)
    .executeTakeFirstOrThrow();
  const verifies = verifierOf(public_key);
  const isSigned = (changed: object) =>
    verifies(signedText(crew.pid, { number, name, minutes, issued_at, ...changed }), signature);
  expect(isSigned({})).toBe(true);
  const others = [
    { minutes: minutes + 60 },
    { name: 'Max' },
    { number: `${number.slice(0, -1)}${number.endsWith('0') ? '1' : '0'}` },
  ];
  expect(others.map(isSigned)).toEqual([false, false, false]);
});

test('after an erasure the number says withdrawn, and the name is gone', async () => {
  const crew = await createCrew(muster);
  await worked(crew, crew.member);
  const { number } = (await issue(crew, crew.member)).json();
  const headers = await browserOf(muster, crew.member);
  const exported = await muster.call({ method: 'GET', url: '/api/me/export', headers });
  expect(exported.json().certificates).toMatchObject([{ number, name: 'Mia', minutes: 90 }]);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect((await verify(number)).json()).toMatchObject({ state: 'withdrawn', name: null, minutes: null });
  expect((await crew.as(crew.owner, 'GET', `certificates/${number}/pdf`)).statusCode).toBe(404);
  const rows = await muster.db.read.selectFrom('certificates').selectAll().where('number', '=', number).execute();
  expect(rows).toMatchObject([{ uid: null, name: '' }]);
});

test('guessing numbers is limited', async () => {
  const codes: number[] = [];
  for (let tries = 0; tries < 31; tries += 1)
    codes.push(
      (await muster.call({ method: 'GET', url: '/api/certificates/0', remoteAddress: '198.51.100.7' })).statusCode,
    );
  expect(codes.slice(0, 30).every((code) => code === 200)).toBe(true);
  expect(codes.at(-1)).toBe(429);
});

test('one person cannot keep the printer busy, and a long queue is refused', async () => {
  const crew = await createCrew(muster);
  const codes: number[] = [];
  for (let tries = 0; tries < 31; tries += 1)
    codes.push((await crew.as(crew.member, 'GET', `certificates/${'0'.repeat(24)}/pdf`)).statusCode);
  expect([codes[29], codes[30]]).toEqual([404, 429]);
  const { printer } = muster.services;
  const asked = Array.from({ length: maxWaiting + 1 }, () => printer.unprintable(['Mia']));
  const answers = await Promise.allSettled(asked);
  expect(answers.at(-1)).toMatchObject({ reason: { code: 'overloaded' } });
  expect(answers.slice(0, -1).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await printer.unprintable(['Mia'])).toEqual(['']);
});
