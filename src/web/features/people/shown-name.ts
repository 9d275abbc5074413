import type { TFunction } from 'i18next';

/** People who were added by others may not have entered a name yet. */
export const shownName = (t: TFunction, name: string): string => name || t('person.public.nameless');
