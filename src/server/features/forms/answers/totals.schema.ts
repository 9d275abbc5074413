import { Language, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

const counted = {
  count: Nullable(
    Type.Integer({
      description: 'Null: hidden, because it is below five or would reveal a number below five.',
      examples: [35],
    }),
  ),
  forecast: Nullable(
    Shape(
      {
        expected: Type.Integer({ examples: [52] }),
        low: Type.Integer({ examples: [46] }),
        high: Type.Integer({ examples: [59] }),
      },
      {
        description:
          'How many there will be if those who have not answered choose as the others did: the expected number, and a range ' +
          'that it is in with a probability of 90 %. Null: hidden, or nobody has answered.',
      },
    ),
  ),
};

export const FieldTotal = Shape(
  {
    key: Type.String({ examples: ['size'] }),
    label: Type.String({ examples: ['Size'] }),
    type: Type.Enum(['text', 'choice', 'choices', 'number', 'date', 'yes_no'], { examples: ['choice'] }),
    private: Type.Boolean({ description: 'Whether the answers are private.' }),
    answered: Nullable(
      Type.Integer({ description: 'Number of people who answered this question; null: not shown.', examples: [120] }),
    ),
    counts: Nullable(
      Type.Array(
        Shape({
          value: Type.Union([Type.String(), Type.Boolean()], { examples: ['M'] }),
          label: Type.String({ examples: ['M'] }),
          ...counted,
        }),
        { description: 'For choices and yes/no: each value with the number of people who chose it.' },
      ),
    ),
    sum: Nullable(Type.Number({ description: 'For numbers, except money.' })),
    sums: Nullable(
      Type.Array(
        Shape({
          currency: Type.String({ examples: ['TWD'] }),
          amount: Type.Integer({ description: 'In minor units.', examples: [149_000] }),
        }),
        { description: 'For money: the sum in each currency.' },
      ),
    ),
  },
  { $id: 'FieldTotal' },
);

const value = () => Type.Union([Type.String(), Type.Boolean()], { examples: ['M'] });
const label = () => Type.String({ examples: ['M'] });
const sum = (description: string) => Type.Integer({ minimum: 0, description, examples: [47] });

export const CrossTable = Shape(
  {
    rows: Type.String({ description: 'The question of the rows.', examples: ['size'] }),
    columns: Type.String({ description: 'The question of the columns.', examples: ['cut'] }),
    data: Type.Array(
      Shape({
        value: value(),
        label: label(),
        counts: Type.Array(
          Shape({
            value: value(),
            label: label(),
            ...counted,
          }),
          { description: 'Each value of the columns, with the number of people who gave both answers.' },
        ),
        sum: sum('The sum of the row.'),
      }),
      { description: 'Each value of the rows. People with several choices count in each of them, e.g. on every day.' },
    ),
    sums: Type.Array(sum('The sum of a column.'), { description: 'In the order of the columns.' }),
    sum: sum('The sum of everything.'),
  },
  { $id: 'CrossTable' },
);

export const FormTotals = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    form: Type.String({ examples: ['shirts'] }),
    people: Type.Integer({
      description: 'Number of people the form asks; for a form for everyone signed in, the people in the project.',
      examples: [150],
    }),
    answered: Type.Integer({
      description: 'Number of people the form asks now who have answered. Only they are counted.',
      examples: [121],
    }),
    not_answered: Type.Integer({ description: "Number of `people` who haven't answered.", examples: [30] }),
    outside: Type.Integer({
      description: "Number of `answered` who aren't in `people`, for a form for everyone signed in.",
      examples: [1],
    }),
    left: Type.Integer({
      description: 'Number of answers from people the form no longer asks. Not counted in the totals.',
      examples: [0],
    }),
    changes_until: Nullable(
      Timestamp('Until when people can answer and change their answers; null: at any time while the form is on.'),
    ),
    fields: Type.Array(Ref(FieldTotal)),
    table: Nullable({
      ...Ref(CrossTable),
      description: 'Counts by `rows` and `columns`; null without them, or if one of the two is private and not shown.',
    }),
  },
  { $id: 'FormTotals' },
);

const questionOf = (side: string) =>
  Type.String({
    pattern: '^[a-z][a-z0-9_]{0,39}$',
    maxLength: 40,
    description: `A question with choices, for the ${side} of \`table\`. \`rows\` and \`columns\` are used together.`,
    examples: [side === 'rows' ? 'size' : 'cut'],
  });

export const MissingPerson = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
  },
  { $id: 'MissingPerson' },
);
export const MissingPersonPage = { ...Page(Ref(MissingPerson)), $id: 'MissingPersonPage' };
export const TotalsQuery = Shape({
  private: Type.Optional(
    Type.Boolean({
      description: 'false: leaves out totals of private fields, and records nothing in the audit log. Default: true.',
    }),
  ),
  rows: Type.Optional(questionOf('rows')),
  columns: Type.Optional(questionOf('columns')),
});
export const MissingQuery = Shape(PageQuery);
export const OrderQuery = Shape({
  rows: Type.Optional(questionOf('rows')),
  columns: Type.Optional(questionOf('columns')),
  language: Type.Optional(Language({ description: 'Language of the labels.', default: 'en' })),
});

export const totalsSchemas = [FieldTotal, CrossTable, FormTotals, MissingPerson, MissingPersonPage];

export type FieldTotal = Static<typeof FieldTotal>;
export type CrossTable = Static<typeof CrossTable>;
export type FormTotals = Static<typeof FormTotals>;
export type MissingPerson = Static<typeof MissingPerson>;
