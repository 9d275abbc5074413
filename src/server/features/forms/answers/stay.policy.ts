import type { FieldError } from '../../../errors.ts';
import type { Answers } from '../fields.schema.ts';
import { mealsOfDay } from '../forms.schema.ts';
import type { MealOfDay } from '../forms.schema.ts';

/** When somebody comes and goes: days, and the times of day if they said so. */
export type Stay = {
  arrival: string;
  arrival_time: keyof typeof mealsAfter | undefined;
  departure: string;
  departure_time: keyof typeof mealsBefore | undefined;
};

/** Which meals of the day somebody gets who comes or leaves then. */
const mealsAfter = {
  before_lunch: ['lunch', 'snack', 'dinner'],
  before_dinner: ['snack', 'dinner'],
  after_dinner: [],
} as const satisfies Record<string, readonly MealOfDay[]>;
const mealsBefore = {
  after_breakfast: ['breakfast'],
  after_lunch: ['breakfast', 'lunch'],
  after_dinner: mealsOfDay,
} as const satisfies Record<string, readonly MealOfDay[]>;

const isKeyOf = <T extends object>(object: T, key: unknown): key is keyof T =>
  typeof key === 'string' && Object.hasOwn(object, key);

const dayLength = '2026-08-08'.length;

/** The answers to a form about stays; undefined if they are not complete. */
export function stayOf({ arrival, arrival_time, departure, departure_time }: Answers): Stay | undefined {
  if (typeof arrival !== 'string' || typeof departure !== 'string') return undefined;
  return {
    arrival,
    arrival_time: isKeyOf(mealsAfter, arrival_time) ? arrival_time : undefined,
    departure,
    departure_time: isKeyOf(mealsBefore, departure_time) ? departure_time : undefined,
  };
}

/** A night belongs to the day on which it begins, so nobody who leaves on that day sleeps here. */
export const isNightIn = ({ arrival, departure }: Stay, night: string): boolean =>
  arrival <= night && night < departure;

/** Whether somebody is here at a choice of a form about meals: a day, or a meal of one. */
export function isMealIn({ arrival, arrival_time, departure, departure_time }: Stay, choice: string): boolean {
  const day = choice.slice(0, dayLength);
  if (day < arrival || day > departure) return false;
  const first: readonly MealOfDay[] =
    day === arrival && arrival_time !== undefined ? mealsAfter[arrival_time] : mealsOfDay;
  const last: readonly MealOfDay[] =
    day === departure && departure_time !== undefined ? mealsBefore[departure_time] : mealsOfDay;
  const meals = first.filter((meal) => last.includes(meal));
  return choice.length === dayLength ? meals.length > 0 : meals.some((meal) => meal === choice.slice(dayLength + 1));
}

export function stayErrors(answers: Answers): FieldError[] {
  const stay = stayOf(answers);
  return stay === undefined || stay.arrival <= stay.departure
    ? []
    : [{ pointer: '/answers/departure', detail: 'must not be before the arrival' }];
}

/** `stay`: what the person answered there; undefined if they have not. */
export function nightErrors(answers: Answers, stay: Stay | undefined): FieldError[] {
  const nights = Array.isArray(answers['nights']) ? answers['nights'] : [];
  return nights.flatMap((night, index) =>
    stay === undefined || isNightIn(stay, String(night))
      ? []
      : [
          {
            pointer: `/answers/nights/${index}`,
            detail: `is outside your stay from ${stay.arrival} to ${stay.departure}`,
          },
        ],
  );
}
