import { Pid } from '../../auth/project-role.ts';
import { languages } from '../../../locales/catalogues.ts';
import { allOptional, Language, Ref, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const textKinds = ['project', 'team', 'form', 'task_kind', 'document', 'announcement'] as const;
export type TextKind = (typeof textKinds)[number];

/** The longest text that a field can have, and the most texts of a form. */
const longest = 30_000;
const mostTexts = 5000;

const kind = () => Type.Enum([...textKinds], { description: 'What has the texts.', examples: ['team'] });
const id = () =>
  Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$',
    maxLength: 64,
    description: 'The `tid` of a team, the `form` of a form, the `pid` of the project, and otherwise the `id`.',
    examples: ['venue'],
  });

const TextsOfLanguage = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: mostTexts,
  additionalProperties: { type: 'string', maxLength: longest, format: 'text' },
  description: 'Texts by field.',
  examples: [{ title: 'Der Aufbau beginnt um 8' }],
});

export const TextsByLanguage = () =>
  Shape(allOptional(Object.fromEntries(languages.map((language) => [language, TextsOfLanguage]))), {
    description: 'Texts by language and field.',
    examples: [{ de: { title: 'Der Aufbau beginnt um 8' } }],
  });

const progress = Shape({
  language: Language({ examples: ['de'] }),
  missing: Type.Integer({ description: 'How many texts have no translation.', examples: [1] }),
  outdated: Type.Integer({
    description: 'How many texts have changed since they were translated. Readers get the original of these.',
    examples: [0],
  }),
});

const shared = {
  kind: kind(),
  id: Type.String({ examples: ['venue'] }),
  name: Type.String({ description: 'Its name or title.', examples: ['Venue'] }),
};

export const TranslationProgress = Shape(
  {
    ...shared,
    texts: Type.Integer({ description: 'How many texts it has.', examples: [2] }),
    languages: Type.Array(progress, {
      description: 'Of every language that something of the project is translated to.',
    }),
  },
  { $id: 'TranslationProgress' },
);
export const TranslationOverview = Shape(
  {
    languages: Type.Array(Language(), {
      description: 'The languages that something of the project is translated to.',
      examples: [['de']],
    }),
    data: Type.Array(Ref(TranslationProgress)),
  },
  { $id: 'TranslationOverview' },
);

export const Translations = Shape(
  {
    ...shared,
    fields: Type.Array(
      Shape({
        field: Type.String({ examples: ['name'] }),
        text: Type.String({ description: 'The original.', examples: ['Venue'] }),
        max_length: Type.Integer({ examples: [100] }),
        lines: Type.Boolean({ description: 'Whether the text can have several lines.', examples: [false] }),
      }),
      { description: 'The texts that can be translated: those that are not empty.' },
    ),
    translations: TextsByLanguage(),
    outdated: Type.Array(
      Shape({ language: Language({ examples: ['de'] }), field: Type.String({ examples: ['name'] }) }),
      {
        description: 'Translations of texts that have changed since.',
      },
    ),
  },
  { $id: 'Translations' },
);

export const TranslationChange = Shape(
  { translations: TextsByLanguage() },
  { $id: 'TranslationChange', examples: [{ translations: { de: { title: 'Der Aufbau beginnt um 8' } } }] },
);

export const TranslationsParams = Shape({ pid: Pid });
export const TranslationParams = Shape({ pid: Pid, kind: kind(), id: id() });

export const translationSchemas = [TranslationProgress, TranslationOverview, Translations, TranslationChange];
export type TranslationOverview = Static<typeof TranslationOverview>;
export type Translations = Static<typeof Translations>;
export type TextsByLanguage = { [language: string]: Record<string, string> | undefined };
