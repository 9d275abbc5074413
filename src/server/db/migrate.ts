import { sql } from 'kysely';
import type { Db, Reader } from './db.ts';
import { migrationContext } from './columns.ts';
import type { MigrationContext } from './columns.ts';
import { isBusy } from './sqlite/write-driver.ts';
import { foundation } from './migrations/0001_foundation.ts';
import { capabilities } from './migrations/0002_capabilities.ts';
import { signIn } from './migrations/0003_sign_in.ts';
import { operations } from './migrations/0004_operations.ts';
import { invitations } from './migrations/0005_invitations.ts';
import { applications } from './migrations/0006_applications.ts';
import { passingOn } from './migrations/0007_passing_on.ts';
import { words } from './migrations/0008_words.ts';
import { lookups } from './migrations/0009_lookups.ts';
import { rights } from './migrations/0010_rights.ts';
import { accountSafety } from './migrations/0011_account_safety.ts';
import { endedConsents } from './migrations/0012_ended_consents.ts';
import { erasedPeople } from './migrations/0013_erased_people.ts';
import { projectStates } from './migrations/0014_project_states.ts';
import { people } from './migrations/0015_people.ts';
import { leaving } from './migrations/0016_leaving.ts';
import { joining } from './migrations/0017_joining.ts';
import { formAudience } from './migrations/0018_form_audience.ts';
import { languages } from './migrations/0019_languages.ts';
import { notices } from './migrations/0020_notices.ts';
import { messages } from './migrations/0021_messages.ts';
import { announcements } from './migrations/0022_announcements.ts';
import { push } from './migrations/0023_push.ts';
import { changes } from './migrations/0024_changes.ts';
import { webhooks } from './migrations/0025_webhooks.ts';
import { appearance } from './migrations/0026_appearance.ts';
import { shifts } from './migrations/0027_shifts.ts';
import { eventDay } from './migrations/0028_event_day.ts';
import { serviceAccounts } from './migrations/0029_service_accounts.ts';
import { openTasks } from './migrations/0030_open_tasks.ts';
import { eventDayPages } from './migrations/0032_event_day_pages.ts';
import { certificates } from './migrations/0033_certificates.ts';
import { planning } from './migrations/0035_planning.ts';
import { changesAboutPeople } from './migrations/0036_changes_about_people.ts';
import { certificateLanguages } from './migrations/0037_certificate_languages.ts';
import { rememberedApplicants } from './migrations/0038_remembered_applicants.ts';
import { replyAddresses } from './migrations/0039_reply_addresses.ts';
import { heldInvitations } from './migrations/0040_held_invitations.ts';
import { replacedPlaces } from './migrations/0041_replaced_places.ts';
import { stepSizes } from './migrations/0042_step_sizes.ts';
import { unconfirmedBank } from './migrations/0043_unconfirmed_bank.ts';
import { makers } from './migrations/0044_makers.ts';
import { reasons } from './migrations/0045_reasons.ts';
import { madeBefore } from './migrations/0057_made_before.ts';
import { outboxLanes } from './migrations/0059_outbox_lanes.ts';
import { deliveries } from './migrations/0060_deliveries.ts';
import { reminders } from './migrations/0061_reminders.ts';
import { deciders } from './migrations/0062_deciders.ts';
import { call } from './migrations/0065_call.ts';
import { documents } from './migrations/0066_documents.ts';
import { claims } from './migrations/0074_claims.ts';
import { declinedInvitations } from './migrations/0070_declined_invitations.ts';
import { emergency } from './migrations/0090_emergency.ts';
import { grants } from './migrations/0071_grants.ts';
import { series } from './migrations/0096_series.ts';
import { tags } from './migrations/0095_tags.ts';
import { training } from './migrations/0080_training.ts';
import { goods } from './migrations/0085_goods.ts';
import { pastInvitations } from './migrations/0100_past_invitations.ts';
import { imports } from './migrations/0101_imports.ts';
import { legacyIds } from './migrations/0102_legacy_ids.ts';
import { translations } from './migrations/0125_translations.ts';
import { leadingProject } from './migrations/0138_leading_project.ts';
import { askAgain } from './migrations/0120_ask_again.ts';
import { minors } from './migrations/0081_minors.ts';
import { thanks } from './migrations/0145_thanks.ts';
import { offers } from './migrations/0146_offers.ts';
import { personNotes } from './migrations/0147_person_notes.ts';
import { rooms } from './migrations/0116_rooms.ts';
import { onSite } from './migrations/0115_on_site.ts';
import { unfinishedClaims } from './migrations/0160_unfinished_claims.ts';
import { leftApplicants } from './migrations/0150_left_applicants.ts';
import { groupSync } from './migrations/0140_group_sync.ts';

const maxAttempts = 12;

type Migration = { name: string; up: (context: MigrationContext) => Promise<void> };

/** Migrations run in this order and are never undone. A released one is never edited. */
const migrations: readonly Migration[] = [
  { name: '0001_foundation', up: foundation },
  { name: '0002_capabilities', up: capabilities },
  { name: '0003_sign_in', up: signIn },
  { name: '0004_operations', up: operations },
  { name: '0005_invitations', up: invitations },
  { name: '0006_applications', up: applications },
  { name: '0007_passing_on', up: passingOn },
  { name: '0008_words', up: words },
  { name: '0009_lookups', up: lookups },
  { name: '0010_rights', up: rights },
  { name: '0011_account_safety', up: accountSafety },
  { name: '0012_ended_consents', up: endedConsents },
  { name: '0013_erased_people', up: erasedPeople },
  { name: '0014_project_states', up: projectStates },
  { name: '0015_people', up: people },
  { name: '0016_leaving', up: leaving },
  { name: '0017_joining', up: joining },
  { name: '0018_form_audience', up: formAudience },
  { name: '0019_languages', up: languages },
  { name: '0020_notices', up: notices },
  { name: '0021_messages', up: messages },
  { name: '0022_announcements', up: announcements },
  { name: '0023_push', up: push },
  { name: '0024_changes', up: changes },
  { name: '0025_webhooks', up: webhooks },
  { name: '0026_appearance', up: appearance },
  { name: '0027_shifts', up: shifts },
  { name: '0028_event_day', up: eventDay },
  { name: '0029_service_accounts', up: serviceAccounts },
  { name: '0030_open_tasks', up: openTasks },
  { name: '0032_event_day_pages', up: eventDayPages },
  { name: '0033_certificates', up: certificates },
  { name: '0035_planning', up: planning },
  { name: '0036_changes_about_people', up: changesAboutPeople },
  { name: '0037_certificate_languages', up: certificateLanguages },
  { name: '0038_remembered_applicants', up: rememberedApplicants },
  { name: '0039_reply_addresses', up: replyAddresses },
  { name: '0040_held_invitations', up: heldInvitations },
  { name: '0041_replaced_places', up: replacedPlaces },
  { name: '0042_step_sizes', up: stepSizes },
  { name: '0043_unconfirmed_bank', up: unconfirmedBank },
  { name: '0044_makers', up: makers },
  { name: '0045_reasons', up: reasons },
  { name: '0057_made_before', up: madeBefore },
  { name: '0059_outbox_lanes', up: outboxLanes },
  { name: '0060_deliveries', up: deliveries },
  { name: '0061_reminders', up: reminders },
  { name: '0062_deciders', up: deciders },
  { name: '0065_call', up: call },
  { name: '0066_documents', up: documents },
  { name: '0070_declined_invitations', up: declinedInvitations },
  { name: '0090_emergency', up: emergency },
  { name: '0071_grants', up: grants },
  { name: '0095_tags', up: tags },
  { name: '0080_training', up: training },
  { name: '0085_goods', up: goods },
  { name: '0096_series', up: series },
  { name: '0074_claims', up: claims },
  { name: '0100_past_invitations', up: pastInvitations },
  { name: '0101_imports', up: imports },
  { name: '0102_legacy_ids', up: legacyIds },
  { name: '0125_translations', up: translations },
  { name: '0138_leading_project', up: leadingProject },
  { name: '0120_ask_again', up: askAgain },
  { name: '0081_minors', up: minors },
  { name: '0115_on_site', up: onSite },
  { name: '0116_rooms', up: rooms },
  { name: '0145_thanks', up: thanks },
  { name: '0150_left_applicants', up: leftApplicants },
  { name: '0146_offers', up: offers },
  { name: '0147_person_notes', up: personNotes },
  { name: '0140_group_sync', up: groupSync },
  { name: '0160_unfinished_claims', up: unfinishedClaims },
];

export class NewerDatabaseError extends Error {}

const namesRun = async (read: Reader): Promise<Set<string>> =>
  new Set((await sql<{ name: string }>`select name from schema_migrations`.execute(read)).rows.map((row) => row.name));

/** `before` runs while the lock is held, so only in the process that migrates, and not in a new database. */
type Watcher = { before?: () => Promise<unknown>; onStep?: (name: string, ms: number) => void };

/**
 * One transaction for the lock, the journal and all steps: processes that start together run one after another, a
 * failing step leaves nothing behind, and a database of a newer version stays unchanged. Kysely's migrator takes no
 * lock on SQLite, where two processes would both run the first step.
 */
export async function migrate(db: Db, ranAt: string, { before, onStep }: Watcher = {}): Promise<string[]> {
  return retryWhileBusy(() =>
    db.transactionWithoutTimeouts(async (trx) => {
      if (db.engine === 'postgres') await sql`select pg_advisory_xact_lock(77101)`.execute(trx);
      await sql`create table if not exists schema_migrations (name text primary key, ran_at text not null)`.execute(
        trx,
      );
      const done = await namesRun(trx);
      refuseNewer([...done]);
      const missing = migrations.filter((migration) => !done.has(migration.name));
      if (missing.length > 0 && done.size > 0) await before?.();
      for (const { name, up } of missing) {
        const start = performance.now();
        await up(migrationContext(trx, db.engine));
        onStep?.(name, Math.round(performance.now() - start));
        await sql`insert into schema_migrations (name, ran_at) values (${name}, ${ranAt})`.execute(trx);
      }
      return missing.map((migration) => migration.name);
    }),
  );
}

/** Another process may be migrating the same file for longer than a request would wait. */
async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= maxAttempts || !isBusy(error)) throw error;
    }
  }
}

/** Migrations that only a newer version of Muster has. */
export function unknownMigrations(names: readonly string[]): string[] {
  const known = new Set(migrations.map((migration) => migration.name));
  return names.filter((name) => !known.has(name));
}

export const migrationsRun = async (db: Db): Promise<string[]> => [...(await namesRun(db.read))].toSorted();

function refuseNewer(done: string[]): void {
  const newer = unknownMigrations(done);
  if (newer.length === 0) return;
  throw new NewerDatabaseError(
    `this database was written by a newer version of Muster (it has ${newer.join(', ')}); nothing was changed. ` +
      'Start that version, or restore a backup made by this one.',
  );
}

/** For /readyz: all migrations of this version have run. */
export async function isMigrated(db: Db): Promise<boolean> {
  const done = await namesRun(db.read);
  return migrations.every((migration) => done.has(migration.name));
}
