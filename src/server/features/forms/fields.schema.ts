import { Line, Nullable, Shape, Text, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

const largest = Number.MAX_SAFE_INTEGER;
const fieldTypes = ['text', 'choice', 'choices', 'number', 'date', 'yes_no'] as const;
const typeWords = 'Type of the answer: text, one choice, several choices, a number, a date, or yes/no.';

const key = () =>
  Type.String({
    pattern: '^[a-z][a-z0-9_]{0,39}$',
    maxLength: 40,
    description: 'Name of the field in answers, totals and exports.',
    examples: ['arrival'],
  });
export const option = () =>
  Shape({
    value: Line(100, { minLength: 1, pattern: '^\\S(?:.*\\S)?$', examples: ['morning'] }),
    label: Line(200, { minLength: 1, pattern: '\\S', examples: ['In the morning'] }),
  });
const bound = (description: string) => Type.Number({ minimum: -largest, maximum: largest, description });

export const ForeseenDate = (description: string) =>
  Type.String({
    format: 'date',
    pattern: '^2\\d{3}-',
    maxLength: 10,
    description,
    examples: ['2027-01-31'],
  });

const onlyWhen = () =>
  Shape(
    {
      field: key(),
      values: Type.Array(Type.Union([Line(100), Type.Boolean()]), { minItems: 1, maxItems: 100 }),
    },
    {
      description: 'Asked only after one of these answers to an earlier field, which is a choice or yes/no.',
      examples: [{ field: 'drives', values: [true] }],
    },
  );

/** A field as an owner defines it. */
export const NewField = Shape({
  key: key(),
  label: Line(200, { minLength: 1, pattern: '\\S', examples: ['When do you arrive?'] }),
  help: Type.Optional(Text(2000, { examples: ['So that somebody meets you.'] })),
  type: Type.Enum([...fieldTypes], { description: typeWords, examples: ['choice'] }),
  required: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
  private: Type.Optional(
    Type.Boolean({
      description:
        'Stored encrypted; the audit log records every view. Requires `purpose` and `erase_after`. Default: false.',
      examples: [false],
    }),
  ),
  purpose: Type.Optional(
    Nullable(Line(500, { minLength: 1, pattern: '\\S', description: 'Why the private answer is needed.' })),
  ),
  erase_after: Type.Optional(Nullable(ForeseenDate('The day after which the private answer is erased.'))),
  options: Type.Optional(Type.Array(option(), { minItems: 1, maxItems: 100, description: 'For choices only.' })),
  max_length: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000, description: 'For text only. Default: 1000.' })),
  minimum: Type.Optional(bound('For numbers only.')),
  maximum: Type.Optional(bound('For numbers only.')),
  only_when: Type.Optional(Nullable(onlyWhen())),
});

/** One shape for fields of built-in and custom forms. */
export const Field = Shape(
  {
    key: key(),
    label: Type.String({ examples: ['When do you arrive?'] }),
    help: Type.String({ examples: ['So that somebody meets you.'] }),
    type: Type.Enum([...fieldTypes], { description: typeWords, examples: ['choice'] }),
    required: Type.Boolean(),
    private: Type.Boolean(),
    purpose: Nullable(Type.String()),
    erase_after: Nullable(Type.String({ format: 'date', examples: ['2027-01-31'] })),
    options: Nullable(Type.Array(Shape({ value: Type.String(), label: Type.String() }))),
    max_length: Nullable(Type.Integer()),
    minimum: Nullable(Type.Number()),
    maximum: Nullable(Type.Number()),
    only_when: Nullable(
      Shape({
        field: Type.String(),
        values: Type.Array(Type.Union([Type.String(), Type.Boolean()])),
      }),
    ),
    computed: Type.Boolean({ description: 'Computed by the service.' }),
    added_at: Nullable(
      Timestamp('When it was added after people had answered; null: part of the form from the start.'),
    ),
  },
  { $id: 'Field' },
);

export const fieldSchemas = [Field];

export type NewField = Static<typeof NewField>;
export type Field = Static<typeof Field>;
export type AnswerValue = string | number | boolean | readonly string[];
export type Answers = Readonly<Record<string, AnswerValue>>;
