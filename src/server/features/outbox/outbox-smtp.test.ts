import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { startMailServer } from '../../../../test/support/servers/smtp.ts';
import { createMailer } from '../../lib/mailer.ts';
import type { Mail } from '../../lib/mailer.ts';
import { mailHandlers, mailQueue } from '../mail/mail.service.ts';
import { outbox } from './outbox.service.ts';

const muster = useApp();

/** The outbox with a mailer that speaks to a real mail server. */
function workerFor(smtpUrl: string) {
  const from = 'Muster <muster@example.org>';
  const mailer = createMailer({ smtpUrl, from, dataDir: muster.place.folder, onFile: () => {} });
  const { db, clock, logs } = muster;
  const write = (fields: object, message: string) => logs.push(JSON.stringify({ ...fields, message }));
  const log = { info: write, warn: write, error: () => {} };
  const work = outbox({
    db,
    clock,
    keys: muster.services.keys,
    log,
    handlers: mailHandlers({ db: muster.db, mailer, clock: muster.clock }),
  });
  return { ...work, [Symbol.dispose]: () => mailer.close() };
}

/** The text part, which comes before the HTML. */
const bodyOf = (source: string) =>
  /text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/.exec(source)?.[1] ?? source.split('\r\n\r\n').slice(1).join('\r\n\r\n');
const decoded = (text: string) =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

test('a sign-in link is sent by SMTP to the address that asked for it, and works', async () => {
  await using server = await startMailServer();
  using worker = workerFor(server.url);
  await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email: 'Ada@Example.org' } });
  await worker.drain();
  expect(server.mails).toHaveLength(1);
  const { from, to, source } = await server.next();
  expect({ from, to }).toEqual({ from: 'muster@example.org', to: ['ada@example.org'] });
  expect(source).toMatch(/^From: Muster <muster@example\.org>\r$/m);
  expect(source).toMatch(/^To: ada@example\.org\r$/m);
  expect(source).toMatch(/^Subject: Sign in to Muster: \d{6}\r$/m);
  const token = /#token=(\w+)/.exec(decoded(bodyOf(source)))?.[1] ?? '';
  const response = await muster.call({ method: 'POST', url: '/api/sign-in', payload: { token, confirmed: true } });
  expect(response.json().email).toBe('ada@example.org');
});

test('a mail in Chinese arrives unchanged', async () => {
  await using server = await startMailServer();
  using worker = workerFor(server.url);
  const payload = { email: 'zh@example.org', language: 'zh-TW' };
  await muster.call({ method: 'POST', url: '/api/sign-in/email', payload });
  await worker.drain();
  const { source } = await server.next();
  const text = /base64/i.test(source)
    ? Buffer.from(bodyOf(source), 'base64').toString('utf8')
    : decoded(bodyOf(source));
  expect(text).toContain('請使用以下連結登入 Muster。');
  expect(text).toMatch(/#token=link_[0-9a-z]{52}/);
});

test('while the mail server is down the mail waits; when it is back, it arrives once, and the log says so', async () => {
  const port = await (async () => {
    await using early = await startMailServer();
    return early.port;
  })();
  using worker = workerFor(`smtp://127.0.0.1:${port}`);
  await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email: 'late@example.org' } });
  await worker.drain();
  const jobs = () => muster.db.read.selectFrom('outbox').selectAll().where('done_at', 'is', null).execute();
  expect(await jobs()).toMatchObject([{ attempts: 1, dead_at: null }]);
  expect(muster.logs.join('')).not.toContain('late@example.org');

  await using server = await startMailServer(port);
  await worker.drain();
  expect(server.mails).toEqual([]);
  muster.clock.advance(5);
  await worker.drain();
  await worker.drain();
  expect(server.mails.map(({ to }) => to)).toEqual([['late@example.org']]);
  expect(await jobs()).toEqual([]);
  const messages = muster.logs.map((line) => /outbox job[^"]*/.exec(line)?.[0]).filter((one) => one !== undefined);
  expect(messages).toEqual(['outbox job failed', 'outbox jobs of this kind work again']);
});

test('no mail but expired links is lost while the mail server is down for an hour, and the service keeps running', async () => {
  const { port } = await (async () => {
    await using early = await startMailServer();
    return early;
  })();
  using worker = workerFor(`smtp://127.0.0.1:${port}`);
  const asked: string[] = [];
  const payload = { email: 'expired-link@example.org' };
  expect((await muster.call({ method: 'POST', url: '/api/sign-in/email', payload })).statusCode).toBe(202);
  for (let minute = 0; minute < 60; minute += 4) {
    const email = `hour-${minute}@example.org`;
    asked.push(email);
    const lasting = { to: email, subject: 'Lasting', text: 'Hello' };
    await muster.db.transaction((trx) => mailQueue(worker).add(trx, email, { ...lasting, for: null }));
    for (let turn = 0; turn < 4; turn += 1) {
      await worker.drain();
      muster.clock.advance(60);
    }
  }
  expect((await muster.call('/readyz')).statusCode).toBe(200);
  expect((await muster.call('/metrics')).body).toContain(`muster_outbox_jobs{state="waiting"} ${asked.length}`);

  await using server = await startMailServer(port);
  // Each is tried again after as long as it has waited, at most an hour.
  for (let minute = 0; minute <= 60; minute += 1) {
    await worker.drain();
    muster.clock.advance(60);
  }
  expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(asked.toSorted());
});

test('a mail sent again after a crash keeps its Message-ID', async () => {
  await using server = await startMailServer();
  using worker = workerFor(server.url);
  const mail: Mail = { to: 'twice@example.org', subject: 'Twice', text: 'Hello' };
  await muster.db.transaction((trx) => mailQueue(worker).add(trx, 'crash', { ...mail, for: null }));
  const [{ payload, id } = { payload: '', id: '' }] = await muster.db.read
    .selectFrom('outbox')
    .select(['id', 'payload'])
    .where('key', '=', 'crash')
    .execute();
  await worker.drain();
  // As if the process had died between the mail server's thanks and our own note of it.
  await muster.db.transaction((trx) =>
    trx.updateTable('outbox').set({ done_at: null, payload }).where('key', '=', 'crash').execute(),
  );
  muster.clock.advance(120);
  await worker.drain();
  expect(server.mails.map(({ source }) => /^Message-ID: (\S+)/m.exec(source)?.[1])).toEqual([
    `<${id}@example.org>`,
    `<${id}@example.org>`,
  ]);
});

test('when the mail server rejects or sends garbage, the job waits and the address is not logged', async () => {
  await using server = await startMailServer();
  using worker = workerFor(`smtp://nobody:wrong@127.0.0.1:${server.port}`);
  await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email: 'refused@example.org' } });
  await worker.drain();
  const [job] = await muster.db.read.selectFrom('outbox').selectAll().where('done_at', 'is', null).execute();
  expect(job).toMatchObject({ attempts: 1, last_error: expect.stringMatching(/^E[A-Z]+$/) });
  expect(muster.logs.join('')).not.toContain('refused@example.org');
  expect(JSON.stringify(job)).not.toContain('refused@example.org');
});

test('a mail arrives with all its parts and headers, and none of them can add a header', async () => {
  await using server = await startMailServer();
  using worker = workerFor(server.url);
  const mail: Mail = {
    to: 'parts@example.org',
    subject: 'Moved\r\nBcc: evil@example.org',
    text: 'Plain words',
    html: '<p>Marked words</p>',
    replyTo: 'team@lists.example.org',
    headers: {
      'List-Unsubscribe': '<https://muster.test/api/unsubscribe?code=x>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    attachments: [{ filename: 'muster.ics', type: 'text/calendar; charset=utf-8', content: 'BEGIN:VCALENDAR' }],
  };
  await muster.db.transaction((trx) => mailQueue(worker).add(trx, 'parts', { ...mail, for: null }));
  await worker.drain();
  const [{ source, to } = { source: '', to: [] }] = server.mails;
  const headers = (source.split('\r\n\r\n', 1)[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
  expect(to).toEqual(['parts@example.org']);
  expect(headers).not.toMatch(/^Bcc:/im);
  expect(headers).toMatch(/^List-Unsubscribe: <https:\/\/muster\.test\/api\/unsubscribe\?code=x>$/m);
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect(headers).toMatch(/^Reply-To: .*team@lists\.example\.org/m);
  expect(headers).toMatch(/^Content-Type: multipart\/mixed/m);
  for (const part of ['Plain words', '<p>Marked words</p>', 'text/calendar', 'filename=muster.ics'])
    expect(source).toContain(part);
});

test('mail says that a program sent it; that of an event has its name, and a list to file it by', async () => {
  await using server = await startMailServer();
  using worker = workerFor(server.url);
  const mail: Mail = { to: 'ada@example.org', subject: 'Moved', text: 'Hello' };
  const event = { pid: '2026', name: 'Harbour "Days" <x@evil.example>, 港祭' };
  await muster.db.transaction((trx) => mailQueue(worker).add(trx, 'plain', { ...mail, for: null }));
  await worker.drain();
  await muster.db.transaction((trx) => mailQueue(worker).add(trx, 'event', { ...mail, event, for: null }));
  await worker.drain();
  const [plain = '', about = ''] = server.mails.map(({ source }) => source.replaceAll(/\r\n[ \t]+/g, ' '));
  for (const source of [plain, about]) expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(plain).toMatch(/^From: Muster <muster@example\.org>\r$/m);
  expect(plain).not.toMatch(/^List-ID/im);
  expect(about).toMatch(/^List-ID: <2026\.example\.org>\r$/im);
  expect(about).toMatch(/^From: \S.* <muster@example\.org>\r$/m);
  expect(about).not.toContain('evil.example>');
  expect(server.mails.map(({ from }) => from)).toEqual(['muster@example.org', 'muster@example.org']);
});
