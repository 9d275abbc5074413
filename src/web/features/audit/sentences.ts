import type { TFunction } from 'i18next';
import type { AuditRecord } from '../../../client/client.ts';
import type { Messages } from '../../messages/en.ts';
import { listOf, namesIn, textOf, valuesIn } from './labels.ts';
import type { Speaker } from './labels.ts';

/** A kind as the words are kept by: `member.added` as `member_added`, since a dot leads one step deeper there. */
type Word = keyof Messages['admin']['audit']['sentences'];

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

/** The sentence of a kind with its places still open; nothing for one that is newer than this page. */
export function templateOf(t: TFunction, kind: string): string {
  const word = wordOf(kind);
  return word === undefined ? '' : t(`admin.audit.sentences.${word}`, { skipInterpolation: true });
}

/** What happened, as a sentence; a kind that is newer than this page is told by its name. */
export function sentenceOf(speaker: Speaker, entry: AuditRecord): string {
  const { t } = speaker;
  const { detail } = entry;
  const actor = personName(t, entry.actor_name) ?? nameless(t, entry.actor);
  const subject = personName(t, entry.subject_name) ?? subjectOf(t, entry);
  const word = wordOf(entry.kind);
  if (word === undefined) return t('admin.audit.unknown', { actor, kind: entry.kind, subject });
  return t(`admin.audit.sentences.${word}`, {
    actor,
    subject,
    team: entry.team_name ?? textOf(detail['tid'] ?? entry.subject),
    task: entry.task_title ?? t('admin.audit.goneTask'),
    what: whatOf(speaker, entry),
    fields: listOf(speaker, detail['fields'], namesIn(speaker)),
  });
}

/** A form or a task that is gone; or what was seen, recorded as `bank, form travel` or `form parking`. */
function whatOf(speaker: Speaker, { detail, form_title: title, subject }: AuditRecord): string {
  const what = textOf(detail['what']);
  const [, kind = 'answers', form] = /^(?:(\w+), )?form (\S+)$/.exec(what) ?? [];
  if (form !== undefined) return `${valuesIn(speaker)(kind)}, ${title ?? form}`;
  return title ?? (what || textOf(detail['title'] ?? detail['form'] ?? subject));
}

/** People begin without a name. */
const personName = (t: TFunction, name: string | null): string | null =>
  name === '' ? t('admin.people.nameless') : name;

/** What is no person, or one who is gone. */
function subjectOf(t: TFunction, { kind, subject, team_name: team, project_name: project }: AuditRecord): string {
  const name = kind.startsWith('team.') ? team : kind.startsWith('project.') ? project : undefined;
  return name ?? (/^erased-[0-9a-z]{16}$/.test(subject) ? t('admin.audit.gone') : subject);
}

function nameless(t: TFunction, actor: string | null): string {
  if (actor === null) return t('admin.audit.service');
  return actor === 'command-line' ? t('admin.audit.commandLine') : t('admin.audit.gone');
}

/** For the list of kinds: the sentence without the people in it. */
export const kindLabel = (t: TFunction, word: Word): string => t(`admin.audit.kinds.${word}`);
