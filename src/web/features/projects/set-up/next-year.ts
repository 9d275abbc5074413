import type { Project } from '../../../../client/client.ts';

/** Adds one to the year in a text: "Summer Camp 2026" becomes "Summer Camp 2027". */
export const oneYearOn = (text: string): string =>
  text.replace(/\b(?:19|20)\d\d\b/, (year) => String(Number(year) + 1));

/** The same weekday a year later: 52 weeks. */
export function oneYearLater(day: string | null): string {
  if (day === null) return '';
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 52 * 7);
  return date.toISOString().slice(0, 10);
}

/** The suggested values of a project that follows another one. */
export const nextYearOf = (project: Project) => ({
  pid: oneYearOn(project.pid) === project.pid ? `${project.pid}-2` : oneYearOn(project.pid),
  name: oneYearOn(project.name),
  description: oneYearOn(project.description),
  starts_on: oneYearLater(project.starts_on),
  ends_on: oneYearLater(project.ends_on),
  timezone: project.timezone,
});
