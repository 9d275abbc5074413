import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { sha256 } from '../../src/server/lib/secrets.ts';
import { chromiumFlags, chromiumPath } from '../../test/support/browser.ts';
import { median } from '../compare.ts';
import { personId, projectId, wide } from '../data.ts';
import { completeMs, openAs } from '../large-project.ts';
import { messageTime, next, order, recipients, startWorker, withCopy as withMailCopy } from '../messages.ts';
import { processorSeconds, startMuster } from '../processes.ts';
import type { Server } from '../processes.ts';
import type { Row, Rows, Stage } from '../stage.ts';
import { withCopy } from './series.ts';

const pid = projectId(0);
const owner = 0;
const at = '2026-01-01T00:00:00.000Z';
const far = '2099-01-01T00:00:00.000Z';
const two = (value: number): string => value.toFixed(2);

const questions = 10;

/** One form with ten questions, and as many people who apply to the first team and answer all of them. */
function applyAll(database: DatabaseSync, count: number): void {
  const fields = Array.from({ length: questions }, (_, index) => ({
    key: `question_${index}`,
    label: `Question ${index}`,
    help: '',
    type: 'text',
    required: true,
    private: false,
    purpose: null,
    erase_after: null,
    options: null,
    max_length: 1000,
    minimum: null,
    maximum: null,
    only_when: null,
    computed: false,
    added_at: null,
  }));
  database
    .prepare(
      `insert into forms (pid, form, kind, title, audience, fields, enabled_at, created_at, response_count)
       values (?, 'questions', 'application', 'Questions', 'applicants', ?, ?, ?, ?)`,
    )
    .run(pid, JSON.stringify(fields), at, at, count);
  const application = database.prepare(
    `insert into applications (pid, tid, uid, message, language, created_at, expires_at) values (?, 'team-0', ?, ?, 'en', ?, ?)`,
  );
  const response = database.prepare(
    `insert into form_responses (pid, form, uid, answers, key_id, revision, created_at, updated_at)
     values (?, 'questions', ?, ?, 'none', 1, ?, ?)`,
  );
  database.exec('begin');
  // The first people lead teams.
  for (let index = 0; index < count; index += 1) {
    const uid = personId(wide.teams + index);
    const answers = Object.fromEntries(fields.map(({ key }) => [key, `${key} of ${index}, in some words`]));
    application.run(pid, uid, 'I have built stages for three years, and I own a ladder.', at, far);
    response.run(pid, uid, JSON.stringify(answers), at, at);
  }
  database.exec('commit');
  signIn(database);
}

const secret = 'bench-session-owner';

/** Sessions end some time after they began, whatever they say. */
function signIn(database: DatabaseSync): void {
  const now = new Date().toISOString();
  database
    .prepare(
      `insert into sessions (id, token_hash, uid, device, created_at, last_seen_at, expires_at)
       values ('owner', ?, ?, 'Bench', ?, ?, ?)`,
    )
    .run(sha256(secret), personId(owner), now, now, far);
}

/** How long the table of applicants takes until it is complete, in a browser. */
async function tables({ rounds }: Stage): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags });
  const open = async (server: Server) => {
    const base = `http://localhost:${server.port}`;
    const page = await (await openAs(browser, base, 'owner')).newPage();
    const url = `${base}/projects/${pid}/manage/applications`;
    await completeMs(page, url);
    if ((await page.getByText('Question 9').count()) === 0) throw new Error('the table has no answers');
    return () => completeMs(page, url);
  };
  try {
    return await withCopy(
      (few) =>
        withCopy(
          async (many) => {
            const [one, other] = [await open(few), await open(many)];
            const times: [number, number][] = [];
            for (let round = 0; round < Math.min(rounds, 9); round += 1) times.push([await one(), await other()]);
            const ratios = times.map(([small, large]) => large / small);
            const ms = (index: 0 | 1) => Math.round(median(times.map((pair) => pair[index])));
            return [
              {
                what: `table of 2,000 applications with ${questions} answers each, in a browser, against one of 50`,
                goal: '<= 2',
                measured: two(median(ratios)),
                spread: `${two(Math.min(...ratios))}-${two(Math.max(...ratios))}`,
                ok: median(ratios) <= 2,
                notes: `${ms(1)} ms against ${ms(0)} ms`,
              },
            ];
          },
          (database) => applyAll(database, 2000),
          wide,
        ),
      (database) => applyAll(database, 50),
      wide,
    );
  } finally {
    await browser.close();
  }
}

/** In a browser: owners get mails about changes that a token makes. */
async function post<T>({ port }: Server, path: string, payload: object): Promise<T> {
  const base = `http://localhost:${port}`;
  const response = await fetch(`${base}/api/projects/${pid}/applications/${path}`, {
    method: 'POST',
    headers: { cookie: `muster_session=${secret}`, origin: base, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

const decisions = ['accept', 'wait', 'decline'] as const;

/** Everybody applies again, to a team of their own round, and is decided about: a third each way. */
async function decideAll(server: Server, database: DatabaseSync, tid: string): Promise<void> {
  database.exec('begin');
  const application = database.prepare(
    `insert into applications (pid, tid, uid, message, language, created_at, expires_at) values (?, ?, ?, '', 'en', ?, ?)`,
  );
  const uids = Array.from({ length: recipients }, (_, index) => personId(wide.teams + index));
  for (const uid of uids) application.run(pid, tid, uid, at, far);
  database.prepare('delete from memberships where pid = ? and tid = ? and role = ?').run(pid, tid, 'member');
  database.exec('commit');
  for (let from = 0; from < uids.length; from += 200) {
    const some = uids
      .slice(from, from + 200)
      .map((uid, index) => ({ uid, tid, decision: decisions[(from + index) % decisions.length] }));
    await post(server, 'decisions', { decisions: some });
  }
}

async function publish(server: Server, sink: Parameters<typeof order>[0]): Promise<void> {
  const done = order(sink, { expect: recipients });
  const texts = { accepted: 'Welcome, {{name}}!', waiting: 'Wait for {{team}}.', declined: 'Sorry, {{name}}.' };
  const { accepted, waiting, declined } = await post<Record<'accepted' | 'waiting' | 'declined', number>>(
    server,
    'publication',
    { texts },
  );
  if (accepted + waiting + declined !== recipients) throw new Error('not everything was published');
  await done;
}

/**
 * Publishing notifies as many people as a message does. What the server spends on it until the last mail is compared, and not
 * the time: notices wait for up to 30 seconds, so that one mail has all that happens at once.
 */
async function publications({ rounds }: Stage): Promise<Row[]> {
  const sink = startWorker('sink');
  const port = (await next(sink)).port ?? 0;
  try {
    return await withMailCopy(async (folder) => {
      const database = new DatabaseSync(join(folder, 'muster.db'), { timeout: 10_000 });
      database.prepare(`update projects set decisions = 'together' where pid = ?`).run(pid);
      signIn(database);
      const server = await startMuster(folder, { SMTP_URL: `smtp://127.0.0.1:${port}` });
      const spent = async (work: () => Promise<unknown>): Promise<number> => {
        const before = processorSeconds(server.pid);
        await work();
        return processorSeconds(server.pid) - before;
      };
      const times: [number, number][] = [];
      for (let round = 0; round < Math.min(rounds, 5) + 1; round += 1) {
        await decideAll(server, database, `team-${round}`);
        const publication = await spent(() => publish(server, sink));
        const message = await spent(() => messageTime(server, sink));
        if (round > 0) times.push([publication, message]);
      }
      await server.stop();
      database.close();
      const ratios = times.map(([publication, message]) => message / publication);
      const perMail = (index: 0 | 1) => Math.round((median(times.map((pair) => pair[index])) / recipients) * 1_000_000);
      return [
        {
          what: '2,000 decisions published, with their mails over local SMTP, SQLite, against a message to 2,000 people',
          goal: '>= 0.7',
          measured: two(median(ratios)),
          spread: `${two(Math.min(...ratios))}-${two(Math.max(...ratios))}`,
          ok: median(ratios) >= 0.7,
          notes: `${perMail(0)} and ${perMail(1)} us of processor time a person`,
        },
      ];
    });
  } finally {
    sink.kill();
  }
}

/** The table is optional: it needs Chromium. */
export const applicationRows: Rows = {
  applications: { optional: true, run: tables },
  publication: { run: publications },
};
