import { formatFullDate } from '../../../../locales/format/dates.ts';
import { translateTo } from '../../../../locales/server-texts.ts';
import type { Translate } from '../../../../locales/server-texts.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { failField } from '../../../errors.ts';
import type { Cell } from '../../../http/csv.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { definesFields } from '../forms.schema.ts';
import type { FormRow } from '../forms.queries.ts';
import { storedFields } from '../forms.service.ts';
import { crossedFields } from './cross-totals.policy.ts';
import type { FieldTotal } from './totals.schema.ts';
import { totalsOf } from './totals.service.ts';

type Query = { rows?: string | undefined; columns?: string | undefined; language: string };
type Counted = Pick<NonNullable<FieldTotal['counts']>[number], 'count' | 'forecast'>;

/** Questions of built-in forms, and their answers, that are translated. Others are as owners wrote them. */
const words = [
  'size',
  'cut',
  'straight',
  'fitted',
  'no',
  'yes',
  'yes_far',
  'women',
  'men',
  'breakfast',
  'lunch',
  'dinner',
  'snack',
] as const;

/** How many to order of what: one line for each pair of answers, or for each answer to each question that is not private. */
export async function orderSheet(
  read: Reader,
  keys: Keyring,
  actor: Actor,
  form: FormRow,
  { rows, columns, language }: Query,
): Promise<{ header: string[]; lines: Cell[][] }> {
  const t = translateTo(language);
  const fields = storedFields(form);
  const usual = form.kind === 'shirt_size' && rows === undefined && columns === undefined;
  const cross = crossedFields(fields, usual ? { rows: 'size', columns: 'cut' } : { rows, columns });
  const totals = await totalsOf(read, keys, actor, form, { shown: 'none', hidesSmall: false, cross });
  const name = namesFor(t, form.kind, language);
  const numbers = ['certain', 'expected', 'low', 'high'] as const;
  const head = numbers.map((column) => t(`orderCsv.columns.${column}`));
  const missing: Cell[] = [t('orderCsv.notAnswered'), '', totals.not_answered, '', '', ''];
  if (cross === undefined) {
    const lines = totals.fields.flatMap(({ private: isPrivate, key, label, counts }) =>
      isPrivate ? [] : (counts ?? []).map((one) => [name(key, label), name(one.value, one.label), ...cellsOf(one)]),
    );
    return {
      header: [t('orderCsv.columns.question'), t('orderCsv.columns.answer'), ...head],
      lines: [...lines, missing],
    };
  }
  const { table } = totals;
  if (table === null) return failField('/querystring/rows', 'is private, or `columns` is');
  const lines = table.data.flatMap(({ value, label, counts }) =>
    counts.map((one) => [name(value, label), name(one.value, one.label), ...cellsOf(one)]),
  );
  const labels = [cross.rows, cross.columns].map(({ key, label }) => name(key, label));
  return { header: [...labels, ...head], lines: [...lines, [t('orderCsv.sum'), '', table.sum, '', '', ''], missing] };
}

const cellsOf = ({ count, forecast }: Counted): Cell[] => [
  count ?? '',
  forecast?.expected ?? '',
  forecast?.low ?? '',
  forecast?.high ?? '',
];

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

function namesFor(t: Translate, kind: string, language: string) {
  const isBuiltIn = !definesFields(kind);
  const word = (text: string): string | undefined => {
    const known = words.find((one) => one === text);
    if (known !== undefined) return t(`orderCsv.words.${known}`);
    return isDay(text) ? formatFullDate(`${text}T12:00:00.000Z`, language, 'UTC') : undefined;
  };
  return (value: string | boolean, label: string): string => {
    if (typeof value === 'boolean') return t(value ? 'orderCsv.words.yes' : 'orderCsv.words.no');
    if (!isBuiltIn) return label;
    // A meal of a day: `2026-08-08 lunch`.
    const parts = value.split(' ').map(word);
    return parts.every((part) => part !== undefined) ? parts.join(', ') : label;
  };
}
