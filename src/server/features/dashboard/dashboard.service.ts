import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import { recentAudit } from '../audit/audit-log.service.ts';
import {
  countApplications,
  countInvitations,
  countMissing,
  countUnpaid,
  listShortTasks,
  listTeamsWithoutChief,
} from './dashboard.queries.ts';
import type { Dashboard } from './dashboard.schema.ts';

const hourMs = 3_600_000;
const tasksShown = 5;
const entriesShown = 8;

/** Eight queries, and up to four for the names in the recent entries, whatever the number of rows. */
export async function describeProject(read: Reader, scope: ProjectScope, now: Date): Promise<Dashboard> {
  const at = timestamp(now);
  const since = new Date(now.getTime() - 24 * hourMs);
  const soon = timestamp(new Date(now.getTime() + 72 * hourMs));
  const [applications, invitations, travel, tasks, teams, missing, recent] = await Promise.all([
    countApplications(read, scope, at),
    countInvitations(read, scope, at, soon),
    countUnpaid(read, scope),
    listShortTasks(read, scope, at, tasksShown),
    listTeamsWithoutChief(read, scope),
    countMissing(read, scope, at),
    recentAudit(read, scope, since, entriesShown),
  ]);
  return {
    pid: scope.pid,
    applications: applications.map(counted),
    invitations: { open: invitations.open, ending: invitations.ending },
    travel: travel.map(counted),
    tasks: {
      short: tasks[0]?.short ?? 0,
      places: tasks[0]?.places ?? 0,
      missing: tasks[0]?.missing ?? 0,
      next: tasks.map(({ short: _short, places: _places, missing: _missing, ...task }) => task),
    },
    teams_without_chief: teams,
    missing_answers: missing.map(counted),
    recent: { ...recent, since: timestamp(since) },
  };
}

/** PostgreSQL returns counts as text. */
const counted = <Row extends { count: number | string }>(row: Row) => ({ ...row, count: Number(row.count) });
