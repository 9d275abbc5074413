import { importPeopleColumns, maxImportLines, maxImportText } from '../../../shared/import-people-columns.ts';
import { Pid } from '../../auth/project-role.ts';
import { Id, Language, MailWay, Nullable, Ref, Shape, Slug, Text, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

/** 20,000 lines with all columns, in a script whose letters take three bytes. */
export const tableBodyBytes = 8 * 1024 * 1024;

export const importProblems = [
  'unreadable',
  'no_lines',
  'too_many_lines',
  'missing_column',
  'repeated_column',
  'missing',
  'not_an_address',
  'not_text',
  'too_long',
  'formula',
  'encoding',
  'unknown_team',
  'disabled_team',
  'unknown_role',
  'unknown_language',
  'repeated',
  'not_asked',
  'not_an_answer',
] as const;

const line = () => Type.Integer({ description: 'Line of the table, from 1.', examples: [40] });

export const ImportError = Shape(
  {
    line: line(),
    column: Type.String({ description: 'Empty if the whole line is wrong.', examples: ['email'] }),
    code: Type.Enum(importProblems, { examples: ['not_an_address'] }),
    detail: Type.String({ examples: ['line 40, column email: must be an email address'] }),
  },
  { $id: 'ImportError' },
);

export const Import = Shape(
  {
    id: Id('Identifier of the import.'),
    kind: Type.Enum(['people', 'answers'], { examples: ['people'] }),
    form: Nullable(Type.String({ description: 'The form, if answers were imported.', examples: ['shirts'] })),
    state: Type.Enum(['running', 'done', 'stopped', 'undone'], {
      description:
        '`running`: lines are left to do. `stopped`: the person who began it may no longer do it, or the project was archived.',
      examples: ['done'],
    }),
    total: Type.Integer({ description: 'How many lines there are to do.', examples: [120] }),
    done: Type.Integer({ description: 'How many are done.', examples: [120] }),
    imported: Type.Integer({
      description: 'How many people were invited, or answers were saved. The others had changed meanwhile.',
      examples: [118],
    }),
    created_by: Nullable(Type.String({ description: 'Name of the person who began it.', examples: ['王小明'] })),
    created_at: Timestamp('When it began.'),
    undo_until: Timestamp('Until when it can be undone.'),
  },
  { $id: 'Import' },
);
export const Imports = Shape({ data: Type.Array(Ref(Import)) }, { $id: 'Imports' });

export const PastedPeople = Shape(
  {
    text: Text(maxImportText, {
      minLength: 1,
      description:
        `A table from a spreadsheet or CSV: cells separated by tabs, semicolons or commas, at most ${maxImportLines} lines. ` +
        'Columns in any order, found by their headings in any language of Muster: email, name (or given and family ' +
        'name), phone, team, role, language, tags. Others are left out.',
      examples: ['Name\tE-Mail\tTeam\nAda Lovelace\tada@example.org\tVenue'],
    }),
    columns: Type.Optional(
      Type.Array(Nullable(Type.Enum(importPeopleColumns)), {
        maxItems: 100,
        description: 'What the columns are, if the headings do not say it or there are none; null: left out.',
        examples: [['name', 'email', 'team']],
      }),
    ),
    tid: Type.Optional(Slug('Team of lines that name none.', ['venue'])),
    language: Type.Optional(Language({ description: 'Language of emails to people whose line names none.' })),
    create_teams: Type.Optional(
      Type.Boolean({
        description: 'Creates the teams that do not exist yet. Default: they are errors.',
        examples: [true],
      }),
    ),
  },
  { $id: 'PastedPeople' },
);

const number = () => Type.Integer({ examples: [0] });

export const ImportedPeople = Shape(
  {
    import: Nullable(Ref(Import)),
    header: Type.Array(Type.String({ examples: ['E-Mail'] }), {
      description: 'The cells of the first line; empty if it is not a header.',
    }),
    columns: Type.Array(Nullable(Type.Enum(importPeopleColumns)), {
      description: 'What each column is taken for; null: left out.',
      examples: [['name', 'email', 'team']],
    }),
    lines: Type.Array(Shape({ line: line(), cells: Type.Array(Type.String({ examples: ['ada@example.org'] })) }), {
      description: 'The first 50 lines, those with errors before the others.',
    }),
    line_count: number(),
    errors: Type.Array(Ref(ImportError), { description: 'The first 500. Nothing is imported until they are fixed.' }),
    error_count: number(),
    people: Type.Integer({ description: 'How many invitations are sent.', examples: [120] }),
    left_out: Shape(
      {
        already_member: number(),
        already_invited: number(),
        declined: number(),
        own_address: number(),
        repeated: number(),
      },
      { description: 'How many lines cause nothing, and why. `declined`: in the last 12 months.' },
    ),
    teams: Type.Array(
      Shape({
        tid: Type.String({ examples: ['venue'] }),
        name: Type.String({ examples: ['Venue'] }),
        people: Type.Integer({ description: 'How many are invited to it.', examples: [12] }),
        open_places: Nullable(Type.Integer({ description: 'Room in the team; null without a limit.', examples: [8] })),
        is_new: Type.Boolean({ description: 'Whether it is created by the import.', examples: [false] }),
      }),
    ),
    unknown_teams: Type.Array(Type.String({ examples: ['Kitchen'] }), {
      description: 'Names of teams that do not exist. `create_teams` creates them.',
    }),
    held: Type.Boolean({
      description: 'Whether the project is a draft, so that the emails are sent when it is public.',
      examples: [false],
    }),
    mail: MailWay(),
  },
  { $id: 'ImportedPeople' },
);

export const ImportQuery = Shape({
  dry_run: Type.Optional(Type.Boolean({ description: 'Only says what would happen.' })),
});
export const ImportsParams = Shape({ pid: Pid });
export const ImportParams = Shape({ pid: Pid, id: Id('Identifier of the import.') });

export const importSchemas = [ImportError, Import, Imports, PastedPeople, ImportedPeople];

export type ImportProblem = (typeof importProblems)[number];
export type ImportError = Static<typeof ImportError>;
export type Import = Static<typeof Import>;
export type PastedPeople = Static<typeof PastedPeople>;
export type ImportedPeople = Static<typeof ImportedPeople>;
