import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import { stateOf } from '../../forms/disclosure/disclosure.policy.ts';
import type { DisclosureState } from '../../forms/disclosure/disclosure.schema.ts';
import { isGiven } from '../../private-data/private.policy.ts';
import { sealedFields } from '../../private-data/private.service.ts';
import { listAccounts } from './accounts.queries.ts';

/** `fields`: the account, still encrypted. */
export type Account = {
  uid: string;
  state: DisclosureState;
  /** Whether there is an account, with or without the consent. */
  account: 'given' | 'missing' | 'unconfirmed';
  until: string | null;
  unconfirmed_since: string | null;
  fields: string | null;
};

/**
 * Whether each claim can be paid to the bank account of its claimant: if they agreed, for the claim or by the form whose answer
 * it comes from. The later of the two days counts.
 */
export async function accountsOf(
  read: Reader,
  scope: ProjectScope,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Account>> {
  if (ids.length === 0) return new Map();
  const today = timestamp(now).slice(0, 10);
  const accounts = (await listAccounts(read, scope, ids)).map((row): [string, Account] => {
    const days = [row.bank_until, earlier(row.form_until, row.passes_until)].flatMap((day) => day ?? []);
    const until = days.toSorted().at(-1) ?? null;
    const given = row.fields !== null && isGiven('bank', new Set(Object.keys(sealedFields(row.fields))));
    const unconfirmed = row.unconfirmed_at !== null;
    const account = given ? (unconfirmed ? 'unconfirmed' : 'given') : 'missing';
    const state = stateOf({
      agreedUntil: until,
      formUntil: until,
      today,
      left: row.suspended_at !== null,
      declined: false,
      given,
      unconfirmed,
    });
    const unconfirmed_since = state === 'unconfirmed' ? row.unconfirmed_at : null;
    return [row.id, { uid: row.uid ?? '', state, account, until, unconfirmed_since, fields: row.fields }];
  });
  return new Map(accounts);
}

const earlier = (agreed: string | null, form: string | null): string | null =>
  agreed === null || form === null ? null : agreed < form ? agreed : form;
