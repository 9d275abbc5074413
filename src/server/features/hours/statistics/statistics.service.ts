import { toHours } from '../../../../locales/format/numbers.ts';
import { translateTo } from '../../../../locales/server-texts.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import type { Cell } from '../../../http/csv.ts';
import { listOwnedProjects } from '../../projects/owners.service.ts';
import { countedMinutes, minutesOfWork } from '../../tasks/attendance/states.policy.ts';
import { exportedCount, exportedCounts, hiddenAmong, withNotes } from './small-numbers.policy.ts';
import { statisticsOf } from './statistics.policy.ts';
import type { Entry } from './statistics.policy.ts';
import { listEndedAttendances, listProjects, listTeams, listWork } from './statistics.queries.ts';
import { maxProjects } from './statistics.schema.ts';
import type { HoursStatistics } from './statistics.schema.ts';

/** Of this project and the others that the person owns. Five queries for any number of projects and people. */
export async function readStatistics(read: Reader, { pid }: ProjectScope, uid: string): Promise<HoursStatistics> {
  const owned = await listOwnedProjects(read, uid);
  const inOrder = (await listProjects(read, [...new Set([pid, ...owned])]))
    .map(({ starts_on, created_at, ...project }) => ({ ...project, day: starts_on ?? created_at.slice(0, 10) }))
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.pid.localeCompare(b.pid));
  const others = new Set(inOrder.filter((project) => project.pid !== pid).slice(1 - maxProjects));
  const projects = inOrder
    .filter((project) => project.pid === pid || others.has(project))
    .map(({ day, ...project }) => ({ ...project, year: Number(day.slice(0, 4)) }));
  const pids = projects.map((project) => project.pid);
  const attended = (await listEndedAttendances(read, pids)).map((row): Entry => ({
    pid: row.pid,
    tid: row.tid,
    uid: row.uid,
    minutes: countedMinutes(row, row, row.weight_percent ?? 100),
    missed: row.state === 'no_show',
  }));
  const work = (await listWork(read, pids)).map((row): Entry => ({
    pid: row.pid,
    tid: row.tid,
    uid: row.uid,
    minutes: minutesOfWork(row),
    missed: false,
  }));
  return { projects: statisticsOf(projects, [...attended, ...work], await listTeams(read, pids)) };
}

const columns = ['year', 'project', 'team', 'people', 'new', 'returning', 'hours', 'noShows'] as const;

/**
 * A line for each project, followed by one for each of its teams. Made to be passed on: counts below five are hidden, and the
 * hours of as few people.
 */
export function statisticsTable({ projects }: HoursStatistics, language: string) {
  const t = translateTo(language);
  const rows = projects.flatMap((project): Cell[][] => {
    const { year, name, people, new_people, returning_people, minutes, no_shows, teams } = project;
    const [fresh = null, back = null] = exportedCounts([new_people, returning_people]);
    const hidden = hiddenAmong(teams.map((team) => team.people));
    const missed = exportedCounts(teams.map((team) => team.no_shows));
    return [
      [
        year,
        name,
        '',
        exportedCount(people),
        fresh,
        back,
        exportedCount(people) === null ? null : toHours(minutes),
        exportedCount(no_shows),
      ],
      ...teams.map((team, index): Cell[] => [
        year,
        name,
        team.name ?? t('hoursCsv.statistics.noTeam'),
        exportedCount(team.people),
        '',
        '',
        hidden.has(index) ? null : toHours(team.minutes),
        missed[index] ?? null,
      ]),
    ];
  });
  const header = columns.map((column) => t(`hoursCsv.statistics.${column}`));
  return withNotes({ header, rows }, { heading: t('hoursCsv.note'), note: t('hoursCsv.fewPeople') });
}
