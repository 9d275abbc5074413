import type { ProjectRole } from '../../auth/project-role.ts';
import type { Db } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import { recentAudit } from '../audit/audit-log.service.ts';
import { isDueBack } from '../event-day/loans/loans.policy.ts';
import {
  countApplications,
  countClaims,
  countInvitations,
  countMissing,
  countOpenLoans,
  countPeople,
  countProgress,
  countUnpaid,
  listShortTasks,
  listTakenPlaces,
  listTeamsWithoutChief,
} from './dashboard.queries.ts';
import { signUpDays } from './dashboard.schema.ts';
import type { Dashboard } from './dashboard.schema.ts';

const hourMs = 3_600_000;
const tasksShown = 5;
const entriesShown = 8;

/** Thirteen queries, and up to four for the names in the recent entries, whatever the number of rows. */
export async function describeProject(
  db: Pick<Db, 'read' | 'engine'>,
  { scope, owner }: Pick<ProjectRole, 'scope' | 'owner'>,
  now: Date,
): Promise<Dashboard> {
  const { read } = db;
  const at = timestamp(now);
  const since = new Date(now.getTime() - 24 * hourMs);
  const soon = timestamp(new Date(now.getTime() + 72 * hourMs));
  const [counts, applications, invitations, travel, tasks, teams, missing, recent, loans, taken, fresh, claims] =
    await Promise.all([
      countPeople(read, scope),
      countApplications(read, scope, at),
      countInvitations(read, scope, at, soon),
      countUnpaid(read, scope),
      listShortTasks(read, scope, at, tasksShown),
      listTeamsWithoutChief(read, scope),
      countMissing(read, scope, at),
      owner ? recentAudit(read, scope, since, entriesShown) : { count: 0, data: [] },
      countOpenLoans(read, scope),
      listTakenPlaces(db, scope),
      countProgress(read, scope, timestamp(since)),
      countClaims(read, scope),
    ]);
  return {
    pid: scope.pid,
    people: counts.people,
    members: counts.members,
    applications: applications.map(({ tid, name, count }) => ({ tid, name, count })),
    applied_teams: applications[0]?.teams ?? 0,
    invitations: {
      open: invitations.open,
      ending: invitations.ending,
      held: invitations.held,
      members: invitations.members,
    },
    claims: claims.count,
    travel: travel.map(counted),
    tasks: {
      short: tasks[0]?.short ?? 0,
      places: tasks[0]?.places ?? 0,
      missing: tasks[0]?.missing ?? 0,
      next: tasks.map(({ short: _short, places: _places, missing: _missing, ...task }) => task),
    },
    sign_ups: { places: Number(fresh.capacity ?? 0), days: summed(taken).slice(-signUpDays) },
    new: { people: Number(fresh.people), places: Number(fresh.places), answers: Number(fresh.answers) },
    teams_without_chief: teams.map(({ tid, name }) => ({ tid, name })),
    teams_without_chief_count: teams[0]?.count ?? 0,
    missing_answers: missing.map(counted),
    open_loans: isDueBack(loans, now) ? Number(loans.count) : 0,
    recent: { ...recent, since: timestamp(since) },
  };
}

function summed(days: readonly { day: string; count: number | string }[]) {
  let taken = 0;
  return days.map(({ day, count }) => {
    taken += Number(count);
    return { day, taken };
  });
}

/** PostgreSQL returns counts as text. */
const counted = <Row extends { count: number | string }>(row: Row) => ({ ...row, count: Number(row.count) });
