import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Reader, Trx } from '../../db/db.ts';
import { isInFormAudience } from '../../db/form-audience.ts';

export type FormNotice = {
  kind: 'form.opened' | 'form.closing' | 'form.asks_more';
  /** Start of the ids of the new notices; the uid follows. */
  prefix: string;
  pid: string;
  form: string;
  /** Null if it is sent as often as the notice applies. */
  occasion: string | null;
  actor: string | null;
  detail: string;
  now: string;
  due: string;
};

const isInProject = sql<SqlBool>`(
  exists (
    select 1 from memberships
    join teams on teams.pid = memberships.pid and teams.tid = memberships.tid
    where memberships.pid = forms.pid and memberships.uid = people.uid and teams.disabled_at is null)
  or exists (select 1 from project_owners where project_owners.pid = forms.pid and project_owners.uid = people.uid))`;

const answer: RawBuilder<unknown> = sql`
  select 1 from form_responses
  where form_responses.pid = forms.pid and form_responses.form = forms.form and form_responses.uid = people.uid`;

/** People who answered and were not notified since that the form asks for more. */
const isToAnswerAgain = sql<SqlBool>`exists (${answer}
  and not exists (
    select 1 from notices as notices_before
    where notices_before.uid = people.uid and notices_before.pid = forms.pid and notices_before.subject = forms.form
      and notices_before.kind = 'form.asks_more' and notices_before.created_at > form_responses.updated_at))`;

/**
 * One statement for everybody whom the form asks. A form for everybody who is signed in concerns the people of the
 * project: nobody else is notified.
 */
export async function insertFormNotices(trx: Trx, notice: FormNotice): Promise<void> {
  const { kind, prefix, pid, form, occasion, actor, detail, now, due } = notice;
  const isConcerned = kind === 'form.asks_more' ? isToAnswerAgain : sql<SqlBool>`not exists (${answer})`;
  await sql`
    insert into notices (id, uid, kind, pid, subject, occasion, actor, detail, created_at, due_at, push_due_at)
    select ${prefix} || people.uid, people.uid, ${kind}, ${pid}, ${form}, ${occasion}, ${actor}, ${detail}, ${now}, ${due},
      ${due}
    from forms
    join projects on projects.pid = forms.pid
    join people on people.suspended_at is null and people.uid <> ${actor ?? ''}
    where forms.pid = ${pid} and forms.form = ${form} and projects.state = 'public'
      and ${isInProject} and ${isInFormAudience(sql`people.uid`)} and ${isConcerned}
    on conflict do nothing`.execute(trx);
}

type FormRow = { pid: string; form: string; title: string; closes_at: string | null; remind_days: number | null };

const openableForms = (read: Reader) =>
  read
    .selectFrom('forms')
    .innerJoin('projects', 'projects.pid', 'forms.pid')
    .select(['forms.pid', 'forms.form', 'forms.title', 'forms.closes_at', 'forms.remind_days'])
    .where('forms.enabled_at', 'is not', null)
    .where('projects.state', '=', 'public');

export const listOpen = (read: Reader, pid: string, now: string): Promise<FormRow[]> =>
  openableForms(read)
    .where('forms.pid', '=', pid)
    .where((eb) => eb.or([eb('forms.opens_at', 'is', null), eb('forms.opens_at', '<=', now)]))
    .where((eb) => eb.or([eb('forms.closes_at', 'is', null), eb('forms.closes_at', '>', now)]))
    .execute();

/** Open forms that close after `now` and not later than `through`. */
export const listClosing = (read: Reader, now: string, through: string): Promise<FormRow[]> =>
  openableForms(read)
    .where('forms.closes_at', '>', now)
    .where('forms.closes_at', '<=', through)
    .where((eb) => eb.or([eb('forms.opens_at', 'is', null), eb('forms.opens_at', '<=', now)]))
    .execute();

/** Open forms whose time to open was between `since` and `now`. */
export const listOpened = (read: Reader, since: string, now: string): Promise<FormRow[]> =>
  openableForms(read)
    .where('forms.opens_at', '>', since)
    .where('forms.opens_at', '<=', now)
    .where((eb) => eb.or([eb('forms.closes_at', 'is', null), eb('forms.closes_at', '>', now)]))
    .execute();
