import type { TFunction } from 'i18next';

/** `Venue · Label: floor`: without the word, a label reads like a location. */
export const teamAndLabel = (t: TFunction, team: string, label: string): string =>
  [team, ...(label === '' ? [] : [t('project.tasks.labelled', { label })])].filter((part) => part !== '').join(' · ');
