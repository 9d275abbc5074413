import type { AuditRecord } from '../../../client/client.ts';
import { formatDateTimeAt, formatDay, formatMovedSpanAt, formatSpanAt } from '../../../locales/format/dates.ts';
import { formatMoney } from '../../../locales/format/money.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { templateOf } from './sentences.ts';
import { listOf, namesIn, textOf, valuesIn } from './labels.ts';
import type { Translator } from './labels.ts';

type Detail = AuditRecord['detail'];

/** How the page shows entries. */
type View = {
  /** The names of the projects that the page has loaded, by identifier. */
  projects: ReadonlyMap<string, string>;
  inProject: boolean;
  timezone: string;
};

/** These are not shown: identifiers and versions that only the CSV needs, and values that sentences or other details include. */
const hidden = new Set([
  'session',
  'identity',
  'what',
  'currency',
  'revision',
  'limited_to',
  'hand_out',
  'purpose',
  'listed',
  'kept',
  'exchange',
  'answer',
  'skill',
  'claim',
  'added',
  'dropped',
  'step',
  'to',
  'old',
  'new',
  'old_time',
  'new_time',
]);
/** The details with a fixed set of values. */
const enumerated = new Set([
  'part',
  'role',
  'kind',
  'kinds',
  'audience',
  'passes_on',
  'passed_on',
  'application',
  'scope',
  'state',
]);

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

/** The labels of details that mean something else in other entries. */
const labels: Record<string, string> = {
  'work.added state': 'decision',
  'work.removed state': 'decision',
  'allocation.undone removed': 'taken_off',
};

/** The recorded details that the sentence does not contain, with names instead of identifiers where known. */
export function detailOf(translator: Translator, entry: AuditRecord, view: View): string {
  const { t } = translator;
  const template = templateOf(t, entry);
  const isInSentence = (key: string) => inSentence[key] !== undefined && template.includes(`{{${inSentence[key]}}}`);
  const name = namesIn(translator);
  const parts = Object.entries(named(entry, view.projects))
    .filter(([key, value]) => isTelling(key, value) && !hidden.has(key) && !isInSentence(key))
    .map(([key, value]) => ({
      name: name(labels[`${entry.kind} ${key}`] ?? key),
      value: shown(translator, key, value, entry.detail, view),
    }));
  const place = view.inProject || entry.kind === 'project.created' ? null : (entry.project_name ?? entry.project);
  const all = [
    ...(place === null ? [] : [{ name: name('project'), value: place }]),
    ...changed(translator, entry.detail, view),
    ...parts,
  ];
  return all.map((pair) => t('admin.audit.pair', pair)).join(' · ');
}

/** Nothing that was not counted or given. */
const isTelling = (key: string, value: Detail[string] | undefined): boolean =>
  value !== null && value !== '' && (value !== 0 || key === 'amount');

/** Replaces identifiers by current names. */
function named(
  { detail, team_name, task_title, form_title, credential_name }: AuditRecord,
  projects: View['projects'],
) {
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

/** What was before and what is now, where the entry has both: an amount, a currency or the times of a task. */
function changed(translator: Translator, detail: Detail, { timezone }: View): { name: string; value: string }[] {
  const { language } = translator.i18n;
  const name = namesIn(translator);
  const { old, new: fresh, currency, old_time: oldTime, new_time: newTime } = detail;
  const money = (value: Detail[string]) =>
    typeof value === 'number' && currency !== undefined
      ? formatMoney(value, textOf(currency), language)
      : textOf(value);
  const values = [old, fresh].flatMap((value) => (value === undefined || value === null ? [] : [money(value)]));
  const [from, to] = [spanIn(oldTime), spanIn(newTime)];
  return [
    ...(values.length === 0
      ? []
      : [{ name: name(currency === undefined ? 'currency' : 'amount'), value: values.join(' → ') }]),
    ...(from === undefined || to === undefined
      ? []
      : [
          {
            name: name('time'),
            value: `${formatSpanAt(...from, language, timezone)} → ${formatMovedSpanAt(from, to, language, timezone)}`,
          },
        ]),
  ];
}

/** A span is recorded as `2026-08-08T08:00:00.000Z/2026-08-08T10:00:00.000Z`. */
function spanIn(value: Detail[string] | undefined): [from: string, to: string] | undefined {
  const [from, to] = textOf(value).split('/');
  return from === undefined || to === undefined ? undefined : [from, to];
}

const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const day = /^\d{4}-\d\d-\d\d$/;

function shown(
  translator: Translator,
  key: string,
  value: Detail[string] | undefined,
  { currency }: Detail,
  { timezone }: View,
): string {
  const { language } = translator.i18n;
  if (key === 'fields') return listOf(translator, value, namesIn(translator));
  if (enumerated.has(key)) return listOf(translator, value, valuesIn(translator));
  if (key === 'invitation') return valuesIn(translator)('accepted');
  if (key === 'private_read') return valuesIn(translator)('yes');
  if (key === 'answers') return answersIn(textOf(value), language);
  if (key === 'amount' && typeof value === 'number' && currency !== undefined)
    return formatMoney(value, textOf(currency), language);
  const text = textOf(value);
  if (moment.test(text)) return formatDateTimeAt(text, language, timezone);
  return day.test(text) ? formatDay(text, language) : text;
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
