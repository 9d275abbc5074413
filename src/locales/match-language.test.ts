import { expect, test } from 'vitest';
import { matchLanguage } from './match-language.ts';

const all = ['en', 'zh-TW', 'zh-CN', 'ja', 'de'];

test.each([
  [['zh-TW'], 'zh-TW'],
  [['zh-tw'], 'zh-TW'],
  [['zh-CN'], 'zh-CN'],
  [['zh-SG'], 'zh-CN'],
  [['zh-MY'], 'zh-CN'],
  [['zh-Hans'], 'zh-CN'],
  [['zh-Hans-HK'], 'zh-CN'],
  [['zh-Hant'], 'zh-TW'],
  [['zh-Hant-CN'], 'zh-TW'],
  [['zh-HK'], 'zh-TW'],
  [['zh'], 'zh-TW'],
  [['de-AT'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr', 'ja-JP', 'en'], 'ja'],
  [['den', 'jam'], undefined],
  [['fr', '*', ''], undefined],
  [[], undefined],
])('%j is shown in %s', (preferred, language) => {
  expect(matchLanguage(preferred, all)).toBe(language);
});

test('every kind of Chinese is shown in the one that is offered', () => {
  expect(matchLanguage(['zh-CN', 'en'], ['en', 'zh-TW'])).toBe('zh-TW');
  expect(matchLanguage(['zh-HK', 'en'], ['en', 'zh-CN'])).toBe('zh-CN');
});

test('another region of the language is better than another language', () => {
  expect(matchLanguage(['pt-PT', 'en'], ['en', 'pt-BR'])).toBe('pt-BR');
});
