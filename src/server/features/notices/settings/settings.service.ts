import { isMailedByDefault, isPushedByDefault, mailKinds, pushKinds } from '../../../../shared/notice-kinds.ts';
import type { NoticeKind } from '../../../../shared/notice-kinds.ts';
import type { Person } from '../../../auth/caller.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { failField } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { timestamp } from '../../../lib/clock.ts';
import { findSettings, saveSettings } from './settings.queries.ts';
import type { SettingsRow } from './settings.queries.ts';
import type { NoticeSettings, NoticeSettingsInput } from './settings.schema.ts';

const defaults: SettingsRow = {
  mail: '{}',
  push: '{}',
  digest: 'daily',
  quiet_starts: null,
  quiet_ends: null,
  timezone: null,
};

const chosenIn = (stored: string) => new Map(Object.entries(JSON.parse(stored) as Record<string, boolean>));

type JoinedSettings = { [Column in keyof SettingsRow]: SettingsRow[Column] | null };

/** Reads a row that was joined: all columns are null for somebody who never changed anything. */
export const settingsIn = ({
  mail,
  push,
  digest,
  quiet_starts,
  quiet_ends,
  timezone,
}: JoinedSettings): NoticeSettings =>
  mail === null || push === null || digest === null
    ? usualSettings
    : settingsOf({ mail, push, digest, quiet_starts, quiet_ends, timezone });

/** Kinds that are not stored have the default, so that a new kind needs no change of stored settings. */
function settingsOf(row: SettingsRow): NoticeSettings {
  const [mail, push] = [chosenIn(row.mail), chosenIn(row.push)];
  const { digest, quiet_starts: from, quiet_ends: to, timezone } = row;
  return {
    mail: Object.fromEntries(mailKinds.map((kind) => [kind, mail.get(kind) ?? isMailedByDefault(kind)])),
    push: Object.fromEntries(pushKinds.map((kind) => [kind, push.get(kind) ?? isPushedByDefault(kind)])),
    digest,
    quiet_hours: from === null || to === null ? null : { from, to },
    timezone,
  };
}

/** Those of most people, built once: thousands of mails ask for them. */
const usualSettings = settingsOf(defaults);

export async function readSettings(read: Reader, uid: string): Promise<NoticeSettings> {
  const row = await findSettings(read, uid);
  return row === undefined ? usualSettings : settingsOf(row);
}

type Services = { db: Db; clock: Clock };

export async function writeSettings({ db, clock }: Services, caller: Person, input: NoticeSettingsInput) {
  const { quiet_hours: quiet, digest } = input;
  if (quiet !== null && quiet.from === quiet.to) failField('/quiet_hours/to', 'must differ from `from`');
  const timezone = input.timezone ?? null;
  if (timezone !== null && !isTimezone(timezone)) failField('/timezone', 'is not a time zone of the IANA database');
  const now = clock.now();
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const mailed = mailKinds.flatMap((kind) => {
      const chosen = input.mail[kind];
      return chosen === undefined || chosen === isMailedByDefault(kind) ? [] : [[kind, chosen]];
    });
    const pushed = pushKinds.flatMap((kind) => {
      const chosen = input.push?.[kind];
      return chosen === undefined || chosen === isPushedByDefault(kind) ? [] : [[kind, chosen]];
    });
    const row = {
      mail: JSON.stringify(Object.fromEntries(mailed)),
      push: JSON.stringify(Object.fromEntries(pushed)),
      digest,
      quiet_starts: quiet?.from ?? null,
      quiet_ends: quiet?.to ?? null,
      timezone,
    };
    await saveSettings(trx, { uid: caller.uid, ...row, updated_at: timestamp(now) });
    return settingsOf(row);
  });
}

/** For a link in a mail: turns these kinds off and leaves everything else. */
export async function turnOff(trx: Trx, now: Date, uid: string, kinds: readonly NoticeKind[]): Promise<void> {
  const row = (await findSettings(trx, uid)) ?? defaults;
  const mail = { ...(JSON.parse(row.mail) as object), ...Object.fromEntries(kinds.map((kind) => [kind, false])) };
  await saveSettings(trx, { uid, ...row, mail: JSON.stringify(mail), updated_at: timestamp(now) });
}

/** Turns the emails about one kind of notice on or off, because the person chose so on another page. */
export async function setMailed(trx: Trx, now: Date, uid: string, kind: NoticeKind, on: boolean): Promise<void> {
  const row = (await findSettings(trx, uid)) ?? defaults;
  const mail = { ...(JSON.parse(row.mail) as object), [kind]: on };
  await saveSettings(trx, { uid, ...row, mail: JSON.stringify(mail), updated_at: timestamp(now) });
}

function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Temporal.Now.zonedDateTimeISO(name).timeZoneId !== '';
  } catch {
    return false;
  }
}
