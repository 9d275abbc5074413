import type { TFunction } from 'i18next';
import type { AuditRecord } from '../../../client/client.ts';
import { formatSpanAt } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import type { WebTexts } from '../../../locales/english.ts';
import { isAuditKind } from '../../../shared/audit-kinds.ts';
import { listOf, namesIn, textOf, valuesIn } from './labels.ts';
import type { Translator } from './labels.ts';

/** The sentence of an entry with its placeholders; empty for a kind that this version does not know. */
export function templateOf(t: TFunction, entry: AuditRecord): string {
  const key = textKeyOf(entry);
  return key === undefined ? '' : t(key, { skipInterpolation: true });
}

/** What people also do themselves: they join, for example as invited, and leave. */
const ownKinds = ['member.added', 'member.removed', 'chief.added', 'attendance.added', 'attendance.removed'] as const;

const choices = { yes: 'listing_yes', no: 'listing_no', 'no choice': 'listing_none' } as const;
const kept = { yes: 'listing_stays_on', no: 'listing_stays_off' } as const;
const exchanges = {
  'attendance.added request': 'request_added',
  'attendance.added swap': 'swap_added',
  'attendance.removed swap': 'swap_removed',
  'attendance.added offer': 'offer_added',
  'attendance.removed offer': 'offer_removed',
} as const;
const helpAnswers = { yes: 'help_yes', no: 'help_no' } as const;

/** The sentence of an entry that knows more than its kind says. Older entries know less. */
function exactKeyOf({ kind, detail }: AuditRecord): keyof WebTexts['admin']['audit']['exact'] | undefined {
  const { listed, answer, purpose, title, exchange } = detail;
  if (kind === 'listing.chosen')
    return Object.entries(detail['kept'] === 'yes' ? kept : choices).find(([choice]) => choice === listed)?.[1];
  if (exchange !== undefined) return Object.entries(exchanges).find(([key]) => key === `${kind} ${exchange}`)?.[1];
  if (kind === 'help.answered') return Object.entries(helpAnswers).find(([given]) => given === answer)?.[1];
  if (kind === 'handout.given' && title !== undefined) return 'handout_named';
  if (kind === 'device.added' && purpose === 'screen') return 'screen_added';
  return kind === 'device.revoked' && purpose === 'screen' ? 'screen_revoked' : undefined;
}

function textKeyOf(entry: AuditRecord) {
  const { kind, actor, subject } = entry;
  if (!isAuditKind(kind)) return undefined;
  const exact = exactKeyOf(entry);
  if (exact !== undefined) return `admin.audit.exact.${exact}` as const;
  const own = actor === subject ? ownKinds.find((one) => one === kind) : undefined;
  return own === undefined ? (`admin.audit.sentences.${kind}` as const) : (`admin.audit.own.${own}` as const);
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

/** Names its time, because the tasks of a series have the same title. */
function taskIn({ t, i18n }: Translator, entry: AuditRecord, timezone: string): string {
  const { task_title: title, task_starts_at: from, task_ends_at: to } = entry;
  if (title === null || from === null || to === null) return t('admin.audit.goneTask');
  return t('admin.audit.taskAt', { title, when: formatSpanAt(from, to, i18n.language, timezone) });
}

/**
 * The title of a deleted form or task; or what was read, recorded as `bank, form travel`, `form parking`, `bank, payout 3` or
 * `receipt, claim 7`.
 */
function whatOf(translator: Translator, { detail, form_title: title, subject }: AuditRecord): string {
  const what = textOf(detail['what']);
  const [, kind = 'answers', form] = /^(?:(\w+), )?form (\S+)$/.exec(what) ?? [];
  if (form !== undefined) return `${valuesIn(translator)(kind)}, ${title ?? form}`;
  const [, payout] = /^bank, payout (\d+)$/.exec(what) ?? [];
  if (payout !== undefined)
    return `${valuesIn(translator)('bank')}, ${translator.t('money.payouts.numbered', { number: payout })}`;
  const [, claim] = /^receipt, claim (\d+)$/.exec(what) ?? [];
  if (claim !== undefined)
    return `${translator.t('money.receipt')}, ${translator.t('money.numbered', { number: claim })}`;
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
