import {
  Line,
  Nullable,
  Originals,
  Page,
  PageQuery,
  Ref,
  Shape,
  Slug,
  Text,
  Timestamp,
  Type,
} from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Moment } from '../../lib/time.ts';
import { audience, tids } from './audience/audience.schema.ts';
import { Field, ForeseenDate, NewField, option } from './fields.schema.ts';
import { Kinds, DisclosureDay } from './disclosure/disclosure.schema.ts';
import { Pid } from '../../auth/project-role.ts';

/** The meals of a day, in their order. */
export const mealsOfDay = ['breakfast', 'lunch', 'dinner', 'snack'] as const;
export type MealOfDay = (typeof mealsOfDay)[number];

export const usualRemindDays = 3;
export const maxRemindDays = 30;

/** Ordered as the new-form page shows them. */
export const formKinds = [
  'shirt_size',
  'stay',
  'accommodation',
  'meals',
  'travel_money',
  'parking',
  'certificate',
  'appreciation',
  'application',
  'custom',
] as const;
export type FormKind = (typeof formKinds)[number];
/** Forms whose questions owners define. */
export const definesFields = (kind: string): kind is 'custom' | 'application' =>
  kind === 'custom' || kind === 'application';

const kind = () =>
  Type.Enum([...formKinds], {
    description:
      'Kind of form; `custom`: questions defined by the owners. `application`: the same, but answered within an ' +
      'application; with `tids`, only by people who apply to one of these teams.',
  });
const askedTeams = () =>
  tids('With `people`, `chiefs` or `members`: ask only people in these teams. Default: empty, which means all teams.');
const slug = () => Slug('Form; unique in its project.', ['shirts']);
const title = () => Line(200, { minLength: 1, pattern: '\\S', examples: ['Shirts'] });
const description = () => Text(20_000, { description: 'Markdown.', examples: ['Shirts are ordered in June.'] });
const fields = () =>
  Type.Array(NewField, {
    minItems: 1,
    maxItems: 50,
    description: 'For custom forms and applications only, in display order.',
  });
const days = () =>
  Type.Array(Type.String({ format: 'date', pattern: '^2\\d{3}-', maxLength: 10, examples: ['2026-08-08'] }), {
    minItems: 1,
    maxItems: 60,
    uniqueItems: true,
    description:
      'For stays, parking, meals and beds: the days to choose from; for beds, the days on which the nights begin. ' +
      'Default: the days of the project; for beds, also the day before; for stays, also three days before and after.',
  });
const choices = () =>
  Type.Array(option(), {
    minItems: 1,
    maxItems: 100,
    description: 'For shirts and meals only: the sizes or diets to choose from. Default: the usual ones.',
  });
const cuts = () =>
  Type.Array(option(), {
    minItems: 1,
    maxItems: 100,
    description: 'For shirts only: the cuts to choose from. Default: straight and fitted.',
  });
const eraseAfter = () =>
  ForeseenDate(
    'For kinds with private fields: the day after which those answers are erased. Default: 180 days after the ' +
      'project, or after today.',
  );
const passesOn = () =>
  Kinds('Private data that people who answer share with the owners of the project. Default: none.');
const passesUntil = () =>
  DisclosureDay(
    'For forms that share private data: the last day on which it is shared. Default: 180 days after the project, or after today.',
  );
const opensAt = () => Nullable(Moment('When it opens; null: at once.'));
const meals = () =>
  Type.Array(Type.Enum([...mealsOfDay], { type: 'string' }), {
    maxItems: mealsOfDay.length,
    uniqueItems: true,
    description:
      'For meals only: which meals people choose on each day; the choices are then such as `2026-08-08 lunch`. Default: ' +
      'none, people choose days.',
    examples: [['lunch', 'dinner']],
  });
const remindDays = () =>
  Nullable(
    Type.Integer({
      minimum: 1,
      maximum: maxRemindDays,
      description: 'How many days before it closes people who have not answered are reminded; null: never. Default: 3.',
      examples: [3],
    }),
  );
const closesAt = () =>
  Nullable(
    Moment('When it closes; null: never. Default: the end of the last day, for forms that ask about days ahead.'),
  );
const enabled = () =>
  Type.Boolean({
    description: 'Whether the form is switched on.',
  });

export const FormRights = Shape({
  answer: Type.Boolean({ description: 'Whether the caller can answer now.' }),
  edit: Type.Boolean({ description: 'Whether the caller can change and delete the form.' }),
  see_responses: Type.Boolean({ description: "Whether the caller can see answers, totals and who hasn't answered." }),
  see_totals: Type.Boolean({
    description: 'Whether the caller can see totals; chiefs those of forms that ask their team.',
  }),
});

const shown = {
  pid: Type.String({ examples: ['2026'] }),
  form: Type.String({ examples: ['shirts'] }),
  kind: kind(),
  title: Type.String({ examples: ['Shirts'] }),
  description: Type.String({ description: 'Markdown.', examples: ['Shirts are ordered in June.'] }),
  audience: audience(),
  tids: tids('Teams whose people are asked; empty: all teams.'),
  opens_at: Nullable(Timestamp('When it opens; null: at once.')),
  closes_at: Nullable(Timestamp('When it closes; null: never.')),
  remind_days: remindDays(),
  enabled: Type.Boolean({ description: 'Whether the form is switched on.' }),
  open: Type.Boolean({ description: 'Whether people can answer now.' }),
  answered: Type.Boolean({ description: 'Whether the caller has answered.' }),
  response_count: Nullable(Type.Integer({ description: 'Number of answers; null for everyone but owners.' })),
  left_count: Nullable(
    Type.Integer({
      description:
        'Number of answers from people the form no longer asks, which totals leave out; null for everyone but owners.',
      examples: [0],
    }),
  ),
  passes_on: Kinds('Private data that people who answer share with the owners of the project.'),
  passes_until: Nullable(
    Type.String({
      format: 'date',
      description: 'Last day on which it is shared; null: nothing is shared.',
      examples: ['2027-01-31'],
    }),
  ),
  created_at: Timestamp('When it was created.'),
  rights: FormRights,
};

const originalTexts = { title: shown.title, description: shown.description };

export const FormEntry = Shape({ ...shown, original: Originals(originalTexts) }, { $id: 'FormEntry' });
export const FormPage = { ...Page(Ref(FormEntry)), $id: 'FormPage' };

export const Form = Shape(
  {
    ...shown,
    fields: Type.Array(Ref(Field)),
    schema: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'JSON Schema 2020-12 that `answers` must match.',
      examples: [{ type: 'object', properties: { size: { type: 'string', enum: ['S', 'M', 'L'] } } }],
    }),
    original: Originals({ ...originalTexts, fields: Type.Array(Ref(Field)) }),
  },
  { $id: 'Form' },
);

const changeable = {
  title: Type.Optional(title()),
  description: Type.Optional(description()),
  audience: Type.Optional(audience()),
  tids: Type.Optional(askedTeams()),
  opens_at: Type.Optional(opensAt()),
  closes_at: Type.Optional(closesAt()),
  remind_days: Type.Optional(remindDays()),
  enabled: Type.Optional(enabled()),
  fields: Type.Optional(fields()),
  days: Type.Optional(days()),
  meals: Type.Optional(meals()),
  choices: Type.Optional(choices()),
  cuts: Type.Optional(cuts()),
  erase_after: Type.Optional(eraseAfter()),
  passes_on: Type.Optional(passesOn()),
  passes_until: Type.Optional(passesUntil()),
};

export const NewForm = Shape(
  {
    form: slug(),
    kind: kind(),
    ...changeable,
    title: title(),
  },
  { $id: 'NewForm', examples: [{ form: 'sizes', kind: 'shirt_size', title: 'Shirts', enabled: true }] },
);

export const FormChanges = Shape(changeable, { $id: 'FormChanges', examples: [{ title: 'Shirts', enabled: true }] });

export const FormsParams = Shape({ pid: Pid });
export const FormParams = Shape({ pid: Pid, form: slug() });
export const FormQuery = Shape({
  ...PageQuery,
  totals: Type.Optional(
    Type.Boolean({ description: 'true: those whose totals the caller can see, also closed ones.', examples: [true] }),
  ),
});
export const DeleteFormQuery = Shape({
  force: Type.Optional(Type.Boolean({ description: 'true: delete the form even if it has been answered.' })),
});

export const formSchemas = [FormEntry, FormPage, Form, NewForm, FormChanges];

export type FormEntry = Static<typeof FormEntry>;
export type Form = Static<typeof Form>;
export type NewForm = Static<typeof NewForm>;
export type FormChanges = Static<typeof FormChanges>;
