import type { ProjectRoles, ProjectScope } from '../../auth/project-role.ts';
import { holds, inProject } from '../../auth/project-role.ts';
import type { Person } from '../../auth/caller.ts';
import type { Db } from '../../db/db.ts';
import { fail, failField, refuseField } from '../../errors.ts';
import { addSeconds, hours, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { cursorOf, isExpired, isShown, keptSeconds, positionOf, seesAll, shownSeconds } from './changes.policy.ts';
import type { Filter, Position, View } from './changes.policy.ts';
import { deleteOld, listChanges } from './changes.queries.ts';
import type { ChangeRow } from './changes.queries.ts';
import type { Change, ChangePage, ChangeQuery } from './changes.schema.ts';
import { changeKinds } from './kinds.policy.ts';
import type { Subject } from './kinds.policy.ts';

type Services = { db: Db; clock: Clock };

/** How many rows a request looks at after the first read, if not all of them are for the caller. */
const maxScanned = 1000;
/** Each is an index range of its own. */
const maxProjects = 100;
const deletedAtOnce = 1000;

export const presentChange = ({ seq, at, pid, kind, subject, revision }: ChangeRow): Change => ({
  id: cursorOf({ seq, atMs: Date.parse(at) }),
  at,
  project: pid,
  kind,
  subject: JSON.parse(subject) as Subject,
  revision,
});

/** 404 for a project that the caller may not know of, 403 for one in which they have no role. */
export async function filterOf(projectRoles: ProjectRoles, caller: Person, query: ChangeQuery): Promise<Filter> {
  const kinds = query.kinds?.split(',').map((kind) => kind.trim());
  const unknown = kinds?.find((kind) => !changeKinds.has(kind));
  if (unknown !== undefined) failField('/querystring/kinds', 'has a kind that does not exist');
  if (query.project !== undefined) {
    const role = await projectRoles(caller, query.project);
    if (!inProject(role) && !holds(role, 'viewer')) fail(role.ownerWithheld ? 'passkey_required' : 'forbidden');
  }
  return { project: query.project, kinds: kinds === undefined ? undefined : new Set(kinds) };
}

/** Where to start: behind the cursor, at the end of the feed, or 30 days ago (undefined). */
export async function startOf({ db, clock }: Services, after: string | undefined, pointer: string) {
  if (after === undefined) return undefined;
  const lastSeq = await db.handle.changes.completeUpTo();
  const now = clock.now();
  if (after === 'latest') return { seq: lastSeq, atMs: now.getTime() };
  const position = positionOf(after) ?? failField(pointer, 'is not a cursor of the change feed');
  // A slow writer can hold the feed back to a number that readers have passed.
  const highest = position.seq > lastSeq ? await db.handle.changes.lastNumber() : lastSeq;
  return isExpired(position, now, highest) ? fail('cursor_expired') : position;
}

type Read = { filter: Filter; after: Position | undefined; limit: number };
export type ReadChanges = { rows: ChangeRow[]; next: Position; more: boolean };

/** What follows a position, as far as the view shows it. Reads a limited number of rows, whatever there is to skip. */
export async function readChanges(
  { db, clock }: Services,
  view: View,
  { filter, after, limit }: Read,
): Promise<ReadChanges> {
  const upTo = await db.handle.changes.completeUpTo();
  const now = clock.now();
  const since = after === undefined ? timestamp(addSeconds(now, -shownSeconds)) : undefined;
  const start = after?.seq ?? 0;
  const scopes = scopesOf(view, filter);
  const shown: ChangeRow[] = [];
  let last: ChangeRow | undefined;
  let atEnd = false;
  // Most callers may see most changes, so the first read usually fills the page; the second one looks further.
  const reads = seesAll(view, filter) ? [limit + 1] : [2 * limit, maxScanned];
  for (const size of reads) {
    const range = { after: last?.seq ?? start, upTo, since, limit: size };
    const rows = await listChanges(db.read, scopes, range);
    shown.push(...rows.filter((row) => isShown(view, filter, row)));
    last = rows.at(-1) ?? last;
    atEnd = rows.length < size;
    if (atEnd || shown.length > limit) break;
  }
  const isCut = shown.length > limit;
  if (isCut) last = shown[limit - 1];
  const more = isCut || !atEnd;
  return {
    rows: shown.slice(0, limit),
    next:
      more && last !== undefined
        ? { seq: last.seq, atMs: Date.parse(last.at) }
        : { seq: Math.max(upTo, start), atMs: now.getTime() },
    more,
  };
}

function scopesOf({ caller, projects }: View, { project }: Filter): (ProjectScope | null)[] {
  if (project !== undefined) return [projects.get(project)?.scope ?? []].flat();
  if (projects.size > maxProjects) {
    return refuseField(
      '/querystring/project',
      `You have a role in more than ${maxProjects} projects: name one with \`project\``,
    );
  }
  return [...(caller.administrator ? [null] : []), ...[...projects.values()].map(({ scope }) => scope)];
}

export const presentPage = ({ rows, next, more }: ReadChanges): ChangePage => ({
  data: rows.map(presentChange),
  next: cursorOf(next),
  more,
});

/** Uses small transactions. Returns how many were deleted. */
export async function deleteOldChanges({ db, clock }: Services, signal: AbortSignal): Promise<number> {
  const now = clock.now();
  const old = {
    before: timestamp(addSeconds(now, -keptSeconds)),
    // Others write changes while this waits for a lock: they are a little later, and not the work of a wrong clock.
    latest: timestamp(addSeconds(now, hours(1))),
    limit: deletedAtOnce,
  };
  for (let total = 0; ;) {
    signal.throwIfAborted();
    const deleted = await db.transaction((trx) => deleteOld(trx, old));
    total += deleted;
    if (deleted < deletedAtOnce) return total;
  }
}
