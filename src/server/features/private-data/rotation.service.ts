import type { Db, Reader, Trx } from '../../db/db.ts';
import { existingColumns } from '../../db/examine.ts';
import { seal, sealBytes, unseal, unsealBytes } from '../../lib/seal.ts';
import type { Keyring } from '../../lib/seal.ts';
import { partBytes } from '../../lib/spool.ts';
import { pushSealingKey, resealPushKey } from '../push/keys.service.ts';
import { privateContext, sealedFields } from './private.service.ts';
import {
  channelsUnder,
  codesUnder,
  nextKeyId,
  privateUnder,
  projectKeysUnder,
  replaceChannel,
  replaceCode,
  replacePrivate,
  replaceProjectKey,
  replaceResponse,
  replaceGroupServer,
  replaceWebhook,
  receiptPartsUnder,
  replaceReceiptPart,
  replaceTransfer,
  responsesUnder,
  transfersUnder,
  sealedTables,
  groupServersUnder,
  webhooksUnder,
} from './rotation.queries.ts';
import type { ReceiptRow, SealedTable, TransferRow } from './rotation.queries.ts';
import type {
  ChannelRow,
  CodeRow,
  GroupServerRow,
  PrivateRow,
  ProjectKeyRow,
  ResponseRow,
  WebhookRow,
} from './rotation.queries.ts';

/** `unopened`: rows sealed with a missing key, or damaged. They are left unchanged. */
export type RotationTotals = { resealed: number; unopened: number };
export type Progress = (table: string, totals: RotationTotals) => void;

const batchSize = 100;

type Source<R> = {
  table: SealedTable;
  /** Fewer rows at once, if they are large. */
  batch?: number;
  under: (read: Reader, keyId: string, after: R | undefined, limit: number) => Promise<R[]>;
  reseal: (row: R) => string;
  replace: (trx: Trx, row: R, text: string, keyId: string) => Promise<boolean>;
};

/**
 * Encrypts everything again that was sealed with another key. Each batch is its own transaction and each update
 * requires an unchanged row, so it can be interrupted, repeated, and run while the service writes. Revisions stay the
 * same.
 */
export async function rotateKeys(db: Db, keys: Keyring, progress: Progress): Promise<RotationTotals> {
  const totals = { resealed: 0, unopened: 0 };
  // Repeat until nothing changes: other processes may still write with the old key.
  for (let before = -1; before < totals.resealed;) {
    before = totals.resealed;
    totals.unopened = 0;
    await rotateSource(db, keys, privateSource(keys), totals, progress);
    await rotateSource(db, keys, responseSource(keys), totals, progress);
    await rotateSource(db, keys, channelSource(keys), totals, progress);
    await rotateSource(db, keys, webhookSource(keys), totals, progress);
    await rotateSource(db, keys, groupServerSource(keys), totals, progress);
    await rotateSource(db, keys, projectKeySource(keys), totals, progress);
    await rotateSource(db, keys, codeSource(keys), totals, progress);
    await rotateSource(db, keys, receiptSource(keys), totals, progress);
    await rotateSource(db, keys, transferSource(keys), totals, progress);
    await rotatePushKey(db, keys, totals);
  }
  return totals;
}

export async function sealingKeys(db: Db): Promise<string[]> {
  const { read } = db;
  const existing = await existingColumns(db);
  const pushKey = existing.has('installation.push_private') ? await pushSealingKey(read) : undefined;
  const found = new Set<string>(pushKey === undefined ? [] : [pushKey]);
  for (const table of sealedTables.filter((name) => existing.has(`${name}.key_id`))) {
    for (let id = await nextKeyId(read, table, ''); id !== undefined; id = await nextKeyId(read, table, id))
      found.add(id);
  }
  return [...found];
}

async function rotatePushKey(db: Db, keys: Keyring, totals: RotationTotals): Promise<void> {
  const isResealed = await resealPushKey({ db, keys });
  if (isResealed === undefined) totals.unopened += 1;
  else if (isResealed) totals.resealed += 1;
}

/** Keys that rows are sealed with but that are not configured: those rows cannot be read. */
export const missingKeys = async (db: Db, keys: Keyring): Promise<string[]> =>
  (await sealingKeys(db)).filter((id) => !keys.all.has(id));

const privateSource = (keys: Keyring): Source<PrivateRow> => ({
  table: 'private_data',
  under: privateUnder,
  reseal: ({ uid, kind, fields }) => {
    const again = ([field, sealed]: [string, string]) => [
      field,
      resealed(keys, privateContext(uid, kind, field), sealed),
    ];
    return JSON.stringify(Object.fromEntries(Object.entries(sealedFields(fields)).map(again)));
  },
  replace: replacePrivate,
});

const responseSource = (keys: Keyring): Source<ResponseRow> => ({
  table: 'form_responses',
  under: responsesUnder,
  reseal: ({ pid, form, uid, answers }) => {
    const parsed: Record<string, unknown> = JSON.parse(answers) as Record<string, unknown>;
    const again = ([field, value]: [string, unknown]) => [
      field,
      isSealed(value) ? { sealed: resealed(keys, `form:${pid}:${form}:${uid}:${field}`, value.sealed) } : value,
    ];
    return JSON.stringify(Object.fromEntries(Object.entries(parsed).map(again)));
  },
  replace: replaceResponse,
});

const channelSource = (keys: Keyring): Source<ChannelRow> => ({
  table: 'chat_channels',
  under: channelsUnder,
  reseal: ({ id, url }) => resealed(keys, `chat:${id}:url`, url),
  replace: replaceChannel,
});

const webhookSource = (keys: Keyring): Source<WebhookRow> => ({
  table: 'webhooks',
  under: webhooksUnder,
  reseal: ({ id, secrets }) => resealed(keys, `webhook:${id}:secrets`, secrets),
  replace: replaceWebhook,
});

const groupServerSource = (keys: Keyring): Source<GroupServerRow> => ({
  table: 'group_servers',
  under: groupServersUnder,
  reseal: ({ id, secrets }) => resealed(keys, `group-server:${id}:secrets`, secrets),
  replace: replaceGroupServer,
});

const projectKeySource = (keys: Keyring): Source<ProjectKeyRow> => ({
  table: 'project_keys',
  under: projectKeysUnder,
  reseal: ({ pid, private_key: sealed }) => resealed(keys, `project:${pid}:key`, sealed),
  replace: replaceProjectKey,
});

const codeSource = (keys: Keyring): Source<CodeRow> => ({
  table: 'hand_out_codes',
  under: codesUnder,
  reseal: ({ id, hand_out_id: handOut, code }) => resealed(keys, `code:${handOut}:${id}`, code),
  replace: replaceCode,
});

/** Receipts are sealed as in `features/money/claims/receipts.service.ts`. */
const receiptSource = (keys: Keyring): Source<ReceiptRow> => ({
  table: 'claim_file_parts',
  batch: 10,
  under: receiptPartsUnder,
  reseal: ({ file_id, part, sealed, bytes }) => {
    const context = `receipt:${file_id}:${part}:${Math.ceil(bytes / partBytes)}`;
    return sealBytes(keys, context, unsealBytes(keys, context, sealed));
  },
  replace: replaceReceiptPart,
});

const transferSource = (keys: Keyring): Source<TransferRow> => ({
  table: 'payout_transfers',
  under: transfersUnder,
  reseal: ({ id, sealed }) => resealed(keys, `payout:${id}`, sealed ?? ''),
  replace: replaceTransfer,
});

const isSealed = (value: unknown): value is { sealed: string } =>
  typeof value === 'object' && value !== null && 'sealed' in value && typeof value.sealed === 'string';

const resealed = (keys: Keyring, context: string, sealed: string): string =>
  seal(keys, context, unseal(keys, context, sealed));

async function rotateSource<R>(
  db: Db,
  keys: Keyring,
  source: Source<R>,
  totals: RotationTotals,
  progress: Progress,
): Promise<void> {
  for (let keyId = await nextKeyId(db.read, source.table, ''); keyId !== undefined;) {
    if (keyId !== keys.current.id) await rotateKey(db, keys, source, keyId, totals, progress);
    keyId = await nextKeyId(db.read, source.table, keyId);
  }
}

async function rotateKey<R>(
  db: Db,
  keys: Keyring,
  source: Source<R>,
  keyId: string,
  totals: RotationTotals,
  progress: Progress,
): Promise<void> {
  let after: R | undefined;
  for (;;) {
    const rows = await source.under(db.read, keyId, after, source.batch ?? batchSize);
    if (rows.length === 0) return;
    const opened = rows.flatMap((row) => openOrCount(source, row, totals));
    totals.resealed += await db.transaction(async (trx) => {
      let replaced = 0;
      for (const [row, text] of opened) if (await source.replace(trx, row, text, keys.current.id)) replaced += 1;
      return replaced;
    });
    progress(source.table, totals);
    after = rows.at(-1);
  }
}

/** A damaged row must not stop the rotation. */
function openOrCount<R>(source: Source<R>, row: R, totals: RotationTotals): [R, string][] {
  try {
    return [[row, source.reseal(row)]];
  } catch {
    totals.unopened += 1;
    return [];
  }
}
