import { maxImportLines, maxImportText } from '../../../../shared/import-people-columns.ts';
import { Line, Nullable, Ref, Shape, Text, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Import, ImportError } from '../imports.schema.ts';

const column = () =>
  Nullable(
    Line(60, {
      pattern: '^(?:email|timestamp|answers\\.[a-z][a-z0-9_]{0,39})$',
      examples: ['answers.size'],
    }),
  );

export const PastedAnswers = Shape(
  {
    text: Text(maxImportText, {
      minLength: 1,
      description:
        'A table with a header line, such as the export of Google Forms: cells separated by tabs, semicolons or commas, at ' +
        `most ${maxImportLines} lines. Each line is the answer of one person, found by the email address; the headings are the ` +
        'questions or their keys. Of several answers of a person, the latest counts.',
      examples: ['Email Address\tSize\tCut\nada@example.org\tM\tStraight'],
    }),
    columns: Type.Optional(
      Type.Array(column(), {
        maxItems: 100,
        description: 'What the columns are, if the headings do not say it.',
        examples: [['email', 'answers.size', 'answers.cut']],
      }),
    ),
    skip_unknown: Type.Optional(
      Type.Boolean({
        description: 'Leaves out people whom the form does not ask. Default: they are errors.',
        examples: [true],
      }),
    ),
  },
  { $id: 'PastedAnswers' },
);

const number = () => Type.Integer({ examples: [0] });

export const ImportedAnswers = Shape(
  {
    import: Nullable(Ref(Import)),
    header: Type.Array(Type.String({ examples: ['Email Address'] }), { description: 'The cells of the first line.' }),
    columns: Type.Array(column(), {
      description: '`email`, `timestamp`, or `answers.` and the key of a question; null: left out.',
    }),
    questions: Type.Array(
      Shape({
        column: Type.String({ description: 'Its name in `columns`.', examples: ['answers.size'] }),
        label: Type.String({ examples: ['Size'] }),
        required: Type.Boolean({ examples: [true] }),
      }),
      { description: 'The questions that a table can answer.' },
    ),
    lines: Type.Array(
      Shape({
        line: Type.Integer({ examples: [2] }),
        cells: Type.Array(Type.String({ examples: ['ada@example.org'] })),
      }),
      { description: 'The first 50 lines, those with errors before the others.' },
    ),
    line_count: number(),
    errors: Type.Array(Ref(ImportError), { description: 'The first 500. Nothing is imported until they are fixed.' }),
    error_count: number(),
    answers: Type.Integer({ description: 'How many answers are saved.', examples: [120] }),
    left_out: Shape(
      {
        already_answered: number(),
        not_asked: number(),
        repeated: number(),
      },
      { description: 'How many lines cause nothing, and why. `repeated`: replaced by a later answer.' },
    ),
    unknown_people: Type.Integer({
      description: 'How many addresses belong to nobody whom the form asks.',
      examples: [0],
    }),
  },
  { $id: 'ImportedAnswers' },
);

export const answersImportSchemas = [PastedAnswers, ImportedAnswers];

export type PastedAnswers = Static<typeof PastedAnswers>;
export type ImportedAnswers = Static<typeof ImportedAnswers>;
