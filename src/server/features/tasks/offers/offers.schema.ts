import { CountedPage, Id, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const OfferedTask = Shape({
  id: Type.String({ description: 'Identifier of the task.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
  title: Type.String({ examples: ['Registration desk'] }),
  starts_at: Timestamp('When it begins.'),
  ends_at: Timestamp('When it ends.'),
});

const OfferPerson = Shape({
  uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
  name: Type.String({ examples: ['Ada Lovelace'] }),
});

export const NewPlaceOffer = Shape(
  {
    to: Type.Optional(Id('The person who can take the place. Default: anyone who can join.')),
    for: Type.Optional(Id('The task that the caller wants in return. Default: nothing in return.')),
  },
  { $id: 'NewPlaceOffer', examples: [{ to: '01jd0c8m3v5q2w7x9y1z4b6n8k' }] },
);

export const PlaceOffer = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] }),
    timezone: Type.String({ description: 'Time zone of the project.', examples: ['Asia/Taipei'] }),
    task: OfferedTask,
    from: OfferPerson,
    to: Nullable(OfferPerson),
    for: Nullable(OfferedTask),
    created_at: Timestamp('When it was made.'),
    refusal: Nullable(
      Type.String({
        description:
          'Error code that taking it would return now. Null if the caller can take it, and for their own offers.',
        examples: ['task_overlap'],
      }),
    ),
    planned: Type.Boolean({ description: 'Whether the caller plans the task.', examples: [false] }),
  },
  { $id: 'PlaceOffer' },
);

export const GivenPlace = Shape(
  {
    task: OfferedTask,
    from: OfferPerson,
    created_at: Timestamp('When they offered it.'),
    to_caller: Type.Boolean({ description: 'Whether it is offered to the caller alone.', examples: [false] }),
  },
  { $id: 'GivenPlace' },
);

export const GivenPlacePage = { ...CountedPage(Ref(GivenPlace)), $id: 'GivenPlacePage' };
export const GivenQuery = Shape(PageQuery);
export const PlaceOfferPage = { ...Page(Ref(PlaceOffer)), $id: 'PlaceOfferPage' };
export const OfferQuery = Shape({
  ...PageQuery,
  made: Type.Optional(
    Type.Boolean({ description: 'true: offers made by the caller. Default: offers the caller can take.' }),
  ),
  task: Type.Optional(Id('Only offers of places on this task.')),
  all: Type.Optional(Type.Boolean({ description: "true: also offers to anyone that clash with the caller's tasks." })),
});
export const OfferParams = Shape({
  pid: Pid,
  id: Id('Identifier of the task.'),
  uid: Id('Identifier of the person who offers the place.'),
});

export const offerSchemas = [NewPlaceOffer, PlaceOffer, PlaceOfferPage, GivenPlace, GivenPlacePage];

export type NewPlaceOffer = Static<typeof NewPlaceOffer>;
export type PlaceOffer = Static<typeof PlaceOffer>;
