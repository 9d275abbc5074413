import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { engine, everyCell } from '../../../../test/support/database.ts';
import { browserOf, createPerson, createProject, createTeam } from '../../../../test/support/factories.ts';
import { applying } from '../../../../test/support/world/applications.ts';
import { taskNow } from '../../../../test/support/world/desk.ts';
import { createCrew } from '../../../../test/support/world.ts';
import { migrationContext } from '../../db/columns.ts';
import { changesAboutPeople } from '../../db/migrations/0036_changes_about_people.ts';
import { createMailer } from '../../lib/mailer.ts';
import { deleteMailFilesAbout, deleteOldMailFiles } from '../mail/mail-files.service.ts';

const muster = useApp();

const mailFiles = (): string[] => {
  const folder = join(muster.place.folder, 'mail');
  return existsSync(folder) ? readdirSync(folder) : [];
};

async function writeMail(id: string, to: string, text: string): Promise<void> {
  const mailer = createMailer({
    smtpUrl: undefined,
    from: 'Muster <muster@localhost>',
    dataDir: muster.place.folder,
    onFile: () => {},
  });
  await mailer.send(id, { to, subject: 'Hello', text });
}

/** Whether any file in the data folder has the text: database, write-ahead log or mail. */
const onDisk = (text: RegExp): boolean =>
  readdirSync(muster.place.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => text.test(readFileSync(join(entry.parentPath, entry.name)).toString('latin1')));

test('after an erasure nothing of the person is left in the database, its log or the mail folder', async () => {
  const person = await createPerson(muster, { name: 'Planted Name', email: 'planted@example.org' });
  const headers = await browserOf(muster, person);
  const pid = await createProject(muster, { owners: [await createPerson(muster)] });
  await createTeam(muster, pid, { members: [person] });
  const put = (url: string, payload: object) => muster.call({ method: 'PUT', url, headers, payload });
  await put('/api/me/resume', { markdown: 'Planted resume' });
  await put('/api/me/profile', {
    name: 'Planted Name',
    intro: 'Planted intro',
    listing: 'public',
    resume_public: false,
    history_public: false,
  });
  await writeMail('planted', person.email, 'Planted mail');
  await writeMail('long', 'chief@example.org', `${'日'.repeat(40)} ${person.email} ${'x'.repeat(80)}`);
  await writeMail('other', 'other-planted@example.org', 'Sign in');
  expect(onDisk(/Planted intro/)).toBe(engine === 'sqlite');
  expect(await everyCell(muster.db)).toEqual(expect.arrayContaining(['Planted resume', person.email]));
  expect(mailFiles()).toHaveLength(3);

  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);

  expect(mailFiles()).toEqual(['other.eml']);
  expect((await everyCell(muster.db)).filter((cell) => /planted/i.test(cell))).toEqual([]);
  expect(onDisk(/(?<!other-)planted/i)).toBe(false);
});

test('mail files to an address that the person had before are deleted as well', async () => {
  const person = await createPerson(muster, { email: 'former@example.org' });
  const headers = await browserOf(muster, person);
  const post = (url: string, payload: object) => muster.call({ method: 'POST', url, headers, payload });
  await post('/api/me/email', { email: 'current@example.org' });
  const link = (await muster.deliver()).find(({ to }) => to === 'current@example.org')?.text ?? '';
  const token = /#token=(\w+)/.exec(link)?.[1];
  expect((await post('/api/me/email/confirmation', { token })).statusCode).toBe(204);
  await writeMail('former', 'former@example.org', 'Sign in');
  await writeMail('current', 'current@example.org', 'Sign in');
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect(mailFiles()).not.toEqual(expect.arrayContaining([expect.stringMatching(/former|current/)]));
});

test('changes about a person from before an upgrade are deleted as well', async () => {
  const { uid } = await createPerson(muster);
  const change = { at: muster.clock.now().toISOString(), pid: null, kind: 'person.created', revision: null, uid: null };
  const found = await muster.db.transaction(async (trx) => {
    await muster.db.handle.changes.append(trx, [
      { ...change, subject: JSON.stringify({ tid: 'venue', uid }) },
      { ...change, subject: JSON.stringify({ tid: 'venue' }) },
    ]);
    await trx.schema.dropIndex('changes_of_person').execute();
    await trx.schema.alterTable('changes').dropColumn('uid').execute();
    await changesAboutPeople(migrationContext(trx, engine));
    return trx.selectFrom('changes').select('uid').orderBy('seq', 'desc').limit(2).execute();
  });
  expect(found).toEqual([{ uid: null }, { uid }]);
});

test.runIf(engine === 'sqlite')('the log is emptied once a reader in another process has finished', async () => {
  const person = await createPerson(muster, { name: 'Awaited Name' });
  const headers = await browserOf(muster, person);
  const reader = new DatabaseSync(join(muster.place.folder, 'muster.db'), { readOnly: true });
  reader.exec('begin; select * from people');
  const erasing = muster.call({ method: 'DELETE', url: '/api/me', headers });
  const people = muster.db.read.selectFrom('people').select('uid').where('uid', '=', person.uid);
  await expect.poll(() => people.execute()).toEqual([]);
  expect(onDisk(/Awaited Name/)).toBe(true);
  reader.close();
  expect((await erasing).statusCode).toBe(204);
  expect(onDisk(/Awaited Name/)).toBe(false);
});

test('the daily run empties the log, also when nothing has expired', async () => {
  const person = await createPerson(muster, { name: 'Changed Name' });
  const headers = await browserOf(muster, person);
  const profile = { name: 'New Name', intro: '', listing: 'public', resume_public: false, history_public: false };
  expect((await muster.call({ method: 'PUT', url: '/api/me/profile', headers, payload: profile })).statusCode).toBe(
    200,
  );
  muster.clock.advance(86_400);
  await muster.services.scheduler.check();
  const row = await muster.db.read.selectFrom('chores').selectAll().where('name', '=', 'retention').executeTakeFirst();
  expect(row).toMatchObject({ failures: 0, last_error: null });
  expect(onDisk(/Changed Name/)).toBe(false);
});

test('mail files expire, and other files in the folder stay', async () => {
  const folder = join(muster.place.folder, 'mail');
  await writeMail('old', 'one@example.org', 'old');
  await writeMail('new', 'two@example.org', 'new');
  const longAgo = new Date('2026-01-01T00:00:00.000Z');
  utimesSync(join(folder, 'old.eml'), longAgo, longAgo);
  await deleteOldMailFiles(muster.place.folder, new Date('2026-01-02T00:00:00.000Z'));
  expect(mailFiles()).toContain('new.eml');
  expect(mailFiles()).not.toContain('old.eml');
  expect(await deleteOldMailFiles(join(muster.place.folder, 'missing'), new Date())).toBe(0);
});

test.each([
  ['Dear ada@example.org.', true],
  ['<ADA@example.org>', true],
  ['amanda@example.org, not.ada@example.org, ada@example.org.uk, ada@example.orgs', false],
])('a mail with "%s" mentions ada@example.org: %s', async (text, expected) => {
  await writeMail('mention', 'chief@example.org', text);
  await deleteMailFilesAbout(muster.place.folder, 'ada@example.org');
  expect(mailFiles().includes('mention.eml')).toBe(!expected);
});

test('the chiefs learn that somebody erased their account, not who it was', async () => {
  const crew = await createCrew(muster);
  const archived = await createCrew(muster);
  await createTeam(muster, archived.pid, { tid: 'old', chiefs: [crew.chief], members: [crew.member] });
  const state = { state: 'archived' };
  await muster.call({
    method: 'PATCH',
    url: `/api/projects/${archived.pid}`,
    headers: archived.owner.headers,
    payload: state,
  });
  const headers = await browserOf(muster, crew.member);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  const notices = (await muster.call({ url: '/api/me/notices', headers: crew.chief.headers })).json().data;
  expect(notices).toMatchObject([
    {
      kind: 'team.left',
      actor: null,
      texts: ['team.left_erased'],
      link: `/projects/${crew.pid}/teams/venue/manage?tab=tasks&open=true`,
    },
  ]);
  expect(JSON.stringify(notices)).not.toContain('Mia');
  const mails = (await muster.deliverNotices()).filter(({ to }) => to === crew.chief.email);
  expect(mails.map(({ text }) => text).join()).toContain('erased their account and left');
});

test('the chiefs learn that the place of an erased person is free for somebody on the waiting list', async () => {
  const team = applying(muster);
  const crew = await team.openCrew();
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { headcount: 2 });
  await team.apply(crew, crew.stranger);
  const decisions = [{ uid: crew.stranger.uid, tid: 'venue', decision: 'wait' }];
  await crew.as(crew.chief, 'POST', 'applications/decisions', { decisions });
  const headers = await browserOf(muster, crew.member);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect((await team.noticesTo(crew.chief)).at(-1)).toMatchObject({ kind: 'application.room', actor: null });
});

test('what an erased person asked for or offered is no longer among the notices', async () => {
  const crew = await createCrew(muster);
  const kinds = async () =>
    (await muster.call({ url: '/api/me/notices', headers: crew.chief.headers }))
      .json()
      .data.map(({ kind }: { kind: string }) => kind);
  await crew.as(crew.chief, 'PATCH', 'teams/venue', { takes_applications: true });
  expect((await crew.as(crew.stranger, 'PUT', 'teams/venue/application', {})).statusCode).toBeLessThan(300);
  const { id } = await taskNow(muster, crew, [crew.stranger], { from: 120, to: 180 });
  expect((await crew.as(crew.stranger, 'PUT', `tasks/${id}/attendance/offer`, {})).statusCode).toBe(204);
  expect(await kinds()).toEqual(['task.offered', 'application.received']);
  const headers = await browserOf(muster, crew.stranger);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect(await kinds()).toEqual([]);
});
