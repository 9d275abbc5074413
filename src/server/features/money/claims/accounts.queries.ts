import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';

const over = ['paid', 'refused', 'withdrawn'] as const;

/**
 * Claims for which the bank account of the person may be used now, until `until`: what is paid or came to nothing no longer needs
 * it. And those in a payout that has a copy of it.
 */
export const listSharedClaims = (read: Reader, uid: string, today: string, after: string | undefined, limit: number) =>
  read
    .selectFrom('claims')
    .innerJoin('projects', 'projects.pid', 'claims.pid')
    .leftJoin('claim_lines as first', (join) =>
      join.onRef('first.claim_id', '=', 'claims.id').on('first.position', '=', 0),
    )
    .leftJoin('payout_transfers as copy', (join) =>
      join
        .onRef('copy.payout_id', '=', 'claims.payout_id')
        .onRef('copy.uid', '=', 'claims.uid')
        .on('copy.sealed', 'is not', null),
    )
    .leftJoin('payouts', 'payouts.id', 'copy.payout_id')
    .select(['claims.id', 'claims.pid', 'claims.number', 'claims.state', 'projects.name as project_name', 'first.what'])
    .select('payouts.number as payout')
    .select((eb) =>
      eb
        .case()
        .when(eb.and([eb('claims.bank_until', '>=', today), eb('claims.state', 'not in', over)]))
        .then(eb.ref('claims.bank_until'))
        .end()
        .as('until'),
    )
    .where('claims.uid', '=', uid)
    .where((eb) =>
      eb.or([
        eb.and([eb('claims.bank_until', '>=', today), eb('claims.state', 'not in', over)]),
        eb('payouts.number', 'is not', null),
      ]),
    )
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
