import { maxScans } from '../../../../shared/limits.ts';
import { Id, Nullable, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Moment } from '../../../lib/time.ts';
import { Pid } from '../../../auth/project-role.ts';

const anId = '01jd0c8m3v5q2w7x9y1z4b6n8k';
const isKnown = ['present', 'missing'] as const;

export const RollCall = Shape(
  {
    at: Timestamp('The time of the server.'),
    started_at: Nullable(Timestamp('When the roll call began; null if there was none.')),
    started_by: Nullable(Type.String({ description: 'Who began it.', examples: ['Ada Lovelace'] })),
    here: Type.Integer({ minimum: 0, description: 'How many people are on site.', examples: [120] }),
    present: Type.Integer({ minimum: 0, description: 'How many of them were ticked as present.', examples: [80] }),
    missing: Type.Integer({ minimum: 0, description: 'How many of them were ticked as missing.', examples: [2] }),
    more: Type.Boolean({ description: 'Whether there are more people than are listed.' }),
    teams: Type.Array(
      Shape({ tid: Type.String({ examples: ['venue'] }), name: Type.String({ examples: ['Venue'] }) }),
      { description: 'Teams of the people, by name.' },
    ),
    people: Type.Array(
      Shape({
        uid: Type.String({ examples: [anId] }),
        name: Type.String({ examples: ['Ada Lovelace'] }),
        tids: Type.Array(Type.String({ examples: ['venue'] }), { description: 'Their teams.' }),
        since: Timestamp('When they came.'),
        task: Nullable(Type.String({ description: 'The task that they are at.', examples: ['Registration desk'] })),
        mark: Nullable(
          Shape({
            state: Type.Enum([...isKnown], { examples: ['present'] }),
            at: Timestamp('When it was ticked.'),
            by: Nullable(Type.String({ description: 'Who ticked it.', examples: ['Ada Lovelace'] })),
          }),
        ),
      }),
      { description: 'By name.' },
    ),
  },
  { $id: 'RollCall' },
);

export const NewRollCall = Shape(
  {
    after: Nullable(
      Moment('`started_at` of the roll call that it follows. If another has begun since, that one goes on.'),
    ),
  },
  { $id: 'NewRollCall', examples: [{ after: null }] },
);

export const NewRollCallMarks = Shape(
  {
    marks: Type.Array(
      Shape({
        uid: Id('The person.'),
        state: Type.Enum([...isKnown, 'open'], { description: '`open`: takes the tick back.', examples: ['present'] }),
        at: Moment('When it was ticked. The latest one counts.'),
      }),
      { minItems: 1, maxItems: maxScans },
    ),
    sent_at: Type.Optional(
      Moment('What the clock of the sender says now. The times of the ticks are corrected by how wrong it is.'),
    ),
  },
  { $id: 'NewRollCallMarks' },
);

export const RollCallResults = Shape(
  {
    results: Type.Array(
      Shape({
        uid: Type.String({ examples: [anId] }),
        result: Type.Enum(['accepted', 'overtaken', 'unknown'], {
          description:
            '`overtaken`: somebody ticked the person later, or a new roll call began since. `unknown`: nobody of this project.',
          examples: ['accepted'],
        }),
      }),
    ),
  },
  { $id: 'RollCallResults' },
);

export const RollCallParams = Shape({ pid: Pid });
export const rollCallSchemas = [RollCall, NewRollCall, NewRollCallMarks, RollCallResults];
export type RollCall = Static<typeof RollCall>;
export type NewRollCallMarks = Static<typeof NewRollCallMarks>;
export type RollCallResults = Static<typeof RollCallResults>;
