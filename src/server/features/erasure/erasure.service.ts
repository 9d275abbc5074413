import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { randomText } from '../../lib/secrets.ts';
import { closeAddress } from '../administrators/administrators.service.ts';
import { anonymiseAudit, auditOf, record } from '../audit/audit.service.ts';
import { deleteChangesAbout } from '../changes/recording.service.ts';
import { listNotesAbout } from '../roster/notes/notes.service.ts';
import { exportOffer } from '../offers/offers.service.ts';
import { listThanksOf } from '../thanks/thanks.service.ts';
import { exportGroups } from '../group-sync/my-groups.service.ts';
import { listAskedOf } from '../ask-again/ask-again.service.ts';
import { listAnnouncementsBy } from '../announcements/announcements.service.ts';
import { listSignaturesOf, listVersionsBy } from '../documents/signing.service.ts';
import { deleteDraftsNaming } from '../allocations/allocations.service.ts';
import { exportAvailabilities } from '../availability/availability.service.ts';
import { exportCalendars } from '../calendar/calendar.service.ts';
import { exportEventDay } from '../event-day/export.service.ts';
import { eraseAnswers, openAnswers } from '../forms/answers/responses.service.ts';
import { eraseClaims, exportClaims } from '../money/keeping/keeping.service.ts';
import { listGuardiansOf } from '../guardians/guardians.service.ts';
import { eraseUnsent, exportMessages } from '../messages/messages.service.ts';
import { listLegacyOf } from '../moving/moving.service.ts';
import { exportNotices } from '../notices/notices.service.ts';
import { withdrawNoticesOfErased } from '../notices/notify.service.ts';
import { readSettings } from '../notices/settings/settings.service.ts';
import { eraseCertificateNames, listCertificatesOf } from '../hours/export.service.ts';
import { requireMayChange } from '../passkeys/passkeys.service.ts';
import { exportPrivate } from '../private-data/private.service.ts';
import { listSubscriptionsOf } from '../push/push.service.ts';
import { endCredentials } from '../sessions/sessions.service.ts';
import { exportRooms } from '../rooms/rooms.service.ts';
import { listTagsOfPerson } from '../tags/tags.service.ts';
import { exportTaskData } from '../tasks/own-data.service.ts';
import { leaveAllTasks } from '../tasks/releases/releases.service.ts';
import { deleteStepsAbout } from '../tasks/steps/undo.service.ts';
import { openPhone } from '../teams/invitations/imported.service.ts';
import { deleteInvitationsTo } from '../teams/invitations/invitations.service.ts';
import { leaveEverything } from '../teams/teams.service.ts';
import { deleteDeliveriesAbout } from '../webhooks/deliveries/deliveries.service.ts';
import {
  deleteOwnershipsOf,
  deletePerson,
  findPerson,
  insertErased,
  listAddresses,
  listAnswers,
  listApplications,
  listCredentials,
  listHelping,
  listIdempotencyKeys,
  listIdentities,
  listGrantsOf,
  listPastInvitations,
  listInvitations,
  listEmailChanges,
  listLinks,
  listListingChoices,
  listOwnerships,
  listPassedOn,
  listPasskeys,
  listPaymentsTo,
  listRecoveryCodes,
  listSessions,
  listTasks,
  listTeams,
  listTokens,
  replaceEmail,
} from './erasure.queries.ts';
import { erasedMark } from './erased-list.service.ts';
import type { OwnAudit } from './erasure.schema.ts';

type Services = { db: Db; clock: Clock; keys: Keyring };

/**
 * All or nothing: if the person must hand over a project first, nothing is erased. Returns the addresses that the
 * account has had lately.
 */
export async function eraseAccount({ db, clock, keys }: Services, caller: Person): Promise<string[]> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    // Where passkeys are required, access to the mailbox must not be enough to start over with a new account.
    if ((await requireMayChange(trx, caller, now)) > 0) await closeAddress(trx, now, keys, caller.email);
    const changes = (await listEmailChanges(trx, caller.uid)).filter(({ confirmed_at }) => confirmed_at !== null);
    // Mails to guardians name the person.
    const guardians = await listGuardiansOf(trx, caller.uid);
    await erase(trx, keys, now, caller);
    const addresses = [...changes.map(({ old_email }) => old_email), ...guardians.map(({ email }) => email)];
    return [...new Set([caller.email, ...addresses])];
  });
}

async function erase(trx: Trx, keys: Keyring, now: Date, { uid, email }: Pick<Person, 'uid' | 'email'>): Promise<void> {
  const anonymous = `erased-${randomText(10)}`;
  if (!(await replaceEmail(trx, uid, anonymous))) return fail('not_signed_in');
  await deleteChangesAbout(trx, uid);
  await deleteDeliveriesAbout(trx, uid);
  await deleteStepsAbout(trx, uid);
  // First, while it is known in which projects the person was.
  await record(trx, now, { actor: uid, kind: 'person.erased', subject: uid });
  await leaveEverything(trx, now, uid);
  await leaveAllTasks(trx, { keys, now }, uid);
  await deleteDraftsNaming(trx, uid);
  await eraseAnswers(trx, uid);
  await eraseClaims(trx, uid);
  await withdrawNoticesOfErased(trx, uid, anonymous);
  await eraseUnsent(trx, uid, anonymous, now);
  await eraseCertificateNames(trx, uid);
  await endCredentials(trx, uid, email, now);
  await deleteInvitationsTo(trx, email);
  await anonymiseAudit(trx, uid, anonymous);
  await deletePerson(trx, uid);
  await insertErased(trx, erasedMark(keys, uid), timestamp(now));
}

/**
 * For a restored backup: erases people who were erased after it was made. Projects that they alone owned in the backup
 * are left without an owner, and administrators can appoint one. Returns how many people there were.
 */
export async function eraseAgain({ db, clock, keys }: Services, wasErased: (uid: string) => boolean): Promise<number> {
  const found = (await listAddresses(db.read)).filter(({ uid }) => wasErased(uid));
  for (const person of found) {
    const now = clock.now();
    await db.transaction(async (trx) => {
      await deleteOwnershipsOf(trx, person.uid);
      await erase(trx, keys, now, person);
    });
  }
  return found.length;
}

/** All but the audit log is read before the first byte is sent, so that failures still get an error response. */
export async function exportAccount(services: Services, { uid, email }: Person): Promise<AsyncGenerator<string>> {
  return pieces(services.db.read, uid, await exportHead(services, uid, email));
}

/** Only the audit log can be long, so it is streamed. */
async function* pieces(read: Reader, uid: string, head: object): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"audit":[`;
  let separator = '';
  for await (const entry of auditOf(read, uid)) {
    const shown: OwnAudit = {
      at: entry.at,
      actor: entry.actor,
      kind: entry.kind,
      project: entry.pid,
      subject: entry.subject,
      detail: JSON.parse(entry.detail) as OwnAudit['detail'],
    };
    yield `${separator}${JSON.stringify(shown)}`;
    separator = ',';
  }
  yield ']}';
}

async function exportHead({ db: { read }, clock, keys }: Services, uid: string, email: string) {
  const person = (await findPerson(read, uid)) ?? fail('not_signed_in');
  return {
    exported_at: timestamp(clock.now()),
    person,
    ...(await exportPrivate(read, keys, uid)),
    teams: await listTeams(read, uid),
    ownerships: await listOwnerships(read, uid),
    listing_choices: (await listListingChoices(read, uid)).map((row) => ({ ...row, listed: row.listed === 1 })),
    tasks: await listTasks(read, uid),
    availabilities: await exportAvailabilities(read, uid),
    ...(await exportTaskData(read, uid)),
    helps_in: await listHelping(read, uid),
    ...(await exportEventDay(read, keys, uid)),
    ...(await exportRooms(read, uid)),
    certificates: await listCertificatesOf(read, uid),
    form_answers: await openedAnswers(read, keys, uid),
    passed_on: await listPassedOn(read, uid),
    payments: await listPaymentsTo(read, uid),
    ...(await exportClaims(read, uid)),
    sessions: await listSessions(read, uid),
    passkeys: await listPasskeys(read, uid),
    recovery_codes: await listRecoveryCodes(read, uid),
    identities: await listIdentities(read, uid),
    tokens: await listTokens(read, uid),
    exchange_credentials: await listCredentials(read, uid),
    email_changes: await listEmailChanges(read, uid),
    sign_in_links: await listLinks(read, email),
    idempotency_keys: await listIdempotencyKeys(read, uid),
    invitations: (await listInvitations(read, email)).map(({ phone, ...invitation }) => ({
      ...invitation,
      phone: openPhone(keys, invitation.pid, phone),
    })),
    grants: await listGrantsOf(read, uid),
    moved_from: await listLegacyOf(read, uid),
    past_invitations: await listPastInvitations(read, { uid, email }),
    applications: await listApplications(read, uid),
    ...(await exportCalendars(read, uid)),
    announcements: await listAnnouncementsBy(read, uid),
    tags: await listTagsOfPerson(read, uid),
    ask_again: await listAskedOf(read, uid),
    thanks: await listThanksOf(read, uid),
    offer: await exportOffer(read, uid),
    notes: await listNotesAbout(read, uid),
    ...(await exportGroups(read, uid)),
    signatures: await listSignaturesOf(read, uid),
    guardians: await listGuardiansOf(read, uid),
    documents: await listVersionsBy(read, uid),
    notices: await exportNotices(read, uid),
    notice_settings: await readSettings(read, uid),
    ...(await exportMessages(read, uid)),
    push_subscriptions: await listSubscriptionsOf(read, uid),
  };
}

async function openedAnswers(read: Reader, keys: Keyring, uid: string) {
  const rows = await listAnswers(read, uid);
  return rows.map((row) => ({
    ...row,
    answers: openAnswers(keys, { pid: row.pid, form: row.form, uid }, row.answers),
  }));
}
