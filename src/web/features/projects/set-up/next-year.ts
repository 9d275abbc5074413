import type { Project } from '../../../../client/client.ts';

/** Adds one to the year in a text: "Summer Camp 2026" becomes "Summer Camp 2027". */
const oneYearOn = (text: string): string => text.replace(/\b(?:19|20)\d\d\b/, (year) => String(Number(year) + 1));

/** The same weekday a year later: 52 weeks. */
function oneYearLater(day: string | null): string {
  if (day === null) return '';
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 52 * 7);
  return date.toISOString().slice(0, 10);
}

function freePid(pid: string, projects: readonly Project[]): string {
  const next = oneYearOn(pid) === pid ? `${pid}-2` : oneYearOn(pid);
  return projects.some((one) => one.pid === next) ? '' : next;
}

/** The suggested values of a project that follows another one; without an identifier if the next one is taken. */
export const nextYearOf = (project: Project, projects: readonly Project[]) => ({
  pid: freePid(project.pid, projects),
  name: oneYearOn(project.name),
  description: oneYearOn(project.description),
  starts_on: oneYearLater(project.starts_on),
  ends_on: oneYearLater(project.ends_on),
  timezone: project.timezone,
  place: project.place,
});
