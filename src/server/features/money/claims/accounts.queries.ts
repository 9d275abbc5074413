import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';

/** Claims for which the bank account of the person may be used now: what is paid or came to nothing no longer needs it. */
export const listSharedClaims = (read: Reader, uid: string, today: string, after: string | undefined, limit: number) =>
  read
    .selectFrom('claims')
    .innerJoin('projects', 'projects.pid', 'claims.pid')
    .leftJoin('claim_lines as first', (join) =>
      join.onRef('first.claim_id', '=', 'claims.id').on('first.position', '=', 0),
    )
    .select(['claims.id', 'claims.pid', 'claims.number', 'claims.state', 'claims.bank_until'])
    .select(['projects.name as project_name', 'first.what'])
    .where('claims.uid', '=', uid)
    .where('claims.bank_until', '>=', today)
    .where('claims.state', 'not in', ['paid', 'refused', 'withdrawn'])
    .$if(after !== undefined, (query) => query.where('claims.id', '>', after ?? ''))
    .orderBy('claims.id')
    .limit(limit)
    .execute();

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
