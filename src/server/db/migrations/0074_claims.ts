import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/** Budgets, claims with receipts, and payouts. Amounts are in the smallest unit of their currency. */
export async function claims(context: MigrationContext): Promise<void> {
  await settings(context);
  await payoutTables(context);
  await claimTable(context);
  await claimParts(context);
}

/** `last_claim` and `last_payout` are the numbers given last. `payer_*` is the account that payouts are made from. */
async function settings({ table, db, column }: MigrationContext): Promise<void> {
  await table('money_settings')
    .addColumn('pid', column.text, (c) => c.primaryKey().references('projects.pid').onDelete('cascade'))
    .addColumn('travel_pays', column.text, (c) =>
      c
        .notNull()
        .defaultTo('fixed')
        .check(sql`travel_pays in ('fixed', 'receipts')`),
    )
    .addColumn('travel_budget', column.text)
    .addColumn('payer_name', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('payer_iban', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('payer_bic', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('last_claim', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('last_payout', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await table('budgets')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('code', column.text, (c) => c.notNull())
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('tid', column.text)
    .addColumn('amount', column.integer, (c) => c.notNull().check(sql`amount >= 0`))
    .addColumn('currency', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addPrimaryKeyConstraint('budgets_key', ['pid', 'code'])
    .addForeignKeyConstraint('budgets_team', ['pid', 'tid'], 'teams', ['pid', 'tid'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('budgets_by_team').on('budgets').columns(['pid', 'tid']).execute();
}

/**
 * `sealed`: the bank account as it was when the payout was made, until `accounts_erased_at`. `account_changed_at`: the person
 * has changed their account since. A transfer stays without the person when they are erased.
 */
async function payoutTables({ table, db, column }: MigrationContext): Promise<void> {
  await table('payouts')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('number', column.integer, (c) => c.notNull())
    .addColumn('title', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('method', column.text, (c) => c.notNull().check(sql`method in ('transfer', 'other')`))
    .addColumn('currency', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('paid_at', column.time)
    .addColumn('paid_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('accounts_erased_at', column.time)
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addUniqueConstraint('payouts_number', ['pid', 'number'])
    .execute();
  await table('payout_transfers')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('payout_id', column.text, (c) => c.notNull().references('payouts.id').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('amount', column.integer, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('sealed', column.text)
    .addColumn('key_id', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('account_changed_at', column.time)
    .addUniqueConstraint('payout_transfers_once', ['payout_id', 'uid'])
    .execute();
  const index = (table_: string, name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on(table_).columns(columns).execute();
  await index('payouts', 'payouts_by_creator', 'created_by');
  await index('payouts', 'payouts_by_payer', 'paid_by');
  await index('payout_transfers', 'payout_transfers_by_person', 'uid');
  await index('payout_transfers', 'payout_transfers_by_key', 'key_id');
}

/**
 * `number`: given when it is sent. `claimed`: the sum of its lines; `cap`: the most that is paid, or null; `amount`: what is
 * paid. `form`: the travel money form whose answer it comes from. `bank_until`: until when the person lets the bank account be
 * used for it. A claim that was paid stays without the person when they are erased.
 */
async function claimTable({ table, db, column }: MigrationContext): Promise<void> {
  await table('claims')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('number', column.integer)
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('kind', column.text, (c) => c.notNull().check(sql`kind in ('travel', 'expense')`))
    .addColumn('state', column.text, (c) =>
      c
        .notNull()
        .check(sql`state in ('draft', 'sent', 'returned', 'refused', 'withdrawn', 'approved', 'in_payout', 'paid')`),
    )
    .addColumn('form', column.text)
    .addColumn('budget', column.text)
    .addColumn('currency', column.text, (c) => c.notNull())
    .addColumn('claimed', column.integer, (c) => c.notNull().check(sql`claimed >= 0`))
    .addColumn('cap', column.integer, (c) => c.check(sql`cap > 0`))
    .addColumn('amount', column.integer, (c) => c.notNull().check(sql`amount >= 0`))
    .addColumn('bank_until', column.date)
    .addColumn('payout_id', column.text, (c) => c.references('payouts.id'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('changed_at', column.time, (c) => c.notNull())
    .addColumn('sent_at', column.time)
    .addColumn('decided_at', column.time)
    .addColumn('decided_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addUniqueConstraint('claims_number', ['pid', 'number'])
    .addForeignKeyConstraint('claims_budget', ['pid', 'budget'], 'budgets', ['pid', 'code'])
    .execute();
  await sql`create unique index claims_once on claims (pid, form, uid) where form is not null`.execute(db);
  const index = (name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on('claims').columns(columns).execute();
  await index('claims_by_state', 'pid', 'state', 'number');
  await index('claims_by_budget', 'pid', 'budget', 'state', 'amount');
  await index('claims_by_person', 'uid', 'pid', 'id');
  await index('claims_by_payout', 'payout_id');
  await index('claims_by_decider', 'decided_by');
  await index('claims_by_change', 'changed_at');
}

/**
 * `hash`: of what was sent, so that sending it again after a lost answer adds no second receipt. The receipts are in parts,
 * so that no row is large.
 */
async function claimParts({ table, db, column }: MigrationContext): Promise<void> {
  await table('claim_files')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('claim_id', column.text, (c) => c.notNull().references('claims.id').onDelete('cascade'))
    .addColumn('type', column.text, (c) => c.notNull())
    .addColumn('bytes', column.integer, (c) => c.notNull())
    .addColumn('hash', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addUniqueConstraint('claim_files_once', ['claim_id', 'hash'])
    .execute();
  await table('claim_file_parts')
    .addColumn('file_id', column.text, (c) => c.notNull().references('claim_files.id').onDelete('cascade'))
    .addColumn('part', column.integer, (c) => c.notNull())
    .addColumn('key_id', column.text, (c) => c.notNull())
    .addColumn('sealed', column.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('claim_file_parts_key', ['file_id', 'part'])
    .execute();
  await table('claim_lines')
    .addColumn('claim_id', column.text, (c) => c.notNull().references('claims.id').onDelete('cascade'))
    .addColumn('position', column.integer, (c) => c.notNull())
    .addColumn('date', column.date, (c) => c.notNull())
    .addColumn('what', column.text, (c) => c.notNull())
    .addColumn('amount', column.integer, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('file_id', column.text, (c) => c.references('claim_files.id').onDelete('set null'))
    .addPrimaryKeyConstraint('claim_lines_key', ['claim_id', 'position'])
    .execute();
  await table('claim_steps')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('claim_id', column.text, (c) => c.notNull().references('claims.id').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('step', column.text, (c) =>
      c.notNull().check(sql`step in ('sent', 'approved', 'returned', 'refused', 'withdrawn', 'paid', 'unpaid')`),
    )
    .addColumn('note', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('at', column.time, (c) => c.notNull())
    .execute();
  const index = (table_: string, name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on(table_).columns(columns).execute();
  await index('claim_file_parts', 'claim_file_parts_by_key', 'key_id');
  await index('claim_lines', 'claim_lines_by_file', 'file_id');
  await index('claim_steps', 'claim_steps_by_claim', 'claim_id', 'id');
  await index('claim_steps', 'claim_steps_by_person', 'uid');
}
