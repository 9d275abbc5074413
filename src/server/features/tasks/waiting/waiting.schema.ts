import { Id, Nullable, Page, PageQuery, Ref, Shape, Text, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const position = Type.Integer({
  minimum: 1,
  description: 'Position on the waiting list, starting at 1.',
  examples: [3],
});
const offeredUntil = Nullable(Timestamp('A free place is held for the person until this time; null if none is.'));

/** Where the caller is in a waiting list. */
export const OwnWaiting = Shape({ position, offered_until: offeredUntil });

export const PendingPlace = Shape(
  {
    state: Type.Enum(['waiting', 'requested'], {
      description:
        '`waiting`: the task is full and the caller is on the waiting list. `requested`: an organiser decides.',
    }),
    position: Nullable(position),
  },
  { $id: 'PendingPlace' },
);

/** The body is optional. */
export const JoinTask = Nullable(
  Shape({
    wait: Type.Optional(Type.Boolean({ description: 'Join the waiting list if the task is full.', examples: [true] })),
    note: Type.Optional(
      Text(500, {
        description: 'Note for the organisers, if they decide who gets a place. A new request replaces it.',
        examples: ['I did this last year.'],
      }),
    ),
  }),
);

export const WaitingPerson = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    position,
    offered_until: offeredUntil,
    since: Timestamp('When the person joined the waiting list.'),
  },
  { $id: 'WaitingPerson' },
);

export const WaitingPersonPage = { ...Page(Ref(WaitingPerson)), $id: 'WaitingPersonPage' };
export const WaitingQuery = Shape(PageQuery);
export const WaitingParams = Shape({
  pid: Pid,
  id: Id('Identifier of the task.'),
  uid: Id('Identifier of the person.'),
});

export const waitingSchemas = [PendingPlace, WaitingPerson, WaitingPersonPage];

export type OwnWaiting = Static<typeof OwnWaiting>;
