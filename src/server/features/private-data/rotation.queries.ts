import { keyset } from '../../db/keyset.ts';
import type { Selectable } from 'kysely';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type {
  ChatChannelsTable,
  ClaimFilePartsTable,
  FormResponsesTable,
  GroupServersTable,
  HandOutCodesTable,
  PayoutTransfersTable,
  PrivateDataTable,
  ProjectKeysTable,
  WebhooksTable,
} from '../../db/tables.ts';

export const sealedTables = [
  'private_data',
  'form_responses',
  'chat_channels',
  'webhooks',
  'group_servers',
  'project_keys',
  'claim_file_parts',
  'payout_transfers',
  'hand_out_codes',
] as const;
export type SealedTable = (typeof sealedTables)[number];

/** Skips from key to key in the index instead of scanning rows. */
export async function nextKeyId(read: Reader, table: SealedTable, after: string): Promise<string | undefined> {
  const row = await read
    .selectFrom(table)
    .select('key_id')
    .where('key_id', '>', after)
    .orderBy('key_id')
    .limit(1)
    .executeTakeFirst();
  return row?.key_id;
}

export type PrivateRow = Pick<Selectable<PrivateDataTable>, 'uid' | 'kind' | 'fields' | 'key_id' | 'revision'>;
export type ResponseRow = Pick<
  Selectable<FormResponsesTable>,
  'pid' | 'form' | 'uid' | 'answers' | 'key_id' | 'revision'
>;

export function privateUnder(read: Reader, keyId: string, after: PrivateRow | undefined, limit: number) {
  return read
    .selectFrom('private_data')
    .select(['uid', 'kind', 'fields', 'key_id', 'revision'])
    .where('key_id', '=', keyId)
    .$call(keyset(['uid', 'kind'], after && [after.uid, after.kind]))
    .limit(limit)
    .execute();
}

export function responsesUnder(read: Reader, keyId: string, after: ResponseRow | undefined, limit: number) {
  return read
    .selectFrom('form_responses')
    .select(['pid', 'form', 'uid', 'answers', 'key_id', 'revision'])
    .where('key_id', '=', keyId)
    .$call(keyset(['pid', 'form', 'uid'], after && [after.pid, after.form, after.uid]))
    .limit(limit)
    .execute();
}

/** Only if unchanged: a concurrent write has already used the current key. */
export async function replacePrivate(trx: Trx, row: PrivateRow, fields: string, keyId: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('private_data')
      .set({ fields, key_id: keyId })
      .where('uid', '=', row.uid)
      .where('kind', '=', row.kind)
      .where('key_id', '=', row.key_id)
      .where('revision', '=', row.revision),
  );
}

export async function replaceResponse(trx: Trx, row: ResponseRow, answers: string, keyId: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('form_responses')
      .set({ answers, key_id: keyId })
      .where('pid', '=', row.pid)
      .where('form', '=', row.form)
      .where('uid', '=', row.uid)
      .where('key_id', '=', row.key_id)
      .where('revision', '=', row.revision),
  );
}

export type ChannelRow = Pick<Selectable<ChatChannelsTable>, 'id' | 'url' | 'key_id' | 'revision'>;
export type WebhookRow = Pick<Selectable<WebhooksTable>, 'id' | 'secrets' | 'key_id' | 'revision'>;

export const channelsUnder = (read: Reader, keyId: string, after: ChannelRow | undefined, limit: number) =>
  read
    .selectFrom('chat_channels')
    .select(['id', 'url', 'key_id', 'revision'])
    .where('key_id', '=', keyId)
    .$call(keyset(['id'], after && [after.id]))
    .limit(limit)
    .execute();

export const webhooksUnder = (read: Reader, keyId: string, after: WebhookRow | undefined, limit: number) =>
  read
    .selectFrom('webhooks')
    .select(['id', 'secrets', 'key_id', 'revision'])
    .where('key_id', '=', keyId)
    .$call(keyset(['id'], after && [after.id]))
    .limit(limit)
    .execute();

export async function replaceChannel(trx: Trx, row: ChannelRow, url: string, keyId: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('chat_channels')
      .set({ url, key_id: keyId })
      .where('id', '=', row.id)
      .where('key_id', '=', row.key_id)
      .where('revision', '=', row.revision),
  );
}

export async function replaceWebhook(trx: Trx, row: WebhookRow, secrets: string, keyId: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('webhooks')
      .set({ secrets, key_id: keyId })
      .where('id', '=', row.id)
      .where('key_id', '=', row.key_id)
      .where('revision', '=', row.revision),
  );
}

export type GroupServerRow = Pick<Selectable<GroupServersTable>, 'id' | 'secrets' | 'key_id' | 'revision'>;

export const groupServersUnder = (read: Reader, keyId: string, after: GroupServerRow | undefined, limit: number) =>
  read
    .selectFrom('group_servers')
    .select(['id', 'secrets', 'key_id', 'revision'])
    .where('key_id', '=', keyId)
    .$call(keyset(['id'], after && [after.id]))
    .limit(limit)
    .execute();

export async function replaceGroupServer(
  trx: Trx,
  row: GroupServerRow,
  secrets: string,
  keyId: string,
): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('group_servers')
      .set({ secrets, key_id: keyId })
      .where('id', '=', row.id)
      .where('key_id', '=', row.key_id)
      .where('revision', '=', row.revision),
  );
}

export type ProjectKeyRow = Pick<Selectable<ProjectKeysTable>, 'pid' | 'private_key' | 'key_id'>;

export const projectKeysUnder = (read: Reader, keyId: string, after: ProjectKeyRow | undefined, limit: number) =>
  read
    .selectFrom('project_keys')
    .select(['pid', 'private_key', 'key_id'])
    .where('key_id', '=', keyId)
    .$call(keyset(['pid'], after && [after.pid]))
    .limit(limit)
    .execute();

export async function replaceProjectKey(trx: Trx, row: ProjectKeyRow, text: string, keyId: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('project_keys')
      .set({ private_key: text, key_id: keyId })
      .where('pid', '=', row.pid)
      .where('private_key', '=', row.private_key),
  );
}

export type CodeRow = Pick<Selectable<HandOutCodesTable>, 'id' | 'hand_out_id' | 'code' | 'key_id'>;

export const codesUnder = (read: Reader, keyId: string, after: CodeRow | undefined, limit: number) =>
  read
    .selectFrom('hand_out_codes')
    .select(['id', 'hand_out_id', 'code', 'key_id'])
    .where('key_id', '=', keyId)
    .$call(keyset(['id'], after && [after.id]))
    .limit(limit)
    .execute();

export async function replaceCode(trx: Trx, row: CodeRow, code: string, keyId: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('hand_out_codes')
      .set({ code, key_id: keyId })
      .where('id', '=', row.id)
      .where('code', '=', row.code),
  );
}

export type ReceiptRow = Pick<Selectable<ClaimFilePartsTable>, 'file_id' | 'part' | 'sealed' | 'key_id'> & {
  bytes: number;
};

export const receiptPartsUnder = (read: Reader, keyId: string, after: ReceiptRow | undefined, limit: number) =>
  read
    .selectFrom('claim_file_parts as p')
    .innerJoin('claim_files as f', 'f.id', 'p.file_id')
    .select(['p.file_id', 'p.part', 'p.sealed', 'p.key_id', 'f.bytes'])
    .where('p.key_id', '=', keyId)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('p.file_id', '>', after?.file_id ?? ''),
          eb('p.file_id', '=', after?.file_id ?? '').and('p.part', '>', after?.part ?? 0),
        ]),
      ),
    )
    .orderBy('p.file_id')
    .orderBy('p.part')
    .limit(limit)
    .execute();

export async function replaceReceiptPart(trx: Trx, row: ReceiptRow, text: string, keyId: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('claim_file_parts')
      .set({ sealed: text, key_id: keyId })
      .where('file_id', '=', row.file_id)
      .where('part', '=', row.part)
      .where('key_id', '=', row.key_id),
  );
}

export type TransferRow = Pick<Selectable<PayoutTransfersTable>, 'id' | 'sealed' | 'key_id'>;

export const transfersUnder = (read: Reader, keyId: string, after: TransferRow | undefined, limit: number) =>
  read
    .selectFrom('payout_transfers')
    .select(['id', 'sealed', 'key_id'])
    .where('key_id', '=', keyId)
    .where('sealed', 'is not', null)
    .$call(keyset(['id'], after && [after.id]))
    .limit(limit)
    .execute();

export async function replaceTransfer(trx: Trx, row: TransferRow, text: string, keyId: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('payout_transfers')
      .set({ sealed: text, key_id: keyId })
      .where('id', '=', row.id)
      .where('sealed', '=', row.sealed),
  );
}
