import type { AuditRecord } from '../../../client/client.ts';
import { formatDay } from '../../../locales/format/dates.ts';
import { formatMoney } from '../../../locales/format/money.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { templateOf } from './sentences.ts';
import { listOf, namesIn, textOf, valuesIn } from './labels.ts';
import type { Translator } from './labels.ts';

type Detail = AuditRecord['detail'];

/** The names of the projects that the page has loaded, by identifier. */
export type ProjectNames = ReadonlyMap<string, string>;

/** Not shown: identifiers that only the CSV needs, and values that other details include. */
const hidden = new Set(['session', 'identity', 'what', 'currency']);
/** The details with a fixed set of values. */
const enumerated = new Set(['role', 'kind', 'kinds', 'audience', 'passes_on', 'passed_on', 'application', 'scope']);

/** The details in minor units of the currency beside them. */
const amounts = new Set(['old', 'new', 'amount']);

/** The placeholder of the sentence that already contains a detail. */
const inSentence: Record<string, string> = {
  tid: 'team',
  task: 'task',
  form: 'what',
  title: 'what',
  fields: 'fields',
  device: 'actor',
  state: 'state',
};

/** The recorded details that the sentence does not contain, with names instead of identifiers where known. */
export function detailOf(
  translator: Translator,
  entry: AuditRecord,
  projects: ProjectNames,
  inProject: boolean,
): string {
  const { t } = translator;
  const template = templateOf(t, entry.kind);
  const isInSentence = (key: string) => inSentence[key] !== undefined && template.includes(`{{${inSentence[key]}}}`);
  const name = namesIn(translator);
  const parts = Object.entries(named(entry, projects))
    .filter(([key, value]) => value !== null && value !== '' && !hidden.has(key) && !isInSentence(key))
    .map(([key, value]) => ({ name: name(key), value: shown(translator, key, value, entry.detail) }));
  const place = inProject || entry.kind === 'project.created' ? null : (entry.project_name ?? entry.project);
  const all = place === null ? parts : [{ name: name('project'), value: place }, ...parts];
  return all.map((pair) => t('admin.audit.pair', pair)).join(' · ');
}

/** Replaces identifiers by current names. */
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

function shown(translator: Translator, key: string, value: Detail[string] | undefined, { currency }: Detail): string {
  const { language } = translator.i18n;
  if (key === 'fields') return listOf(translator, value, namesIn(translator));
  if (enumerated.has(key)) return listOf(translator, value, valuesIn(translator));
  if (key === 'invitation') return valuesIn(translator)('accepted');
  if (key === 'answers') return answersIn(textOf(value), language);
  if (key === 'passes_until') return formatDay(textOf(value), language);
  if (amounts.has(key) && typeof value === 'number' && currency !== undefined)
    return formatMoney(value, textOf(currency), language);
  return textOf(value);
}

/** Answers are recorded as JSON by the keys of their questions; travel money as amount and currency. */
function answersIn(recorded: string, language: string): string {
  const { amount, currency, ...answers } = JSON.parse(recorded) as Record<string, unknown>;
  const money = typeof amount === 'number' ? [formatMoney(amount, textOf(currency), language)] : [];
  const others = Object.entries(answers).map(
    ([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return formatList([...money, ...others], language);
}
