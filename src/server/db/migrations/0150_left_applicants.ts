import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/** People who were accepted and have left the team are no applicants any more: organisers could read what they wrote for ever. */
export async function leftApplicants({ db }: MigrationContext): Promise<void> {
  await sql`
    update applications set state = 'withdrawn', note = '', decided_at = null, decided_by = null
    where state = 'accepted' and not exists (
      select 1 from memberships
      where memberships.pid = applications.pid and memberships.tid = applications.tid and memberships.uid = applications.uid)
  `.execute(db);
}
