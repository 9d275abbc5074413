import { CountedPage, Id, Nullable, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { sharedRules } from '../attendance/placement.policy.ts';
import { Pid } from '../../../auth/project-role.ts';

export const JoinRequest = Shape(
  {
    task: Type.String({ description: 'Identifier of the task.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    title: Type.String({ examples: ['Registration desk'] }),
    tid: Nullable(Type.String({ description: 'The team; null for the whole project.', examples: ['venue'] })),
    starts_at: Timestamp('When the task begins.'),
    ends_at: Timestamp('When it ends.'),
    attendee_count: Type.Integer({ description: 'How many of its places are taken.', examples: [3] }),
    capacity: Type.Integer({ description: 'How many places it has.', examples: [8] }),
    uid: Type.String({ description: 'The person who requests a place.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8p'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    note: Type.String({ description: 'Their note to the organisers.', examples: ['I did this last year.'] }),
    created_at: Timestamp('When they asked.'),
    refusal: Type.Union([Type.Enum([...sharedRules]), Type.Null()], {
      description:
        "Why the request can't be approved now; null if it can, as far as the person's plan, skills and age go.",
    }),
  },
  { $id: 'JoinRequest' },
);
export const JoinRequestPage = { ...CountedPage(Ref(JoinRequest)), $id: 'JoinRequestPage' };
export const JoinDecision = Shape(
  { approved: Type.Boolean({ description: 'false: the request is declined.', examples: [true] }) },
  { $id: 'JoinDecision' },
);
export const RequestQuery = Shape({ ...PageQuery, task: Type.Optional(Id('Only requests for this task.')) });
export const RequestParams = Shape({
  pid: Pid,
  id: Id('Identifier of the task.'),
  uid: Id('Identifier of the person.'),
});

export const requestSchemas = [JoinRequest, JoinRequestPage, JoinDecision];
export type JoinRequest = Static<typeof JoinRequest>;
