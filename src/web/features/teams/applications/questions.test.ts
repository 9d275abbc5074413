import { expect, test } from 'vitest';
import type { Call, Field } from '../../../../client/client.ts';
import { answersFrom } from '../../forms/answers/answers.ts';
import { groupedAnswers, questionsFor, questionsOf, wishesIn } from './questions.ts';

const field = (key: string, more: Partial<Field> = {}): Field => ({
  key,
  label: key,
  help: '',
  type: 'yes_no',
  required: false,
  private: false,
  purpose: null,
  erase_after: null,
  options: null,
  max_length: null,
  minimum: null,
  maximum: null,
  only_when: null,
  computed: false,
  added_at: null,
  ...more,
});

const call: Pick<Call, 'forms'> = {
  forms: [
    {
      form: 'all',
      title: 'All',
      description: '',
      tids: [],
      fields: [field('drives'), field('van', { only_when: { field: 'drives', values: [true] } })],
    },
    { form: 'press', title: 'Press', description: '', tids: ['press'], fields: [field('drives')] },
  ],
};

test('asks people for the teams that they choose, and groups the answers by form', () => {
  const all = questionsOf(call);
  expect(questionsFor(all, ['venue']).map(({ form, name }) => [form, name])).toEqual([
    ['all', 'drives'],
    ['all', 'van'],
  ]);
  const asked = questionsFor(all, ['venue', 'press']);
  const filled = { 'all/drives': 'yes', 'all/van': 'no', 'press/drives': 'no' };
  const fields = asked.map((question) => question.field);
  expect(groupedAnswers(asked, answersFrom(fields, filled))).toEqual({
    all: { drives: true, van: false },
    press: { drives: false },
  });
  expect(groupedAnswers(asked, answersFrom(fields, { ...filled, 'all/drives': 'no' }))).toEqual({
    all: { drives: false },
    press: { drives: false },
  });
});

test('takes each chosen team once, and no more than the project allows', () => {
  const values = { wish0: 'venue', wish1: 'venue', wish2: 'press' };
  expect(wishesIn(values, 3)).toEqual(['venue', 'press']);
  expect(wishesIn(values, 1)).toEqual(['venue']);
  expect(wishesIn({}, 2)).toEqual([]);
});
