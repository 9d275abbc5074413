import { Id, Line, Name, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Pid } from '../../auth/project-role.ts';
import { leftReasons, placedReasons } from './solving/solve.policy.ts';
import { roomKinds } from './solving/board.policy.ts';

const anId = '01jd0c8m3v5q2w7x9y1z4b6n8k';
export const maxRooms = 1000;
/** More people than this sleep nowhere. */
export const maxGuests = 20_000;
export const maxWishes = 5;
const maxPlacements = 5000;

const Night = () => Type.String({ format: 'date', pattern: '^2\\d{3}-', maxLength: 10, examples: ['2026-08-08'] });
const Nights = (description: string) =>
  Type.Array(Night(), { minItems: 1, maxItems: 60, uniqueItems: true, description });
const ShownNights = (description: string) => Type.Array(Type.String({ examples: ['2026-08-08'] }), { description });
const Uid = () => Type.String({ examples: [anId] });
const RoomId = () => Type.String({ examples: [anId] });
const Kind = () =>
  Type.Enum([...roomKinds], {
    description: 'Whom it is for. Only people who accepted this kind in the form get a bed there.',
    examples: ['mixed'],
  });
const Beds = () => Type.Integer({ minimum: 1, maximum: 200, examples: [4] });

export const Room = Shape(
  {
    id: RoomId(),
    name: Type.String({ examples: ['Room 12'] }),
    beds: Type.Integer({ examples: [4] }),
    kind: Kind(),
    nights: ShownNights('The nights in which it is open, by the day on which they begin.'),
    revision: Type.Integer({ description: 'For `If-Match`, as `"r1-0"`.', examples: [1] }),
    people: Type.Array(Shape({ uid: Uid(), nights: ShownNights('Nights in this room.') })),
  },
  { $id: 'Room' },
);

export const RoomGuest = Shape(
  {
    uid: Uid(),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    teams: Type.Array(Type.String({ examples: ['Venue'] })),
    nights: Nullable(ShownNights('The nights for which they need a bed; null if the form does not ask.')),
    kinds: Type.Array(Kind(), { description: 'The kinds of rooms that they accept.' }),
    mates: Type.Array(Uid(), { description: 'People who want to share a room with them, and they with these people.' }),
    problem: Nullable(
      Type.Enum(['not_wanted', 'room_kind', 'night', 'some_nights'], {
        description:
          'What no longer fits, because the person changed their answers: they need no bed, do not accept the kind of their ' +
          'room, are not here in some of the nights, or have no bed in some of theirs.',
        examples: ['night'],
      }),
    ),
  },
  { $id: 'RoomGuest' },
);

export const RoomBoard = Shape(
  {
    nights: ShownNights('All nights of the rooms, the people and the forms about beds.'),
    rooms: Type.Array(Ref(Room), { description: 'By name.' }),
    people: Type.Array(Ref(RoomGuest), { description: 'Who needs a bed or has one, by name.' }),
    without_bed: Type.Integer({ minimum: 0, description: 'How many of them have no bed yet.', examples: [12] }),
    undo: Nullable(
      Shape(
        { id: Type.String({ examples: [anId] }), at: Timestamp('When it was done.') },
        { description: 'The last step, if it can be undone.' },
      ),
    ),
  },
  { $id: 'RoomBoard' },
);

export const NewRooms = Shape(
  {
    rooms: Type.Array(
      Shape({
        name: Name({ examples: ['Room 12'] }),
        beds: Beds(),
        kind: Kind(),
        nights: Type.Optional(Nights('Default: the nights of the forms about beds.')),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { $id: 'NewRooms' },
);

export const RoomChanges = Shape(
  {
    name: Type.Optional(Name({ examples: ['Room 12'] })),
    beds: Type.Optional(Beds()),
    kind: Type.Optional(Kind()),
    nights: Type.Optional(Nights('The nights in which it is open.')),
  },
  { $id: 'RoomChanges', minProperties: 1, examples: [{ beds: 3 }] },
);

export const NewRoomPlace = Shape(
  { nights: Type.Optional(Nights('Default: all nights of the person in which the room is open.')) },
  { $id: 'NewRoomPlace', examples: [{}] },
);

const step = () =>
  Nullable(Type.String({ description: 'The step, to undo it; null if nothing changed.', examples: [anId] }));

export const RoomStep = Shape({ step: step() }, { $id: 'RoomStep' });

const PlacementShape = {
  uid: Id('The person.'),
  room: Id('The room.'),
  nights: Nights('The nights.'),
};

export const RoomDraft = Shape(
  {
    placed: Type.Array(
      Shape({
        uid: Uid(),
        room: RoomId(),
        nights: ShownNights('The nights.'),
        reason: Type.Enum([...placedReasons], {
          description: 'With people whom they wish, with people of their team, or where a bed is free.',
          examples: ['mates'],
        }),
        apart: Type.Array(Uid(), { description: 'Whom they wish and are not with.' }),
      }),
    ),
    left: Type.Array(
      Shape({
        uid: Uid(),
        reason: Type.Enum([...leftReasons], {
          description:
            '`no_kind`: there is no room of a kind that they accept. `no_room`: none is open in all of their nights. ' +
            '`full`: all of these are full.',
          examples: ['full'],
        }),
      }),
    ),
  },
  { $id: 'RoomDraft' },
);

export const NewPlacements = Shape(
  { placements: Type.Array(Shape(PlacementShape), { minItems: 1, maxItems: maxPlacements }) },
  { $id: 'NewPlacements' },
);

export const PlacementResults = Shape(
  {
    step: step(),
    results: Type.Array(
      Shape({
        uid: Uid(),
        room: RoomId(),
        result: Type.Enum(['placed', 'unknown', 'not_wanted', 'room_kind', 'night', 'room_full'], {
          description:
            '`placed`, or why not: no such room, the person needs no bed, does not accept the kind of the room, or not in ' +
            'these nights, or somebody else has the last bed.',
          examples: ['placed'],
        }),
      }),
    ),
  },
  { $id: 'PlacementResults' },
);

export const MyRoom = Shape(
  {
    needs_bed: Type.Boolean({ description: 'Whether the caller asked for a bed.' }),
    rooms: Type.Array(
      Shape({
        name: Type.String({ examples: ['Room 12'] }),
        kind: Kind(),
        nights: ShownNights('The nights of the caller in this room.'),
        mates: Type.Array(
          Shape({ name: Type.String({ examples: ['Ada Lovelace'] }), nights: ShownNights('Nights together.') }),
          { description: 'Who else sleeps there in these nights, by name.' },
        ),
      }),
    ),
    wishes: Type.Array(
      Shape({
        uid: Uid(),
        name: Type.String({ examples: ['Ada Lovelace'] }),
        mutual: Type.Boolean({ description: 'Whether they wish it, too. Only then it counts.' }),
      }),
      { description: 'With whom the caller wants to share a room.' },
    ),
    swaps: Type.Array(
      Shape({
        id: Type.String({ examples: [anId] }),
        name: Type.String({ description: 'The other person.', examples: ['Ada Lovelace'] }),
        by_me: Type.Boolean({ description: 'Whether the caller asked.' }),
        room: Nullable(Type.String({ description: 'The room of the other person.', examples: ['Room 12'] })),
      }),
      { description: 'Swaps that wait for an answer.' },
    ),
  },
  { $id: 'MyRoom' },
);

export const PossibleRoomMate = Shape(
  { uid: Uid(), name: Type.String({ examples: ['Ada Lovelace'] }) },
  { $id: 'PossibleRoomMate' },
);
export const PossibleRoomMatePage = { ...Page(Ref(PossibleRoomMate)), $id: 'PossibleRoomMatePage' };
export const PossibleRoomMateQuery = Shape({
  q: Type.Optional(
    Line(100, { description: 'Search by name. Matches the start of any word; ignores case and accents.' }),
  ),
  ...PageQuery,
});

export const RoomWishes = Shape(
  { uids: Type.Array(Id('A person of the project.'), { maxItems: maxWishes, uniqueItems: true }) },
  { $id: 'RoomWishes' },
);
export const NewRoomSwap = Shape({ uid: Id('With whom.') }, { $id: 'NewRoomSwap' });
export const RoomSwapAnswer = Shape(
  { agrees: Type.Boolean({ description: 'False declines it, or withdraws it for who asked.' }) },
  { $id: 'RoomSwapAnswer' },
);

export const RoomsParams = Shape({ pid: Pid });
export const RoomParams = Shape({ pid: Pid, id: Id('Identifier of the room.') });
export const RoomPlaceParams = Shape({ pid: Pid, id: Id('Identifier of the room.'), uid: Id('The person.') });
export const RoomStepParams = Shape({ pid: Pid, id: Id('Identifier of the step.') });
export const RoomSwapParams = Shape({ pid: Pid, id: Id('Identifier of the swap.') });

export const roomSchemas = [
  Room,
  RoomGuest,
  RoomBoard,
  NewRooms,
  RoomChanges,
  NewRoomPlace,
  RoomStep,
  RoomDraft,
  NewPlacements,
  PlacementResults,
  MyRoom,
  PossibleRoomMate,
  PossibleRoomMatePage,
  RoomWishes,
  NewRoomSwap,
  RoomSwapAnswer,
];
export type RoomBoard = Static<typeof RoomBoard>;
export type NewRooms = Static<typeof NewRooms>;
export type RoomChanges = Static<typeof RoomChanges>;
export type PlacementResults = Static<typeof PlacementResults>;
export type MyRoom = Static<typeof MyRoom>;

export const exportedRooms = {
  rooms: Type.Array(
    Shape({
      pid: Type.String({ examples: ['2026'] }),
      room: Type.String({ examples: ['Room 12'] }),
      night: Type.String({ examples: ['2026-08-08'] }),
    }),
    { description: 'Where they sleep, kept until 60 days after the event.' },
  ),
  room_wishes: Type.Array(Shape({ pid: Type.String({ examples: ['2026'] }), wished: Uid() }), {
    description: 'With whom they want to share a room.',
  }),
  room_swaps: Type.Array(
    Shape({
      pid: Type.String({ examples: ['2026'] }),
      with: Uid(),
      created_at: Timestamp('When they asked.'),
    }),
    { description: 'Swaps of rooms that they asked for.' },
  ),
};
