import { isDeepStrictEqual } from 'node:util';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Printer } from '../../../lib/pdf/printer.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { certificateRecipients } from '../../forms/answers/certificate-wishes.service.ts';
import { record } from '../../audit/audit.service.ts';
import { notify } from '../../notices/notify.service.ts';
import type { NewNotice } from '../../notices/notify.service.ts';
import type { ProjectCopy } from '../../projects/copy-project.service.ts';
import { totalOf } from '../statement/statement.policy.ts';
import { findPerson } from '../statement/statement.queries.ts';
import { hoursOf } from '../statement/statement.service.ts';
import type { HeldCertificate } from '../statement/statement.schema.ts';
import { certificateFor, languagesOf, normaliseNumber } from './certificates.policy.ts';
import {
  findCertificate,
  findForVerification,
  findHeld,
  findSettings,
  insertCertificates,
  revokeCertificate,
  saveSettings,
} from './certificates.queries.ts';
import type { CertificateSettings, VerifiedCertificate } from './certificates.schema.ts';

type Services = { db: Db; keys: Keyring; printer: Printer };
type Recipient = { uid: string; name: string };

const noSuchPerson = (): never => fail('not_found', { detail: 'There is no such person' });
export const noSuchCertificate = (): never => fail('not_found', { detail: 'There is no such certificate' });

export async function readSettings(read: Reader, { pid }: ProjectScope): Promise<CertificateSettings> {
  const found = await findSettings(read, pid);
  return {
    text: found?.text ?? '',
    max_hours: found?.max_minutes == null ? null : found.max_minutes / 60,
    languages: languagesOf(found),
  };
}

export async function changeSettings(
  { db }: Pick<Services, 'db'>,
  { projectRole: { scope }, caller, uid, now }: Actor,
  { text, max_hours: hours, languages = [] }: CertificateSettings,
): Promise<CertificateSettings> {
  const after = { text, max_hours: hours, languages };
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    if (isDeepStrictEqual(await readSettings(trx, scope), after)) return;
    const max_minutes = hours === null ? null : hours * 60;
    await saveSettings(trx, scope.pid, { text, max_minutes, languages: JSON.stringify(languages) });
    await record(trx, now, { actor: uid, kind: 'certificates.configured', subject: scope.pid, pid: scope.pid });
  });
  return after;
}

/** Next year's certificates say the same. */
export async function copySettings(trx: Trx, { from, to }: ProjectCopy): Promise<never[]> {
  const found = await findSettings(trx, from);
  if (found !== undefined) await saveSettings(trx, to, found);
  return [];
}

export const noticeOf = (
  kind: 'certificate.ready' | 'certificate.revoked',
  pid: string,
  { uid, number }: { uid: string; number: string },
): NewNotice => ({ kind, uid, pid, subject: pid, values: {}, occasion: number });

/** Fails if the name cannot be printed, naming the characters. */
async function requirePrintable(printer: Printer, name: string): Promise<void> {
  const [missing = ''] = await printer.unprintable([name]);
  if (missing !== '') fail('name_not_printable', { detail: `These characters cannot be printed: ${missing}` });
}

/** A person who wants a certificate, with the name that is printed on it. */
async function findRecipient(read: Reader, keys: Keyring, scope: ProjectScope, uid: string) {
  const person = (await findPerson(read, uid)) ?? noSuchPerson();
  const [recipient] = await certificateRecipients(read, keys, scope, [person]);
  return recipient ?? fail('certificate_not_wanted');
}

/** Whether the name can be printed is checked before the transaction, because a thread does it. */
export async function requireRecipient(
  { db, keys, printer }: Services,
  scope: ProjectScope,
  uid: string,
): Promise<Recipient> {
  const person = await findRecipient(db.read, keys, scope, uid);
  await requirePrintable(printer, person.name);
  return person;
}

/** One certificate for a person, who is locked. With `replace`, the one that they have is revoked. */
export async function issueCertificate(
  trx: Trx,
  { keys }: Pick<Services, 'keys'>,
  { projectRole: { scope }, uid: actor, now }: Actor,
  known: Recipient,
  replace: boolean,
): Promise<HeldCertificate> {
  const issuedAt = timestamp(now);
  const { uid } = known;
  const person = await findRecipient(trx, keys, scope, uid);
  // Changed meanwhile: checked again with the next attempt.
  if (person.name !== known.name) fail('conflict', { detail: 'The person has just changed the name on it' });
  const { minutes } = totalOf((await hoursOf(trx, scope, [uid]))(uid));
  const settings = await findSettings(trx, scope.pid);
  const row = certificateFor(scope.pid, person, minutes, { settings, issuedAt }) ?? fail('no_hours');
  const current = await findHeld(trx, scope, uid);
  if (current !== undefined && !replace) fail('already_exists', { detail: 'The person already has a certificate' });
  if (current !== undefined) await revokeCertificate(trx, scope, current.number, { revoked_at: issuedAt, reason: '' });
  if (!(await insertCertificates(trx, [row])).has(row.number)) fail('already_exists');
  const about = { actor, subject: uid, pid: scope.pid, detail: { minutes: row.minutes } };
  await record(trx, now, { ...about, kind: current === undefined ? 'certificate.issued' : 'certificate.replaced' });
  await notify(trx, { actor, now }, [noticeOf('certificate.ready', scope.pid, { uid, number: row.number })]);
  return { number: row.number, name: row.name, minutes: row.minutes, issued_at: issuedAt };
}

export async function revoke(
  { db }: Pick<Services, 'db'>,
  { projectRole: { scope }, caller, uid: actor, now }: Actor,
  number: string,
  reason: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const found = (await findCertificate(trx, scope, number)) ?? noSuchCertificate();
    // Revoking again changes nothing.
    if (!(await revokeCertificate(trx, scope, number, { revoked_at: timestamp(now), reason }))) return;
    if (found.uid === null) return;
    const { uid } = found;
    await record(trx, now, { actor, kind: 'certificate.revoked', subject: uid, pid: scope.pid, detail: { reason } });
    const notice = noticeOf('certificate.revoked', scope.pid, { uid, number });
    await notify(trx, { actor, now }, [{ ...notice, values: reason === '' ? {} : { reason } }]);
  });
}

const unknown: VerifiedCertificate = {
  state: 'unknown',
  project: null,
  starts_on: null,
  ends_on: null,
  name: null,
  minutes: null,
  issued_at: null,
  timezone: null,
};

/** What anybody with the number may know. */
export async function verify(read: Reader, typed: string): Promise<VerifiedCertificate> {
  const row = await findForVerification(read, normaliseNumber(typed));
  if (row === undefined) return unknown;
  const { project, starts_on, ends_on, issued_at, timezone } = row;
  const state = row.uid === null ? 'withdrawn' : row.revoked_at === null ? 'valid' : 'revoked';
  const printed = state === 'valid' ? { name: row.name, minutes: row.minutes } : { name: null, minutes: null };
  return { state, project, starts_on, ends_on, ...printed, issued_at, timezone };
}
