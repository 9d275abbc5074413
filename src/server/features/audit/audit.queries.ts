import { sql } from 'kysely';
import type { Selectable, SqlBool } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { AuditTable } from '../../db/tables.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { preparedStatement } from '../../db/prepared.ts';
import { titlesOf } from './private-reads.queries.ts';

export type AuditRow = Selectable<AuditTable>;

const insertingOne = preparedStatement((read, parameter: (name: keyof AuditRow) => string) =>
  read.insertInto('audit').values({
    id: parameter('id'),
    at: parameter('at'),
    actor: parameter('actor'),
    kind: parameter('kind'),
    pid: parameter('pid'),
    subject: parameter('subject'),
    detail: parameter('detail'),
    token: parameter('token'),
  }),
);

export async function insertAudit(trx: Trx, rows: readonly AuditRow[]): Promise<void> {
  const [first, ...others] = rows;
  if (first !== undefined && others.length === 0) await insertingOne(trx, first);
  else await trx.insertInto('audit').values(rows).execute();
}

export type AuditSelection = {
  pid?: string | undefined;
  actor?: string | undefined;
  kind?: string | undefined;
  /** The first id: ids start with the time. */
  first?: string | undefined;
};

/** Ids start with the time, so ordering by id orders by time. `after` is the last id of the previous page. */
export const selectAudit = (
  read: Reader,
  { pid, actor, kind, first }: AuditSelection,
  limit: number,
  after: string | undefined,
  order: 'newest' | 'oldest' = 'newest',
) =>
  read
    .selectFrom('audit')
    .leftJoin('people as actors', 'actors.uid', 'audit.actor')
    .leftJoin('people as subjects', 'subjects.uid', 'audit.subject')
    .leftJoin('projects', 'projects.pid', 'audit.pid')
    .leftJoin('service_accounts', 'service_accounts.id', 'audit.actor')
    .leftJoin('api_tokens as used', 'used.id', 'audit.token')
    .select((eb) => [
      'audit.id',
      'audit.at',
      'audit.actor',
      eb.fn.coalesce('actors.name', 'service_accounts.name').as('actor_name'),
      'audit.token',
      'used.name as token_name',
      'audit.kind',
      'audit.pid',
      'projects.name as project_name',
      'audit.subject',
      'subjects.name as subject_name',
      'audit.detail',
    ])
    .$if(pid !== undefined, (query) => query.where('audit.pid', '=', pid ?? ''))
    .$if(actor !== undefined, (query) => query.where('audit.actor', '=', actor ?? ''))
    .$if(kind !== undefined, (query) => query.where('audit.kind', '=', kind ?? ''))
    .$if(first !== undefined, (query) => query.where('audit.id', '>=', first ?? ''))
    .$if(after !== undefined, (query) => query.where('audit.id', order === 'newest' ? '<' : '>', after ?? ''))
    .orderBy('audit.id', order === 'newest' ? 'desc' : 'asc')
    .limit(limit);

export type AboutPerson = {
  uid: string;
  kinds: readonly string[];
  /** These kinds only about these teams. */
  inTeams?: { kinds: readonly string[]; tids: readonly string[] };
};

/** Only this service writes the column, and identifiers of teams have no characters that mean something in patterns but `_`. */
const isAboutTeam = (tid: string) =>
  sql<SqlBool>`audit.detail like ${`%"tid":"${tid.replaceAll('_', String.raw`\_`)}"%`} escape '\\'`;

/** Entries about a person in a project, newest first. */
export const selectAbout = (
  read: Reader,
  pid: string,
  { uid, kinds, inTeams }: AboutPerson,
  limit: number,
  after: string | undefined,
) =>
  selectAudit(read, {}, limit, after)
    .where('audit.subject', '=', uid)
    .where('audit.pid', '=', pid)
    .where((eb) =>
      eb.or([
        eb('audit.kind', 'in', anyOf(kinds)),
        ...(inTeams === undefined || inTeams.tids.length === 0
          ? []
          : [eb.and([eb('audit.kind', 'in', anyOf(inTeams.kinds)), eb.or(inTeams.tids.map(isAboutTeam))])]),
      ]),
    );

export async function countAuditFrom(read: Reader, pid: string, first: string): Promise<number> {
  const { count } = await read
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('pid', '=', pid)
    .where('id', '>=', first)
    .executeTakeFirstOrThrow();
  return count;
}

type Mentioned = Record<'pids' | 'tids' | 'tasks' | 'forms' | 'tokens' | 'passkeys', readonly string[]>;

/** The current names of everything that a page of the log refers to, with one query per kind. */
export async function namesOf(read: Reader, { pids, tids, tasks, forms, tokens, passkeys }: Mentioned) {
  const teams =
    tids.length === 0
      ? []
      : await read
          .selectFrom('teams')
          .select(['pid', 'tid', 'name'])
          .where('pid', 'in', pids)
          .where('tid', 'in', tids)
          .execute();
  const named =
    tasks.length === 0
      ? []
      : await read
          .selectFrom('tasks')
          .select(['id', 'title', 'starts_at', 'ends_at'])
          .where('id', 'in', tasks)
          .execute();
  const asked = forms.length === 0 ? [] : await titlesOf(read, pids, forms);
  return {
    teams: new Map(teams.map(({ pid, tid, name }) => [`${pid}/${tid}`, name])),
    tasks: new Map(named.map((task) => [task.id, task])),
    forms: new Map(asked.map(({ pid, form, title }) => [`${pid}/${form}`, title])),
    credentials: new Map((await credentialsOf(read, tokens, passkeys)).map(({ id, name }) => [id, name])),
  };
}

async function credentialsOf(read: Reader, tokens: readonly string[], passkeys: readonly string[]) {
  if (tokens.length + passkeys.length === 0) return [];
  // `in ()` is not valid SQL, and no row has an empty id.
  return read
    .selectFrom('api_tokens')
    .select(['id', 'name'])
    .where('id', 'in', anyOf(tokens))
    .unionAll(read.selectFrom('passkeys').select(['id', 'name']).where('id', 'in', anyOf(passkeys)))
    .execute();
}

/** What a person did, or what others did to them, oldest first. Each uses its own index. */
export const selectAuditOf = (
  read: Reader,
  uid: string,
  role: 'actor' | 'subject',
  after: string,
  limit: number,
): Promise<AuditRow[]> =>
  read
    .selectFrom('audit')
    .select(['id', 'at', 'actor', 'kind', 'pid', 'subject', 'detail', 'token'])
    .where(role, '=', uid)
    .$if(role === 'subject', (query) => query.where((eb) => eb.or([eb('actor', 'is', null), eb('actor', '!=', uid)])))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

const isPrivateRead = (wanted: boolean) =>
  wanted ? sql<SqlBool>`kind = 'private.read'` : sql<SqlBool>`kind <> 'private.read'`;

/** Entry ids start with the time, so the key finds the oldest. Returns how many were deleted. */
export async function deleteAuditBefore(trx: Trx, id: string, privateReads: boolean, limit: number): Promise<number> {
  const oldest = trx
    .selectFrom('audit')
    .select('id')
    .where('id', '<', id)
    .where(isPrivateRead(privateReads))
    .orderBy('id')
    .limit(limit);
  const { numDeletedRows } = await trx.deleteFrom('audit').where('id', 'in', oldest).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function countAuditBefore(read: Reader, id: string, privateReads: boolean): Promise<number> {
  const { count } = await read
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', '<', id)
    .where(isPrivateRead(privateReads))
    .executeTakeFirstOrThrow();
  return count;
}

/** Keeps the entries and replaces the person's uid everywhere with an anonymous name. */
export async function anonymiseAudit(trx: Trx, uid: string, name: string): Promise<void> {
  const detail = sql<string>`replace(detail, ${uid}, ${name})`;
  await trx
    .updateTable('audit')
    .set({ detail: '{}' })
    .where('subject', '=', uid)
    .where('kind', 'in', ['person.suspended', 'person.reinstated'])
    .execute();
  await trx.updateTable('audit').set({ actor: name, detail }).where('actor', '=', uid).execute();
  await trx.updateTable('audit').set({ subject: name, detail }).where('subject', '=', uid).execute();
}

export const savedAnswersOf = (trx: Trx, pid: string, uids: readonly string[]) =>
  trx
    .selectFrom('audit')
    .select(['id', 'detail'])
    .where('subject', 'in', uids)
    .where('kind', '=', 'response.saved')
    .where('pid', '=', pid)
    .execute();

export async function updateDetail(trx: Trx, id: string, detail: string): Promise<void> {
  await trx.updateTable('audit').set({ detail }).where('id', '=', id).execute();
}
