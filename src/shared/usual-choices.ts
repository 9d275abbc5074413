/** The choices of built-in forms that the web app names in every language. Stable; their labels may change. */

export const dietaryCodes = [
  'meat',
  'no_beef',
  'no_pork',
  'vegetarian',
  'vegan',
  'halal',
  'allergy_peanut_bean',
  'allergy_onion_garlic',
  'allergy_seafood',
  'allergy_nuts',
  'allergy_egg',
  'allergy_gluten',
  'allergy_lactose',
] as const;

export const cutCodes = ['straight', 'fitted'] as const;
