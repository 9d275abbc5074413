import type { TFunction } from 'i18next';
import type { AuditRecord } from '../../../client/client.ts';
import { formatSpanAt } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import type { WebTexts } from '../../../locales/english.ts';
import { listOf, namesIn, textOf, valuesIn } from './labels.ts';
import type { Translator } from './labels.ts';

/** The message key of a kind: `member_added` for `member.added`, because a dot separates levels of keys. */
type KindKey = keyof WebTexts['admin']['audit']['sentences'];

/** Every kind of entry, in the order of the filter. */
export const auditKinds = [
  'project_created',
  'project_changed',
  'project_removed',
  'owner_added',
  'owner_removed',
  'team_created',
  'team_changed',
  'team_disabled',
  'team_enabled',
  'member_added',
  'member_removed',
  'members_looked_up',
  'listing_chosen',
  'email_requested',
  'email_changed',
  'email_reverted',
  'invitation_created',
  'invitation_sent',
  'invitation_revoked',
  'invitation_declined',
  'application_sent',
  'application_changed',
  'application_withdrawn',
  'application_declined',
  'chief_added',
  'chief_removed',
  'task_created',
  'task_changed',
  'task_removed',
  'tasks_imported',
  'tasks_copied',
  'tasks_changed',
  'tasks_removed',
  'series_created',
  'series_changed',
  'series_removed',
  'planning_undone',
  'attendance_added',
  'attendance_removed',
  'attendance_confirmed',
  'waiting_added',
  'waiting_removed',
  'place_held',
  'place_released',
  'offer_made',
  'offer_withdrawn',
  'help_asked',
  'help_answered',
  'request_sent',
  'request_withdrawn',
  'request_declined',
  'helper_added',
  'helper_removed',
  'place_created',
  'place_changed',
  'place_removed',
  'skill_created',
  'skill_changed',
  'skill_removed',
  'skill_granted',
  'skill_withdrawn',
  'skills_declared',
  'kind_created',
  'kind_changed',
  'kind_removed',
  'attendance_marked',
  'attendance_presumed',
  'work_added',
  'work_decided',
  'work_removed',
  'device_added',
  'device_revoked',
  'handout_added',
  'handout_changed',
  'handout_removed',
  'handout_given',
  'handout_taken_back',
  'certificate_issued',
  'certificate_replaced',
  'certificate_revoked',
  'certificates_started',
  'certificates_configured',
  'chat_added',
  'chat_changed',
  'chat_removed',
  'chat_disabled',
  'webhook_created',
  'webhook_changed',
  'webhook_removed',
  'webhook_secret_rotated',
  'webhook_disabled',
  'announcement_created',
  'announcement_changed',
  'announcement_removed',
  'availability_changed',
  'allocation_created',
  'allocation_applied',
  'allocation_discarded',
  'allocation_undone',
  'calendar_created',
  'calendar_replaced',
  'calendar_removed',
  'message_created',
  'message_changed',
  'message_removed',
  'message_scheduled',
  'message_sent',
  'message_stopped',
  'message_cancelled',
  'message_resent',
  'form_created',
  'form_changed',
  'form_removed',
  'response_saved',
  'response_removed',
  'consent_ended',
  'consent_withdrawn',
  'responses_exported',
  'totals_read',
  'answers_expired',
  'responses_expired',
  'audit_expired',
  'payment_made',
  'payment_undone',
  'subsidy_set',
  'subsidy_removed',
  'subsidy_currency_set',
  'private_read',
  'person_created',
  'person_imported',
  'person_suspended',
  'person_reinstated',
  'person_erased',
  'administrator_appointed',
  'administrator_configured',
  'administrator_dismissed',
  'profile_changed',
  'private_changed',
  'private_expired',
  'session_created',
  'session_ended',
  'sessions_removed',
  'session_confirmed',
  'passkey_added',
  'passkey_removed',
  'passkey_copied',
  'passkeys_reset',
  'recovery_codes_created',
  'recovery_code_used',
  'account_secured',
  'passkeys_required',
  'passkeys_optional',
  'identity_linked',
  'identity_unlinked',
  'push_added',
  'push_removed',
  'token_created',
  'token_revoked',
  'token_renewed',
  'service_account_created',
  'service_account_renewed',
  'service_account_revoked',
] as const satisfies KindKey[];

const keyOf = (kind: string): KindKey | undefined => auditKinds.find((key) => key === kind.replace('.', '_'));

const serviceAccounts = 'service_account_';

/** `member_added` as the API writes it. */
export const kindOf = (key: KindKey): string =>
  key.startsWith(serviceAccounts) ? key.replace(/_(?=[a-z]+$)/, '.') : key.replace('_', '.');

/** The sentence of an entry with its placeholders; empty for a kind that this version does not know. */
export function templateOf(t: TFunction, entry: AuditRecord): string {
  const key = textKeyOf(entry);
  return key === undefined ? '' : t(key, { skipInterpolation: true });
}

/** What people also do themselves: they join, for example as invited, and leave. */
const ownKinds = ['member_added', 'member_removed', 'chief_added', 'attendance_added', 'attendance_removed'] as const;

const choices = { yes: 'listing_yes', no: 'listing_no', 'no choice': 'listing_none' } as const;
const helpAnswers = { yes: 'help_yes', no: 'help_no' } as const;

/** The sentence of an entry that knows more than its kind says. Older entries know less. */
function exactKeyOf({ kind, detail }: AuditRecord): keyof WebTexts['admin']['audit']['exact'] | undefined {
  const { listed, answer, purpose, title } = detail;
  if (kind === 'listing.chosen') return Object.entries(choices).find(([choice]) => choice === listed)?.[1];
  if (kind === 'help.answered') return Object.entries(helpAnswers).find(([given]) => given === answer)?.[1];
  if (kind === 'handout.given' && title !== undefined) return 'handout_named';
  if (kind === 'device.added' && purpose === 'screen') return 'screen_added';
  return kind === 'device.revoked' && purpose === 'screen' ? 'screen_revoked' : undefined;
}

function textKeyOf(entry: AuditRecord) {
  const key = keyOf(entry.kind);
  const own = entry.actor === entry.subject ? ownKinds.find((one) => one === key) : undefined;
  const exact = exactKeyOf(entry);
  if (key === undefined) return undefined;
  if (own !== undefined) return `admin.audit.own.${own}` as const;
  return exact === undefined ? (`admin.audit.sentences.${key}` as const) : (`admin.audit.exact.${exact}` as const);
}

/** What happened, as a sentence; a kind that this version does not know is shown by its name. */
export function sentenceOf(translator: Translator, entry: AuditRecord, timezone: string): string {
  const { t } = translator;
  const { detail } = entry;
  const actor = personName(t, entry.actor_name) ?? nameless(t, entry);
  const subject = personName(t, entry.subject_name) ?? subjectOf(t, entry);
  const key = textKeyOf(entry);
  if (key === undefined) return t('admin.audit.unknown', { actor, kind: entry.kind, subject });
  return t(key, {
    actor,
    subject,
    team: entry.team_name ?? textOf(detail['tid'] ?? entry.subject),
    task: taskIn(translator, entry, timezone),
    what: whatOf(translator, entry),
    state: valuesIn(translator)(textOf(detail['state'])),
    fields: listOf(translator, detail['fields'], namesIn(translator)),
  });
}

/** With its time, because the tasks of a series have the same title. */
function taskIn({ t, i18n }: Translator, entry: AuditRecord, timezone: string): string {
  const { task_title: title, task_starts_at: from, task_ends_at: to } = entry;
  if (title === null || from === null || to === null) return t('admin.audit.goneTask');
  return t('admin.audit.taskAt', { title, when: formatSpanAt(from, to, i18n.language, timezone) });
}

/** The title of a deleted form or task; or what was read, recorded as `bank, form travel` or `form parking`. */
function whatOf(translator: Translator, { detail, form_title: title, subject }: AuditRecord): string {
  const what = textOf(detail['what']);
  const [, kind = 'answers', form] = /^(?:(\w+), )?form (\S+)$/.exec(what) ?? [];
  if (form !== undefined) return `${valuesIn(translator)(kind)}, ${title ?? form}`;
  return title ?? (what || textOf(detail['title'] ?? detail['form'] ?? subject));
}

/** New accounts have no name yet. */
const personName = (t: TFunction, name: string | null): string | null => (name === null ? null : shownName(t, name));

/** The name of a team or project, or of a person who is erased. */
function subjectOf(t: TFunction, { kind, subject, team_name: team, project_name: project }: AuditRecord): string {
  const name = kind.startsWith('team.') ? team : kind.startsWith('project.') ? project : undefined;
  return name ?? (/^erased-[0-9a-z]{16}$/.test(subject) ? t('admin.audit.gone') : subject);
}

/** Desk devices act without a person and are recorded in the detail. */
function nameless(t: TFunction, { actor, detail }: AuditRecord): string {
  const device = textOf(detail['device']);
  if (actor === null) return device === '' ? t('admin.audit.service') : t('admin.audit.device', { name: device });
  return actor === 'command-line' ? t('admin.audit.commandLine') : t('admin.audit.gone');
}
