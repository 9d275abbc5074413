import { Nullable, Shape, Timestamp, Type } from '../../lib/schema.ts';

/** Part of the export of a person's data. */
export const exchangeExport = {
  waiting_lists: Type.Array(
    Shape({
      id: Type.String(),
      pid: Type.String({ examples: ['2026'] }),
      title: Type.String({ examples: ['Registration desk'] }),
      offered_until: Nullable(Timestamp('A place is held for the person until this time.')),
      since: Timestamp('When the person joined the waiting list.'),
    }),
    { description: 'Tasks whose waiting list the person is on.' },
  ),
  place_offers: Type.Array(
    Shape({
      task_id: Type.String(),
      uid: Type.String({ description: 'Who offers the place.' }),
      to_uid: Nullable(Type.String({ description: 'Who it is offered to; null: anyone.' })),
      for_task: Nullable(Type.String({ description: 'The task requested in return.' })),
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
