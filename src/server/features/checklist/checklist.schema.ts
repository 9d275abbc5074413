import { Nullable, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const ChecklistItem = Shape(
  {
    kind: Type.Enum(['profile', 'document', 'form', 'guardian', 'hours'], {
      description:
        'What to do: fill in a part of the profile, sign a document, answer a form, name a guardian who agrees, or take more tasks.',
      examples: ['document'],
    }),
    pid: Nullable(Type.String({ description: 'The project; null for the profile.', examples: ['2026'] })),
    id: Type.String({
      description:
        'The part of the profile (`name`, `birthday`, `real_profile`, `address`, `bank`), the document or the form; ' +
        'otherwise the kind.',
      examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'],
    }),
    title: Nullable(
      Type.String({ description: 'Title of the document or form; otherwise null.', examples: ['Safety rules'] }),
    ),
    due_at: Nullable(
      Timestamp(
        'When a form closes, the first task of the person begins that something is needed for, or the event begins; null without.',
      ),
    ),
    page: Type.String({ description: 'Path of the page where it is done.', examples: ['/projects/2026/forms/shirts'] }),
    asks_more: Type.Boolean({ description: 'Whether a form has new questions since the answer.', examples: [false] }),
    forms: Type.Array(Type.String({ examples: ['Travel'] }), {
      description: 'Titles of the forms for which a part of the profile is needed.',
      examples: [[]],
    }),
    hours: Nullable(Type.Number({ description: 'For `hours`: how many the person has tasks for.', examples: [5.5] })),
    min_hours: Nullable(Type.Integer({ description: 'For `hours`: how many there should be.', examples: [8] })),
  },
  { $id: 'ChecklistItem' },
);
export const Checklist = Shape({ data: Type.Array(Ref(ChecklistItem)) }, { $id: 'Checklist' });

export const checklistSchemas = [ChecklistItem, Checklist];

export type ChecklistItem = Static<typeof ChecklistItem>;
