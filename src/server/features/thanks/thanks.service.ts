import { confirmCaller } from '../../auth/confirm.ts';
import type { Actor, ProjectRole, ProjectScope } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { listAgeRules } from '../../db/guardians.ts';
import { lockProject } from '../../db/lock-project.ts';
import { agreeToThanks, findThanksName, withdrawFromThanks } from '../../db/thanks.ts';
import { fail, refuseField } from '../../errors.ts';
import { byName, pageRequest, sealedCursors, totalOnFirst } from '../../http/paging.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { changedFields } from '../audit/changed-fields.policy.ts';
import { record } from '../audit/audit.service.ts';
import { withdrawPublicThanks } from '../forms/answers/public-thanks.service.ts';
import { listTeamHours } from '../hours/series/series-statistics.service.ts';
import { notify } from '../notices/notify.service.ts';
import type { ProjectCopy } from '../projects/copy-project.service.ts';
import { minorityIn } from '../tasks/rules/eligibility.service.ts';
import * as queries from './thanks.queries.ts';
import {
  countHelped,
  countNamed,
  findPage,
  findStateOfAgreed,
  findText,
  isAmong,
  listAgreed,
  listNamed,
  putPage,
  setHidden,
} from './thanks.queries.ts';
import type { PageRow } from './thanks.queries.ts';
import { isOver, isShown, publicTotals } from './thanks.policy.ts';
import type { OwnThanks, ThanksPage, ThanksPageInput } from './thanks.schema.ts';

type Services = { db: Db; clock: Clock; keys: Keyring };

export const listThanksOf = (read: Reader, uid: string) => queries.listThanksOf(read, uid);

/**
 * Minors are not named in public, whoever agreed to what: neither they nor their guardian was asked about that. In a project
 * with an age of adults, that is everybody whose birthday does not show that they have reached it.
 */
async function minorityOf(read: Reader, keys: Keyring, { pid }: ProjectScope, now: Date, uids: readonly string[]) {
  const [rules] = await listAgeRules(read, [pid]);
  return rules === undefined ? new Map<string, never>() : minorityIn(read, keys, { rules, now: timestamp(now) }, uids);
}

/** Whom the page must not name, of all who agreed. Reads birthdays only if the project has an age of adults. */
async function unnamed(read: Reader, keys: Keyring, scope: ProjectScope, now: Date): Promise<string[]> {
  const [rules] = await listAgeRules(read, [scope.pid]);
  if (rules?.adult_age == null) return [];
  return [...(await minorityOf(read, keys, scope, now, await listAgreed(read, scope.pid))).keys()];
}

const kept = new WeakMap<Db, Map<string, { state: string; uids: Promise<string[]> }>>();

/**
 * The same for reads, which visitors can make at will: birthdays are opened again only if something has changed on which it
 * depends.
 */
async function unnamedOnPage({ db, keys }: Pick<Services, 'db' | 'keys'>, scope: ProjectScope, now: Date) {
  const { pid } = scope;
  const [rules] = await listAgeRules(db.read, [pid]);
  if (rules?.adult_age == null) return [];
  const today = timestamp(now).slice(0, 10);
  const state = `${rules.adult_age} ${rules.starts_on} ${today} ${await findStateOfAgreed(db.read, pid)}`;
  const ofProjects = kept.get(db) ?? new Map<string, { state: string; uids: Promise<string[]> }>();
  kept.set(db, ofProjects);
  const known = ofProjects.get(pid);
  if (known?.state === state) return known.uids;
  const uids = unnamed(db.read, keys, scope, now);
  ofProjects.set(pid, { state, uids });
  uids.catch(() => ofProjects.delete(pid));
  return uids;
}

const mayPrepare = ({ owner }: ProjectRole): boolean => owner;

/** Visitors learn nothing of a page that is not shown; owners see what it would say. */
export async function readPage(
  services: Services,
  projectRole: ProjectRole,
): Promise<{ revision: number; page: ThanksPage }> {
  const { db, clock } = services;
  const now = clock.now();
  const row = await findPage(db.read, projectRole.scope);
  const { pid } = row;
  const [published, over, revision] = [isShown(row, now), isOver(row, now), row.revision ?? 0];
  if (!published && !mayPrepare(projectRole))
    return { revision, page: { pid, published, over, text: '', people: null, shifts: null, minutes: null, names: 0 } };
  const teams = await listTeamHours(db, pid);
  const sum = (count: (team: (typeof teams)[number]) => number) => teams.reduce((all, team) => all + count(team), 0);
  const { people, shifts, minutes } = publicTotals({
    people: await countHelped(db.read, pid),
    shifts: sum((team) => team.shifts - team.no_shows),
    minutes: sum((team) => team.minutes),
  });
  const without = await unnamedOnPage(services, projectRole.scope, now);
  const names = await countNamed(db.read, { pid, without, withHidden: false });
  return { revision, page: { pid, published, over, text: row.text ?? '', people, shifts, minutes, names } };
}

export async function namePage(
  services: Services,
  projectRole: ProjectRole,
  query: { limit?: number; cursor?: string },
) {
  const { db, clock, keys } = services;
  const now = clock.now();
  const { scope } = projectRole;
  // A cursor holds the uid of the last person.
  const cursors = sealedCursors(keys, { pid: scope.pid, tid: ' thanks' });
  const { limit, after, page } = pageRequest({ ...query, cursor: cursors.open(query.cursor) }, byName);
  const isOwner = mayPrepare(projectRole);
  if (!isOwner && !isShown(await findPage(db.read, scope), now)) return { data: [], next: null, total: 0 };
  const which = { pid: scope.pid, without: await unnamedOnPage(services, scope, now), withHidden: isOwner };
  const rows = await listNamed(db.read, which, { limit, after });
  const { data, next } = page(rows, ({ uid, name, hidden_at }) => ({
    name,
    uid: isOwner ? uid : null,
    hidden: hidden_at !== null,
  }));
  return { data, next: cursors.close(next), ...(await totalOnFirst(after, () => countNamed(db.read, which))) };
}

export async function savePage(
  { db, keys }: Services,
  { projectRole: { scope }, caller, uid: actor, now }: Actor,
  { text, published }: ThanksPageInput,
  expected: number | undefined,
): Promise<void> {
  const { pid } = scope;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await lockProject(trx, pid);
    const before = await findPage(trx, scope);
    if (expected !== undefined && expected !== (before.revision ?? 0)) return fail('stale');
    if (published && before.published_at === null) requireOver(before, now);
    const old = { text: before.text ?? '', published: before.published_at !== null };
    const fields = changedFields(['text', 'published'], old, { text, published });
    if (fields === '') return;
    const revision = (before.revision ?? 0) + 1;
    const published_at = published ? (before.published_at ?? timestamp(now)) : null;
    await putPage(trx, { pid, text, published_at, revision });
    await record(trx, now, { actor, kind: 'thanks.changed', subject: pid, pid, revision, detail: { fields } });
    if (published && before.published_at === null) await notifyNamed(trx, { actor, now }, scope, keys);
  });
}

function requireOver(row: PageRow, now: Date): void {
  if (row.state === 'draft') refuseField('/published', 'Publish the project first');
  if (!isOver(row, now)) refuseField('/published', 'The event is not over yet');
}

/** Everybody who is named now, once, so that who has thought better of it can withdraw. */
async function notifyNamed(
  trx: Trx,
  cause: { actor: string; now: Date },
  scope: ProjectScope,
  keys: Keyring,
): Promise<void> {
  const { pid } = scope;
  const without = await unnamed(trx, keys, scope, cause.now);
  const rows = await listNamed(trx, { pid, without, withHidden: false }, { limit: maxNamed, after: undefined });
  await notify(
    trx,
    cause,
    rows.map(({ uid, name }) => ({
      kind: 'thanks.published',
      uid,
      pid,
      subject: '',
      values: { what: name },
      occasion: 'published',
    })),
  );
}

/** More than any event has. */
const maxNamed = 100_000;

/** Names are what people type. Owners take responsibility for the page, so they can hide one. */
export async function hideName(
  { db }: Services,
  { projectRole: { scope }, caller, uid: actor, now }: Actor,
  uid: string,
  hidden: boolean,
): Promise<void> {
  const { pid } = scope;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller, [uid]);
    const found = await findThanksName(trx, pid, uid);
    if (found === undefined) return fail('not_found', { detail: 'This person is not named' });
    if (!(await setHidden(trx, { pid, uid }, hidden ? timestamp(now) : null))) return;
    const detail = { hidden: hidden ? 'yes' : 'no' };
    await record(trx, now, { actor, kind: 'thanks.hidden', subject: uid, pid, detail });
    if (!hidden) return;
    const notice = { kind: 'thanks.hidden' as const, uid, pid, subject: '', values: { what: found.name } };
    await notify(trx, { actor, now }, [notice]);
  });
}

export async function readOwn(
  { db: { read }, keys }: Pick<Services, 'db' | 'keys'>,
  { projectRole: { scope }, uid, now }: Actor,
): Promise<OwnThanks> {
  const found = await findThanksName(read, scope.pid, uid);
  const minority = (await minorityOf(read, keys, scope, now, [uid])).get(uid);
  const hindrance = found?.hidden_at != null ? 'hidden' : minority === undefined ? null : 'minor';
  return {
    pid: scope.pid,
    name: found?.name ?? null,
    agreed_at: found?.agreed_at ?? null,
    helped: found !== undefined || (await isAmong(read, scope.pid, uid)),
    hindrance: hindrance === 'minor' && minority === 'unknown' ? 'birthday' : hindrance,
  };
}

export async function agree(
  { db }: Services,
  { projectRole: { scope }, caller, uid, now }: Actor,
  name: string,
): Promise<void> {
  const { pid } = scope;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    if (!(await isAmong(trx, pid, uid)))
      fail('forbidden', { detail: 'Only people who are in the project, or helped, are named' });
    if (!(await agreeToThanks(trx, { pid, uid, name, agreed_at: timestamp(now) }))) return;
    await record(trx, now, { actor: uid, kind: 'thanks.chosen', subject: uid, pid, detail: { named: 'yes' } });
  });
}

/** Also takes back a yes in forms that asked, which organisers may print. */
export async function withdraw(
  { db, keys }: Services,
  { projectRole: { scope }, caller, uid, now }: Actor,
): Promise<void> {
  const { pid } = scope;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await withdrawPublicThanks(trx, keys, { scope, uid, now });
    if (!(await withdrawFromThanks(trx, pid, uid))) return;
    await record(trx, now, { actor: uid, kind: 'thanks.chosen', subject: uid, pid, detail: { named: 'no' } });
  });
}

/** The text is part of the set-up of a year. Nobody has agreed to be named in the next one. */
export async function copyText(trx: Trx, { from, to }: ProjectCopy): Promise<never[]> {
  const text = await findText(trx, from);
  if (text !== '') await putPage(trx, { pid: to, text, published_at: null, revision: 1 });
  return [];
}
