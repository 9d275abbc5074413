import type { DatabaseSync } from 'node:sqlite';
import { keyring, seal } from '../src/server/lib/seal.ts';

export type EventSize = {
  tasks: number;
  answers: number;
  /** The tasks belong to teams and are spread over so many days, with people on them; otherwise one follows another. */
  days?: number;
  teams?: number;
};

/** The key for sealed values in benchmark databases. */
export const benchKey = '22'.repeat(32);
export const benchForm = 'arrival';

const at = '2026-01-01T00:00:00.000Z';
const hour = (index: number): string => new Date(Date.UTC(2030, 0, 1) + index * 3_600_000).toISOString();

const field = (key: string, isPrivate: boolean) => ({
  key,
  label: key,
  help: '',
  type: 'text',
  required: false,
  private: isPrivate,
  purpose: isPrivate ? 'to reach people on the way' : null,
  erase_after: isPrivate ? '2099-01-01' : null,
  options: null,
  max_length: 1000,
  minimum: null,
  maximum: null,
  only_when: null,
  computed: false,
  added_at: null,
});

/** Adds tasks and a form with plain and sealed answers to the project, and makes its first person the owner. */
export function fillEvent(
  database: DatabaseSync,
  pid: string,
  uidOf: (index: number) => string,
  size: EventSize,
): void {
  database.prepare('insert into project_owners (pid, uid, created_at) values (?, ?, ?)').run(pid, uidOf(0), at);
  const { days = 0, teams = 1 } = size;
  const task = database.prepare(
    'insert into tasks (id, pid, tid, title, starts_at, ends_at, capacity, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const attendance = database.prepare('insert into attendances (task_id, uid, created_at) values (?, ?, ?)');
  for (let i = 0; i < size.tasks; i += 1) {
    const id = `task${String(i).padStart(6, '0')}`;
    const start = days === 0 ? i : 24 * (i % days) + (Math.floor(i / days) % 12);
    task.run(id, pid, days === 0 ? null : `team-${i % teams}`, `Task ${i}`, hour(start), hour(start + 1), 20, at);
    if (days > 0) for (const person of [i, i + 1]) attendance.run(id, uidOf(person), at);
  }
  const fields = JSON.stringify([field('train', false), field('luggage', false), field('phone', true)]);
  database
    .prepare(
      `insert into forms (pid, form, kind, title, audience, fields, enabled_at, created_at, response_count)
       values (?, ?, 'custom', 'Arrival', 'signed_in', ?, ?, ?, ?)`,
    )
    .run(pid, benchForm, fields, at, at, size.answers);
  const keys = keyring([Buffer.from(benchKey, 'hex')]);
  const response = database.prepare(
    `insert into form_responses (pid, form, uid, answers, key_id, revision, created_at, updated_at)
     values (?, ?, ?, ?, ?, 1, ?, ?)`,
  );
  for (let i = 0; i < size.answers; i += 1) {
    const uid = uidOf(i);
    const sealed = seal(keys, `form:${pid}:${benchForm}:${uid}:phone`, JSON.stringify('+886912345678'));
    const answers = { train: `Train ${i} at noon, platform 2`, luggage: '行李 x '.repeat(10), phone: { sealed } };
    response.run(pid, benchForm, uid, JSON.stringify(answers), keys.current.id, at, at);
  }
}
