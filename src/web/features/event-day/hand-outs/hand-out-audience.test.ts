import { expect, test } from 'vitest';
import { answerOption, questionOf, whoOption, withAnswer, withWho } from './hand-out-audience.ts';

test('the choice of who is entitled keeps what the API can say', () => {
  for (const audience of [
    { everyone: true as const },
    { tids: ['venue'] },
    { tids: ['venue', 'press'] },
    { form: 'a' },
  ])
    expect(withWho(whoOption(audience))).toEqual(audience);
  for (const audience of [
    { form: 'shirts' },
    { form: 'shirts', field: 'size' },
    { form: 'shirts', field: 'size', values: ['m', 'extra large'] },
  ])
    expect(withAnswer('shirts', answerOption(audience))).toEqual(audience);
});

test('a condition names the question and the labels of its answers', () => {
  const options = [
    { value: 'am', label: 'Morning' },
    { value: 'pm', label: 'Afternoon' },
  ];
  const field = {
    key: 'part',
    label: 'Part of the day',
    help: '',
    type: 'choice' as const,
    required: true,
    private: false,
    purpose: null,
    erase_after: null,
    options,
    max_length: null,
    minimum: null,
    maximum: null,
    only_when: null,
    computed: false,
    added_at: null,
  };
  const labels = { label: () => 'Part of the day', options: () => options };
  const named = (condition: { field: string; values?: string[] }) =>
    questionOf({ form: 'shifts', ...condition }, [field], labels);
  expect(named({ field: 'part', values: ['am', 'gone'] })).toEqual({
    question: 'Part of the day',
    answers: ['Morning', 'gone'],
  });
  expect(named({ field: 'part' })).toEqual({ question: 'Part of the day', answers: undefined });
  expect(named({ field: 'gone', values: ['x'] })).toEqual({ question: 'gone', answers: ['x'] });
});
