import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { ProjectScope } from '../../auth/project-role.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { sortKey } from '../../lib/text.ts';
import { isCurrency } from '../../lib/money.ts';
import { recordAll } from '../audit/audit.service.ts';
import type { AuditEntry } from '../audit/audit.service.ts';
import {
  deleteSubsidies,
  hasOpenForm,
  lockTable,
  listSubsidies,
  maxLocations,
  nextTableRevision,
  putSubsidies,
} from './subsidies.queries.ts';
import type { NewTrafficSubsidyTable } from './subsidies.schema.ts';

/** Trimmed and in one Unicode form, so that equal-looking locations are equal. */
const normaliseLocation = (location: string): string => location.trim().normalize('NFC');

type Change = { scope: ProjectScope; caller: Person; expected: number | undefined };
type Services = { db: Db; clock: Clock };
type Amounts = ReadonlyMap<string, number>;

export async function replaceTable(services: Services, change: Change, table: NewTrafficSubsidyTable): Promise<void> {
  if (!isCurrency(table.currency)) failField('/currency', 'is not a currency of ISO 4217');
  const amounts = new Map<string, number>();
  for (const [index, { location, amount }] of table.data.entries()) {
    const name = normaliseLocation(location);
    if (amounts.has(name)) failField(`/data/${index}/location`, 'is in the table twice');
    amounts.set(name, amount);
  }
  await changeTable(services, change, () => ({ currency: table.currency, amounts }));
}

export async function putSubsidy(services: Services, change: Change, location: string, amount: number): Promise<void> {
  const name = normaliseLocation(location);
  await changeTable(services, change, ({ currency, amounts }) => {
    if (currency === null)
      return fail('conflict', { detail: 'The table has no currency yet; replace the whole table first' });
    const changed = new Map([...amounts, [name, amount]]);
    if (changed.size > maxLocations) fail('not_allowed', { detail: `A table has at most ${maxLocations} locations` });
    return { currency, amounts: changed };
  });
}

export async function deleteSubsidy(services: Services, change: Change, location: string): Promise<void> {
  const name = normaliseLocation(location);
  await changeTable(services, change, ({ currency, amounts }) =>
    amounts.has(name) && currency !== null
      ? { currency, amounts: new Map([...amounts].filter(([one]) => one !== name)) }
      : undefined,
  );
}

type Table = { currency: string | null; amounts: Amounts };
type Decide = (before: Table) => { currency: string; amounts: Amounts } | undefined;

/** Locks the table, which is small, computes the new one as a whole and writes only the differences. */
async function changeTable({ db, clock }: Services, { scope, caller, expected }: Change, decide: Decide) {
  const now = clock.now();
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const locked = (await lockTable(trx, scope, expected)) ?? fail('stale');
    const rows = await listSubsidies(trx, scope, maxLocations, undefined);
    const before = {
      currency: locked.subsidy_currency,
      amounts: new Map(rows.map((row) => [row.location, row.amount])),
    };
    const after = decide(before);
    if (after === undefined) return;
    if (!roles.owner) requireNoMore(before, after);
    // Nobody could choose where they come from; opening the form requires a table for the same reason.
    if (after.amounts.size === 0 && before.amounts.size > 0 && (await hasOpenForm(trx, scope, timestamp(now))))
      fail('subsidies_needed');
    const entries = await writeDifference(trx, scope, before, after);
    if (entries.length === 0) return;
    await nextTableRevision(trx, scope, after.currency);
    await recordAll(
      trx,
      now,
      entries.map((entry) => ({ ...entry, actor: caller.uid, pid: scope.pid })),
    );
  });
}

/** Nobody decides what the table pays, so deputies for the money do not raise it: they may be paid by it themselves. */
function requireNoMore(before: Table, after: Table): void {
  const isMore = ([location, amount]: [string, number]) => amount > (before.amounts.get(location) ?? -1);
  if (before.currency !== after.currency || [...after.amounts].some(isMore))
    fail('forbidden', { detail: 'Only owners add locations, raise their amounts and choose the currency' });
}

async function writeDifference(
  trx: Trx,
  scope: ProjectScope,
  before: Table,
  { currency, amounts }: { currency: string; amounts: Amounts },
): Promise<Pick<AuditEntry, 'kind' | 'subject' | 'detail'>[]> {
  const gone = [...before.amounts.keys()].filter((location) => !amounts.has(location));
  const put = [...amounts].filter(([location, amount]) => before.amounts.get(location) !== amount);
  await deleteSubsidies(trx, scope, gone);
  await putSubsidies(
    trx,
    scope,
    put.map(([location, amount]) => ({ location, amount, sort_key: sortKey(location) })),
  );
  const old = (location: string) => before.amounts.get(location) ?? null;
  const money = { kind: 'subsidy.currency_set' as const, subject: scope.pid };
  return [
    ...(before.currency === currency ? [] : [{ ...money, detail: { old: before.currency, new: currency } }]),
    ...gone.map((subject) => ({
      kind: 'subsidy.removed' as const,
      subject,
      detail: { old: old(subject), new: null, currency },
    })),
    ...put.map(([subject, amount]) => ({
      kind: 'subsidy.set' as const,
      subject,
      detail: { old: old(subject), new: amount, currency },
    })),
  ];
}
