import { maxPastedText } from '../../../../shared/limits.ts';
import { Language, Ref, Shape, Slug, Text, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { PlannedTask, step } from '../steps/steps.schema.ts';

export const cellProblems = [
  'unreadable',
  'no_lines',
  'too_many_lines',
  'unknown_column',
  'repeated_column',
  'missing_column',
  'missing',
  'too_long',
  'not_text',
  'unknown_team',
  'other_team',
  'disabled_team',
  'unknown_kind',
  'unknown_place',
  'not_a_day',
  'ambiguous_day',
  'other_weekday',
  'outside',
  'not_a_time',
  'ends_first',
  'not_a_number',
  'minimum_above_capacity',
] as const;

export const PastedTasks = Shape(
  {
    text: Text(maxPastedText, {
      minLength: 1,
      description:
        'A table with a header line, from a spreadsheet or CSV: cells separated by tabs, semicolons ' +
        'or commas, at most 500 lines below the header. Columns in any order: title, team, label (`category`), kind, ' +
        'place, day, start, end, minimum, capacity, description, in any language of Muster. Teams, ' +
        'kinds and locations by name. Days are those of the event, or at most 180 days before or after it, such as ' +
        '2026-08-08, 8.8. or Sat 8 August; without a year, the one nearest to the event. Times ' +
        "are in the project's time zone; an end before the start is on the next day. Default minimum: 1.",
      examples: ['title,day,start,end,capacity\nRegistration desk,2026-08-08,08:00,12:00,4'],
    }),
    tid: Type.Optional(Slug('Team of lines that name none. Without it, they are for the whole project.', ['venue'])),
    visibility: Type.Optional(
      Type.Enum(['team', 'project', 'signed_in'], {
        description: 'Default: `project`, also of tasks without a team.',
        examples: ['team'],
      }),
    ),
  },
  { $id: 'PastedTasks' },
);

export const ImportedTasks = Shape(
  {
    step: step(),
    columns: Type.Array(Type.String({ examples: ['title'] }), {
      description: 'In the order of the table.',
    }),
    lines: Type.Array(
      Shape({
        line: Type.Integer({ description: 'From 1 for the header.', examples: [2] }),
        cells: Type.Array(Type.String({ examples: ['Registration desk'] })),
      }),
    ),
    errors: Type.Array(
      Shape({
        line: Type.Integer({ examples: [40] }),
        column: Type.String({ description: 'Empty if the whole line is wrong.', examples: ['capacity'] }),
        code: Type.Enum(cellProblems, { examples: ['not_a_number'] }),
        detail: Type.String({ examples: ['line 40, column capacity: must be a whole number from 1 to 10000'] }),
      }),
      { description: 'Nothing is created until they are fixed.' },
    ),
    tasks: Type.Array(Ref(PlannedTask), { description: 'One per line. Empty if there are errors.' }),
  },
  { $id: 'ImportedTasks' },
);

export const TemplateQuery = Shape({
  language: Type.Optional(Language({ description: 'Language of the header line.' })),
});

export const importSchemas = [PastedTasks, ImportedTasks];

export type CellProblem = (typeof cellProblems)[number];
export type PastedTasks = Static<typeof PastedTasks>;
export type ImportedTasks = Static<typeof ImportedTasks>;
