import type { Reader } from './db.ts';
import { preparedStatement } from './prepared.ts';

const rules = (read: Reader) =>
  read
    .selectFrom('projects')
    .select(['projects.pid', 'projects.starts_on', 'projects.timezone'])
    .select(['projects.adult_age', 'projects.minors_latest_end', 'projects.min_hours']);

const rulesOfOne = preparedStatement((read, parameter: (name: 'pid') => string) =>
  rules(read).where('projects.pid', '=', parameter('pid')),
);

/** What these projects ask of people. */
export async function listAgeRules(read: Reader, pids: readonly string[]) {
  const [pid, ...others] = pids;
  if (pid === undefined) return [];
  return others.length === 0 ? rulesOfOne(read, { pid }) : rules(read).where('projects.pid', 'in', pids).execute();
}

export type AgeRules = Awaited<ReturnType<typeof listAgeRules>>[number];

/** Who of these people may take part in which of these projects, because their guardian agrees. */
export const listAgreed = (read: Reader, pids: readonly string[], uids: readonly string[]) =>
  read
    .selectFrom('guardians')
    .select(['pid', 'uid'])
    .where('pid', 'in', pids)
    .where('uid', 'in', uids)
    .where('state', '=', 'agreed')
    .execute();

/** The person and the guardian still want this, and the project may be named. */
export const isStillAsked = async (read: Reader, id: string): Promise<boolean> =>
  (await read
    .selectFrom('guardians')
    .innerJoin('people', 'people.uid', 'guardians.uid')
    .innerJoin('projects', 'projects.pid', 'guardians.pid')
    .select('guardians.id')
    .where('guardians.id', '=', id)
    .where('projects.state', '!=', 'draft')
    .where('people.suspended_at', 'is', null)
    .executeTakeFirst()) !== undefined;
