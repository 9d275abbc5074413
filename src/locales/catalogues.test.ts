import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  completeness,
  expectedTexts,
  flatTextsOf,
  languageName,
  languages,
  languagesIn,
  nest,
  offeredLanguages,
  textsFor,
  webTextsIn,
} from './catalogues.ts';
import type { Texts } from './catalogues.ts';
import { translateTo } from './server-texts.ts';

function localesWith(content: Record<string, Record<string, Texts>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'locales-'));
  for (const [language, areas] of Object.entries(content)) {
    mkdirSync(join(folder, language));
    for (const [area, texts] of Object.entries(areas))
      writeFileSync(join(folder, language, `${area}.json`), JSON.stringify(texts));
  }
  return folder;
}

const english = {
  tasks: { tasks: { title: 'Tasks', left_one: '{{count}} place', left_other: '{{count}} places', left_zero: 'Full' } },
  mail: { mail: { hello: 'Hello' } },
};

test('each folder is a language, English first', () => {
  expect(languagesIn(localesWith({ de: {}, 'zh-TW': {}, en: {} }))).toEqual(['en', 'de', 'zh-TW']);
  expect(languages).toEqual(expect.arrayContaining(['en', 'zh-TW']));
  expect(offeredLanguages).toEqual(expect.arrayContaining(['en', 'zh-TW']));
  expect(languageName('zh-TW')).toBe('繁體中文');
});

test('a language needs the texts of its own plural forms', () => {
  const texts = flatTextsOf(localesWith({ en: english }), 'en');
  expect([...expectedTexts('zh-TW', texts).keys()]).toEqual(
    ['tasks.title', 'tasks.left_other', 'mail.hello'].toSorted(byArea),
  );
  expect([...expectedTexts('pl', texts).keys()].filter((key) => key.includes('left'))).toEqual(
    expect.arrayContaining(['tasks.left_one', 'tasks.left_few', 'tasks.left_many', 'tasks.left_other']),
  );
});

/** Areas are read in the order of their names. */
const byArea = (a: string, b: string): number => Number(a.startsWith('tasks')) - Number(b.startsWith('tasks'));

test('completeness counts the texts that are translated and not empty', () => {
  const folder = localesWith({
    en: english,
    ja: { tasks: { tasks: { title: 'タスク', left_other: '' } } },
    de: {
      tasks: { tasks: { title: 'Aufgaben', left_one: 'ein Platz', left_other: '{{count}} Plätze' } },
      mail: english.mail,
    },
  });
  expect(completeness(folder, 'en')).toBe(1);
  expect(completeness(folder, 'de')).toBe(1);
  expect(completeness(folder, 'ja')).toBeCloseTo(1 / 3);
});

test('a missing text is English, with the plural forms of the language', () => {
  const folder = localesWith({ en: english, ja: { tasks: { tasks: { title: 'タスク', left_zero: '満員' } } } });
  expect(nest(textsFor(folder, 'ja', ['mail', 'tasks']))).toEqual({
    mail: { hello: 'Hello' },
    tasks: { title: 'タスク', left_other: '{{count}} places', left_zero: '満員' },
  });
});

test('the web app gets no texts of mails', () => {
  expect(webTextsIn('zh-TW')).toMatchObject({ language: { name: '繁體中文' } });
  expect(webTextsIn('zh-TW')).not.toHaveProperty('mail');
});

test('the server writes in the language of the person, otherwise in English', () => {
  expect(translateTo('zh-TW')('mail.signInLink.subject', { code: '123456' })).toBe('登入 Muster：123456');
  for (const language of ['en', 'tlh', null, undefined])
    expect(translateTo(language)('mail.signInLink.subject', { code: '123456' })).toBe('Sign in to Muster: 123456');
});

test('a placeholder inside a value stays as it is', () => {
  const t = translateTo('en');
  expect(t('mail.invitation.member.subject', { team: '{{project}}', project: 'Camp' })).toBe(
    'Camp: join the team {{project}}',
  );
  expect(t('mail.invitation.member.subject', { team: '$&' })).toBe('{{project}}: join the team $&');
});
