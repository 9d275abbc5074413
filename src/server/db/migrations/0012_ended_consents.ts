import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * Deletes the consents of people who had left or were suspended before consent ended for good. Otherwise it would
 * return when they are added or reinstated.
 */
export async function endedConsents({ db }: MigrationContext): Promise<void> {
  await sql`delete from form_consents where uid in (select uid from people where suspended_at is not null)`.execute(db);
  await sql`delete from form_consents where exists (
    select 1 from forms
    where forms.pid = form_consents.pid and forms.form = form_consents.form and forms.audience <> 'signed_in'
      and not exists (
        select 1 from memberships
        join teams on teams.pid = memberships.pid and teams.tid = memberships.tid
        where memberships.pid = forms.pid and memberships.uid = form_consents.uid and teams.disabled_at is null
          and (forms.audience = 'people' or memberships.role = 'chief'))
      and not exists (
        select 1 from project_owners
        where project_owners.pid = forms.pid and project_owners.uid = form_consents.uid
          and forms.audience = 'people'))`.execute(db);
}
