import type { TFunction } from 'i18next';
import type { AuditRecord } from '../../../client/client.ts';
import type { Messages } from '../../messages/en.ts';

/** A kind as the words are kept by: `member.added` as `member_added`, since a dot leads one step deeper there. */
type Word = keyof Messages['admin']['audit']['sentences'];

/** Those that the page knows anyway, by their identifiers. */
export type ProjectNames = ReadonlyMap<string, string>;

/** Everything that the service records, in the order in which a list offers it. */
export const auditWords = [
  'project_created',
  'project_changed',
  'owner_added',
  'owner_removed',
  'team_created',
  'team_changed',
  'team_disabled',
  'team_enabled',
  'member_added',
  'member_removed',
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
  'attendance_added',
  'attendance_removed',
  'form_created',
  'form_changed',
  'form_removed',
  'response_saved',
  'response_removed',
  'responses_exported',
  'answers_expired',
  'responses_expired',
  'subsidy_set',
  'subsidy_removed',
  'subsidy_currency_set',
  'private_read',
  'person_created',
  'person_imported',
  'person_suspended',
  'person_reinstated',
  'person_erased',
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
  'passkeys_required',
  'passkeys_optional',
  'identity_linked',
  'identity_unlinked',
  'token_created',
  'token_revoked',
] as const satisfies Word[];

const wordOf = (kind: string): Word | undefined => auditWords.find((word) => word === kind.replace('.', '_'));

/** `member_added` as the API writes it. */
export const kindOf = (word: Word): string => word.replace('_', '.');

export const isAuditKind = (kind: string): boolean => wordOf(kind) !== undefined;

/** What happened, as a sentence; a kind that is newer than this page is told by its name. */
export function sentenceOf(t: TFunction, entry: AuditRecord, projects: ProjectNames): string {
  const { detail } = entry;
  const actor = personName(t, entry.actor_name) ?? nameless(t, entry.actor);
  const subject = personName(t, entry.subject_name) ?? subjectOf(t, entry, projects);
  const word = wordOf(entry.kind);
  if (word === undefined) return t('admin.audit.unknown', { actor, kind: entry.kind, subject });
  return t(`admin.audit.sentences.${word}`, {
    actor,
    subject,
    team: entry.team_name ?? text(detail['tid'] ?? entry.subject),
    task: entry.task_title ?? t('admin.audit.goneTask'),
    what: text(detail['what'] ?? detail['title'] ?? detail['form'] ?? entry.subject),
    fields: text(detail['fields']).split(' ').join(', '),
  });
}

/** People begin without a name. */
const personName = (t: TFunction, name: string | null): string | null =>
  name === '' ? t('admin.people.nameless') : name;

/** What is no person, or one who is gone. */
function subjectOf(t: TFunction, { kind, subject, team_name: team }: AuditRecord, projects: ProjectNames): string {
  const name = kind.startsWith('team.') ? team : kind.startsWith('project.') ? projects.get(subject) : undefined;
  return name ?? (/^erased-[0-9a-z]{16}$/.test(subject) ? t('admin.audit.gone') : subject);
}

function nameless(t: TFunction, actor: string | null): string {
  if (actor === null) return t('admin.audit.service');
  return actor === 'command-line' ? t('admin.audit.commandLine') : t('admin.audit.gone');
}

const text = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

/** The rest of what was recorded, for those who need to know exactly; by name where there is one. */
export function detailOf(entry: AuditRecord, projects: ProjectNames): string {
  const { tid, task, copy_from: copied, ...rest } = entry.detail;
  const named = {
    team: tid === undefined ? null : (entry.team_name ?? tid),
    task: task === undefined ? null : (entry.task_title ?? task),
    copy_from: projects.get(text(copied)) ?? copied ?? null,
    ...rest,
  };
  return Object.entries(named)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ');
}

/** For the list of kinds: the sentence without the people in it. */
export const kindLabel = (t: TFunction, word: Word): string => t(`admin.audit.kinds.${word}`);
