import { Nullable, Shape, Timestamp, Type } from '../../lib/schema.ts';

/** Part of the export of a person's data. */
export const exchangeExport = {
  waiting_lists: Type.Array(
    Shape({
      id: Type.String(),
      pid: Type.String({ examples: ['2026'] }),
      title: Type.String({ examples: ['Registration desk'] }),
      offered_until: Nullable(Timestamp('Until when a place is held for the person.')),
      since: Timestamp('When the person began to wait.'),
    }),
    { description: 'Tasks that the person waits for.' },
  ),
  place_offers: Type.Array(
    Shape({
      task_id: Type.String(),
      uid: Type.String({ description: 'Who offers the place.' }),
      to_uid: Nullable(Type.String({ description: 'To whom; null for anybody.' })),
      for_task: Nullable(Type.String({ description: 'The task that is wanted in return.' })),
      created_at: Timestamp('When it was made.'),
    }),
    { description: 'Places that the person offers, or that were offered to them.' },
  ),
  help_requests: Type.Array(
    Shape({
      id: Type.String(),
      pid: Type.String({ examples: ['2026'] }),
      title: Type.String({ examples: ['Registration desk'] }),
      asked_at: Timestamp('When the person was asked.'),
      answer: Nullable(Type.Enum(['yes', 'no'])),
    }),
    { description: 'Tasks that the person was asked to help with.' },
  ),
};
