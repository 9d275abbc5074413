import { Page, PageQuery, Ref, Shape, Text, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

/** Codes are stable; labels may change. */
export const dietaryHabits = [
  { code: 'meat', labels: { en: 'Eats meat', 'zh-TW': '葷食' } },
  { code: 'no_beef', labels: { en: 'No beef', 'zh-TW': '不吃牛肉' } },
  { code: 'no_pork', labels: { en: 'No pork', 'zh-TW': '不吃豬肉' } },
  { code: 'vegetarian', labels: { en: 'Vegetarian', 'zh-TW': '蛋奶素' } },
  { code: 'vegan', labels: { en: 'Vegan', 'zh-TW': '全素' } },
  { code: 'halal', labels: { en: 'Halal', 'zh-TW': '清真' } },
  { code: 'allergy_peanut_bean', labels: { en: 'Allergic to peanut or broad bean', 'zh-TW': '對花生或蠶豆過敏' } },
  { code: 'allergy_onion_garlic', labels: { en: 'Allergic to onion or garlic', 'zh-TW': '對蔥蒜過敏' } },
  { code: 'allergy_seafood', labels: { en: 'Allergic to seafood', 'zh-TW': '對海鮮過敏' } },
  { code: 'allergy_nuts', labels: { en: 'Allergic to nuts', 'zh-TW': '對堅果過敏' } },
  { code: 'allergy_egg', labels: { en: 'Allergic to egg', 'zh-TW': '對蛋過敏' } },
  { code: 'allergy_gluten', labels: { en: 'No gluten', 'zh-TW': '對麩質過敏' } },
  { code: 'allergy_lactose', labels: { en: 'No lactose', 'zh-TW': '乳糖不耐' } },
] as const;

const codes = dietaryHabits.map(({ code }) => code);

export const DietaryHabit = Shape(
  {
    code: Type.Enum(codes),
    labels: Shape({
      en: Type.String({ examples: ['No beef'] }),
      'zh-TW': Type.String({ examples: ['不吃牛肉'] }),
    }),
  },
  { $id: 'DietaryHabit' },
);
export const DietaryHabitPage = { ...Page(Ref(DietaryHabit)), $id: 'DietaryHabitPage' };
export const DietaryHabitQuery = Shape(PageQuery);

export const DietaryHabits = Shape(
  {
    // With a type, Ajv checks uniqueness by hash instead of comparing all pairs.
    selected: Type.Array(Type.Enum(codes, { type: 'string' }), {
      uniqueItems: true,
      maxItems: codes.length,
      description: 'Codes of `GET /api/dietary-habits`.',
      examples: [['no_beef', 'allergy_seafood']],
    }),
    note: Text(1000, { description: 'What the codes do not say.', examples: ['A little shrimp is fine.'] }),
  },
  { $id: 'DietaryHabits' },
);

export const dietarySchemas = [DietaryHabit, DietaryHabitPage, DietaryHabits];

export type DietaryHabits = Static<typeof DietaryHabits>;
