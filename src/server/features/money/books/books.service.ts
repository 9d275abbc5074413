import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import type { Cell } from '../../../http/csv.ts';
import { batchesOf } from '../../../http/paging.ts';
import { decimalAmount } from '../../../lib/money.ts';
import { listClaimEntries, listLineEntries, listPaymentEntries } from './books.queries.ts';

export const bookColumns = [
  'number',
  'kind',
  'person',
  'budget',
  'budget_name',
  'currency',
  'claimed',
  'amount',
  'state',
  'first_day',
  'what',
  'receipts',
  'sent_at',
  'decided_at',
  'decided_by',
  'payout',
  'paid_at',
] as const;

type Entry = Partial<Record<(typeof bookColumns)[number], Cell>>;
const cellsOf = (entry: Entry): Cell[] => bookColumns.map((column) => entry[column] ?? null);

/** All claims that were sent, then the fixed travel money that was paid: two queries for every 200 claims. */
export async function* bookEntries(read: Reader, scope: ProjectScope): AsyncGenerator<Cell[]> {
  type Claim = Awaited<ReturnType<typeof listClaimEntries>>[number];
  const claims = batchesOf<Claim>((last, limit) => listClaimEntries(read, scope, last?.number ?? 0, limit));
  for await (const rows of claims) {
    const ids = rows.map(({ id }) => id);
    const lines = Map.groupBy(await listLineEntries(read, ids), ({ claim_id }) => claim_id);
    for (const { id, name, claimed, amount, decider, ...row } of rows) {
      const own = lines.get(id) ?? [];
      yield cellsOf({
        ...row,
        person: name,
        claimed: decimalAmount(claimed, row.currency),
        amount: decimalAmount(amount, row.currency),
        decided_by: decider,
        first_day: own.flatMap(({ date }) => date ?? []).toSorted()[0] ?? null,
        what: own.map(({ what }) => what).join('; '),
        receipts: new Set(own.flatMap(({ file_id }) => file_id ?? [])).size,
      });
    }
  }
  type Payment = Awaited<ReturnType<typeof listPaymentEntries>>[number];
  const payments = batchesOf<Payment>((last, limit) => listPaymentEntries(read, scope, last?.id ?? '', limit));
  for await (const rows of payments)
    for (const { name, amount, currency, title, batch, payer, paid_at } of rows)
      yield cellsOf({
        kind: 'travel',
        person: name,
        currency,
        amount: decimalAmount(amount, currency),
        state: 'paid',
        what: batch === '' ? title : `${title}; ${batch}`,
        decided_by: payer,
        paid_at,
      });
}
