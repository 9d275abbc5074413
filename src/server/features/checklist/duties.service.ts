import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import { listAgeRules } from '../../db/guardians.ts';
import type { AgeRules } from '../../db/guardians.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { dayAt, dayRange } from '../../lib/time.ts';
import { minorityIn } from '../tasks/rules/eligibility.service.ts';
import { minutesOf } from '../tasks/rules/rules.policy.ts';
import type { Duty } from './checklist.policy.ts';
import {
  hasToAnswer,
  isUnready,
  listFirstStarts,
  listOrdinaryMembers,
  listParticipants,
  listPlannedTimes,
  listStrictProjects,
  listWorkTimes,
} from './duties.queries.ts';

/** More people than the engines take in one statement. Beyond that many, the filter finds only some. */
const maxListed = 30_000;

/** How long the tasks and the other work of each of these people are, by project. */
async function plannedHours(read: Reader, pids: readonly string[], uids: readonly string[]) {
  const minutes = new Map<string, number>();
  for (const some of chunksOf(uids)) {
    const times = [...(await listPlannedTimes(read, pids, some)), ...(await listWorkTimes(read, pids, some))];
    for (const { pid, uid, ...time } of times) {
      const key = `${pid} ${uid}`;
      minutes.set(key, (minutes.get(key) ?? 0) + minutesOf(time));
    }
  }
  return (pid: string, uid: string): number => (minutes.get(`${pid} ${uid}`) ?? 0) / 60;
}

/** What projects ask of the person because of their rules for minors, and their minimum hours. One query if there are none. */
export async function dutiesOf(read: Reader, keys: Keyring, uid: string, now: Date): Promise<Duty[]> {
  const at = timestamp(now);
  const projects = await listStrictProjects(read, uid, dayAt(now, 'UTC'));
  if (projects.length === 0) return [];
  const pids = projects.map(({ pid }) => pid);
  const starts = new Map((await listFirstStarts(read, pids, uid, at)).map(({ pid, starts_at }) => [pid, starts_at]));
  const hours = await plannedHours(read, pids, [uid]);
  const duties: Duty[] = [];
  for (const { leads, ...rules } of projects) {
    const { pid, starts_on: day, timezone, min_hours: minimum } = rules;
    const minority = (await minorityIn(read, keys, { rules, now: at }, [uid])).get(uid);
    const due_at = starts.get(pid) ?? null;
    if (minority === 'unknown') duties.push({ kind: 'birthday', pid, due_at });
    if (minority === 'alone') duties.push({ kind: 'guardian', pid, due_at });
    const planned = hours(pid, uid);
    if (minimum !== null && Number(leads) === 0 && planned < minimum) {
      const begins = day === null ? null : dayRange(day, timezone).from;
      duties.push({ kind: 'hours', pid, due_at: begins, hours: Math.round(planned * 10) / 10, min_hours: minimum });
    }
  }
  return duties;
}

type Condition = RawBuilder<SqlBool>;

/**
 * For queries on `people`, whether somebody of the project still has something on their checklist. It does not tell what: about
 * ages, organisers learn nothing. Parts of the profile are private, and do not count.
 */
export async function incompleteIn(read: Reader, keys: Keyring, scope: ProjectScope, now: Date): Promise<Condition> {
  const unready = await unreadyIn(read, keys, scope, now);
  return sql<SqlBool>`(${unready} or ${hasToAnswer({ pid: scope.pid, now: timestamp(now) })})`;
}

/** The same without forms to answer. */
export async function unreadyIn(read: Reader, keys: Keyring, { pid }: ProjectScope, now: Date): Promise<Condition> {
  const at = timestamp(now);
  const [rules] = await listAgeRules(read, [pid]);
  const uids =
    rules === undefined ? [] : [...(await waitingForConsent(read, keys, rules, at)), ...(await idle(read, rules))];
  return isUnready({ pid, now: at, uids: uids.slice(0, maxListed) });
}

async function waitingForConsent(read: Reader, keys: Keyring, rules: AgeRules, now: string): Promise<string[]> {
  if (rules.adult_age === null) return [];
  const minority = await minorityIn(read, keys, { rules, now }, await listParticipants(read, rules.pid));
  return [...minority].flatMap(([uid, known]) => (known === 'agreed' ? [] : [uid]));
}

async function idle(read: Reader, { pid, min_hours: minimum }: AgeRules): Promise<string[]> {
  if (minimum === null) return [];
  const members = await listOrdinaryMembers(read, pid);
  const hours = await plannedHours(read, [pid], members);
  return members.filter((uid) => hours(pid, uid) < minimum);
}
