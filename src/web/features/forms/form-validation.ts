import { isSlug } from '../../../shared/limits.ts';
import { useTranslation } from 'react-i18next';
import { daysOf, optionsOf } from './form-values.ts';
import { definesFields } from './kinds.ts';
import type { FieldDraft, FormValues } from './form-values.ts';

const isKey = (key: string): boolean => /^[a-z][a-z0-9_]{0,39}$/.test(key);
const isDay = (day: string): boolean => /^2\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));

/** The errors of a form definition, by the path of the input. */
export function useFormValidation({ isNew, needsDays }: { isNew: boolean; needsDays: boolean }) {
  const { t } = useTranslation();
  const ofField = (field: FieldDraft, index: number, keys: readonly string[]): [string, string][] => {
    const options = optionsOf(field.options).map(({ value }) => value);
    const chooses = field.type === 'choice' || field.type === 'choices';
    const { minimum, maximum } = field;
    const found: [keyof FieldDraft, string, boolean][] = [
      ['label', t('manage.forms.labelMissing'), field.label.trim() === ''],
      ['key', t('manage.forms.keyInvalid'), !isKey(field.key) || keys.indexOf(field.key) !== index],
      [
        'options',
        t('manage.forms.optionsMissing'),
        chooses && (options.length === 0 || new Set(options).size < options.length),
      ],
      ['when_values', t('manage.forms.whenMissing'), field.when !== '' && field.when_values.length === 0],
      ['purpose', t('manage.forms.purposeMissing'), field.private && field.purpose.trim() === ''],
      ['erase_after', t('manage.forms.eraseMissing'), field.private && !isDay(field.erase_after)],
      [
        'maximum',
        t('manage.forms.boundsCrossed'),
        field.type === 'number' && minimum !== '' && maximum !== '' && maximum < minimum,
      ],
    ];
    return found.filter(([, , wrong]) => wrong).map(([name, text]) => [`fields.${index}.${name}`, text]);
  };
  return (values: FormValues): Record<string, string> => {
    const keys = values.fields.map(({ key }) => key);
    const { opens_at: opens, closes_at: closes } = values;
    return {
      ...(values.title.trim() === '' ? { title: t('manage.forms.titleMissing') } : {}),
      ...(isNew && !isSlug(values.form) ? { form: t('manage.fields.slugInvalid') } : {}),
      ...(opens !== '' && closes !== '' && closes <= opens ? { closes_at: t('manage.forms.closesTooEarly') } : {}),
      ...(needsDays && daysOf(values.days).length === 0 ? { days: t('manage.forms.daysMissing') } : {}),
      ...(values.passes_until === '' || isDay(values.passes_until)
        ? {}
        : { passes_until: t('disclosure.edit.untilMissing') }),
      ...(definesFields(values.kind) && keys.length === 0 ? { fields: t('manage.forms.fieldsMissing') } : {}),
      ...Object.fromEntries(values.fields.flatMap((field, index) => ofField(field, index, keys))),
    };
  };
}
