import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { DisclosedKind } from './disclosure.schema.ts';

export const listConsents = (read: Reader, scope: ProjectScope, form: string, uid: string) =>
  read
    .selectFrom('form_consents')
    .select(['kind', 'until'])
    .where('pid', '=', scope.pid)
    .where('form', '=', form)
    .where('uid', '=', uid)
    .execute();

/** Returns the kinds that they were for. */
export async function deleteConsentsOf(
  trx: Trx,
  scope: ProjectScope,
  form: string,
  uid: string,
): Promise<DisclosedKind[]> {
  const ended = await trx
    .deleteFrom('form_consents')
    .where('pid', '=', scope.pid)
    .where('form', '=', form)
    .where('uid', '=', uid)
    .returning('kind')
    .execute();
  return ended.map(({ kind }) => kind);
}

export async function insertConsents(
  trx: Trx,
  scope: ProjectScope,
  kinds: readonly DisclosedKind[],
  row: { form: string; uid: string; until: string; agreed_at: string },
): Promise<void> {
  await trx
    .insertInto('form_consents')
    .values(kinds.map((kind) => ({ ...row, pid: scope.pid, kind })))
    .execute();
}

export type DisclosureRow = Awaited<ReturnType<typeof listDisclosures>>[number];

/** Everybody who answered, ordered by uid, with what they agreed to and their data, still encrypted. */
export const listDisclosures = (
  trx: Trx,
  scope: ProjectScope,
  form: string,
  kind: DisclosedKind,
  after: string,
  limit: number,
) => disclosures(trx, scope, form, kind).where('r.uid', '>', after).orderBy('r.uid').limit(limit).execute();

/** Returns the same for some of them. */
export const listDisclosuresOf = (
  read: Reader,
  scope: ProjectScope,
  form: string,
  kind: DisclosedKind,
  uids: readonly string[],
) => disclosures(read, scope, form, kind).where('r.uid', 'in', uids).execute();

const disclosures = (read: Reader, scope: ProjectScope, form: string, kind: DisclosedKind) =>
  read
    .selectFrom('form_responses as r')
    .innerJoin('people', 'people.uid', 'r.uid')
    .leftJoin('form_consents as c', (join) =>
      join
        .onRef('c.pid', '=', 'r.pid')
        .onRef('c.form', '=', 'r.form')
        .onRef('c.uid', '=', 'r.uid')
        .on('c.kind', '=', kind),
    )
    // Reads private data only of people who agreed.
    .leftJoin('private_data as d', (join) => join.onRef('d.uid', '=', 'c.uid').onRef('d.kind', '=', 'c.kind'))
    .leftJoin('payments as p', (join) =>
      join
        .onRef('p.pid', '=', 'r.pid')
        .onRef('p.form', '=', 'r.form')
        .onRef('p.uid', '=', 'r.uid')
        .on('p.undone_at', 'is', null),
    )
    .select(['r.uid', 'people.name', 'people.suspended_at', 'r.answers', 'c.until', 'd.fields', 'd.unconfirmed_at'])
    .select(['p.paid_at', 'p.amount as paid_amount', 'p.currency as paid_currency'])
    .where('r.pid', '=', scope.pid)
    .where('r.form', '=', form);
