import { CountedPage, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

const taskCount = Type.Integer({ description: 'Number of upcoming tasks.', examples: [3] });

export const ConfirmationQuestion = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] }),
    timezone: Type.String({ description: 'Time zone of the project.', examples: ['Asia/Taipei'] }),
    starts_at: Timestamp("When the person's next task begins."),
    task_count: taskCount,
  },
  { $id: 'ConfirmationQuestion' },
);

export const UnconfirmedPerson = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    starts_at: Timestamp("When the person's next task begins."),
    task_count: taskCount,
  },
  { $id: 'UnconfirmedPerson' },
);

export const ConfirmationQuestionPage = { ...Page(Ref(ConfirmationQuestion)), $id: 'ConfirmationQuestionPage' };
export const UnconfirmedPersonPage = { ...CountedPage(Ref(UnconfirmedPerson)), $id: 'UnconfirmedPersonPage' };
export const ConfirmationQuery = Shape(PageQuery);

export const confirmationSchemas = [
  ConfirmationQuestion,
  ConfirmationQuestionPage,
  UnconfirmedPerson,
  UnconfirmedPersonPage,
];

export type UnconfirmedPerson = Static<typeof UnconfirmedPerson>;
