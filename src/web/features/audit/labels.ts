import type { i18n, TFunction } from 'i18next';

/** By which the log speaks in the language of the reader. */
export type Speaker = { t: TFunction; i18n: i18n };

/** What has no word is told as it is: people choose the keys of their own questions. */
function lookUp(...lists: Readonly<Record<string, string>>[]): (name: string) => string {
  const words = new Map(lists.flatMap((list) => Object.entries(list)));
  return (name) => words.get(name) ?? name;
}

/** The names of fields, as `starts_on`. */
export const namesIn = ({ t }: Speaker) => lookUp(t('admin.audit.names', { returnObjects: true }));

/** What fields with a fixed set of values hold, as `signed_in`. */
export const valuesIn = ({ t }: Speaker) =>
  lookUp(
    t('admin.audit.values', { returnObjects: true }),
    t('manage.forms.kinds', { returnObjects: true }),
    t('manage.forms.audiences', { returnObjects: true }),
    t('passing.kinds', { returnObjects: true }),
  );

/** `name starts_on` and `code,number` as a list that can be read. */
export function listOf({ i18n }: Speaker, value: unknown, say: (name: string) => string): string {
  const parts = textOf(value).split(/[ ,]+/);
  return new Intl.ListFormat(i18n.language).format(parts.map(say));
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
