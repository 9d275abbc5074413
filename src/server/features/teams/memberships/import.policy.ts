import { normaliseEmail } from '../../../lib/text.ts';
import type { ImportRow } from './import.schema.ts';

/** A row with its line in the file. */
export type Placed = ImportRow & { line: number };
export type RowProblem = { line: number; text: string };

/** Rules across rows that the schema of a row cannot express. */
export function problemsIn(rows: readonly Placed[]): RowProblem[] {
  const names = new Map<string, Placed>();
  const places = new Map<string, Placed>();
  const teams = new Map<string, Placed>();
  return rows.flatMap((row) => {
    const email = normaliseEmail(row.email);
    const problem = (text: string): RowProblem => ({ line: row.line, text });
    const found = [
      ...(row.team === undefined && row.role !== undefined ? [problem('role needs a team')] : []),
      ...(row.team === undefined && (row.team_name ?? row.team_headcount) !== undefined
        ? [problem('team_name and team_headcount need a team')]
        : []),
    ];
    const place = `${email}\n${row.team ?? ''}`;
    const [same, named, team] = [places.get(place), names.get(email), teams.get(row.team ?? '')];
    if (same !== undefined) found.push(problem(`repeats line ${same.line}`));
    if (named !== undefined && named.name !== row.name)
      found.push(problem(`email has a different name in line ${named.line}`));
    const differs = (field: 'team_name' | 'team_headcount') =>
      team?.[field] !== undefined && row[field] !== undefined && team[field] !== row[field];
    if (differs('team_name') || differs('team_headcount'))
      found.push(problem(`describes the team differently from line ${team?.line ?? 0}`));
    places.set(place, same ?? row);
    names.set(email, named ?? row);
    if (row.team !== undefined) teams.set(row.team, { ...row, ...team });
    return found;
  });
}
