import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { changedOne } from '../../../db/changed-one.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { CertificatesTable } from '../../../db/tables.ts';

const printed = ['number', 'uid', 'name', 'language', 'minutes', 'issued_at'] as const;

/** Finds revoked ones, too. */
export const findCertificate = (read: Reader, { pid }: ProjectScope, number: string) =>
  read
    .selectFrom('certificates')
    .select([...printed, 'revoked_at'])
    .where('pid', '=', pid)
    .where('number', '=', number)
    .executeTakeFirst();

export type CertificateRow = NonNullable<Awaited<ReturnType<typeof findCertificate>>>;

/** Everybody who has the number may see it. */
export const findForVerification = (read: Reader, number: string) =>
  read
    .selectFrom('certificates')
    .innerJoin('projects', 'projects.pid', 'certificates.pid')
    .select(['certificates.uid', 'certificates.name', 'certificates.minutes', 'certificates.issued_at'])
    .select(['certificates.revoked_at', 'projects.name as project', 'projects.starts_on', 'projects.ends_on'])
    .select('projects.timezone')
    .where('certificates.number', '=', number)
    .executeTakeFirst();

export const listValid = (read: Reader, { pid }: ProjectScope, limit: number, after: string | undefined) =>
  read
    .selectFrom('certificates')
    .select([...printed, 'revoked_at'])
    .where('pid', '=', pid)
    .where('revoked_at', 'is', null)
    .where('uid', 'is not', null)
    .$call(keyset(['number'], after === undefined ? undefined : [after]))
    .limit(limit)
    .execute();

/** Returns the number of each that was issued: people who have a valid one keep it. */
export async function insertCertificates(
  trx: Trx,
  rows: readonly Insertable<CertificatesTable>[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await trx
    .insertInto('certificates')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .execute();
  return new Set(inserted.map(({ number }) => number));
}

type Revoked = { revoked_at: string; reason: string };

export const revokeCertificate = (trx: Trx, { pid }: ProjectScope, number: string, values: Revoked): Promise<boolean> =>
  changedOne(
    trx
      .updateTable('certificates')
      .set(values)
      .where('pid', '=', pid)
      .where('number', '=', number)
      .where('revoked_at', 'is', null),
  );

export const findHeld = (read: Reader, { pid }: ProjectScope, uid: string) =>
  read
    .selectFrom('certificates')
    .select(printed)
    .where('pid', '=', pid)
    .where('uid', '=', uid)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

/** Must be called before the account is deleted, which clears `uid`. */
export async function eraseCertificateNames(trx: Trx, uid: string): Promise<void> {
  await trx.updateTable('certificates').set({ name: '', reason: '' }).where('uid', '=', uid).execute();
}

/** The export of a person's data uses it. */
export const listCertificatesOf = (read: Reader, uid: string) =>
  read
    .selectFrom('certificates')
    .select(['pid', 'number', 'name', 'minutes', 'issued_at', 'revoked_at', 'reason'])
    .where('uid', '=', uid)
    .orderBy('issued_at')
    .execute();

export const findSettings = (read: Reader, pid: string) =>
  read
    .selectFrom('certificate_settings')
    .select(['text', 'max_minutes', 'languages'])
    .where('pid', '=', pid)
    .executeTakeFirst();

type SettingsValues = { text: string; max_minutes: number | null; languages: string };

export async function saveSettings(trx: Trx, pid: string, values: SettingsValues): Promise<void> {
  await trx
    .insertInto('certificate_settings')
    .values({ pid, ...values })
    .onConflict((conflict) => conflict.column('pid').doUpdateSet(values))
    .execute();
}

export const findPicture = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('project_pictures').select('base64').where('pid', '=', pid).executeTakeFirst();
