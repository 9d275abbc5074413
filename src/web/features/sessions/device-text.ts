import type { TFunction } from 'i18next';

/** The API names devices in English: `Firefox on Linux`, `Unknown browser`. */
export function deviceText(t: TFunction, device: string): string {
  const [browser = '', ...system] = device.split(' on ');
  const isKnown = browser !== '' && browser !== 'Unknown browser';
  return [isKnown ? browser : t('person.sessions.unknown'), ...system].join(' · ');
}
