import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Texts } from '../../src/locales/catalogues.ts';
import { localeProblems, missingKeys, unusedKeys } from './findings.ts';

const english: Texts = {
  tasks: {
    title: 'Tasks of {{team}}',
    left_one: '{{count}} place left',
    left_other: '{{count}} places left',
    docs: 'Read the <link>documentation</link>',
    states: { draft: 'Draft', public: 'Public' },
    lead_files: 'Without a mail server',
  },
};

function localesWith(language: string, tasks: Texts, area = 'tasks', english_ = english): string {
  const folder = mkdtempSync(join(tmpdir(), 'locales-'));
  for (const [name, file, texts] of [
    ['en', 'tasks', english_],
    [language, area, { tasks }],
  ] as const) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, `${file}.json`), JSON.stringify(texts));
  }
  return folder;
}

const problemsOf = (language: string, tasks: Texts, area?: string) =>
  localeProblems(localesWith(language, tasks, area));

test('a correct translation has no problems, and may be incomplete', () => {
  const folder = localesWith('zh-TW', { title: '{{team}} 的任務', left_other: '剩 {{count}} 個名額' });
  expect(localeProblems(folder)).toEqual([]);
  expect(missingKeys(folder, 'zh-TW')).toEqual([
    'tasks.docs',
    'tasks.states.draft',
    'tasks.states.public',
    'tasks.lead_files',
  ]);
});

test('a plural form may leave out the number, and there may be a text for none', () => {
  expect(problemsOf('de', { left_one: 'ein Platz frei', left_other: '{{count}} Plätze frei' })).toEqual([]);
  expect(problemsOf('zh-TW', { left_zero: '額滿' })).toEqual([]);
});

test.each<[string, string, Texts, string]>([
  ['an unknown key', 'de', { titel: 'Aufgaben' }, 'unknown key tasks.titel'],
  [
    'a plural form of another language',
    'zh-TW',
    { left_one: '{{count}}' },
    'tasks.left_one: the language has no such plural form',
  ],
  ['a missing placeholder', 'de', { title: 'Aufgaben' }, 'tasks.title: {{team}} is missing'],
  ['an unknown placeholder', 'de', { title: '{{team}} {{name}}' }, 'tasks.title: {{name}} is not in the English text'],
  [
    'no space beside digits',
    'ja',
    { states: { draft: '下書き2件' } },
    'tasks.states.draft: a space is missing in "き2"',
  ],
  ['a missing tag', 'de', { docs: 'Lies die Dokumentation' }, 'tasks.docs: the tags differ from the English text'],
  ['an empty text', 'de', { title: '' }, 'tasks.title is empty; leave the key out until it is translated'],
  [
    'letters in several code points',
    'de',
    { states: { draft: 'Fru\u0308h' } },
    'tasks.states.draft is not in Unicode normal form C',
  ],
])('finds %s', (_, language, tasks, problem) => {
  expect(problemsOf(language, tasks)).toEqual([`${language}: ${problem}`]);
});

test('a missing plural form is a missing key', () => {
  const folder = localesWith('de', { left_other: '{{count}} Plätze' });
  expect(missingKeys(folder, 'de')).toContain('tasks.left_one');
  expect(missingKeys(folder, 'de')).not.toContain('tasks.left_other');
});

test('finds a text in another file than in English', () => {
  expect(problemsOf('de', { title: '{{team}}' }, 'common')).toEqual([
    'de: "tasks" belongs in tasks.json, not in common.json',
  ]);
});

test('finds keys that no source uses', () => {
  const folder = localesWith('de', {});
  const sources = ["t('tasks.title')", "<Trans i18nKey='tasks.docs' />", 't(`tasks.states.${state}`)'];
  expect(unusedKeys(folder, sources)).toEqual(['tasks.left_one', 'tasks.left_other', 'tasks.lead_files']);
  expect(unusedKeys(folder, [...sources, "t('tasks.left', { count })", "t('tasks.lead', { context })"])).toEqual([]);
  expect(unusedKeys(folder, ["t('tasks', { returnObjects: true })"])).toHaveLength(7);
  expect(unusedKeys(folder, ["t('tasks.states', { returnObjects: true })"])).not.toContain('tasks.states.draft');
});
