import { expect, test } from 'vitest';
import { withFieldNames, wordInSingleBraces } from './message-values.ts';

test('fields of a sent message are shown by their names, and everything else as it is', () => {
  const shown = (text: string) => withFieldNames(text, (field) => field.toUpperCase());
  expect(shown('Dear {{name}}, {{ next_task }}')).toBe('Dear [NAME], [NEXT_TASK]');
  expect(shown('See [your tasks]({{link}}) or [here](https://example.org)')).toBe(
    'See [your tasks] or [here](https://example.org)',
  );
  expect(shown('{{nobody}} {name} 50 %')).toBe('{{nobody}} {name} 50 %');
});

test.each([
  ['Dear {name},', '{name}'],
  ['Dear { name },', '{ name }'],
  ['{姓名} 您好', '{姓名}'],
  ['Dear {{name}}', undefined],
  ['Dear {{ name }}', undefined],
  ['f(x) = {1, 2}', undefined],
  ['{a b c}', undefined],
])('of %j, %j looks like a field and is none', (text, word) => {
  expect(wordInSingleBraces(text)).toBe(word);
  expect(wordInSingleBraces('', text)).toBe(word);
});
