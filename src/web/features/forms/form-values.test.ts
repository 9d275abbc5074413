import { expect, test } from 'vitest';
import { dayAndMeal, emptyForm, formBody } from './form-values.ts';

const settings = { days: true, erase_after: true, suggested_disclosure: [] };

test('a choice of a form about meals is a day, or a meal of one', () => {
  expect(dayAndMeal('2026-08-08 lunch')).toEqual({ day: '2026-08-08', meal: 'lunch' });
  expect(dayAndMeal('2026-08-08')).toEqual({ day: '2026-08-08', meal: undefined });
});

test('a new form about meals asks for lunch and dinner and reminds three days before, unless the owner chooses otherwise', () => {
  const meals = emptyForm('meals', settings, 'Meals', 'meals');
  expect(formBody(meals, 'Asia/Taipei')).toMatchObject({ meals: ['lunch', 'dinner'], remind_days: 3 });
  const changed = formBody({ ...meals, meals: [], remind_days: '' }, 'Asia/Taipei');
  expect(changed).toMatchObject({ meals: [], remind_days: null });
  expect(formBody(emptyForm('parking', settings, 'Cars', 'cars'), 'Asia/Taipei')).not.toHaveProperty('meals');
});
