import { languages } from '../../../locales/catalogues.ts';
import { translateTo } from '../../../locales/server-texts.ts';
import { dietaryCodes } from '../../../shared/usual-choices.ts';
import { Page, PageQuery, Ref, Shape, Text, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

const inAllLanguages = <T>(of: (language: string) => T): Record<string, T> =>
  Object.fromEntries(languages.map((language) => [language, of(language)]));

export const dietaryHabits = dietaryCodes.map((code) => ({
  code,
  labels: {
    en: translateTo('en')(`dietaryHabits.${code}`),
    ...inAllLanguages((language) => translateTo(language)(`dietaryHabits.${code}`)),
  },
}));

export const DietaryHabit = Shape(
  {
    code: Type.Enum(dietaryCodes),
    labels: Shape(
      inAllLanguages((language) => Type.String({ examples: [translateTo(language)('dietaryHabits.no_beef')] })),
    ),
  },
  { $id: 'DietaryHabit' },
);
export const DietaryHabitPage = { ...Page(Ref(DietaryHabit)), $id: 'DietaryHabitPage' };
export const DietaryHabitQuery = Shape(PageQuery);

export const DietaryHabits = Shape(
  {
    // With a type, Ajv checks uniqueness by hash instead of comparing all pairs.
    selected: Type.Array(Type.Enum(dietaryCodes, { type: 'string' }), {
      uniqueItems: true,
      maxItems: dietaryCodes.length,
      description: 'Codes of `GET /api/dietary-habits`.',
      examples: [['no_beef', 'allergy_seafood']],
    }),
    note: Text(1000, { description: 'Other needs, as free text.', examples: ['A little shrimp is fine.'] }),
  },
  { $id: 'DietaryHabits' },
);

export const dietarySchemas = [DietaryHabit, DietaryHabitPage, DietaryHabits];

export type DietaryHabits = Static<typeof DietaryHabits>;
