import type { HandOut, HandOutChanges, HandOutRule, NewHandOut } from '../../../../client/client.ts';
import { answerOption, whoOption, withAnswer, withWho } from './hand-out-audience.ts';

/** How somebody earns it. `tasks`: with any task of some kinds, however long. */
export const ways = ['list', 'from', 'per', 'tasks'] as const;
export type Way = (typeof ways)[number];

/** A hand-out in its form. An empty text is no choice. */
export type HandOutValues = {
  name: string;
  kind: HandOut['kind'];
  who: string;
  answer: string;
  by: Way;
  hours: number | string;
  /** The hours from which on `per` counts; only the API sets it. */
  min_hours: number | undefined;
  /** Empty: the whole event; `each`, or a date. */
  day: string;
  task_kinds: string[];
  variants: string;
  question: string;
  per_person: number | string;
};

export const newHandOut: HandOutValues = {
  name: '',
  kind: 'item',
  who: '',
  answer: '',
  by: 'list',
  hours: '',
  min_hours: undefined,
  day: '',
  task_kinds: [],
  variants: '',
  question: '',
  per_person: '',
};

const wayOf = (rule: HandOutRule | null): Way => {
  if (rule === null) return 'list';
  if (rule.per_hours !== undefined) return 'per';
  return rule.min_hours === undefined ? 'tasks' : 'from';
};

export function valuesOf({
  name,
  kind,
  audience,
  earned,
  variant_field: variants,
  per_person,
}: HandOut): HandOutValues {
  const { min_hours: from, per_hours: per, day = '', task_kinds: kinds = [] } = earned ?? {};
  return {
    name,
    kind,
    who: whoOption(audience),
    answer: answerOption(audience),
    by: wayOf(earned),
    hours: per ?? from ?? '',
    min_hours: per === undefined ? undefined : from,
    day,
    task_kinds: [...kinds],
    variants: variants?.form ?? '',
    question: variants?.field ?? '',
    per_person: per_person ?? '',
  };
}

function ruleOf({ by, hours, min_hours: from, day, task_kinds: kinds }: HandOutValues): HandOutRule | null {
  if (by === 'list') return null;
  return {
    ...(by === 'from' ? { min_hours: Number(hours) } : {}),
    ...(by === 'per' ? { per_hours: Number(hours), ...(from === undefined ? {} : { min_hours: from }) } : {}),
    ...(day === '' ? {} : { day }),
    ...(kinds.length === 0 ? {} : { task_kinds: kinds }),
  };
}

/** What the kind does not have is left out. */
export function bodyOf(values: HandOutValues): NewHandOut {
  const { name, kind, who, answer, variants, question, per_person: perPerson } = values;
  const audience = withWho(who);
  return {
    name: name.trim(),
    kind,
    audience: audience.form === undefined ? audience : withAnswer(audience.form, answer),
    ...(kind === 'loan' ? {} : { earned: ruleOf(values) }),
    ...(kind === 'item'
      ? {
          variant_field: variants === '' ? null : { form: variants, ...(question === '' ? {} : { field: question }) },
          per_person: perPerson === '' ? null : Number(perPerson),
        }
      : {}),
  };
}

/** Leaves out the variants if they stay, because changing them removes the stock. */
export function changesOf(values: HandOutValues, before: HandOutValues): HandOutChanges {
  const { kind: _kind, variant_field: variants, ...rest } = bodyOf(values);
  const isSame = values.variants === before.variants && values.question === before.question;
  return isSame || variants === undefined ? rest : { ...rest, variant_field: variants };
}

type Texts = Record<'name' | 'hours' | 'quarters' | 'kinds', string>;

export function problemsOf({ name, by, hours, task_kinds: kinds, kind }: HandOutValues, texts: Texts) {
  const hasHours = kind !== 'loan' && (by === 'from' || by === 'per');
  const number = Number(hours);
  return {
    ...(name.trim() === '' ? { name: texts.name } : {}),
    ...(hasHours && (hours === '' || number <= 0) ? { hours: texts.hours } : {}),
    ...(hasHours && number > 0 && !Number.isInteger(number * 4) ? { hours: texts.quarters } : {}),
    ...(kind !== 'loan' && by === 'tasks' && kinds.length === 0 ? { task_kinds: texts.kinds } : {}),
  };
}

/** Errors of the server by the fields of the form; those that belong to none keep their name. */
export function errorsByField(errors: Readonly<Record<string, string>>): Record<string, string> {
  const fields: [RegExp, keyof HandOutValues][] = [
    [/^earned\.(?:min_hours|per_hours)/, 'hours'],
    [/^earned\.day/, 'day'],
    [/^earned\.task_kinds/, 'task_kinds'],
    [/^audience\.(?:field|values)/, 'answer'],
    [/^audience/, 'who'],
    [/^variant_field\.field/, 'question'],
    [/^variant_field/, 'variants'],
  ];
  return Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [fields.find(([pattern]) => pattern.test(name))?.[1] ?? name, text]),
  );
}

/** Lines as people paste them: a label, then a tab or semicolon and the barcode. Empty lines count, for the messages. */
export function thingsIn(text: string): { line: number; label: string; barcode?: string }[] {
  return linesOf(text).map(({ line, text: content }) => {
    const [label = '', barcode = ''] = content.split(/[\t;]/).map((part) => part.trim());
    return { line, label, ...(barcode === '' ? {} : { barcode }) };
  });
}

/** The lines that have a text, with their numbers. */
export const linesOf = (text: string): { line: number; text: string }[] =>
  text
    .split(/\r?\n/)
    .map((content, index) => ({ line: index + 1, text: content.trim() }))
    .filter(({ text: content }) => content !== '');
