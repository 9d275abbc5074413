import {
  CountedPage,
  Id,
  Line,
  Nullable,
  Page,
  PageQuery,
  Ref,
  Shape,
  Slug,
  Timestamp,
  Type,
} from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';
import { maxVariants } from './variants.policy.ts';

const name = Line(100, { minLength: 1, examples: ['Shirt'] });

const audience = Shape(
  {
    everyone: Type.Optional(Type.Boolean({ enum: [true], description: 'Everyone in the project.' })),
    tids: Type.Optional(
      Type.Array(Slug('Team.', ['venue']), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'People of these teams.',
      }),
    ),
    form: Type.Optional(Slug('People who have answered this form.', ['shirts'])),
    field: Type.Optional(Line(64, { minLength: 1, description: 'The question in this form.', examples: ['size'] })),
    values: Type.Optional(
      Type.Array(Line(200, { minLength: 1 }), {
        minItems: 1,
        maxItems: 50,
        description: 'With one of these answers.',
        examples: [['m']],
      }),
    ),
  },
  { minProperties: 1, description: 'Exactly one of `everyone`, `tids` and `form`.', examples: [{ tids: ['venue'] }] },
);

export const HandOutAudience = { ...audience, $id: 'HandOutAudience' };

const kind = Type.Enum(['item', 'code', 'loan'], {
  description:
    '`item`: handed out at the desk. `code`: each person gets a code from a list, which only they see. `loan`: things that ' +
    'people bring back.',
  examples: ['item'],
});

const variantField = Shape(
  {
    form: Slug('The form.', ['shirts']),
    field: Type.Optional(
      Line(64, { minLength: 1, description: 'Only this question. Default: all.', examples: ['size'] }),
    ),
  },
  {
    description: `The form whose answers name the variant, such as size and cut: its questions with one choice that are not private; at most ${maxVariants} variants. For items only.`,
    examples: [{ form: 'shirts' }],
  },
);

const perPerson = Type.Integer({
  minimum: 1,
  maximum: 100,
  description:
    'How many each person gets. Default: 1. With `earned.per_hours` or `earned.day`, the most that they get; default: no ' +
    'limit. For items only.',
  examples: [1],
});

const hours = (description: string) =>
  Type.Number({ minimum: 0.25, maximum: 1000, description: `${description} In quarters.`, examples: [8] });

const earned = Shape(
  {
    min_hours: Type.Optional(hours('From this many hours.')),
    per_hours: Type.Optional(hours('One for each time so many hours.')),
    day: Type.Optional(
      Type.String({
        pattern: '^(?:each|2\\d{3}-\\d{2}-\\d{2})$',
        maxLength: 10,
        description: 'Only the hours of this day, or `each`: the hours of each day count on their own.',
        examples: ['each'],
      }),
    ),
    task_kinds: Type.Optional(
      Type.Array(Id('Kind of task.'), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: 'Only tasks of these kinds count.',
      }),
    ),
  },
  {
    minProperties: 1,
    description:
      'Who of the audience has earned it, by the hours that count. Without `min_hours` and `per_hours`: everybody who has any. ' +
      'For items and codes.',
    examples: [{ min_hours: 8 }],
  },
);
export const HandOutRule = { ...earned, $id: 'HandOutRule' };

export const Variant = (description: string) =>
  Type.Array(Line(100, { minLength: 1 }), { maxItems: 10, description, examples: [['M', 'straight']] });

const stock = Type.Array(
  Shape({
    variant: Type.Optional(Variant('Its answers; left out if there are no variants.')),
    count: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'How many you have in all.', examples: [50] }),
  }),
  {
    minItems: 1,
    maxItems: maxVariants,
    description:
      'How many there are. Variants that are left out are not counted, so there is always one. For items only.',
    examples: [[{ variant: ['M', 'straight'], count: 50 }]],
  },
);

const VariantCount = Shape({
  variant: Variant('Its answers; empty if there are no variants.'),
  stock: Nullable(Type.Integer({ description: 'How many there are in all; null: not counted.', examples: [50] })),
  given: Type.Integer({ minimum: 0, description: 'Number handed out.', examples: [42] }),
});

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [42] });

export const HandOut = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name,
    kind,
    audience: Ref(HandOutAudience),
    variant_field: Nullable(variantField),
    per_person: Nullable(perPerson),
    earned: Nullable(Ref(HandOutRule)),
    given: count('Number handed out; of codes, how many people have one; of things, how many are lent now.'),
    available: Nullable(count('Of codes and things: how many there are in all.')),
    not_counted: count('Scans of devices that gave one although there was none left, or the person had theirs.'),
    variants: Type.Array(VariantCount, { description: 'Of items: each variant, or one entry if there are none.' }),
  },
  { $id: 'HandOut' },
);
export const HandOuts = Shape({ data: Type.Array(Ref(HandOut)) }, { $id: 'HandOuts' });

const changeable = {
  variant_field: Type.Optional(Nullable(variantField)),
  per_person: Type.Optional(Nullable(perPerson)),
  earned: Type.Optional(Nullable(earned)),
  stock: Type.Optional(Nullable(stock)),
};
export const NewHandOut = Shape({ name, kind: Type.Optional(kind), audience, ...changeable }, { $id: 'NewHandOut' });
export const HandOutChanges = Shape(
  { name: Type.Optional(name), audience: Type.Optional(audience), ...changeable },
  { $id: 'HandOutChanges', minProperties: 1 },
);

export const GivenHandOut = Shape(
  {
    id: Type.String({ examples: ['2026 3f0d4c9e-6f0b-4a53-9d58-1e2b6f7a8c90'] }),
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    variant: Variant('Which variant; empty if there are none.'),
    given_at: Timestamp('When it was handed out.'),
    device: Nullable(Type.String({ description: 'Name of the device.', examples: ['Main entrance'] })),
    reason: Type.String({
      description: "Reason for giving it to somebody who wasn't entitled to it or already had one.",
    }),
  },
  { $id: 'GivenHandOut' },
);
export const GivenHandOutPage = { ...Page(Ref(GivenHandOut)), $id: 'GivenHandOutPage' };

export const UncountedScan = Shape(
  {
    id: Type.String({ examples: ['3f0d4c9e-6f0b-4a53-9d58-1e2b6f7a8c90'] }),
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    at: Timestamp('When it was scanned.'),
    device: Nullable(Type.String({ description: 'Name of the device.', examples: ['Main entrance'] })),
    result: Type.Enum(['repeated', 'none_left'], { examples: ['none_left'] }),
  },
  { $id: 'UncountedScan' },
);
export const UncountedScans = Shape({ data: Type.Array(Ref(UncountedScan)) }, { $id: 'UncountedScans' });

export const EarnedPerson = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    entitled: count('How many they may have.'),
    given: count('How many they have had, apart from those for a reason.'),
    variant: Nullable(Variant('By their answer; null if they have not answered.')),
  },
  { $id: 'EarnedPerson' },
);
export const EarnedPeople = { ...CountedPage(Ref(EarnedPerson)), $id: 'EarnedPeople' };

export const HandOutsParams = Shape({ pid: Pid });
export const HandOutParams = Shape({ pid: Pid, id: Id('Identifier of the hand-out.') });
export const GivenParams = Shape({
  pid: Pid,
  id: Id('Identifier of the hand-out.'),
  given: Line(140, { description: '`id` of the entry.', examples: ['2026 3f0d4c9e-6f0b-4a53-9d58-1e2b6f7a8c90'] }),
});
export const GivenQuery = Shape(PageQuery);

export const handOutSchemas = [
  HandOutAudience,
  HandOutRule,
  HandOut,
  HandOuts,
  NewHandOut,
  HandOutChanges,
  GivenHandOut,
  GivenHandOutPage,
  UncountedScan,
  UncountedScans,
  EarnedPerson,
  EarnedPeople,
];
export type HandOut = Static<typeof HandOut>;
export type HandOutKind = HandOut['kind'];
export type HandOutAudience = Static<typeof audience>;
export type EarnedRule = Static<typeof earned>;
export type VariantField = Static<typeof variantField>;
export type NewHandOut = Static<typeof NewHandOut>;
export type HandOutChanges = Static<typeof HandOutChanges>;
export type EarnedPeople = Static<typeof EarnedPeople>;
