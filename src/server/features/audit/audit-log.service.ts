import type { Person } from '../../auth/caller.ts';
import type { ProjectRoles, ProjectScope, ProjectRole } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { firstIdOf } from '../../lib/secrets.ts';
import { batchesOf } from '../../http/paging.ts';
import { seenIn } from './private-reads.service.ts';
import { countAuditFrom, namesOf, selectAbout, selectAudit } from './audit.queries.ts';
import type { AboutPerson, AuditSelection } from './audit.queries.ts';
import type { AuditFilter, AuditRecord } from './audit.schema.ts';

/** Fails with 404 for an unknown project, even for administrators. */
export async function admitToAudit(
  projectRoles: ProjectRoles,
  caller: Person,
  { project, actor, kind }: AuditFilter,
): Promise<AuditSelection> {
  const projectRole = project === undefined ? null : await projectRoles(caller, project);
  if (!maySeeAudit(caller, projectRole) && projectRole?.ownerWithheld === true) return fail('passkey_required');
  if (!maySeeAudit(caller, projectRole))
    return fail('forbidden', {
      detail: 'Only administrators can read the whole log. Owners can read that of their own project with `project`',
    });
  return { pid: projectRole?.scope.pid, actor, kind };
}

type AuditEntryRow = Awaited<ReturnType<ReturnType<typeof selectAudit>['execute']>>[number];

type Detail = AuditRecord['detail'];

const ofForms = ['form.', 'responses.', 'answers.', 'totals.'];
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The things an entry refers to, by its subject or its detail. */
function mentionedIn({ kind, subject }: AuditEntryRow, { tid, task, form, what, token, passkey }: Detail) {
  return {
    tid: kind.startsWith('team.') ? subject : text(tid),
    task: kind.startsWith('task.') ? subject : text(task),
    form: ofForms.some((beginning) => kind.startsWith(beginning))
      ? subject
      : (text(form) ?? seenIn(what).form ?? undefined),
    token: text(token),
    passkey: text(passkey),
  };
}

const distinct = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.flatMap((value) => value ?? [])),
];

/** Adds the current names. At most four queries for any number of entries. */
export async function presentAudit(read: Reader, rows: readonly AuditEntryRow[]): Promise<AuditRecord[]> {
  const entries = rows.map((row) => {
    const detail = JSON.parse(row.detail) as Detail;
    return { row, detail, ...mentionedIn(row, detail) };
  });
  const inProjects = entries.filter(({ row }) => row.pid !== null);
  const { teams, tasks, forms, credentials } = await namesOf(read, {
    pids: distinct(inProjects.map(({ row }) => row.pid)),
    tids: distinct(inProjects.map(({ tid }) => tid)),
    tasks: distinct(entries.map(({ task }) => task)),
    forms: distinct(inProjects.map(({ form }) => form)),
    tokens: distinct(entries.map(({ token }) => token)),
    passkeys: distinct(entries.map(({ passkey }) => passkey)),
  });
  return entries.map(({ row, detail, tid, task, form, token, passkey }) => ({
    id: row.id,
    at: row.at,
    actor: row.actor,
    actor_name: row.actor_name,
    token: row.token,
    token_name: row.token_name,
    kind: row.kind,
    project: row.pid,
    project_name: row.project_name,
    subject: row.subject,
    subject_name: row.subject_name,
    team_name: teams.get(`${row.pid}/${tid}`) ?? null,
    task_title: tasks.get(task ?? '')?.title ?? null,
    task_starts_at: tasks.get(task ?? '')?.starts_at ?? null,
    task_ends_at: tasks.get(task ?? '')?.ends_at ?? null,
    form_title: forms.get(`${row.pid}/${form}`) ?? null,
    credential_name: credentials.get(token ?? passkey ?? '') ?? null,
    detail,
  }));
}

/** What is recorded about a person in a project, without the credentials that others used. */
export async function auditAbout(
  read: Reader,
  { pid }: ProjectScope,
  about: AboutPerson,
  limit: number,
  after: string | undefined,
): Promise<AuditRecord[]> {
  const rows = await selectAbout(read, pid, about, limit, after).execute();
  const records = await presentAudit(read, rows);
  return records.map((record) => ({ ...record, token: null, token_name: null, credential_name: null }));
}

export async function* walkAudit(read: Reader, selection: AuditSelection): AsyncGenerator<AuditRecord> {
  const batches = batchesOf<AuditEntryRow>((last, limit) => selectAudit(read, selection, limit, last?.id).execute());
  for await (const rows of batches) yield* await presentAudit(read, rows);
}

/** The last entries of a project since a time, and how many there are. For its owners only. */
export async function recentAudit(read: Reader, { pid }: ProjectScope, since: Date, limit: number) {
  const first = firstIdOf(since);
  const [rows, count] = await Promise.all([
    selectAudit(read, { pid, first }, limit, undefined).execute(),
    countAuditFrom(read, pid, first),
  ]);
  return { count, data: await presentAudit(read, rows) };
}

/** Administrators see all entries, owners those of their own project. */
const maySeeAudit = (caller: Person, projectRole: ProjectRole | null): boolean =>
  caller.administrator || (projectRole?.owner ?? false);
