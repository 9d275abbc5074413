import { CountedPage, Id, Line, Nullable, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';
import { conditions } from './loans.policy.ts';

const anId = '01jd0c8m3v5q2w7x9y1z4b6n8k';
/** How many things a project has at most, and how many are added at once. */
export const maxThings = 2000;
export const maxThingsAtOnce = 500;

const label = Line(100, { minLength: 1, pattern: '\\S', description: 'What people call it.', examples: ['Radio 17'] });
export const Barcode = (description: string) =>
  Line(100, { minLength: 1, pattern: '^\\S(?:.*\\S)?$', description, examples: ['4006381333931'] });
const barcode = Barcode('The text of its barcode or QR code. Unique in the project.');
const condition = Type.Enum([...conditions], { examples: ['ok'] });
const person = Shape({
  uid: Type.String({ examples: [anId] }),
  name: Type.String({ examples: ['Ada Lovelace'] }),
});

export const Thing = Shape(
  {
    id: Type.String({ examples: [anId] }),
    hand_out: Shape({ id: Type.String({ examples: [anId] }), name: Type.String({ examples: ['Radio'] }) }),
    label,
    barcode,
    condition,
    holder: Nullable({ ...person, description: 'Who has it now.' }),
    lent_at: Nullable(Timestamp('Since when.')),
  },
  { $id: 'Thing' },
);
export const ThingPage = { ...CountedPage(Ref(Thing)), $id: 'ThingPage' };

const newThing = {
  label,
  barcode: Type.Optional(Barcode('Unique in the project. Default: the label, for things that have no barcode.')),
};
export const NewThing = Shape(newThing, { $id: 'NewThing' });
export const NewThings = Shape(
  { things: Type.Array(Shape(newThing), { minItems: 1, maxItems: maxThingsAtOnce }) },
  { $id: 'NewThings', examples: [{ things: [{ label: 'Radio 17', barcode: '4006381333931' }] }] },
);
export const AddedThings = Shape({ added: Type.Integer({ examples: [40] }) }, { $id: 'AddedThings' });
export const ThingChanges = Shape(
  { label: Type.Optional(label), barcode: Type.Optional(barcode) },
  { $id: 'ThingChanges', minProperties: 1 },
);
export const ThingReturn = Shape(
  { condition: { ...condition, description: 'How it came back, or in what condition it is.' } },
  { $id: 'ThingReturn' },
);
export const ReturnedThing = Shape(
  {
    result: Type.Enum(['accepted', 'not_lent'], {
      description: '`not_lent`: nobody had it, and its condition was known.',
      examples: ['accepted'],
    }),
  },
  { $id: 'ReturnedThing' },
);

export const ThingLoans = Shape(
  {
    data: Type.Array(
      Shape({
        ...person.properties,
        lent_at: Timestamp('When they got it.'),
        returned_at: Nullable(Timestamp('When it came back; null if they still have it.')),
        condition: Nullable(condition),
      }),
      { description: 'Newest first; at most 100.' },
    ),
  },
  { $id: 'ThingLoans' },
);

export const LoanListParams = Shape({ pid: Pid });
export const ThingListParams = Shape({ pid: Pid, id: Id('Identifier of the hand-out.') });
export const ThingParams = Shape({
  pid: Pid,
  id: Id('Identifier of the hand-out.'),
  thing: Id('Identifier of the thing.'),
});
export const ThingQuery = Shape({
  ...PageQuery,
  out: Type.Optional(Type.Boolean({ description: 'true: only what somebody has now; false: only what nobody has.' })),
});
export const LoanQuery = Shape(PageQuery);

export const loanSchemas = [
  Thing,
  ThingPage,
  NewThing,
  NewThings,
  AddedThings,
  ThingChanges,
  ThingReturn,
  ReturnedThing,
  ThingLoans,
];
export type Thing = Static<typeof Thing>;
export type NewThing = Static<typeof NewThing>;
export type ThingChanges = Static<typeof ThingChanges>;
export type ThingLoans = Static<typeof ThingLoans>;
