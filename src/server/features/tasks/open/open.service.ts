import type { Person } from '../../../auth/caller.ts';
import type { OwnProjects } from '../../../auth/project-role.ts';
import { inProject } from '../../../auth/project-role.ts';
import type { Db, Reader } from '../../../db/db.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { dayRange } from '../../../lib/time.ts';
import { personalOf } from '../rules/eligibility.policy.ts';
import type { Personal } from '../rules/eligibility.policy.ts';
import { listBlockedKinds, loadEligibility } from '../rules/eligibility.service.ts';
import { joinRefusals } from '../rules/joining.policy.ts';
import type { Refusal, RuledTask } from '../rules/rules.policy.ts';
import { canPlanFor } from '../tasks.policy.ts';
import { listOwnTimes } from '../tasks.queries.ts';
import { conflictsIn } from '../tasks.service.ts';
import { listOwnInvolvements } from '../involvements.queries.ts';
import { listCurrent, listHelping, listKindsOf, listTeamNames, selectOpen } from './open.queries.ts';
import type { OpenRow, Place } from './open.queries.ts';
import type { OpenTask, OpenTaskQuery } from './open.schema.ts';

export type OpenServices = {
  db: Db;
  clock: Clock;
  keys: Keyring;
  ownProjects: (caller: Person) => Promise<OwnProjects>;
};

/** Nobody looks for tasks in more projects than this at once; their own and the next ones count. */
const maxProjects = 3;
/** Most people can take most tasks. Further rows are read if the first do not fill a page, but not among all tasks. */
const batchRows = 100;
const maxBatches = 3;

type Current = Awaited<ReturnType<typeof listCurrent>>[number];
type Candidate = OpenRow & { project: Current };
type Filters = Pick<OpenTaskQuery, 'project' | 'day' | 'tid' | 'place' | 'kind' | 'all' | 'full' | 'length'>;
type Asked = Filters & { order: 'need' | 'time'; after: Place | undefined; limit: number };

/**
 * Tasks that the caller may and can take, or all that they could at some time. A page has fewer tasks
 * than asked for if few of those that were read are possible; `last` is where the next one goes on.
 */
export async function openTasks(services: OpenServices, caller: Person, asked: Asked) {
  const { db, clock, keys, ownProjects } = services;
  const { uid } = caller;
  const now = timestamp(clock.now());
  const { limit, project, all = false } = asked;
  const own = await ownProjects(caller);
  const helping = (await listHelping(db.read, uid)).map(({ pid }) => pid);
  const wanted = { own: [...own.keys(), ...helping], project, today: firstDay(clock.now()) };
  const projects = await listCurrent(db.read, wanted, maxProjects);
  const joinable = all ? undefined : { blockedKinds: await blockedFor(db.read, { uid, now }, projects) };
  const possible: Candidate[] = [];
  const personal = new Map<string, Personal>();
  let horizon: Candidate | undefined;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const from = horizon ?? asked.after;
    const found = await readBatch(db, projects, asked, (one) => ({
      ...selectionOf(own, one, asked),
      after: from,
      uid,
      now,
      joinable,
    }));
    horizon = found.horizon;
    const facts = await loadEligibility(db.read, { keys, by: null, now, viewer: uid }, [uid], found.rows);
    for (const { id, pid } of found.rows) personal.set(id, personalOf(facts.check(uid, id), pid));
    const isPossible = ({ id }: { id: string }) =>
      personal.get(id)?.refusals.every((one) => canBeResolved(one, facts.tasks.get(id))) === true;
    possible.push(...(all ? found.rows : found.rows.filter(isPossible)));
    if (horizon === undefined || possible.length > limit) break;
  }
  const shown = possible.slice(0, limit);
  const data = await present(db.read, { uid, own, now, personal }, shown);
  return { data, last: possible.length > limit ? shown.at(-1) : horizon };
}

/** What the person can do something about, as all people of the project have to. Such tasks are listed. */
const canBeResolved = (refusal: Refusal, task: RuledTask | undefined): boolean =>
  refusal === 'document_missing' ||
  refusal === 'guardian_missing' ||
  (refusal === 'birthday_unknown' && task?.rules.min_age === null);

/** The next tasks of all these projects in one order. Behind `horizon` there may be more. */
async function readBatch(
  db: Db,
  projects: readonly Current[],
  { limit, order }: Asked,
  selection: (project: Current) => Parameters<typeof selectOpen>[1],
): Promise<{ rows: Candidate[]; horizon: Candidate | undefined }> {
  const compare = order === 'need' ? byNeed : byTime;
  const perProject = Math.max(limit + 1, Math.floor(batchRows / Math.max(1, projects.length)));
  const found: Candidate[] = [];
  let horizon: Candidate | undefined;
  for (const project of projects) {
    const rows = await selectOpen(db, selection(project), perProject);
    const candidates = rows.map((row) => ({ ...row, project }));
    found.push(...candidates);
    // Further tasks of this project may come before those of others.
    const last = rows.length < perProject ? undefined : candidates.at(-1);
    if (last !== undefined && (horizon === undefined || compare(last, horizon) < 0)) horizon = last;
  }
  const rows = found.filter((row) => horizon === undefined || compare(row, horizon) <= 0).toSorted(compare);
  return { rows, horizon };
}

/** A day early: where the project is, it may still be yesterday. */
const firstDay = (now: Date): string => timestamp(addSeconds(now, -days(1))).slice(0, 10);

function selectionOf(own: OwnProjects, { pid, timezone }: Current, asked: Asked) {
  const { day, tid, place, kind, full, length, order } = asked;
  const roles = own.get(pid)?.roles;
  return {
    pid,
    tids: [...(roles?.teams.keys() ?? [])],
    inProject: roles !== undefined && inProject(roles),
    range: day === undefined ? undefined : dayRange(day, timezone),
    tid,
    place,
    kind,
    full,
    length,
    order,
  };
}

/** The kinds of these projects that need a skill that the person does not have. */
async function blockedFor(
  read: Reader,
  { uid, now }: { uid: string; now: string },
  projects: readonly Current[],
): Promise<string[]> {
  const kinds = await listKindsOf(
    read,
    projects.map(({ pid }) => pid),
  );
  return listBlockedKinds(
    read,
    uid,
    kinds.map(({ id }) => id),
    now,
  );
}

const byNeed = (a: Candidate, b: Candidate): number => a.rank - b.rank || byTime(a, b);

function byTime(a: Candidate, b: Candidate): number {
  if (a.starts_at !== b.starts_at) return a.starts_at < b.starts_at ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

type Viewing = { uid: string; own: OwnProjects; now: string; personal: ReadonlyMap<string, Personal> };

const named = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name });

async function present(
  read: Reader,
  { uid, own, now, personal }: Viewing,
  rows: readonly Candidate[],
): Promise<OpenTask[]> {
  if (rows.length === 0) return [];
  const pids = [...new Set(rows.map(({ pid }) => pid))];
  const teams = await listTeamNames(read, pids);
  const from = rows.map(({ starts_at }) => starts_at).reduce((a, b) => (a < b ? a : b));
  const to = rows.map(({ ends_at }) => ends_at).reduce((a, b) => (a > b ? a : b));
  const times = await listOwnTimes(read, uid, from, to);
  const ids = rows.map(({ id }) => id);
  const involvements = new Map((await listOwnInvolvements(read, ids, uid)).map((one) => [one.id, one]));
  return rows.map(({ project, ...row }) => {
    const roles = own.get(row.pid)?.roles;
    const involvement = involvements.get(row.id);
    const isInvolved = (kind: string) => times.some((one) => one.id === row.id && one.involvement === kind);
    return {
      id: row.id,
      pid: row.pid,
      project: project.name,
      timezone: project.timezone,
      tid: row.tid,
      team: teams.find((team) => team.pid === row.pid && team.tid === row.tid)?.name ?? null,
      place: named(row.place_id, row.place_name),
      kind: named(row.kind_id, row.kind_name),
      title: row.title,
      starts_at: row.starts_at,
      ends_at: row.ends_at,
      opens_at: row.opens_at,
      missing: -row.rank,
      open_places: row.capacity - row.attendee_count - row.held_count,
      missing_skills: personal.get(row.id)?.missing_skills ?? [],
      granted_skills: personal.get(row.id)?.granted_skills ?? [],
      missing_documents: personal.get(row.id)?.missing_documents ?? [],
      time_rule: personal.get(row.id)?.time_rule ?? null,
      conflicts: conflictsIn(times, row),
      ...openFor(row, {
        personal: personal.get(row.id)?.refusals ?? [],
        plans: roles !== undefined && canPlanFor(roles, row.tid),
        requested: isInvolved('requested'),
        declined: isInvolved('declined'),
        waiting:
          involvement?.position == null
            ? null
            : { position: involvement.rank, offered_until: involvement.offered_until },
        now,
      }),
    };
  });
}

type JoinableRow = Parameters<typeof joinRefusals>[0];
type Situation = Omit<Parameters<typeof joinRefusals>[1], 'waiting'> & {
  requested: boolean;
  waiting: OpenTask['waiting'];
};

/** What keeps the person from taking a place, and what they could do. */
function openFor(row: JoinableRow, situation: Situation) {
  const { plans, requested, waiting } = situation;
  const asks = row.joining === 'approval' && !plans;
  const refusals = joinRefusals(row, situation);
  const [refusal = null] = refusals;
  const isFree = refusal === null && !requested;
  return {
    refusal,
    refusals,
    requested,
    waiting,
    rights: {
      join: isFree && !asks,
      ask: isFree && asks,
      wait: refusal === 'task_full' && !asks && waiting === null,
    },
  };
}
