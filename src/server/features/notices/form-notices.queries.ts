import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Trx } from '../../db/db.ts';

export type FormNotice = {
  kind: 'form.opened' | 'form.closing' | 'form.asks_more';
  /** Start of the ids of the new notices; the uid follows. */
  prefix: string;
  pid: string;
  form: string;
  audience: 'people' | 'chiefs' | 'signed_in';
  /** Null: as often as the notice applies. */
  occasion: string | null;
  actor: string | null;
  detail: string;
  now: string;
  due: string;
};

/** Forms for everybody who is signed in concern the people of the project: nobody else is told. */
const isAsked = ({ pid, audience }: FormNotice) => sql<SqlBool>`(
  exists (
    select 1 from memberships
    join teams on teams.pid = memberships.pid and teams.tid = memberships.tid
    where memberships.pid = ${pid} and memberships.uid = people.uid and teams.disabled_at is null
      ${audience === 'chiefs' ? sql`and memberships.role = 'chief'` : sql``})
  ${
    audience === 'chiefs'
      ? sql``
      : sql`or exists (
        select 1 from project_owners where project_owners.pid = ${pid} and project_owners.uid = people.uid)`
  })`;

const answers = ({ pid, form }: FormNotice): RawBuilder<unknown> => sql`
  select 1 from form_responses
  where form_responses.pid = ${pid} and form_responses.form = ${form} and form_responses.uid = people.uid`;

/** People who answered and were not told since that the form asks for more. */
const isToAnswerAgain = (notice: FormNotice) => sql<SqlBool>`exists (${answers(notice)}
  and not exists (
    select 1 from notices as told
    where told.uid = people.uid and told.pid = ${notice.pid} and told.subject = ${notice.form}
      and told.kind = 'form.asks_more' and told.created_at > form_responses.updated_at))`;

/** One statement for everybody whom the form asks, in a project that they can see. */
export async function insertFormNotices(trx: Trx, notice: FormNotice): Promise<void> {
  const { kind, prefix, pid, form, occasion, actor, detail, now, due } = notice;
  const concerned = kind === 'form.asks_more' ? isToAnswerAgain(notice) : sql`not exists (${answers(notice)})`;
  await sql`
    insert into notices (id, uid, kind, pid, subject, occasion, actor, detail, created_at, due_at)
    select ${prefix} || people.uid, people.uid, ${kind}, ${pid}, ${form}, ${occasion}, ${actor}, ${detail}, ${now}, ${due}
    from people
    where people.suspended_at is null and people.uid <> ${actor ?? ''}
      and exists (select 1 from projects where projects.pid = ${pid} and projects.state = 'public')
      and ${isAsked(notice)} and ${concerned}
    on conflict do nothing`.execute(trx);
}
