import { addSeconds, days, hours } from '../../lib/clock.ts';
import { changeKinds, maySee } from './kinds.policy.ts';
import type { Subject } from './kinds.policy.ts';
import type { Person } from '../../auth/caller.ts';
import type { OwnProjects } from '../../auth/project-role.ts';

/** Up to where somebody has read: the last number, and the time of that change or of the read. */
export type Position = { seq: number; atMs: number };

/** Without a cursor the feed starts this long ago. */
export const shownSeconds = days(30);
/** A little longer, so that there is time to read on from the first page. */
const cursorSeconds = shownSeconds + hours(12);
/** A valid cursor is never older. */
export const keptSeconds = days(31);

const cursorForm = '[0-9a-z]{1,10}-[0-9a-z]{1,9}';
export const cursorPattern = `^(?:latest|${cursorForm})$`;
const isCursor = new RegExp(`^${cursorForm}$`);

export const cursorOf = ({ seq, atMs }: Position): string => `${seq.toString(36)}-${atMs.toString(36)}`;

/** Undefined if the text is no cursor. */
export function positionOf(cursor: string): Position | undefined {
  if (!isCursor.test(cursor)) return undefined;
  const [seq = NaN, atMs = NaN] = cursor.split('-').map((part) => Number.parseInt(part, 36));
  return { seq, atMs };
}

/** Changes after it may be gone; or the database is older than the cursor, because a backup was restored. */
export const isExpired = ({ seq, atMs }: Position, now: Date, lastSeq: number): boolean =>
  atMs < addSeconds(now, -cursorSeconds).getTime() || seq > lastSeq;

/** A caller with the roles that they have at this moment. */
export type View = { caller: Pick<Person, 'uid' | 'administrator'>; projects: OwnProjects };

export type Filter = { project?: string | undefined; kinds?: ReadonlySet<string> | undefined };

type Row = { pid: string | null; kind: string; subject: string };

/** Whether the view sees every change of these projects, so that none needs to be looked at. */
export const seesAll = ({ projects }: View, { project, kinds }: Filter): boolean =>
  kinds === undefined &&
  [...projects.values()].every(({ scope, roles }) => roles.owner || (project !== undefined && scope.pid !== project));

export function isShown({ caller, projects }: View, { project, kinds }: Filter, { pid, kind, subject }: Row): boolean {
  if (project !== undefined && pid !== project) return false;
  if (kinds !== undefined && !kinds.has(kind)) return false;
  const roles = projects.get(pid ?? '')?.roles;
  // Owners see all of their project; others need a look at the subject.
  if (roles?.owner === true && changeKinds.get(kind) !== 'administrators') return true;
  return maySee(caller, roles, kind, JSON.parse(subject) as Subject);
}
