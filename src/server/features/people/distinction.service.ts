import type { Reader } from '../../db/db.ts';
import { organises, selectTeamsOf } from './distinction.queries.ts';

const maxTeams = 3;

type Known = { uid: string; email: string };

/** People who choose others from a list; everybody else sees names only. */
export const choosesPeople = (read: Reader, caller: { uid: string; administrator: boolean }): Promise<boolean> | true =>
  caller.administrator || organises(read, caller.uid);

/** The first letter and the domain are enough to recognise an address, and not enough to write to it. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${Array.from(email)[0] ?? ''}•••${email.slice(at)}`;
}

type Viewer = { uid: string; administrator: boolean };

/** Teams (of one project if it is named) and masked address, to tell people of the same name apart. One query. */
export async function distinctionsOf(
  read: Reader,
  people: readonly Known[],
  { uid, administrator }: Viewer,
  pid?: string,
) {
  const uids = people.map((person) => person.uid);
  const viewer = administrator ? undefined : uid;
  const rows = uids.length === 0 ? [] : await selectTeamsOf(read, uids, { pid, viewer });
  const byPerson = Map.groupBy(rows, ({ uid }) => uid);
  return (person: Known) => ({
    email_hint: maskedEmail(person.email),
    teams: (byPerson.get(person.uid) ?? [])
      .slice(0, maxTeams)
      .map(({ project, team, role }) => ({ project, team, role })),
  });
}

/** Names of the teams of people in one project, as far as the viewer may know of them. */
export async function teamNamesOf(
  read: Reader,
  uids: readonly string[],
  { pid, viewer }: { pid: string; viewer: string },
) {
  const rows = uids.length === 0 ? [] : await selectTeamsOf(read, uids, { pid, viewer });
  const byPerson = Map.groupBy(rows, ({ uid }) => uid);
  return (uid: string): string[] => (byPerson.get(uid) ?? []).map(({ team }) => team);
}
