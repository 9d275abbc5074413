import type { AuditRecord } from '../../../client/client.ts';
import { formatDay } from '../../ui/format/dates.ts';
import { formatMoney } from '../../ui/format/money.ts';
import { templateOf } from './sentences.ts';
import { listOf, namesIn, textOf, valuesIn } from './labels.ts';
import type { Speaker } from './labels.ts';

type Detail = AuditRecord['detail'];

/** Those that the page knows anyway, by their identifiers. */
export type ProjectNames = ReadonlyMap<string, string>;

/** Identifiers that mean nothing to a reader, who finds them in the CSV; and what other parts say. */
const silent = new Set(['session', 'identity', 'what', 'currency']);
/** Those with a fixed set of values. */
const chosen = new Set(['role', 'kind', 'kinds', 'audience', 'passes_on', 'passed_on', 'application', 'scope']);

/** What the sentence has said already, by the part of it that does. */
const said: Record<string, string> = { tid: 'team', task: 'task', form: 'what', title: 'what', fields: 'fields' };

/** The rest of what was recorded, for those who need to know exactly; by name where there is one. */
export function detailOf(speaker: Speaker, entry: AuditRecord, projects: ProjectNames, inProject: boolean): string {
  const { t } = speaker;
  const template = templateOf(t, entry.kind);
  const isSaid = (key: string) => said[key] !== undefined && template.includes(`{{${said[key]}}}`);
  const name = namesIn(speaker);
  const parts = Object.entries(named(entry, projects))
    .filter(([key, value]) => value !== null && value !== '' && !silent.has(key) && !isSaid(key))
    .map(([key, value]) => ({ name: name(key), value: shown(speaker, key, value, entry.detail) }));
  const place = inProject || entry.kind === 'project.created' ? null : (entry.project_name ?? entry.project);
  const all = place === null ? parts : [{ name: name('project'), value: place }, ...parts];
  return all.map((pair) => t('admin.audit.pair', pair)).join(' · ');
}

/** With the names of today in the place of identifiers. */
function named({ detail, team_name, task_title, form_title, credential_name }: AuditRecord, projects: ProjectNames) {
  const { tid, task, form, copy_from: copied, token, passkey, ...rest } = detail;
  return {
    ...(tid === undefined ? {} : { tid: team_name ?? tid }),
    ...(task === undefined ? {} : { task: task_title }),
    ...(form === undefined ? {} : { form: form_title ?? form }),
    ...(copied === undefined ? {} : { copy_from: projects.get(textOf(copied)) ?? copied }),
    ...(token === undefined ? {} : { token: credential_name }),
    ...(passkey === undefined ? {} : { passkey: credential_name }),
    ...rest,
  };
}

function shown(speaker: Speaker, key: string, value: Detail[string] | undefined, { currency }: Detail): string {
  const { language } = speaker.i18n;
  if (key === 'fields') return listOf(speaker, value, namesIn(speaker));
  if (chosen.has(key)) return listOf(speaker, value, valuesIn(speaker));
  if (key === 'invitation') return valuesIn(speaker)('accepted');
  if (key === 'answers') return answersIn(textOf(value), language);
  if (key === 'passes_until') return formatDay(textOf(value), language);
  if ((key === 'old' || key === 'new') && typeof value === 'number')
    return formatMoney(value, textOf(currency), language);
  return textOf(value);
}

/** They are recorded as JSON, by the keys of their questions; travel money as an amount and its currency. */
function answersIn(recorded: string, language: string): string {
  const { amount, currency, ...answers } = JSON.parse(recorded) as Record<string, unknown>;
  const money = typeof amount === 'number' ? [formatMoney(amount, textOf(currency), language)] : [];
  const others = Object.entries(answers).map(
    ([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [...money, ...others].join(', ');
}
