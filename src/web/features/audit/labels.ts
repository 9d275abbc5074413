import type { i18n, TFunction } from 'i18next';
import { formatList } from '../../../locales/format/lists.ts';

/** What it takes to write the log in the language of the reader. */
export type Translator = { t: TFunction; i18n: i18n };

/** A name without a text is shown as it is, such as the key of a custom question. */
function lookUp(...lists: Readonly<Record<string, string>>[]): (name: string) => string {
  const texts = new Map(lists.flatMap((list) => Object.entries(list)));
  return (name) => texts.get(name) ?? name;
}

/** The labels of fields such as `starts_on`. */
export const namesIn = ({ t }: Translator) => lookUp(t('admin.audit.names', { returnObjects: true }));

/** The labels of values such as `signed_in`. */
export const valuesIn = ({ t }: Translator) =>
  lookUp(
    t('notices.parts', { returnObjects: true }),
    t('admin.audit.values', { returnObjects: true }),
    t('manage.forms.kinds', { returnObjects: true }),
    t('manage.forms.audiences', { returnObjects: true }),
    t('disclosure.kinds', { returnObjects: true }),
  );

/** Turns `name starts_on` or `code,number` into a readable list. */
export function listOf({ i18n }: Translator, value: unknown, labelOf: (name: string) => string): string {
  const parts = textOf(value).split(/[ ,]+/);
  return formatList(parts.map(labelOf), i18n.language);
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
