import { maxAsked } from '../../../../shared/limits.ts';
import { Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

const answer = Type.Enum(['yes', 'no'], { examples: ['yes'] });

export const NewHelpRequest = Shape(
  { people: Type.Integer({ minimum: 1, maximum: maxAsked, description: 'How many people to ask.', examples: [5] }) },
  { $id: 'NewHelpRequest' },
);

export const HelpRequest = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    asked_at: Timestamp('When the person was asked.'),
    answer: Nullable(answer),
    joined: Type.Boolean({ description: 'Whether the person is on the task.' }),
  },
  { $id: 'HelpRequest' },
);

export const HelpAnswer = Shape({ answer }, { $id: 'HelpAnswer' });
export const HelpResult = Shape(
  { answer, joined: Type.Boolean({ description: 'Whether the caller has a place; false if the task is full.' }) },
  { $id: 'HelpResult' },
);
export const HelpAsked = Shape(
  { asked: Type.Integer({ description: 'Number of people asked; lower if nobody else can help.', examples: [5] }) },
  { $id: 'HelpAsked' },
);

export const HelpCandidates = Shape(
  {
    count: Type.Integer({
      description: `Up to ${maxAsked}, the limit of one request.`,
      examples: [7],
    }),
  },
  { $id: 'HelpCandidates' },
);

export const HelpRequestPage = { ...Page(Ref(HelpRequest)), $id: 'HelpRequestPage' };
export const HelpQuery = Shape(PageQuery);

export const helpSchemas = [
  NewHelpRequest,
  HelpRequest,
  HelpRequestPage,
  HelpAnswer,
  HelpResult,
  HelpAsked,
  HelpCandidates,
];

export type HelpResult = Static<typeof HelpResult>;
