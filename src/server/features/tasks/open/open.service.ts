import type { Person } from '../../../auth/caller.ts';
import type { OwnProjects } from '../../../auth/project-role.ts';
import { inProject } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { loadPeople, rulesOfKinds, withRules } from '../rules/facts.service.ts';
import { refusalOf } from '../rules/rules.policy.ts';
import { listCurrent, listHelping, listKindsOf, listTeamNames, selectOpen } from './open.queries.ts';
import type { OpenRow, Place } from './open.queries.ts';

export type OpenServices = {
  db: Db;
  clock: Clock;
  keys: Keyring;
  ownProjects: (caller: Person) => Promise<OwnProjects>;
};

/** Nobody helps in more current projects than this at once; the next ones count. */
const mostProjects = 3;
/** So many rows are read for a page at most, so that it costs the same among any number of tasks. */
const mostRows = 300;

type Current = Awaited<ReturnType<typeof listCurrent>>[number];
type Candidate = OpenRow & { project: Current };

/**
 * Tasks that the caller may and can take, most needed first. A page has fewer tasks than asked for if few of those that
 * were read are possible; `last` is where the next one goes on.
 */
export async function openTasks(
  { db, clock, keys, ownProjects }: OpenServices,
  caller: Person,
  { project, after, limit }: { project: string | undefined; after: Place | undefined; limit: number },
) {
  const { uid } = caller;
  const now = timestamp(clock.now());
  const own = await ownProjects(caller);
  const helping = (await listHelping(db.read, uid)).map(({ pid }) => pid);
  const pids = [...new Set([...own.keys(), ...helping])].filter((pid) => project === undefined || pid === project);
  const projects = await listCurrent(db.read, pids, now.slice(0, 10), mostProjects);
  const current = projects.map(({ pid }) => pid);
  const kinds = await rulesOfKinds(
    db.read,
    (await listKindsOf(db.read, current)).map(({ id }) => id),
  );
  const asked = [...kinds.values()].map((rules) => ({ id: '', starts_at: now, ends_at: now, rules }));
  const person = asked.length === 0 ? undefined : (await loadPeople(db.read, keys, [uid], asked)).get(uid);
  const blockedKinds = [...kinds].flatMap(([id, { requires }]) =>
    requires.every((skill) => person?.skills.has(skill)) ? [] : [id],
  );
  const perProject = Math.max(limit + 1, Math.floor(mostRows / Math.max(1, projects.length)));
  const found: Candidate[] = [];
  for (const one of projects) {
    const roles = own.get(one.pid)?.roles;
    const tids = [...(roles?.teams.keys() ?? [])];
    const isInProject = roles !== undefined && inProject(roles);
    const selection = { uid, pid: one.pid, tids, inProject: isInProject, blockedKinds, now, after };
    const rows = await selectOpen(db.read, selection, perProject);
    found.push(...rows.map((row) => ({ ...row, project: one })));
  }
  const ordered = found.toSorted(byNeed);
  const possible = await withoutRefused({ db, keys }, uid, ordered, kinds);
  const teams = await listTeamNames(db.read, current);
  const shown = possible.slice(0, limit);
  const isCut = possible.length > limit;
  const last = isCut ? shown.at(-1) : found.length >= perProject ? ordered.at(-1) : undefined;
  const data = shown.map(({ rank, project: { pid, name, timezone }, ...row }) => ({
    id: row.id,
    pid,
    project: name,
    timezone,
    tid: row.tid,
    team: teams.find((team) => team.pid === pid && team.tid === row.tid)?.name ?? null,
    title: row.title,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    missing: -rank,
    open_places: row.capacity - row.attendee_count,
  }));
  return { data, last };
}

function byNeed(a: Candidate, b: Candidate): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.starts_at !== b.starts_at) return a.starts_at < b.starts_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

async function withoutRefused(
  { db, keys }: Pick<OpenServices, 'db' | 'keys'>,
  uid: string,
  rows: readonly Candidate[],
  kinds: Awaited<ReturnType<typeof rulesOfKinds>>,
): Promise<Candidate[]> {
  if (rows.length === 0) return [];
  const ruled = rows.map((row) => withRules(row, kinds));
  const person = (await loadPeople(db.read, keys, [uid], ruled)).get(uid);
  if (person === undefined) return [];
  return ruled.filter((task) => refusalOf(person, task, task.project.timezone) === null);
}
