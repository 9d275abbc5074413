import { holds, leadsTeam, recruitsFor, teamsLedBy } from '../../../auth/project-role.ts';
import type { Actor, ProjectRole } from '../../../auth/project-role.ts';
import { searchOf } from '../../../db/name-search.ts';
import type { Db, Reader } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { batchesOf } from '../../../http/paging.ts';
import type { Cell } from '../../../http/csv.ts';
import { record } from '../../audit/audit.service.ts';
import { answersTo, applicationAnswers, applicationForms } from '../../forms/answers/application-answers.service.ts';
import type { ApplicationForm } from '../../forms/answers/application-answers.service.ts';
import { cellOf } from '../../forms/fields.service.ts';
import { countApplications, listApplications, listWishes } from './applications.queries.ts';
import type { ApplicationRow, ListedState, Selection } from './applications.queries.ts';
import type { Application } from './applications.schema.ts';
import { isReadable } from './call.policy.ts';
import { decisionsToRepeat } from './decisions.service.ts';

type Wanted = { state?: ListedState | undefined; tid?: string | undefined; q?: string | undefined };

/**
 * Owners and deputies who recruit see all applications, chiefs those that name their team. Deputies who apply themselves learn
 * nothing of what is decided about them.
 */
export function selectionOf(
  { projectRole: role, uid, now }: Pick<Actor, 'projectRole' | 'uid' | 'now'>,
  { state = 'open', tid, q = '' }: Wanted,
): Selection {
  if (tid !== undefined && !recruitsFor(role, tid))
    fail('forbidden', { detail: 'Chiefs see the applications to their own teams' });
  const led = holds(role, 'recruiting') ? undefined : teamsLedBy(role);
  const search = q.trim() === '' ? undefined : searchOf(q);
  const without = role.owner ? undefined : uid;
  return { now: timestamp(now), state, tids: tid === undefined ? led : [tid], search, without };
}

/** Chiefs read the answers to questions for everybody, and for their own teams. */
const mayRead = (role: ProjectRole, { tids }: ApplicationForm): boolean =>
  holds(role, 'recruiting') || tids.length === 0 || tids.some((tid) => leadsTeam(role, tid));

/** What organisers see instead of what somebody wrote who no longer applies. Name, state and decision stay. */
const nothingLeft = { email: '', message: '', answers: {}, note: '' };

/** A fixed number of queries, however many applications there are. */
export async function presentApplications(
  read: Reader,
  role: ProjectRole,
  now: Date,
  rows: readonly ApplicationRow[],
): Promise<Application[]> {
  if (rows.length === 0) return [];
  const uids = [...new Set(rows.map(({ uid }) => uid))];
  const readable = new Set(
    (await applicationForms(read, role.scope)).filter((form) => mayRead(role, form)).map(({ form }) => form),
  );
  const answers = await applicationAnswers(read, role.scope, uids);
  const wishes = Map.groupBy(
    (await listWishes(read, role.scope, uids)).filter(
      ({ tid, state }) => state !== 'withdrawn' && state !== 'lapsed' && recruitsFor(role, tid),
    ),
    ({ uid }) => uid,
  );
  const isToRepeat = await decisionsToRepeat(
    read,
    now,
    role.scope,
    rows.map((row) => ({ ...row, decided_by: row.decider })),
  );
  return rows.map(({ decider: _decider, made_with: _made, ...row }) => {
    const given = Object.entries(answers.get(row.uid) ?? {}).filter(([form]) => readable.has(form));
    return {
      ...row,
      decide_again: isToRepeat(row),
      wishes: (wishes.get(row.uid) ?? []).map(({ tid }) => tid),
      answers: Object.fromEntries(given),
      ...(isReadable(row, now) ? {} : nothingLeft),
    };
  });
}

const columns = [
  'tid',
  'name',
  'email',
  'wish',
  'state',
  'pending',
  'applied_at',
  'decided_at',
  'decided_by',
  'note',
  'message',
] as const satisfies readonly (keyof Application)[];

/** The table as it is exported, with a column for each question. */
export async function applicationTable(read: Reader, role: ProjectRole, now: Date, selection: Selection) {
  const forms = (await applicationForms(read, role.scope)).filter((form) => mayRead(role, form));
  const questions = forms.flatMap(({ form, fields }) => fields.map(({ key }) => ({ form, key })));
  async function* rows(): AsyncGenerator<Cell[]> {
    // One more than the limit is read, to know whether there is another page.
    const batches = batchesOf<ApplicationRow>((after, limit) =>
      listApplications(read, role.scope, selection, { limit: limit - 1, after }),
    );
    for await (const batch of batches)
      for (const application of await presentApplications(read, role, now, batch))
        yield [
          ...columns.map((column) => application[column]),
          ...questions.map(({ form, key }) => cellOf(answersTo(application.answers, form)?.[key])),
        ];
  }
  return { header: [...columns, ...questions.map(({ form, key }) => `${form}.${key}`)], rows: rows() };
}

export async function recordApplicationExport(
  db: Db,
  uid: string,
  { scope }: ProjectRole,
  now: Date,
  selection: Selection,
): Promise<void> {
  const { pid } = scope;
  const detail = { applications: await countApplications(db.read, scope, selection) };
  const entry = { actor: uid, kind: 'applications.exported' as const, subject: pid, pid, detail };
  await db.transaction((trx) => record(trx, now, entry));
}
