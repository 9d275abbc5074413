import { confirmCaller } from '../../auth/confirm.ts';
import type { Actor, ProjectScope, Roles } from '../../auth/project-role.ts';
import { inProject } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { timestamp } from '../../lib/clock.ts';
import { toUtc } from '../../http/moment.ts';
import { record } from '../audit/audit.service.ts';
import {
  deleteAvailability,
  isHelper,
  isOpenToAll,
  listAvailabilities,
  listAvailabilitiesOf,
  listChoices,
  saveAvailability,
} from './availability.queries.ts';
import type { AvailabilityRow } from './availability.queries.ts';
import type { Availability, NewAvailability } from './availability.schema.ts';

type Period = Availability['unavailable'][number];

/** People are available unless they say otherwise. */
const always: Availability = { unavailable: [], max_hours: null, preferred_kinds: [], preferred_teams: [] };

const parsed = (row: AvailabilityRow): Availability => ({
  unavailable: JSON.parse(row.unavailable) as Period[],
  max_hours: row.max_minutes === null ? null : row.max_minutes / 60,
  preferred_kinds: JSON.parse(row.preferred_kinds) as string[],
  preferred_teams: JSON.parse(row.preferred_teams) as string[],
});

/** What these people have said, for planners, drafts and requests for help. */
export async function availabilitiesOf(
  read: Reader,
  scope: ProjectScope,
  uids: readonly string[],
): Promise<Map<string, Availability>> {
  const found = new Map<string, Availability>();
  for (const some of chunksOf(uids))
    for (const row of await listAvailabilities(read, scope, some)) found.set(row.uid, parsed(row));
  return found;
}

export const availabilityOf = async (read: Reader, scope: ProjectScope, uid: string): Promise<Availability> =>
  (await availabilitiesOf(read, scope, [uid])).get(uid) ?? always;

/** Everything that the person has said, for their export. */
export const exportAvailabilities = async (read: Reader, uid: string) =>
  (await listAvailabilitiesOf(read, uid)).map((row) => ({ pid: row.pid, ...parsed(row) }));

/** Confirms the caller under lock, and that they can take tasks of the project. */
export async function requireHelp(trx: Trx, { projectRole: { scope }, caller, uid, now }: Actor): Promise<void> {
  const { roles } = await confirmCaller(trx, now, caller);
  const helper = await isHelper(trx, scope, uid);
  const openToAll = await isOpenToAll(trx, scope, timestamp(now));
  if (!canHelp(roles, { helper, openToAll }))
    fail('forbidden', { detail: 'No task of this project is open to people without a team' });
}

export async function changeAvailability(db: Db, actor: Actor, input: NewAvailability): Promise<Availability> {
  const { projectRole, uid, now } = actor;
  const { scope } = projectRole;
  const unavailable = periodsOf(input.unavailable);
  const { max_hours = null, preferred_kinds = [], preferred_teams = [] } = input;
  return db.transaction(async (trx) => {
    await requireHelp(trx, actor);
    const choices = await listChoices(trx, scope);
    requireKnown('/preferred_kinds', preferred_kinds, choices.kinds, 'is not a kind of task of this project');
    requireKnown('/preferred_teams', preferred_teams, choices.teams, 'is not a team of this project');
    const value = { unavailable, max_hours, preferred_kinds, preferred_teams };
    const before = await availabilityOf(trx, scope, uid);
    if (JSON.stringify(before) === JSON.stringify(value)) return value;
    if (JSON.stringify(value) === JSON.stringify(always)) await deleteAvailability(trx, scope, uid);
    else {
      await saveAvailability(trx, scope, {
        uid,
        unavailable: JSON.stringify(unavailable),
        max_minutes: max_hours === null ? null : max_hours * 60,
        preferred_kinds: JSON.stringify(preferred_kinds),
        preferred_teams: JSON.stringify(preferred_teams),
        changed_at: timestamp(now),
      });
    }
    await record(trx, now, { actor: uid, kind: 'availability.changed', subject: uid, pid: scope.pid });
    return value;
  });
}

/** Sorts the periods and joins those that touch. */
function periodsOf(input: NewAvailability['unavailable']): Period[] {
  const periods = input.map(({ from, to }, index) => {
    const period = { from: toUtc(`/unavailable/${index}/from`, from), to: toUtc(`/unavailable/${index}/to`, to) };
    return period.to > period.from ? period : failField(`/unavailable/${index}/to`, 'must be after from');
  });
  const merged: Period[] = [];
  for (const period of periods.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = merged.at(-1);
    if (last === undefined || last.to < period.from) merged.push({ ...period });
    else if (period.to > last.to) last.to = period.to;
  }
  return merged;
}

function requireKnown(pointer: string, given: readonly string[], known: ReadonlySet<string>, detail: string): void {
  const index = given.findIndex((one) => !known.has(one));
  if (index === -1) return;
  const where = `${pointer}/${index}`;
  fail('not_allowed', { detail: `${where} ${detail}`, errors: [{ pointer: where, detail }] });
}

/**
 * Whether somebody can take tasks of the project, and so may say when they can help and what they can do: its people, its
 * helpers, and everybody while tasks ahead are open to everybody.
 */
const canHelp = (
  roles: Pick<Roles, 'owner' | 'teams'>,
  { helper, openToAll }: { helper: boolean; openToAll: boolean },
): boolean => inProject(roles) || helper || openToAll;
