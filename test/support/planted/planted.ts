import { sql } from 'kysely';
import { allowedValues } from '../../../scripts/generate-tables.ts';
import type { Db, Trx } from '../../../src/server/db/db.ts';
import type { TestApp } from '../app.ts';
import { plantRows } from './planted-rows.ts';
import { createWorld } from '../world/create-world.ts';
import type { Role, World } from '../world/world-types.ts';

/** Values of the world by column; those of the caller have the prefix `own`. */
export type Marks = ReadonlyMap<string, string>;
export type PlantedWorld = { world: World; marks: Marks };

/** Columns with references, by the column that they refer to. */
const references: Record<string, string> = {
  uid: 'people.uid',
  actor: 'people.uid',
  subject: 'people.uid',
  created_by: 'people.uid',
  changed_by: 'people.uid',
  paid_by: 'people.uid',
  undone_by: 'people.uid',
  invited_by: 'people.uid',
  import_id: 'imports.id',
  sender: 'people.uid',
  asker: 'people.uid',
  message_id: 'messages.id',
  task_id: 'tasks.id',
  passkey_id: 'passkeys.id',
  webhook_id: 'webhooks.id',
  server_id: 'group_servers.id',
  group_id: 'synced_groups.id',
  session_id: 'sessions.id',
  decided_by: 'people.uid',
  asked_by: 'people.uid',
  granted_by: 'people.uid',
  declined_by: 'people.uid',
  to_uid: 'people.uid',
  for_task: 'tasks.id',
  skill_id: 'skills.id',
  kind_id: 'task_kinds.id',
  place_id: 'places.id',
  series_id: 'task_series.id',
  device_id: 'devices.id',
  hand_out_id: 'hand_outs.id',
  thing_id: 'things.id',
  holder: 'people.uid',
  account_id: 'service_accounts.id',
  token: 'api_tokens.id',
  document_id: 'documents.id',
  lineage: 'documents.id',
  grants_skill: 'skills.id',
  earned_on: 'tasks.id',
  claim_id: 'claims.id',
  file_id: 'claim_files.id',
  payout_id: 'payouts.id',
  started_by: 'people.uid',
  marked_by: 'people.uid',
  room_id: 'rooms.id',
  from_room: 'rooms.id',
  to_room: 'rooms.id',
  step_id: 'room_steps.id',
  wished: 'people.uid',
  with_uid: 'people.uid',
};

/** Whether a column is a reference to another row, whose value is checked there. */
export const isReference = (name: string): boolean =>
  references[name] !== undefined || /^(?:pid|tid|form|follows)$/.test(name);

/** Text that must not change: values of fixed lists, slugs in URLs, and dates without a time. */
const fixed =
  /\.(?:pid|tid|form|follows|kind|language|timezone|subsidy_currency|currency|key_id|passes_on|audience_tids|audience|scopes|passes_until|until|starts_on|ends_on|night|hash|budget|travel_budget)$|^budgets\.code$|^claim_files\.type$|^translations\.(?:id|field)$|^claim_lines\.date$|^projects\.minors_latest_end$|^chores\.name$|^notice_settings\./;

/** JSON and sealed values, which are marked where they are written, and the keys of a table without row ids. */
const markedBefore =
  /^(?:forms\.fields|form_responses\.answers|private_data\.fields|audit\.detail|notices\.(?:previous|detail)|passkeys\.transports|chat_channels\.(?:url|topics|tasks_seen|summary_on)|webhooks\.(?:url|kinds|secrets)|webhook_deliveries\.outcome|group_servers\.(?:url|secrets|outcome)|synced_groups\.(?:audience|digest|checked_on)|task_series\.definition|claim_file_parts\.sealed|payout_transfers\.sealed|planning_steps\.before|project_keys\.(?:public_key|private_key)|hand_outs\.(?:variant_field|stock|earned)|given_hand_outs\.variant|rooms\.nights|hand_out_codes\.code|devices\.tids|offers\.(?:teams|skills)|imports\.(?:lines|teams)|invitations\.(?:phone|tags)|documents\.kind_ids|availabilities\.(?:unavailable|preferred_kinds|preferred_teams)|scans\.correction|\w+\.made_with|person_words\..*)$/;

/** Not a reference, although other tables have one of this name. */
const isOwnSubject = (column: string): boolean => column === 'identities.subject' || column === 'messages.subject';

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const skipped = new Set(['installation', 'schema_migrations']);

type Column = { table: string; name: string };

/** Every text column of every table. */
export async function textColumns({ read }: Db): Promise<Column[]> {
  const tables = await read.introspection.getTables();
  return tables
    .filter(({ name }) => !skipped.has(name))
    .flatMap(({ name: table, columns }) =>
      columns.filter(({ dataType }) => dataType.toLowerCase() === 'text').map(({ name }) => ({ table, name })),
    );
}

/** Creates worlds in which every text and time column has a unique value. */
export async function planter(muster: TestApp): Promise<(role: Role) => Promise<PlantedWorld>> {
  const { db, clock } = muster;
  const columns = Map.groupBy(await textColumns(db), ({ table }) => table);
  const unions = await allowedValues(db);
  const isFixed = (column: string) => fixed.test(column) || unions.has(column) || markedBefore.test(column);
  let serial = 0;

  return async (role) => {
    const before = await lastRows(db, [...columns.keys()]);
    const world = await createWorld(muster, role);
    const marks = new Map<string, string>();
    const keep = (column: string, value: string, uid?: string): string => {
      const name = uid === world.caller ? `own ${column}` : column;
      if (!marks.has(value)) marks.set(value, name);
      return value;
    };
    const mark = (column: string, uid?: string): string => {
      serial += 1;
      return keep(column, `canary-${column.replaceAll(/\W+/g, '-')}-${String(serial).padStart(7, '0')}`, uid);
    };
    let moments = 0;
    const moved = (column: string, value: string, uid?: string): string => {
      moments += 1;
      return keep(column, new Date(Date.parse(value) + moments).toISOString(), uid);
    };
    const addresses = new Map<string, string>();
    const replace = (table: string, name: string, value: string, uid: string | undefined): string => {
      const column = `${table}.${name}`;
      if (isFixed(column)) return value;
      if (timestamp.test(value)) return moved(column, value, uid);
      if (name === 'id' || name.endsWith('_hash')) return keep(column, value, uid);
      if (references[name] !== undefined && !isOwnSubject(column)) {
        // For `uid`, the value of the row says whose it is.
        return keep(references[name], value, references[name] === 'people.uid' ? value : uid);
      }
      if (name !== 'email') return mark(column, uid);
      // An invitation belongs to the caller by its address, so equal addresses stay equal.
      const address = addresses.get(value) ?? `${mark(column, uid)}@example.org`;
      if (table === 'people') addresses.set(value, address);
      return address;
    };

    await db.transaction(async (trx) => {
      await plantRows({ trx, world, mark, keep }, clock.now());
      for (const [table, names] of inOrder(columns)) {
        if (table === 'person_words') continue;
        const rows = await rowsAfter(trx, table, before.get(table) ?? 0);
        for (const { row_id, ...row } of rows) {
          const uid = typeof row['uid'] === 'string' ? row['uid'] : undefined;
          const changes = names.flatMap(({ name }): [string, string][] => {
            const value = row[name];
            return typeof value === 'string' ? [[name, replace(table, name, value, uid)]] : [];
          });
          const changed = changes.filter(([name, value]) => row[name] !== value);
          if (table === 'traffic_subsidies') world.location = new Map(changes).get('location') ?? world.location;
          if (changed.length === 0) continue;
          const assignments = changed.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
          await sql`update ${sql.table(table)} set ${sql.join(assignments)} where rowid = ${row_id}`.execute(trx);
        }
      }
    });
    return { world, marks };
  };
}

/** People first, because addresses elsewhere are theirs. */
const inOrder = <T>(columns: ReadonlyMap<string, T>): [string, T][] =>
  [...columns].toSorted(([a], [b]) => Number(b === 'people') - Number(a === 'people'));

async function lastRows({ read }: Db, tables: readonly string[]): Promise<Map<string, number>> {
  const last = new Map<string, number>();
  for (const table of tables) {
    if (table === 'person_words') continue;
    const { rows } = await sql<{ last: number | null }>`select max(rowid) as last from ${sql.table(table)}`.execute(
      read,
    );
    last.set(table, rows[0]?.last ?? 0);
  }
  return last;
}

type Row = Record<string, unknown> & { row_id: number };

const rowsAfter = async (trx: Trx, table: string, after: number): Promise<Row[]> =>
  (
    await sql<Row>`select rowid as row_id, * from ${sql.table(table)} where rowid > ${after} order by rowid`.execute(
      trx,
    )
  ).rows;

/** The columns whose values occur in a text. */
export const foundIn = (marks: Marks, text: string): string[] => [
  ...new Set([...marks].filter(([value]) => text.includes(value)).map(([, column]) => column)),
];
