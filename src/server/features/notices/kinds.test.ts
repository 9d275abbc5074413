import { expect, test } from 'vitest';
import { flatTextsOf, languages, localesFolder } from '../../../locales/catalogues.ts';
import { entryOf, isKind, kindNames, mailKinds } from './kinds.policy.ts';
import { noticeTexts, textsOf } from './texts.policy.ts';

/** Other languages may lag behind; they show the English text meanwhile. */
const maintained = languages.filter((language) => ['en', 'de', 'ja', 'zh-CN', 'zh-TW'].includes(language));

test.each(maintained)('%s has the texts of every kind of notice', (language) => {
  const texts = flatTextsOf(localesFolder, language, ['notices']);
  const wanted = [
    ...noticeTexts.map((text) => `notices.kinds.${text}`),
    ...mailKinds.map((kind) => `notices.settings.kind.${kind}`),
  ];
  expect(wanted.filter((key) => !texts.has(key))).toEqual([]);
});

test.each(kindNames)('%s has a text, and what it undoes exists', (kind) => {
  expect(noticeTexts.some((text) => text === kind || text.startsWith(`${kind}.`))).toBe(true);
  expect((entryOf(kind).undoes ?? []).filter((name) => !isKind(name))).toEqual([]);
});

test('a change of a task is told by what changed, the times first', () => {
  const task = { title: 'Desk', starts_at: 'a', ends_at: 'b', description: 'c' };
  const told = (values: object) => textsOf({ kind: 'task.changed', previous: task, values: { ...task, ...values } });
  expect(told({ title: 'Door', ends_at: 'd' })).toEqual(['task.changed.moved', 'task.changed.renamed']);
  expect(told({ description: 'x' })).toEqual(['task.changed.described']);
});

test('a role is told by what the person gained or lost', () => {
  const told = (from: 'member' | 'chief' | 'owner' | null, to: 'member' | 'chief' | 'owner' | null) =>
    textsOf({ kind: 'role.changed', previous: { role: from }, values: { role: to } });
  expect([told('member', 'chief'), told('chief', 'member'), told(null, 'owner'), told('owner', null)].flat()).toEqual([
    'role.changed.chief_added',
    'role.changed.chief_removed',
    'role.changed.owner_added',
    'role.changed.owner_removed',
  ]);
});
