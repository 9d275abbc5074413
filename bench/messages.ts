import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, messageMail } from '../src/server/features/messages/sending/message.mail.ts';
import { median } from './compare.ts';
import { personId, projectId, sqliteFolder, tokenOf, wide } from './data.ts';
import type { BareMail, MailOrder, MailResult } from './mail-worker.ts';
import { processorSeconds, residentMb, startMuster } from './processes.ts';
import type { Server } from './processes.ts';
import type { Row, Rows, Stage } from './stage.ts';

const pid = projectId(0);
const owner = 0;
export const recipients = 2000;
const body = 'Dear {{name}},\n\nyour shirt is **here**. Pick it up at the [desk]({{link}}).\n\n- Friday\n- Saturday\n';
const two = (value: number): string => value.toFixed(2);

export const next = (child: ChildProcess): Promise<MailResult> =>
  new Promise((resolve) => child.once('message', (message) => resolve(message as MailResult)));
export const order = (child: ChildProcess, what: MailOrder): Promise<MailResult> => {
  const result = next(child);
  child.send(what);
  return result;
};
export const startWorker = (role: 'sink' | 'bare'): ChildProcess =>
  fork(join(import.meta.dirname, 'mail-worker.ts'), [role]);

const call = async ({ port }: Server, method: string, path: string, payload?: object): Promise<{ id: string }> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/projects/${pid}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokenOf(owner)}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as { id: string };
};

/** A copy with an owner, so that the added rows do not affect other measurements. */
export async function withCopy<T>(work: (folder: string, database: DatabaseSync) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-copy-'));
  cpSync(await sqliteFolder(wide), folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'muster.db'), { timeout: 10_000 });
  database
    .prepare('insert into project_owners (pid, uid, created_at) values (?, ?, ?)')
    .run(pid, personId(owner), '2026-01-01T00:00:00.000Z');
  try {
    return await work(folder, database);
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

/** The time from the request until the mail server has the last mail. */
export async function messageTime(server: Server, sink: ChildProcess): Promise<number> {
  const tids = Array.from({ length: recipients / 25 }, (_, index) => `team-${index + 1}`);
  const { id } = await call(server, 'POST', 'messages', { audience: { tids }, subject: 'Shirts are here', body });
  const done = order(sink, { expect: recipients });
  const began = Date.now();
  await call(server, 'POST', `messages/${id}/send`);
  return ((await done).lastMs ?? 0) - began;
}

/** A mail of the same size as Muster's. */
async function bareMail(): Promise<BareMail> {
  const values = {
    name: 'Ada Lovelace',
    team: '',
    next_task: '',
    missing_forms: '',
    forms: { titles: '', markdown: '', html: '' },
    link: 'http://127.0.0.1/projects/p0',
    hours: '1.5',
    certificate: '',
    code: '',
  };
  const message = {
    id: personId(1),
    subject: 'Shirts are here',
    body,
    pid,
    project: 'Project 0',
    sender: 'Ada',
    replyTo: null,
  };
  const links = {
    baseUrl: 'http://127.0.0.1',
    unsubscribe: `http://127.0.0.1/api/unsubscribe?code=${'x'.repeat(160)}`,
  };
  const {
    text,
    html = '',
    headers = {},
  } = messageMail(message, (await bodyOf(body))(values), { email: '', language: 'en' }, links);
  return { text, html, headers: { ...headers } };
}

async function messages({ rounds }: Stage): Promise<Row[]> {
  const [sink, bare] = [startWorker('sink'), startWorker('bare')];
  const port = (await next(sink)).port ?? 0;
  const mail = await bareMail();
  try {
    return await withCopy(async (folder) => {
      const server = await startMuster(folder, { SMTP_URL: `smtp://127.0.0.1:${port}` });
      const ratios: number[] = [];
      const rates: [number[], number[]] = [[], []];
      await messageTime(server, sink);
      const busyBefore = processorSeconds(server.pid);
      for (let round = 0; round < rounds; round += 1) {
        const ours = await messageTime(server, sink);
        const done = order(sink, { expect: recipients });
        const began = Date.now();
        bare.send({ send: recipients, port, mail });
        const theirs = ((await done).lastMs ?? 0) - began;
        ratios.push(theirs / ours);
        rates[0].push((recipients / ours) * 1000);
        rates[1].push((recipients / theirs) * 1000);
      }
      const perMail = ((processorSeconds(server.pid) - busyBefore) / rounds / recipients) * 1_000_000;
      await server.stop();
      const middle = median(ratios);
      return [
        {
          what: 'message to 2,000 people over local SMTP, SQLite, against a bare loop of nodemailer on 10 connections',
          goal: '>= 0.7',
          measured: two(middle),
          spread: `${two(Math.min(...ratios))}-${two(Math.max(...ratios))}`,
          ok: middle >= 0.7,
          notes: `${Math.round(median(rates[0]))} and ${Math.round(median(rates[1]))} mails/s; ${Math.round(perMail)} us of processor time a mail`,
        },
      ];
    });
  } finally {
    sink.kill();
    bare.kill();
  }
}

const attendees = 200;
const perRound = 5;

/** Each change is the first of its task, so that it creates the notices. */
async function taskChanges({ rounds }: Stage): Promise<Row[]> {
  return withCopy(async (folder, database) => {
    const at = '2026-01-01T00:00:00.000Z';
    const task = database.prepare(
      `insert into tasks (id, pid, tid, title, starts_at, ends_at, capacity, attendee_count, created_by, created_at)
       values (?, ?, null, 'Desk', '2090-01-01T08:00:00.000Z', '2090-01-01T09:00:00.000Z', 500, ?, ?, ?)`,
    );
    const joined = database.prepare('insert into attendances (task_id, uid, created_at) values (?, ?, ?)');
    const tasks = (rounds + 1) * perRound;
    database.exec('begin');
    for (let index = 0; index < tasks; index += 1) {
      task.run(`empty${index}`, pid, 0, personId(owner), at);
      task.run(`full${index}`, pid, attendees, personId(owner), at);
      for (let person = 1; person <= attendees; person += 1) joined.run(`full${index}`, personId(person), at);
    }
    database.exec('commit');
    const server = await startMuster(folder);
    const change = async (id: string): Promise<number> => {
      const began = performance.now();
      await call(server, 'PATCH', `tasks/${id}`, { title: 'Door' });
      return performance.now() - began;
    };
    const ratios: number[] = [];
    const times: [number[], number[]] = [[], []];
    for (let index = 0; index < tasks; index += 1) {
      const pair = [await change(`full${index}`), await change(`empty${index}`)] as const;
      if (index < perRound) continue;
      ratios.push(pair[0] / pair[1]);
      times[0].push(pair[0]);
      times[1].push(pair[1]);
    }
    await server.stop();
    const middle = median(ratios);
    const sorted = ratios.toSorted((a, b) => a - b);
    const quartile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return [
      {
        what: 'changing a task with 200 people against one with none, SQLite',
        goal: '<= 2',
        measured: two(middle),
        spread: `${two(quartile(0.25))}-${two(quartile(0.75))}`,
        ok: middle <= 2,
        notes: `${median(times[0]).toFixed(1)} and ${median(times[1]).toFixed(1)} ms; the range is that of the middle half`,
      },
    ];
  });
}

const queued = 20_000;

async function noticeMemory(): Promise<Row[]> {
  const sink = startWorker('sink');
  const port = (await next(sink)).port ?? 0;
  try {
    return await withCopy(async (folder, database) => {
      const server = await startMuster(folder, { SMTP_URL: `smtp://127.0.0.1:${port}` });
      const insert = database.prepare(
        `insert into notices (id, uid, kind, pid, subject, previous, detail, created_at, due_at)
         values (?, ?, 'team.disabled', ?, ?, '{}', '{"team":"Venue"}', ?, ?)`,
      );
      const add = (from: number, count: number) => {
        const now = new Date().toISOString();
        database.exec('begin');
        for (let index = from; index < from + count; index += 1)
          insert.run(`bench${index}`, personId(index % 5000), pid, `team-${Math.floor(index / 5000)}`, now, now);
        database.exec('commit');
      };
      const waiting = database.prepare(
        'select count(*) as count from notices where mailed_at is null and dropped_at is null',
      );
      const mails = database.prepare('select count(*) as count from outbox where done_at is null');
      const isDone = () => Number(waiting.get()?.['count']) === 0 && Number(mails.get()?.['count']) === 0;
      let most = 0;
      const untilSent = async () => {
        while (!isDone()) {
          await sleep(100);
          most = Math.max(most, residentMb(server.pid));
        }
      };
      // Some mails load and compile everything first.
      add(0, 200);
      await untilSent();
      const before = residentMb(server.pid);
      most = before;
      add(200, queued);
      await untilSent();
      await server.stop();
      return [
        {
          what: 'memory while 20,000 queued notices are sent, SQLite',
          goal: '< 50 MB extra',
          measured: `${(most - before).toFixed(1)} MB`,
          spread: '',
          ok: most - before < 50,
          notes: `resident memory, from ${Math.round(before)} MB; 5,000 people`,
        },
      ];
    });
  } finally {
    sink.kill();
  }
}

export const messageRows: Rows = {
  messages: { run: messages },
  'task-changes': { run: taskChanges },
  'notices-memory': { run: noticeMemory },
};
