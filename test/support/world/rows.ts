import type { Insertable } from 'kysely';
import { newToken, tokenPrefix } from '../../../src/server/auth/token-format.ts';
import type { Trx } from '../../../src/server/db/db.ts';
import type {
  FormsTable,
  GrantsTable,
  MembershipsTable,
  PeopleTable,
  ProjectsTable,
} from '../../../src/server/db/tables.ts';
import type { TasksTable, TeamsTable } from '../../../src/server/db/tables.ts';
import { insertWords } from '../../../src/server/db/words.ts';
import { newId, sha256 } from '../../../src/server/lib/secrets.ts';
import { normaliseEmail, sortKey } from '../../../src/server/lib/text.ts';

type Person = { uid: string };
export type PersonRow = Person & {
  email: string;
  name: string;
  listing?: PeopleTable['listing'];
  suspended?: boolean;
  administrator?: boolean;
};
type ProjectRow = Pick<Insertable<ProjectsTable>, 'pid' | 'name' | 'subsidy_currency'> & {
  timezone?: string;
  owners?: readonly Person[];
};
type TeamRow = Pick<Insertable<TeamsTable>, 'pid' | 'tid' | 'name' | 'headcount'> & {
  disabled?: boolean;
  chiefs?: readonly Person[];
  members?: readonly Person[];
};
type TokenRow = Person & { id?: string; token: string; scope?: 'read' | 'write'; days?: number; privateRead?: boolean };

export type GrantRow = Person &
  Pick<Insertable<GrantsTable>, 'pid' | 'role'> &
  Partial<Pick<Insertable<GrantsTable>, 'id' | 'tid' | 'starts_at' | 'ends_at' | 'granted_by' | 'reason'>>;

/** What a test finds in the database. Everything is optional, so that a world is put together from what it needs. */
export type Rows = {
  people?: readonly PersonRow[];
  tokens?: readonly TokenRow[];
  projects?: readonly ProjectRow[];
  teams?: readonly TeamRow[];
  /** Added to a team that exists; its count of members is not changed. */
  memberships?: readonly Omit<MembershipsTable, 'created_at' | 'role_since'>[];
  /** What people may do for a while: for two weeks, unless it says when it ends. */
  grants?: readonly GrantRow[];
  tasks?: readonly Omit<Insertable<TasksTable>, 'created_at'>[];
  forms?: readonly Omit<Insertable<FormsTable>, 'created_at'>[];
};

let counter = 0;
/** For names and identifiers that no other test of this process uses. */
export const nextNumber = (): number => (counter += 1);

/** A person who is not yet in the database. */
export function newPerson(now: Date, fields: Partial<PersonRow> = {}): PersonRow {
  const number = nextNumber();
  const { email = `person-${number}@example.org`, name = `Person ${number}`, uid = newId(now) } = fields;
  return { ...fields, uid, name, email: normaliseEmail(email) };
}

export const newTokenRow = ({ uid }: Person): TokenRow => ({ uid, token: newToken() });

/** Inserts the rows with a few statements: one by one, hundreds of people take seconds. */
export async function insertTestRows(trx: Trx, now: Date, rows: Rows): Promise<void> {
  const created_at = now.toISOString();
  const { people = [], tokens = [], projects = [], teams = [], tasks = [], forms = [] } = rows;
  if (people.length > 0) await insertPeople(trx, created_at, people);
  if (tokens.length > 0) await insertTokens(trx, now, tokens);
  for (const { owners = [], timezone = 'Asia/Taipei', ...project } of projects) {
    await trx
      .insertInto('projects')
      .values({ ...project, timezone, created_at })
      .execute();
    const ownerRows = owners.map(({ uid }) => ({ pid: project.pid, uid, created_at }));
    if (ownerRows.length > 0) await trx.insertInto('project_owners').values(ownerRows).execute();
  }
  for (const { chiefs = [], members = [], disabled = false, ...team } of teams) {
    const row = {
      ...team,
      sort_key: sortKey(team.name),
      member_count: chiefs.length + members.length,
      disabled_at: disabled ? created_at : null,
      created_at,
    };
    await trx.insertInto('teams').values(row).execute();
  }
  const memberships = [...teams.flatMap(membershipsOf), ...(rows.memberships ?? [])].map((row) => ({
    ...row,
    created_at,
  }));
  if (memberships.length > 0) await trx.insertInto('memberships').values(memberships).execute();
  const grants = (rows.grants ?? []).map((grant) => ({
    id: newId(now),
    starts_at: created_at,
    ends_at: new Date(now.getTime() + 14 * 86_400_000).toISOString(),
    reason: 'Holiday',
    ...grant,
    created_at,
  }));
  if (grants.length > 0) await trx.insertInto('grants').values(grants).execute();
  const taskRows = tasks.map((task) => ({ ...task, created_at }));
  if (taskRows.length > 0) await trx.insertInto('tasks').values(taskRows).execute();
  const formRows = forms.map((form) => ({ ...form, created_at }));
  if (formRows.length > 0) await trx.insertInto('forms').values(formRows).execute();
}

const membershipsOf = ({ pid, tid, chiefs = [], members = [] }: TeamRow) => [
  ...chiefs.map(({ uid }) => ({ pid, tid, uid, role: 'chief' as const })),
  ...members.map(({ uid }) => ({ pid, tid, uid, role: 'member' as const })),
];

async function insertPeople(trx: Trx, at: string, people: readonly PersonRow[]): Promise<void> {
  const rows = people.map(({ uid, email, name, listing = 'public', administrator = false, suspended = false }) => ({
    uid,
    email,
    name,
    sort_key: sortKey(name),
    listing,
    administrator_since: administrator ? at : null,
    suspended_at: suspended ? at : null,
    created_at: at,
  }));
  await trx.insertInto('people').values(rows).execute();
  await insertWords(trx, rows);
}

async function insertTokens(trx: Trx, now: Date, tokens: readonly TokenRow[]): Promise<void> {
  const rows = tokens.map(({ id = newId(now), uid, token, scope = 'write', days = 90, privateRead = true }) => ({
    private_read_at: privateRead ? now.toISOString() : null,
    id,
    token_hash: sha256(token),
    prefix: tokenPrefix(token),
    uid,
    name: 'test',
    scope,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + days * 86_400_000).toISOString(),
  }));
  await trx.insertInto('api_tokens').values(rows).execute();
}
