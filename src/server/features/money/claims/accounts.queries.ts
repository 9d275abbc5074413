import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';

/** The bank accounts of claimants, still encrypted, and until when they may be used for each claim. */
export const listAccounts = (read: Reader, { pid }: ProjectScope, ids: readonly string[]) =>
  read
    .selectFrom('claims')
    .innerJoin('people', 'people.uid', 'claims.uid')
    .leftJoin('forms', (join) => join.onRef('forms.pid', '=', 'claims.pid').onRef('forms.form', '=', 'claims.form'))
    .leftJoin('form_consents as consent', (join) =>
      join
        .onRef('consent.pid', '=', 'claims.pid')
        .onRef('consent.form', '=', 'claims.form')
        .onRef('consent.uid', '=', 'claims.uid')
        .on('consent.kind', '=', 'bank'),
    )
    .leftJoin('private_data as bank', (join) => join.onRef('bank.uid', '=', 'claims.uid').on('bank.kind', '=', 'bank'))
    .select(['claims.id', 'claims.uid', 'claims.bank_until', 'people.suspended_at'])
    .select(['consent.until as form_until', 'forms.passes_until', 'bank.fields', 'bank.unconfirmed_at'])
    .where('claims.pid', '=', pid)
    .where('claims.id', 'in', ids)
    .execute();
