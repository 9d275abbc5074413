import { maxReceipts, maxReceiptsBytes, maxReceiptSide } from '../../../../shared/claims.ts';
import type { ReceiptType } from '../../../../shared/claims.ts';
import { requireFreshProof } from '../../../auth/gate.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { PictureError } from '../../../lib/pictures.ts';
import type { Pictures } from '../../../lib/pictures.ts';
import { sealBytes, unsealBytes } from '../../../lib/seal.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { newId } from '../../../lib/secrets.ts';
import { partBytes } from '../../../lib/spool.ts';
import type { Spooled } from '../../../lib/spool.ts';
import { recordPrivateReads } from '../../audit/audit.service.ts';
import { handlesMoney } from '../money.policy.ts';
import { isEditable } from './claims.policy.ts';
import { updateClaim } from './claims.queries.ts';
import type { ClaimFile } from './claims.schema.ts';
import { findVisible, lockEditable, noSuchClaim, recordEdit } from './claims.service.ts';
import type { OwnClaim } from './claims.service.ts';
import {
  countFiles,
  deleteFile,
  findByHash,
  findFile,
  findPart,
  insertFile,
  insertPart,
  sumBytes,
} from './receipts.queries.ts';

type Services = { db: Db; keys: Keyring; pictures: Pictures };

/** A photo of a receipt needs much less; a picture that does not fit is refused. */
const maxPictureBytes = 2 * 1024 * 1024;
/** The longest side of a photo as people send it: fifty million pixels. */
const maxSentSide = 8200;

/** Names the part and how many there are, so that none can be left out or come from elsewhere. */
const contextOf = (file: string, part: number, parts: number): string => `receipt:${file}:${part}:${parts}`;

const noSuchFile = (): never => fail('not_found', { detail: 'There is no such receipt in this claim' });

/**
 * Pictures lose what does not show, such as where a photo was taken. A PDF stays as it is. What was sent before is not added
 * again, so that an upload whose answer was lost can be repeated. What is refused is refused before the work.
 */
export async function addReceipt(
  services: Services,
  own: OwnClaim,
  type: ReceiptType,
  body: Spooled,
): Promise<ClaimFile> {
  const { db, keys, pictures } = services;
  const { now, id } = own;
  if (body.size === 0) failField('', 'is empty');
  const row = await findVisible(db.read, own, id);
  if (row.uid !== own.uid) return noSuchClaim();
  if (!isEditable(row)) fail('claim_decided');
  const known = await db.transaction((trx) => findOrMakeRoom(trx, own, body));
  if (known !== undefined) return known;
  const { shown, parts } = type === 'application/pdf' ? await asPdf(body) : await asPicture(pictures, body);
  const file = newId(now);
  const count = Math.ceil(shown.bytes / partBytes);
  return db.transaction(async (trx) => {
    const before = await lockEditable(trx, own);
    const same = await findOrMakeRoom(trx, own, body);
    if (same !== undefined) return same;
    const created_at = timestamp(now);
    const added = { id: file, type: shown.type, bytes: shown.bytes, created_at };
    await insertFile(trx, { ...added, claim_id: id, hash: body.sha256 });
    let part = 0;
    for await (const bytes of parts()) {
      const sealed = sealBytes(keys, contextOf(file, part, count), bytes);
      await insertPart(trx, { file_id: file, part, key_id: keys.current.id, sealed });
      part += 1;
    }
    await updateClaim(trx, id, { changed_at: created_at });
    await recordEdit(trx, own, before);
    return added;
  });
}

async function findOrMakeRoom(
  trx: Trx,
  { id, uid, projectRole: { scope } }: OwnClaim,
  body: Spooled,
): Promise<ClaimFile | undefined> {
  const same = await findByHash(trx, id, body.sha256);
  if (same !== undefined) return present(same);
  if ((await countFiles(trx, id)) >= maxReceipts)
    fail('not_allowed', { detail: `A claim has at most ${maxReceipts} receipts` });
  if ((await sumBytes(trx, scope.pid, uid)) + body.size > maxReceiptsBytes)
    fail('not_allowed', {
      detail: `One person's receipts in a project have at most ${maxReceiptsBytes / 1024 / 1024} MB`,
    });
  return undefined;
}

type Stored = { id: string; type: string; bytes: number; created_at: string };
/** Only this file writes the column. */
const present = ({ type, ...file }: Stored): ClaimFile => ({ ...file, type: type as ReceiptType });

async function asPdf(body: Spooled) {
  const first = (await body.parts().next()).value ?? Buffer.alloc(0);
  if (!first.subarray(0, 1024).includes('%PDF-')) failField('', 'is not a PDF file');
  return { shown: { type: 'application/pdf' as const, bytes: body.size }, parts: () => body.parts() };
}

async function asPicture(pictures: Pictures, body: Spooled) {
  try {
    const limits = { maxSide: maxSentSide, shownSide: maxReceiptSide, maxBytes: maxPictureBytes };
    const { type, bytes } = await pictures.clean(() => body.whole(), limits);
    return { shown: { type, bytes: bytes.length }, parts: () => slicesOf(bytes) };
  } catch (error) {
    if (error instanceof PictureError) return failField('', error.message);
    throw error;
  }
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += partBytes) yield bytes.subarray(start, start + partBytes);
}

/** The lines that had it are without a receipt afterwards. */
export async function removeReceipt(db: Db, own: OwnClaim, file: string): Promise<void> {
  const { now, id } = own;
  await db.transaction(async (trx) => {
    const before = await lockEditable(trx, own);
    if (!(await deleteFile(trx, id, file))) return noSuchFile();
    await updateClaim(trx, id, { changed_at: timestamp(now) });
    await recordEdit(trx, own, before);
  });
}

/**
 * For the claimant, and with a fresh proof for those who decide, which the audit log records. Chiefs see amounts, but no receipts,
 * because these often have an address or a card number.
 */
export async function openReceipt(
  { db, keys }: Services,
  actor: Actor,
  { id, receipt }: { id: string; receipt: string },
) {
  const { projectRole, caller, uid, now } = actor;
  const row = await findVisible(db.read, actor, id);
  const isOwn = row.uid === uid;
  if (!isOwn && !handlesMoney(projectRole)) return noSuchFile();
  const found = (await findFile(db.read, id, receipt)) ?? noSuchFile();
  if (!isOwn) requireFreshProof(caller, now);
  if (!isOwn && row.uid !== null) {
    const read = { actor: uid, subjects: [row.uid], pid: projectRole.scope.pid, what: `receipt, claim ${row.number}` };
    await db.transaction((trx) => recordPrivateReads(trx, now, read));
  }
  return { file: present(found), parts: partsOf(db.read, keys, found) };
}

/** Part by part, so that a large receipt needs no more memory than a small one. */
async function* partsOf(read: Reader, keys: Keyring, { id, bytes }: Stored): AsyncGenerator<Buffer> {
  const count = Math.ceil(bytes / partBytes);
  for (let part = 0; part < count; part += 1) {
    const { sealed } = (await findPart(read, id, part)) ?? noSuchFile();
    yield unsealBytes(keys, contextOf(id, part, count), sealed);
  }
}
