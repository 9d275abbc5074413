import { Id, Line, Nullable, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Moment } from '../../../lib/time.ts';
import { attendanceStates } from '../../tasks/attendance/states.policy.ts';
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
      }),
      { description: 'Items they are entitled to, and items they were given anyway.' },
    ),
  },
  { $id: 'DeskPerson' },
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
      Type.Array(Shape({ id: Type.String({ examples: [anId] }), name: Type.String({ examples: ['Shirt M'] }) })),
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
  step: Type.Enum(['arrive', 'leave', 'no_show', 'hand_out'], { examples: ['arrive'] }),
  code: Type.Optional(Line(300, { description: 'Content of the QR code. Either this or `uid`.' })),
  uid: Type.Optional(Id('The person, if they were looked up by name.')),
  task: Type.Optional(Id("Default: the person's task at that time.")),
  hand_out: Type.Optional(Id('The hand-out, for the step `hand_out`.')),
  reason: Type.Optional(
    Line(200, { description: "Reason for giving it to somebody who isn't entitled to it or already has one." }),
  ),
});

export const maxScans = 200;
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
            'unknown person. `overtaken`: a later scan or mark counts instead, or the scan is older than two ' +
            'days.',
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

export const deskSchemas = [DeskTask, DeskPerson, Desk, NewScans, ScanResults];
export type Desk = Static<typeof Desk>;
export type DeskTask = Static<typeof DeskTask>;
export type DeskPerson = Static<typeof DeskPerson>;
export type Scan = Static<typeof Scan>;
