import { expect, test } from 'vitest';
import { createMailer } from '../src/server/lib/mailer.ts';
import { csvLine } from '../src/server/http/csv.ts';
import { mailHandlers } from '../src/server/features/mail/mail.service.ts';
import { noticeHandlers } from '../src/server/features/notices/sending/sending.service.ts';
import { outbox } from '../src/server/features/outbox/outbox.service.ts';
import { useApp } from './support/app.ts';
import { browserOf } from './support/factories.ts';
import { operationsOf, pathIn } from './support/operations.ts';
import { startMailServer } from './support/servers/smtp.ts';
import { createCaller, createCrew } from './support/world.ts';
import { bedsForm } from './support/world/rooms.ts';
import { createWorld } from './support/world/create-world.ts';
import type { Crew } from './support/world.ts';

/** Seconds on a machine that has nothing else to do. */
const patience = 240_000;

const muster = useApp();

/** How a cell begins that a spreadsheet would carry out, and one that it would cut in two. */
const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  '＝1',
  '＋1',
  '－1',
  '＠1',
  ' =1',
  '\u00a0@x',
  '|calc',
  'a;=1+1',
  '"=1',
  "'=1",
];

/** The cells of a CSV file, as RFC 4180 has them. */
function cellsOf(csv: string): string[] {
  return Array.from(csv.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g), ([, quoted, bare]) =>
    quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
  );
}

const runs = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

test('a cell that looks like a formula becomes text, however it is disguised', () => {
  const texts = [...formulas, '\t=1', '\r=1', '\n=1', '\u3000＝1', '=cmd|"/c calc"!A1', '-2+3+cmd|x', 'a\t=1'];
  for (const text of texts) {
    const [cell = ''] = cellsOf(csvLine([text]).trimEnd());
    expect(runs.test(cell), JSON.stringify(text)).toBe(false);
    expect(cell.replace(/^'/, '')).toBe(text.replace(/^'/, ''));
  }
  // Where a semicolon or a tab parts cells, what follows it is still inside of quotation marks.
  for (const text of ['a;=1', 'a\t=1']) expect(csvLine([text])).toBe(`"${text}"\r\n`);
  expect(csvLine([-5, 'x', null, true])).toBe('-5,x,,true\r\n');
});

const uniqueBy = <T extends { location: string }>(list: T[]): T[] => [
  ...new Map(list.map((one) => [one.location, one])).values(),
];

const disclosure = { passes_on: ['bank'], passes_until: '2027-01-31' };

/** Everything that people can name is named like a formula. */
async function crewOfFormulas(): Promise<Crew> {
  const crew = await createCrew(muster);
  const send = async (...call: Parameters<Crew['as']>) => expect((await crew.as(...call)).statusCode).toBeLessThan(300);
  const choices = { intro: '=1+1', listing: 'public', resume_public: false, history_public: true };
  const data = formulas.map((location, i) => ({ location: location.trim(), amount: i + 1 }));
  await send(crew.owner, 'PUT', 'traffic-subsidies', { currency: 'TWD', data: uniqueBy(data) });
  for (const [i, name] of formulas.entries()) {
    const person = await createCaller(muster, 'x');
    const put = {
      method: 'PUT' as const,
      url: '/api/me/profile',
      headers: person.headers,
      payload: { name, ...choices },
    };
    expect((await muster.call(put)).statusCode).toBeLessThan(300);
    await send(crew.owner, 'PUT', `teams/venue/members/${person.uid}`);
    const times = { starts_at: '2026-07-02T09:00:00Z', ends_at: '2026-07-02T11:00:00Z', capacity: 30 };
    const task = await crew.as(crew.owner, 'POST', 'tasks', {
      title: name,
      description: name,
      category: name,
      ...times,
    });
    await send(person, 'PUT', `tasks/${task.json().id}/attendance`);
    const field = { key: 'said', label: name, type: 'text' };
    await send(crew.owner, 'POST', 'forms', {
      form: `f-${i}`,
      kind: 'custom',
      title: name,
      enabled: true,
      fields: [field],
      ...disclosure,
    });
    const bank = { code: '', number: '1', branch: name, holder: name };
    const browser = await browserOf(muster, person);
    await muster.call({ method: 'PUT', url: '/api/me/bank', headers: browser, payload: bank });
    await send(undefined, 'PUT', `forms/f-${i}/response`, { answers: { said: name }, ...disclosure }, browser);
    await send(crew.owner, 'POST', 'teams', { tid: `t-${i}`, name, description: name });
  }
  // One of the people has a bed in a room.
  const days = ['2026-08-07'];
  const shared = { passes_on: ['real_profile'], passes_until: '2027-01-31' };
  const beds = { form: bedsForm, kind: 'accommodation', title: '=1', days, enabled: true, ...shared };
  await send(crew.owner, 'POST', 'forms', beds);
  const answers = { stay: 'yes', nights: days, mixed_room: true };
  const browser = await browserOf(muster, crew.owner);
  await send(undefined, 'PUT', `forms/${bedsForm}/response`, { answers, ...shared }, browser);
  const named = formulas.map((name, i) => ({ name: `${name} ${i}`, beds: 1, kind: 'mixed' }));
  const { rooms } = (await crew.as(crew.owner, 'POST', 'rooms', { rooms: named })).json();
  await send(crew.owner, 'PUT', `rooms/${rooms[0].id}/places/${crew.owner.uid}`, {});
  return crew;
}

test(
  'no export as CSV holds a cell that a spreadsheet would carry out',
  async () => {
    const crew = await crewOfFormulas();
    const tasks = (await crew.as(crew.owner, 'GET', 'tasks?limit=200')).json().data as { id: string }[];
    const world = {
      ...(await createWorld(muster, 'visitor')),
      pid: crew.pid,
      tid: 'venue',
      headers: await browserOf(muster, crew.owner),
    };
    const exports = operationsOf(muster).filter(({ path }) => path.split('?', 1)[0]?.endsWith('.csv'));
    let cells = 0;
    for (const { path } of exports) {
      for (const [i, { id }] of tasks.entries()) {
        const url = pathIn(
          { ...world, form: `f-${i}`, task: id },
          path
            .replace('/api/audit.csv', `/api/audit.csv?project=${crew.pid}`)
            .replace('passed-on.csv', 'passed-on.csv?kind=bank'),
        );
        const { body, statusCode } = await muster.call({
          url: url.replace(/(\?project=[^?]+)\?.*/, '$1'),
          headers: world.headers,
        });
        expect([url, statusCode]).toEqual([url, 200]);
        const found = cellsOf(body.replace('\uFEFF', ''));
        cells += found.filter((cell) => cell.startsWith("'")).length;
        expect(
          found.filter((cell) => runs.test(cell)),
          url,
        ).toEqual([]);
        if (!/\{(?:id|form)\}/.test(path)) break;
      }
    }
    expect(exports.length).toBeGreaterThan(5);
    expect(cells).toBeGreaterThan(50);
  },
  patience,
);

test(
  'nothing in an address gets into a header: neither a file name nor a link nor a place',
  async () => {
    const world = await createWorld(muster, 'owner');
    const nasty = [
      '%0d%0ax-injected:%201',
      '%22%0d%0aset-cookie:%20a=b',
      'a%22;filename=%22evil.html',
      '..%2f..%2fevil',
      '%E2%80%A8x',
    ];
    for (const operation of operationsOf(muster)) {
      for (const [whole] of operation.path.matchAll(/\{(\w+)\}/g)) {
        for (const segment of nasty) {
          const url = pathIn(world, operation.path.replace(whole, segment));
          const { headers, statusCode } = await muster.call({
            method: operation.method as 'GET',
            url,
            headers: world.headers,
          });
          expect(statusCode).toBeLessThan(500);
          for (const value of Object.values(headers).flat().map(String))
            expect(value).not.toMatch(/[\r\n]|evil|injected/);
        }
      }
    }
  },
  patience,
);

/** The outbox with a mailer that speaks to a real mail server. */
function workerFor(smtpUrl: string) {
  const from = 'Muster <muster@example.org>';
  const mailer = createMailer({ smtpUrl, from, dataDir: muster.place.folder, onFile: () => {} });
  const { db, clock, services } = muster;
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const base = { db, clock, config: muster.config, keys: services.keys, mailer };
  const handlers = { ...mailHandlers(base), ...noticeHandlers(base) };
  const work = outbox({ db, clock, keys: services.keys, log, handlers });
  return { ...work, [Symbol.dispose]: () => mailer.close() };
}

const addresses = [
  'ada@example.org\r\nBcc: eve@evil.example',
  'ada@example.org\nSubject: x',
  'ada@example.org%0d%0aBcc:eve@evil.example',
  'ada@example.org,eve@evil.example',
  'ada@example.org;eve@evil.example',
  'ada@example.org eve@evil.example',
  'Ada <eve@evil.example>',
  '"ada@example.org"@evil.example',
  'ada@example.org>\r\nRCPT TO:<eve@evil.example',
  'group:ada@example.org,eve@evil.example;',
  'ada@evil.example@example.org',
  '=?utf-8?q?ada=0d=0aBcc:eve?=@example.org',
  'ada\u2028bcc@example.org',
  'ada\u0000@example.org',
  '-oQ/tmp@example.org',
  'ada@[127.0.0.1]',
  '@evil.example:ada@example.org',
];

/** Those that say to whom, from whom and about what. */
const headersOf = (source: string): string[] => {
  const [head = ''] = source.split('\r\n\r\n', 1);
  return (head.match(/^(?:to|bcc|cc|subject|from):/gim) ?? []).map((name) => name.toLowerCase()).toSorted();
};

test('an address cannot add headers or recipients to a mail, and reaches the mail server unchanged or not at all', async () => {
  await using server = await startMailServer();
  // Mail of the tests before this one.
  await muster.deliver();
  using worker = workerFor(server.url);
  const taken: string[] = [];
  for (const email of [...addresses, 'plain@example.org']) {
    const { statusCode } = await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email } });
    expect([202, 400]).toContain(statusCode);
    if (statusCode === 202) taken.push(email);
  }
  await worker.drain();
  expect(taken).toContain('plain@example.org');
  expect(server.mails.map(({ to }) => to.join(' ')).toSorted()).toEqual(
    taken.map((email) => email.toLowerCase()).toSorted(),
  );
  for (const { source, to } of server.mails) {
    expect(headersOf(source)).toEqual(['from:', 'subject:', 'to:']);
    expect(to).toHaveLength(1);
    expect(source.split('\r\n\r\n', 1)[0]).not.toContain('evil');
  }
});

const nasty = [
  'Bcc: all@evil.example',
  '=?utf-8?q?x=0D=0ABcc:_eve@evil.example?=',
  'x>, <eve@evil.example',
  '"',
  '王\\r\\n',
];

test('names of projects, teams and people in a subject cannot inject headers', async () => {
  const { as, owner, stranger, pid } = await createCrew(muster);
  await using server = await startMailServer();
  using worker = workerFor(server.url);
  const url = `/api/projects/${pid}`;
  for (const [i, name] of nasty.entries()) {
    await muster.call({ method: 'PATCH', url, headers: owner.headers, payload: { name } });
    const choices = { intro: '', listing: 'public', resume_public: false, history_public: true };
    const profile = { url: '/api/me/profile', headers: stranger.headers, payload: { name, ...choices } };
    expect((await muster.call({ method: 'PUT', ...profile })).statusCode).toBe(200);
    const team = { tid: `team-${i}`, name, takes_applications: true };
    expect((await as(owner, 'POST', 'teams', team)).statusCode).toBe(201);
    for (const language of ['en', 'zh-TW']) {
      const payload = { emails: [`${language}-${i}@example.org`.toLowerCase()], language };
      expect((await as(owner, 'POST', `teams/team-${i}/invitations`, payload)).statusCode).toBeLessThan(300);
      await as(stranger, 'PUT', `teams/team-${i}/application`, { message: name, language });
      expect((await as(owner, 'DELETE', `teams/team-${i}/applications/${stranger.uid}`)).statusCode).toBe(204);
    }
  }
  muster.clock.advance(121);
  await muster.services.jobList.find(({ name }) => name === 'notices')?.run(new AbortController().signal);
  await worker.drain();
  const isInvited = ({ to }: { to: readonly string[] }) => /^(?:en|zh-tw)-\d@example\.org$/.test(to[0] ?? '');
  const notices = server.mails.filter((mail) => !isInvited(mail));
  expect(server.mails).toHaveLength(nasty.length * 2 + notices.length);
  // All answers to the applicant are in one mail.
  expect(notices.map(({ to }) => to[0])).toContain(stranger.email);
  for (const { source, to } of server.mails) {
    expect(to).toHaveLength(1);
    // Nobody but invited people and people of the tests.
    expect(to[0]).toMatch(/@example\.org$/);
    expect(headersOf(source)).toEqual(['from:', 'subject:', 'to:']);
  }
});

test('request data cannot inject log lines or fields', async () => {
  const { headers } = await createCaller(muster);
  const from = muster.logs.length;
  const forged = '\n{"level":30,"msg":"forged"}';
  for (const url of [
    `/api/${encodeURIComponent(forged)}`,
    `/members/${encodeURIComponent(forged)}`,
    `/api/projects?q=${encodeURIComponent(forged)}`,
  ]) {
    await muster.app.inject({ url, headers: { ...headers, 'user-agent': 'x","msg":"forged' } });
  }
  await muster.call({ method: 'PUT', url: '/api/me/resume', headers, payload: { [forged]: forged } });
  const lines = muster.logs.slice(from);
  expect(lines.length).toBeGreaterThanOrEqual(4);
  for (const line of lines) {
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect((JSON.parse(line) as { msg: string }).msg).toBe('request');
    expect(line).not.toContain('forged');
  }
});
