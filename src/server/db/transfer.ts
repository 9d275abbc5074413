import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Reader } from './db.ts';
import type { Tables } from './tables.ts';

/** Every table with its key, ordered so that referenced tables come first. */
export const tableKeys: { readonly [T in keyof Tables]: readonly string[] } = {
  installation: ['id'],
  people: ['uid'],
  closed_addresses: ['address_hash'],
  person_words: ['word', 'uid'],
  projects: ['pid'],
  project_pictures: ['pid'],
  project_owners: ['pid', 'uid'],
  listing_choices: ['pid', 'uid'],
  teams: ['pid', 'tid'],
  memberships: ['pid', 'tid', 'uid'],
  grants: ['id'],
  imports: ['id'],
  invitations: ['id'],
  past_invitations: ['id'],
  applications: ['pid', 'tid', 'uid'],
  traffic_subsidies: ['pid', 'location'],
  forms: ['pid', 'form'],
  form_responses: ['pid', 'form', 'uid'],
  form_consents: ['pid', 'form', 'uid', 'kind'],
  payments: ['id'],
  money_settings: ['pid'],
  budgets: ['pid', 'code'],
  payouts: ['id'],
  payout_transfers: ['id'],
  claims: ['id'],
  claim_files: ['id'],
  claim_file_parts: ['file_id', 'part'],
  claim_lines: ['claim_id', 'position'],
  claim_steps: ['id'],
  places: ['id'],
  skills: ['id'],
  person_skills: ['skill_id', 'uid'],
  guardians: ['pid', 'uid'],
  person_tags: ['pid', 'uid', 'tag_key'],
  ask_again: ['pid', 'uid'],
  person_notes: ['pid', 'uid'],
  offers: ['uid'],
  offer_projects: ['uid', 'pid'],
  thanks_pages: ['pid'],
  thanks_names: ['pid', 'uid'],
  task_kinds: ['id'],
  task_kind_skills: ['kind_id', 'skill_id'],
  documents: ['id'],
  document_versions: ['document_id', 'version'],
  document_signatures: ['document_id', 'version', 'uid'],
  task_series: ['id'],
  tasks: ['id'],
  attendances: ['task_id', 'uid'],
  helpers: ['pid', 'uid'],
  waiting_people: ['task_id', 'uid'],
  join_requests: ['task_id', 'uid'],
  place_offers: ['task_id', 'uid'],
  help_requests: ['task_id', 'uid'],
  availabilities: ['pid', 'uid'],
  allocations: ['id'],
  planning_steps: ['id'],
  work: ['id'],
  project_keys: ['pid'],
  devices: ['id'],
  hand_outs: ['id'],
  given_hand_outs: ['id'],
  hand_out_codes: ['id'],
  things: ['id'],
  thing_events: ['id'],
  scans: ['pid', 'id'],
  on_site: ['pid', 'uid'],
  roll_calls: ['pid'],
  roll_call_marks: ['pid', 'uid'],
  rooms: ['id'],
  room_places: ['pid', 'uid', 'night'],
  room_wishes: ['pid', 'uid', 'wished'],
  room_swaps: ['id'],
  room_steps: ['id'],
  room_moves: ['step_id', 'uid', 'night'],
  certificates: ['number'],
  certificate_settings: ['pid'],
  certificate_batches: ['id'],
  left_tasks: ['task_id', 'uid'],
  removed_tasks: ['task_id', 'tid'],
  announcements: ['id'],
  translations: ['pid', 'kind', 'id', 'language', 'field'],
  calendar_feeds: ['secret_hash'],
  notices: ['id'],
  notice_settings: ['uid'],
  legacy_ids: ['source', 'kind', 'legacy_id'],
  changes: ['seq'],
  messages: ['id'],
  message_recipients: ['id'],
  chat_channels: ['id'],
  webhooks: ['id'],
  webhook_deliveries: ['id'],
  webhook_feed: ['id'],
  group_servers: ['id'],
  synced_groups: ['id'],
  synced_people: ['id'],
  sync_consents: ['pid', 'uid'],
  sync_log: ['id'],
  private_data: ['uid', 'kind'],
  passkeys: ['id'],
  passkey_challenges: ['challenge_hash'],
  recovery_codes: ['id'],
  not_me_links: ['token_hash'],
  email_changes: ['token_hash'],
  identities: ['id'],
  provider_visits: ['state_hash'],
  sessions: ['id'],
  push_subscriptions: ['id'],
  sign_in_links: ['token_hash'],
  exchange_credentials: ['username'],
  api_tokens: ['id'],
  service_accounts: ['id'],
  service_tokens: ['token_hash'],
  idempotency_keys: ['uid', 'key'],
  audit: ['id'],
  outbox: ['id'],
  rate_limits: ['key'],
  chores: ['name'],
  erased_people: ['hmac'],
};

export type TableName = keyof Tables;
export const tableNames = Object.keys(tableKeys) as TableName[];

type Row = Record<string, string | number | null>;
const batchSize = 500;
/** Rows of up to 700 KB. */
const smallBatches: Partial<Record<TableName, number>> = { project_pictures: 20, claim_file_parts: 20 };

/** All rows of a table in key order, in batches, so that no table has to fit into memory. */
async function* rowsOf(read: Reader, table: TableName): AsyncGenerator<Row[]> {
  const key = tableKeys[table];
  const size = smallBatches[table] ?? batchSize;
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} where ${after} order by ${columns} limit ${size}`.execute(read);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    after = sql`(${columns}) > (${sql.join(key.map((column) => last[column] ?? null))})`;
  }
}

export async function insertRows(trx: Reader, table: TableName, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  // Both engines limit the number of values in a statement.
  const batch = Math.max(1, Math.floor(10_000 / columns.length));
  for (let start = 0; start < rows.length; start += batch) {
    const values = rows
      .slice(start, start + batch)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}`.execute(trx);
  }
}

export type Digest = { rows: number; sha256: string };

/** A hash of all rows of a table. Values are the same on both engines, so equal tables have equal hashes. */
export async function digestOf(read: Reader, table: TableName): Promise<Digest> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const batch of rowsOf(read, table)) {
    for (const row of batch) hash.update(canonical(row));
    rows += batch.length;
  }
  return { rows, sha256: hash.digest('hex') };
}

const canonical = (row: Row): string => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Whether the database has no rows but the one that a migration inserts. */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of tableNames.filter((name) => name !== 'installation')) {
    const { rows } = await sql<Row>`select 1 as one from ${sql.table(table)} limit 1`.execute(db.read);
    if (rows.length > 0) return false;
  }
  return true;
}

/** A transaction in which all reads see the same state. */
export async function withSnapshot<T>(source: Db, work: (from: Reader) => Promise<T>): Promise<T> {
  return source.transactionWithoutTimeouts(async (trx) => {
    if (source.engine === 'postgres') await sql`set transaction isolation level repeatable read`.execute(trx);
    return work(trx);
  });
}

/** Copies everything in one transaction of the target: all rows or none. */
export async function copyAll(
  from: Reader,
  target: Db,
  onRows: (table: TableName, rows: number) => void,
): Promise<void> {
  await target.transactionWithoutTimeouts(async (trx) => {
    await sql`delete from installation`.execute(trx);
    for (const table of tableNames) {
      let count = 0;
      for await (const rows of rowsOf(from, table)) {
        await insertRows(trx, table, rows);
        count += rows.length;
        onRows(table, count);
      }
    }
    await target.handle.changes.continueAfterCopy(trx);
  });
}
