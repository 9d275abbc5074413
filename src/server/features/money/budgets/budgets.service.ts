import { maxBudgets } from '../../../../shared/claims.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectRole, ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, refuseField, requireNone } from '../../../errors.ts';
import type { FieldError } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { isCurrency } from '../../../lib/money.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { changedFields } from '../../audit/changed-fields.policy.ts';
import { seesMoney, seesSpending } from '../money.policy.ts';
import {
  claimedAmong,
  countBudgets,
  deleteBudget,
  findBudget,
  forgetTravelBudget,
  insertBudgets,
  listBudgets,
  listTids,
  lockBudget,
  lockBudgets,
  sumsByBudget,
  updateBudget,
} from './budgets.queries.ts';
import type { BudgetRow } from './budgets.queries.ts';
import type { Budget, BudgetSums, BudgetValues, NewBudget, NewBudgets } from './budgets.schema.ts';

export const noSuchBudget = (): never => fail('not_found', { detail: 'There is no such budget in this project' });

/** Those who handle the money see all, others those of the project and of their teams, from which they can claim. */
export async function readBudgets(read: Reader, projectRole: ProjectRole): Promise<Budget[]> {
  const { scope, teams } = projectRole;
  const rows = await listBudgets(read, scope, seesMoney(projectRole) ? undefined : [...teams.keys()]);
  const sums = rows.length === 0 ? new Map<string, BudgetSums>() : await sumsIn(read, scope);
  return rows.map((row) => presentBudget(projectRole, row, sums.get(row.code)));
}

const nothing: BudgetSums = { waiting: 0, approved: 0, paid: 0, claims: 0 };

async function sumsIn(read: Reader, scope: ProjectScope, code?: string): Promise<Map<string, BudgetSums>> {
  const found = new Map<string, BudgetSums>();
  for (const { budget, state, amount, claims } of await sumsByBudget(read, scope, code)) {
    const sums = { ...(found.get(budget ?? '') ?? nothing) };
    const part = state === 'sent' ? 'waiting' : state === 'paid' ? 'paid' : 'approved';
    sums[part] += amount;
    sums.claims += claims;
    found.set(budget ?? '', sums);
  }
  return found;
}

const leftOf = ({ amount }: { amount: number }, { approved, paid }: BudgetSums): number => amount - approved - paid;

const presentBudget = (projectRole: ProjectRole, row: BudgetRow, sums: BudgetSums = nothing): Budget => ({
  code: row.code,
  name: row.name,
  tid: row.tid,
  team: row.team,
  amount: row.amount,
  currency: row.currency,
  left: leftOf(row, sums),
  sums: seesSpending(projectRole, row) ? sums : null,
});

export async function readBudget(read: Reader, projectRole: ProjectRole, code: string) {
  const rows = await listBudgets(read, projectRole.scope);
  const row = rows.find((one) => one.code === code) ?? noSuchBudget();
  const sums = (await sumsIn(read, projectRole.scope, code)).get(code);
  return { revision: row.revision, budget: presentBudget(projectRole, row, sums) };
}

/** What is left of a budget. */
export async function leftIn(read: Reader, scope: ProjectScope, code: string): Promise<number | undefined> {
  const row = await findBudget(read, scope, code);
  return row && leftOf(row, (await sumsIn(read, scope, code)).get(code) ?? nothing);
}

type Checked = { before: BudgetRow | undefined; values: NewBudget };

async function requireAllowed(trx: Trx, scope: ProjectScope, lines: readonly Checked[], at: (index: number) => string) {
  const tids = await listTids(trx, scope);
  const moved = lines.filter(({ before, values }) => before !== undefined && before.currency !== values.currency);
  const claimed = await claimedAmong(
    trx,
    scope,
    moved.map(({ values }) => values.code),
  );
  const errors: FieldError[] = [];
  const codes = new Set<string>();
  for (const [index, { values }] of lines.entries()) {
    const complain = (field: string, detail: string) => errors.push({ pointer: `${at(index)}/${field}`, detail });
    if (codes.has(values.code)) complain('code', 'appears more than once');
    codes.add(values.code);
    if (values.tid !== null && !tids.has(values.tid)) complain('tid', 'is not a team of this project');
    if (!isCurrency(values.currency)) complain('currency', 'is not a currency of ISO 4217');
    if (claimed.has(values.code)) complain('currency', 'cannot change: there are claims in the old currency');
  }
  requireNone(errors);
}

/** Owners approve what is over budget, so nobody else makes room for it. */
function requireNoMore({ owner }: Pick<Roles, 'owner'>, lines: readonly Checked[]): void {
  const isMore = ({ before, values }: Checked) =>
    before === undefined || values.amount > before.amount || values.currency !== before.currency;
  if (!owner && lines.some(isMore)) fail('forbidden', { detail: 'Only owners add budgets and raise their amounts' });
}

const columnsOf = ({ name, tid, amount, currency }: BudgetValues) => ({ name, tid, amount, currency });

/** Adds new codes and changes known ones: all, or none. Requires a confirmed caller. */
export async function putBudgets(
  trx: Trx,
  { projectRole, uid, now }: Actor,
  roles: Roles,
  { budgets }: NewBudgets,
): Promise<void> {
  const { scope } = projectRole;
  await lockBudgets(trx, scope);
  const known = new Map((await listBudgets(trx, scope)).map((row) => [row.code, row]));
  const lines = budgets.map((values) => ({ before: known.get(values.code), values }));
  requireNoMore(roles, lines);
  await requireAllowed(trx, scope, lines, (index) => `/budgets/${index}`);
  const fresh = lines.filter(({ before }) => before === undefined);
  if ((await countBudgets(trx, scope)) + fresh.length > maxBudgets)
    fail('not_allowed', { detail: `A project has at most ${maxBudgets} budgets` });
  await insertBudgets(
    trx,
    fresh.map(({ values }) => ({ ...values, pid: scope.pid, created_at: timestamp(now) })),
  );
  const entries: AuditEntry[] = [];
  for (const { before, values } of lines) {
    const fields = before === undefined ? '' : changedFields(Object.keys(columnsOf(values)), before, values);
    if (before !== undefined && fields === '') continue;
    if (before !== undefined) await updateBudget(trx, scope, values);
    entries.push(entryOf(before === undefined ? 'budget.created' : 'budget.changed', scope, uid, values, fields));
  }
  await recordAll(trx, now, entries);
}

const entryOf = (
  kind: 'budget.created' | 'budget.changed',
  { pid }: ProjectScope,
  actor: string,
  { code, name, amount, currency }: NewBudget,
  fields: string,
): AuditEntry => ({
  actor,
  kind,
  subject: code,
  pid,
  detail: { name, amount, currency, ...(fields === '' ? {} : { fields }) },
});

type Change = Actor & { code: string; expected: number | undefined };

async function lockOwn(trx: Trx, { projectRole, code, expected, caller, now }: Change) {
  const { roles } = await confirmCaller(trx, now, caller);
  const row = (await lockBudget(trx, projectRole.scope, code)) ?? noSuchBudget();
  return expected === undefined || expected === row.revision
    ? { roles, before: { ...row, team: null } }
    : fail('stale');
}

export async function changeBudget(db: Db, change: Change, input: BudgetValues): Promise<void> {
  const { projectRole, code, uid, now } = change;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const { roles, before } = await lockOwn(trx, change);
    const values = { code, ...input };
    requireNoMore(roles, [{ before, values }]);
    await requireAllowed(trx, scope, [{ before, values }], () => '');
    const fields = changedFields(Object.keys(input), before, values);
    if (fields === '') return;
    await updateBudget(trx, scope, values);
    await record(trx, now, entryOf('budget.changed', scope, uid, values, fields));
  });
}

export async function removeBudget(db: Db, change: Change): Promise<void> {
  const { projectRole, code, uid, now } = change;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const { name, amount, currency } = (await lockOwn(trx, change)).before;
    if ((await claimedAmong(trx, scope, [code])).size > 0)
      fail('not_allowed', { detail: 'There are claims from this budget' });
    await deleteBudget(trx, scope, code);
    await forgetTravelBudget(trx, scope, code);
    const detail = { name, amount, currency };
    await record(trx, now, { actor: uid, kind: 'budget.removed', subject: code, pid: scope.pid, detail });
  });
}

type Chosen = { budget: string | null; currency: string };

/** A budget that the claimant can choose, in its own currency. */
export async function requireClaimable(read: Reader, projectRole: ProjectRole, { budget, currency }: Chosen) {
  const { scope, owner, teams } = projectRole;
  if (!isCurrency(currency)) refuseField('/currency', 'is not a currency of ISO 4217');
  if (budget === null) return;
  const row = await findBudget(read, scope, budget);
  const isSeen = row !== undefined && (owner || row.tid === null || teams.has(row.tid));
  if (!isSeen) return refuseField('/budget', 'is not a budget that you can claim from');
  if (row.currency !== currency) refuseField('/currency', `must be ${row.currency}, the currency of the budget`);
}
