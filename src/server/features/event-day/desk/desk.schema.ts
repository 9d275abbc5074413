import { maxScans } from '../../../../shared/limits.ts';
import { Id, Line, Nullable, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Moment } from '../../../lib/time.ts';
import { attendanceStates } from '../../tasks/attendance/states.policy.ts';
import { Variant } from '../hand-outs/hand-outs.schema.ts';
import { conditions } from '../loans/loans.policy.ts';
import { Barcode } from '../loans/loans.schema.ts';
import { scanResults } from './desk.policy.ts';
import { Pid } from '../../../auth/project-role.ts';

const anId = '01jd0c8m3v5q2w7x9y1z4b6n8k';

export const DeskTask = Shape(
  {
    id: Type.String({ examples: [anId] }),
    title: Type.String({ examples: ['Registration desk'] }),
    place: Nullable(Type.String({ description: 'Name of the location.', examples: ['Main hall'] })),
    starts_at: Timestamp('When it starts.'),
    ends_at: Timestamp('When it ends.'),
  },
  { $id: 'DeskTask' },
);

export const DeskPerson = Shape(
  {
    uid: Type.String({ examples: [anId] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    teams: Type.Optional(
      Type.Array(Type.String({ examples: ['Venue'] }), {
        description: 'Names of their teams that the device is for. Left out if there are none.',
      }),
    ),
    tasks: Type.Array(
      Shape({
        id: Type.String({ examples: [anId] }),
        state: Type.Enum([...attendanceStates], { examples: ['joined'] }),
        arrived_at: Nullable(Timestamp('When the person came.')),
        left_at: Nullable(Timestamp('When the person left.')),
      }),
      { description: 'Their tasks of the day, in order.' },
    ),
    hand_outs: Type.Array(
      Shape({
        id: Type.String({ examples: [anId] }),
        given_at: Nullable(Timestamp('When it was handed out; null if it is still due.')),
        due: Type.Optional(
          Type.Integer({
            minimum: 0,
            description: 'How many they can still get. Left out if it is one before the first, and none after it.',
            examples: [2],
          }),
        ),
        variant: Type.Optional(
          Variant('The variant by their answer. Left out if there are none, or they have not answered.'),
        ),
      }),
      { description: 'Items they are entitled to or may borrow, and items they were given anyway.' },
    ),
    on_site: Type.Optional(
      Type.Boolean({ description: 'Whether they came in at the gate and have not left. Left out if not.' }),
    ),
  },
  { $id: 'DeskPerson' },
);

/** What a device needs to hand it out. Codes are not among them. */
export const DeskHandOut = Shape(
  {
    id: Type.String({ examples: [anId] }),
    name: Type.String({ examples: ['Shirt'] }),
    kind: Type.Optional(Type.Enum(['item', 'loan'], { description: 'Left out: an item.', examples: ['loan'] })),
    variants: Type.Optional(
      Shape(
        {
          form_kind: Type.String({ description: 'Kind of the form.', examples: ['shirt_size'] }),
          questions: Type.Array(
            Shape({
              key: Type.String({ examples: ['size'] }),
              label: Type.String({ examples: ['Size'] }),
              options: Type.Array(
                Shape({ value: Type.String({ examples: ['M'] }), label: Type.String({ examples: ['M'] }) }),
              ),
            }),
          ),
        },
        { description: 'The questions whose answers name the variant. Left out if there are none.' },
      ),
    ),
    left: Type.Optional(
      Type.Array(
        Shape({
          variant: Variant('Which variant; empty if there are none.'),
          count: Type.Integer({ minimum: 0, examples: [3] }),
        }),
        { description: 'How many are left of what is counted.' },
      ),
    ),
  },
  { $id: 'DeskHandOut' },
);

export const DeskThing = Shape(
  {
    id: Type.String({ examples: [anId] }),
    hand_out: Type.String({ examples: [anId] }),
    label: Type.String({ examples: ['Radio 17'] }),
    barcode: Type.String({ examples: ['4006381333931'] }),
    condition: Type.Enum([...conditions], { examples: ['ok'] }),
    lent_at: Nullable(Timestamp('Since when somebody has it; null if nobody does.')),
    holder: Nullable(
      Shape(
        { uid: Type.String({ examples: [anId] }), name: Type.String({ examples: ['Ada Lovelace'] }) },
        { description: 'Who has it; null as well if they are in none of the teams of the device.' },
      ),
    ),
  },
  { $id: 'DeskThing' },
);

export const Desk = Shape(
  {
    at: Timestamp('The time of the server.'),
    next: Type.String({
      description: 'Send it as `since` to get later changes.',
      examples: ['2026-08-01.1234'],
    }),
    whole: Type.Boolean({ description: 'Whether this replaces everything stored on the device.' }),
    tasks: Type.Array(Ref(DeskTask)),
    people: Type.Array(Ref(DeskPerson)),
    removed_tasks: Type.Array(Type.String({ examples: [anId] })),
    removed_people: Type.Array(Type.String({ examples: [anId] })),
    project: Type.Optional(
      Shape({
        name: Type.String({ examples: ['Summer Camp 2026'] }),
        timezone: Type.String({ examples: ['Asia/Taipei'] }),
        key: Type.String({
          description: 'Public key to verify QR codes: Ed25519, base64url.',
          examples: ['c2VjcmV0'],
        }),
      }),
    ),
    hand_outs: Type.Optional(
      Type.Array(Ref(DeskHandOut), { description: 'Also in a part, if what is left has changed.' }),
    ),
    things: Type.Optional(
      Type.Array(Ref(DeskThing), { description: 'Things to lend; in a part, those that changed.' }),
    ),
    device: Type.Optional(Type.String({ description: 'Name of the device.', examples: ['Main entrance'] })),
    tids: Type.Optional(
      Nullable(
        Type.Array(Type.String({ examples: ['venue'] }), {
          description: 'Teams of the device. It hands out items to people in these teams only; null: all teams.',
        }),
      ),
    ),
  },
  { $id: 'Desk' },
);

const Scan = Shape({
  id: Type.String({
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    maxLength: 36,
    description: 'Chosen by the device. Sending it again returns the same result.',
    examples: ['3f0d4c9e-6f0b-4a53-9d58-1e2b6f7a8c90'],
  }),
  at: Moment('When it was scanned.'),
  step: Type.Enum(['arrive', 'leave', 'no_show', 'hand_out', 'return', 'on_site', 'off_site', 'undo'], {
    description:
      '`hand_out`: gives an item, or lends the thing with the `barcode`. `return`: takes the thing with the `barcode` back. ' +
      '`on_site`, `off_site`: comes or goes at the gate, with or without a task. ' +
      '`undo`: undoes a scan that the same device made at most 5 minutes before; send it after that scan.',
    examples: ['arrive'],
  }),
  code: Type.Optional(
    Line(300, {
      description: 'Content of the QR code. Either this or `uid`, except for the steps `return` and `undo`.',
    }),
  ),
  uid: Type.Optional(Id('The person, if they were looked up by name.')),
  task: Type.Optional(Id("Default: the person's task at that time.")),
  hand_out: Type.Optional(Id('The hand-out, for the step `hand_out`.')),
  variant: Type.Optional(Variant('Which variant of the hand-out. Default: by the answer of the person.')),
  barcode: Type.Optional(Barcode('The thing, for the step `return`, and for `hand_out` to lend it.')),
  condition: Type.Optional(
    Type.Enum([...conditions], {
      description: 'How it came back, for the step `return`. Default: ok.',
      examples: ['ok'],
    }),
  ),
  undoes: Type.Optional(
    Line(36, { pattern: '^[0-9a-f-]{36}$', description: '`id` of the scan, for the step `undo`.' }),
  ),
  reason: Type.Optional(
    Line(200, { description: "Reason for giving it to somebody who isn't entitled to it or already has one." }),
  ),
});

export const NewScans = Shape(
  { scans: Type.Array(Scan, { minItems: 1, maxItems: maxScans }) },
  {
    $id: 'NewScans',
    examples: [
      {
        scans: [
          {
            id: '3f0d4c9e-6f0b-4a53-9d58-1e2b6f7a8c90',
            at: '2026-08-08T07:55:00+08:00',
            step: 'arrive',
            uid: '01jd0c8m3v5q2w7x9y1z4b6n8k',
          },
        ],
      },
    ],
  },
);

export const ScanResults = Shape(
  {
    results: Type.Array(
      Shape({
        id: Type.String({ examples: ['3f0d4c9e-6f0b-4a53-9d58-1e2b6f7a8c90'] }),
        result: Type.Enum([...scanResults], {
          description:
            '`repeated`: nothing changed. `not_here`: no task here at that time, not entitled, or not in the ' +
            'teams of the device. `too_early`: before the task, or in the future. `unknown`: invalid code or ' +
            'unknown person or thing. `overtaken`: a later scan or mark counts instead, the scan is older than two ' +
            'days, or it is too late to undo it. `choose`: the person has not said which variant. `none_left`: nothing is left ' +
            'of it. `on_loan`: somebody else has the thing. `not_lent`: nobody had it. `undone`: it was undone since.',
          examples: ['accepted'],
        }),
      }),
    ),
  },
  { $id: 'ScanResults' },
);

export const DeskParams = Shape({ pid: Pid });
export const DeskQuery = Shape({
  since: Type.Optional(Line(40, { description: '`next` of the last response. Default: everything of the day.' })),
});

export const deskSchemas = [DeskTask, DeskPerson, DeskHandOut, DeskThing, Desk, NewScans, ScanResults];
export type Desk = Static<typeof Desk>;
export type DeskTask = Static<typeof DeskTask>;
export type DeskPerson = Static<typeof DeskPerson>;
export type DeskHandOut = Static<typeof DeskHandOut>;
export type DeskThing = Static<typeof DeskThing>;
export type Scan = Static<typeof Scan>;
