import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import { heldRoles, noRoles, scopeOfRow } from '../../auth/project-role.ts';
import type { ProjectRole, ProjectScope, Roles } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail, failField, refuseField } from '../../errors.ts';
import { changedFields } from '../audit/changed-fields.policy.ts';
import { chunksOf, sortedIds } from '../../lib/chunks.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { toUtc } from '../../http/moment.ts';
import { earliestToday } from '../../../shared/rules.ts';
import { isTimezone } from '../../lib/time.ts';
import { record, recordAll } from '../audit/audit.service.ts';
import { deleteChangesIn } from '../changes/recording.service.ts';
import { endConsentsInProject } from '../forms/disclosure/consents.service.ts';
import { endGroupConsentsIn } from '../group-sync/my-groups.service.ts';
import { askAnewForLaterEnd } from '../guardians/guardians.service.ts';
import { touchListing } from '../members/members.service.ts';
import { lockPeople } from '../people/people.service.ts';
import { isLaterEnd } from '../tasks/rules/minors.policy.ts';
import { readableColours } from './appearance/colours.policy.ts';
import { copyPicture } from './appearance/appearance.queries.ts';
import { presentPicture } from './appearance/picture.policy.ts';
import { copyProject, peopleToCopy } from './copy-project.service.ts';
import type { ProjectCopier, ProjectCopy } from './copy-project.service.ts';
import { lockProjects, notifyOwnership } from './owners.service.ts';
import { beginsLater, projectRights } from './projects.policy.ts';
import {
  changeProject,
  deleteProject,
  findProject,
  followsLeadingOne,
  hasDataOfPeople,
  hasUnpublishedDecisions,
  insertOwners,
  insertProject,
  lead,
  nextProjectRevision,
  rolesIn,
} from './projects.queries.ts';
import type { DraftReader, ProjectRow } from './projects.queries.ts';
import type { NewProject, Project, ProjectChange } from './projects.schema.ts';
import { notifyAddedToDraft } from './publication.service.ts';
import type { Publishing } from './publication.service.ts';

/** True for a draft as well. */
export const projectExists = async (read: Reader, pid: string): Promise<boolean> =>
  (await findProject(read, pid)) !== undefined;

export function presentProject(row: ProjectRow, roles: Roles): Project {
  const { revision: _revision, picture_alt: _alt, picture_width: _width, picture_height: _height, ...project } = row;
  return {
    ...project,
    colours: row.colour === null ? null : readableColours(row.colour),
    picture: presentPicture(row),
    rights: projectRights(roles, row.state),
  };
}

export function draftReader(caller: Person | null): DraftReader {
  return caller?.appointed === true ? 'all' : { uid: caller?.uid ?? '' };
}

/** The caller's roles in each project of a page, with two queries. */
export async function rolesFor(read: Reader, now: Date, caller: Person | null, rows: readonly ProjectRow[]) {
  const administrator = caller?.administrator ?? false;
  if (caller === null || rows.length === 0) return () => ({ ...noRoles, administrator });
  const pids = rows.map(({ pid }) => pid);
  const { owned, held } = await rolesIn(read, { uid: caller.uid, now: timestamp(now) }, pids);
  const byProject = Map.groupBy(held, ({ pid }) => pid);
  return ({ pid }: ProjectRow): Roles => ({
    ...heldRoles(byProject.get(pid) ?? [], caller.withheld),
    owner: owned.has(pid) && !caller.withheld,
    administrator,
  });
}

export async function createProject(
  trx: Trx,
  now: Date,
  caller: Person,
  input: NewProject,
  copiers: readonly ProjectCopier[],
): Promise<ProjectRow> {
  const { pid, copy_from: from, owners = [caller.uid] } = input;
  const at = timestamp(now);
  checkTimezone(input.timezone);
  checkDates(input.starts_on ?? null, input.ends_on ?? null);
  const source = from === undefined ? undefined : await findProject(trx, from);
  if (from !== undefined && source === undefined) refuseField('/copy_from', 'There is no such project');
  const copy = from === undefined ? undefined : copyOf(input, from, caller, at);
  const active = await lockActivePeople(trx, [...owners, ...(await peopleToCopy(trx, copiers, copy))]);
  requireOwners(owners, active);
  // Lock the source project: all of its rows are copied as of one moment.
  if (from !== undefined) await lockProjects(trx, [from]);
  const row = {
    pid,
    name: input.name.trim(),
    description: input.description ?? '',
    starts_on: input.starts_on ?? null,
    ends_on: input.ends_on ?? null,
    timezone: input.timezone,
    state: input.state ?? ('draft' as const),
    listing: input.listing ?? source?.listing ?? ('everyone' as const),
    confirm_days: confirmDaysOf(input, source),
    // Next year's call has other dates.
    call_opens_at: null,
    call_closes_at: null,
    wishes: source?.wishes ?? 1,
    decisions: source?.decisions ?? ('at_once' as const),
    adult_age: source?.adult_age ?? null,
    minors_latest_end: source?.minors_latest_end ?? null,
    min_hours: source?.min_hours ?? null,
    place: input.place ?? source?.place ?? '',
    colour: input.colour === undefined ? (source?.colour ?? null) : input.colour,
    picture: source?.picture ?? null,
    picture_alt: source?.picture_alt ?? '',
    picture_width: source?.picture_width ?? null,
    picture_height: source?.picture_height ?? null,
    leading_since: null,
    created_at: at,
  };
  // A copy is the next year of the same event, unless its dates say otherwise.
  const follows = source === undefined || beginsLater(source, row) ? null : source.pid;
  if (!(await insertProject(trx, { ...row, follows })))
    fail('already_exists', { detail: `There is already a project ${pid}` });
  await insertOwners(trx, pid, owners, at);
  if (source !== undefined) await copyPicture(trx, source.pid, pid);
  const actor = caller.uid;
  await recordAll(trx, now, [
    { actor, kind: 'project.created', subject: pid, pid, detail: { copy_from: from ?? null } },
    ...owners.map((uid) => ({ actor, kind: 'owner.added' as const, subject: uid, pid })),
    ...(await copyProject(trx, copiers, copy, active)),
  ]);
  await notifyOwnership(trx, { actor, now, owner: true }, row, owners);
  if (row.state !== 'draft') await notifyAddedToDraft(trx, { actor, now }, scopeOfRow(row), row.listing);
  const leads = row.state === 'public' ? await takeLeadOver(trx, { actor, now }, scopeOfRow(row)) : {};
  return { ...row, ...leads, revision: 1 };
}

const usualConfirmDays = 3;

const confirmDaysOf = (input: NewProject, source: ProjectRow | undefined): number | null => {
  if (input.confirm_days !== undefined) return input.confirm_days;
  return source === undefined ? usualConfirmDays : source.confirm_days;
};

const copyOf = (input: NewProject, from: string, { uid: actor }: Person, at: string): ProjectCopy => ({
  from,
  to: input.pid,
  at,
  actor,
  withChiefs: input.copy_chiefs === true,
});

/** Engines limit the parameters of a statement. */
const maxLocked = 5000;

/** Locks people and returns those who exist and are not suspended. */
async function lockActivePeople(trx: Trx, uids: readonly string[]): Promise<Set<string>> {
  const active = new Set<string>();
  for (const some of chunksOf(sortedIds(uids), maxLocked))
    for (const person of await lockPeople(trx, some)) if (person.suspended_at === null) active.add(person.uid);
  return active;
}

function requireOwners(owners: readonly string[], active: ReadonlySet<string>): void {
  const errors = owners.flatMap((uid, index) =>
    active.has(uid) ? [] : [{ pointer: `/owners/${index}`, detail: 'There is no such person' }],
  );
  if (errors.length > 0) fail('unknown_person', { errors });
}

type Services = { db: Db; clock: Clock };

export async function updateProject(
  services: Services & Publishing,
  caller: Person,
  projectRole: ProjectRole,
  change: ProjectChange,
  expected: number | undefined,
): Promise<{ revision: number; project: Project }> {
  const { db, clock, publicationSteps } = services;
  const now = clock.now();
  if (change.timezone !== undefined) checkTimezone(change.timezone);
  const { scope } = projectRole;
  const row = await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const locked = (await nextProjectRevision(trx, scope, expected)) ?? fail('stale');
    if (locked.state === 'archived' && Object.keys(change).some((name) => name !== 'state')) fail('project_archived');
    const named = { ...change, ...callIn(change), ...(change.name === undefined ? {} : { name: change.name.trim() }) };
    const changed = { ...locked, ...named };
    checkDates(changed.starts_on, changed.ends_on);
    checkCall(changed.call_opens_at, changed.call_closes_at);
    // Nobody would find them again, because what follows is known at once.
    if (
      changed.decisions === 'at_once' &&
      locked.decisions === 'together' &&
      (await hasUnpublishedDecisions(trx, scope))
    )
      refuseField('/decisions', 'Publish the decisions that are not published yet first');
    await changeProject(trx, scope, named);
    // Drafts have no public listing.
    if (changed.state !== locked.state || changed.listing !== locked.listing) await touchListing(trx, scope.pid);
    if (changed.state === 'draft' && locked.state !== 'draft') {
      await endConsentsInProject(trx, { actor: caller.uid, now }, scope);
      await endGroupConsentsIn(trx, { actor: caller.uid, now }, scope);
    }
    if (changed.state !== 'draft' && locked.state === 'draft')
      await notifyAddedToDraft(trx, { actor: caller.uid, now }, scope, changed.listing);
    if (isLaterEnd(locked.minors_latest_end, changed.minors_latest_end)) await askAnewForLaterEnd(trx, now, scope.pid);
    const isPublished = changed.state === 'public' && locked.state !== 'public';
    if (isPublished) for (const step of publicationSteps) await step(trx, services, { actor: caller.uid, now }, scope);
    const fields = changedFields(Object.keys(change), locked, changed);
    if (fields !== '') {
      const { pid } = scope;
      const { revision } = changed;
      const entry = { kind: 'project.changed' as const, subject: pid, pid, revision, detail: { fields } };
      await record(trx, now, { actor: caller.uid, ...entry });
    }
    return { ...changed, ...(isPublished ? await takeLeadOver(trx, { actor: caller.uid, now }, scope) : {}) };
  });
  return { revision: row.revision, project: presentProject(row, projectRole) };
}

/** The home page, the head of all pages and the sign-in show this project from now on, as soon as it is public. */
export async function chooseLeading({ db, clock }: Services, caller: Person, pid: string): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const { revision } =
      (await nextProjectRevision(trx, scopeOfRow({ pid }), undefined)) ??
      refuseField('/pid', 'There is no such project');
    if (!(await lead(trx, pid, timestamp(now)))) return;
    const detail = { fields: 'leading_since' };
    await record(trx, now, { actor: caller.uid, kind: 'project.changed', subject: pid, pid, revision, detail });
  });
}

/** Next year's project takes over from one that is over when it is published: nobody has to think of it every year. */
async function takeLeadOver(trx: Trx, by: { actor: string; now: Date }, scope: ProjectScope) {
  const { actor, now } = by;
  const { pid } = scope;
  if (!(await followsLeadingOne(trx, scope, earliestToday(now)))) return {};
  const since = timestamp(now);
  await lead(trx, pid, since);
  await record(trx, now, { actor, kind: 'project.changed', subject: pid, pid, detail: { fields: 'leading_since' } });
  return { leading_since: since };
}

/** Only drafts, so that nothing public disappears by mistake. */
export async function removeProject(
  { db, clock }: Services,
  caller: Person,
  { scope }: ProjectRole,
  { force, expected }: { force: boolean; expected: number | undefined },
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const locked = (await nextProjectRevision(trx, scope, expected)) ?? fail('stale');
    if (locked.state !== 'draft') fail('project_not_draft');
    if (!force && (await hasDataOfPeople(trx, scope))) fail('project_has_data');
    const { pid } = scope;
    await touchListing(trx, pid);
    await deleteProject(trx, scope);
    await deleteChangesIn(trx, pid);
    const detail = { name: locked.name };
    await record(trx, now, { actor: caller.uid, kind: 'project.removed', subject: pid, pid, detail });
  });
}

function checkDates(startsOn: string | null, endsOn: string | null): void {
  if (startsOn !== null && endsOn !== null && endsOn < startsOn) {
    refuseField('/ends_on', 'The last day comes before the first');
  }
}

/** The dates of the call in UTC, as far as they change. */
function callIn({ call_opens_at: opens, call_closes_at: closes }: ProjectChange) {
  return {
    ...(opens === undefined ? {} : { call_opens_at: opens === null ? null : toUtc('/call_opens_at', opens) }),
    ...(closes === undefined ? {} : { call_closes_at: closes === null ? null : toUtc('/call_closes_at', closes) }),
  };
}

function checkCall(opens: string | null, closes: string | null): void {
  if (opens !== null && closes !== null && closes <= opens) {
    refuseField('/call_closes_at', 'The call closes before it opens');
  }
}

function checkTimezone(timezone: string): void {
  if (!isTimezone(timezone)) failField('/timezone', 'is not a time zone of the IANA database');
}
