import { expect, test } from 'vitest';
import i18next from 'i18next';
import { webTextsIn } from '../catalogues.ts';
import { setReader } from './dates.ts';
import { formatChoice, formatList } from './lists.ts';
import { compareNames, countryNames, shownName } from './names.ts';
import { formatOutOf } from './numbers.ts';

test('a person without a name has the same text everywhere', async () => {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: 'de', resources: { de: { translation: webTextsIn('de') } } });
  expect([shownName(i18n.t, 'Ada'), shownName(i18n.t, '')]).toEqual(['Ada', 'Noch kein Name']);
});

test('names are sorted as the language does, and numbers in them as numbers', () => {
  const sorted = (language: string, names: string[]) => names.toSorted(compareNames(language));
  expect(sorted('de', ['Zoe', 'Öykü', 'Olga'])).toEqual(['Olga', 'Öykü', 'Zoe']);
  expect(sorted('en', ['Task 10', 'Task 2'])).toEqual(['Task 2', 'Task 10']);
});

test('lists, countries and counts are written as in the language', () => {
  const inRegion = (locale: string) => {
    setReader(() => ({ locales: [locale] }));
    return formatList(['Ada', 'Grace', 'Alan'], 'en');
  };
  expect([inRegion('en-US'), inRegion('en-GB')]).toEqual(['Ada, Grace, and Alan', 'Ada, Grace and Alan']);
  expect(formatList(['會場組', '攝影組'], 'zh-TW')).toBe('會場組和攝影組');
  expect(formatChoice(['Ada', 'Grace'], 'en')).toBe('Ada or Grace');
  expect(countryNames('de')('TW')).toBe('Taiwan');
  expect([formatOutOf(3, 1200, 'en'), formatOutOf(3, 1200, 'de')]).toEqual(['3 / 1,200', '3 / 1.200']);
});
