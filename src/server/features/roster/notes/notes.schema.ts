import { Pid } from '../../../auth/project-role.ts';
import { Id, Nullable, Shape, Text, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

const note = Text(2000, {
  description: 'For organisers. The person does not see it here, and finds it in the export of their data.',
  examples: ['Prefers mornings.'],
});

export const PersonNote = Shape(
  {
    note,
    changed_by: Nullable(Type.String({ description: 'Name of who changed it last.', examples: ['Grace Hopper'] })),
    changed_at: Nullable(Timestamp('When it was last changed; null: never.')),
  },
  { $id: 'PersonNote' },
);
export const PersonNoteInput = Shape({ note }, { $id: 'PersonNoteInput' });
export const PersonNoteParams = Shape({ pid: Pid, uid: Id('Identifier of the person.') });

export const exportedNotes = Type.Array(
  Shape({
    pid: Type.String({ examples: ['2026'] }),
    note: Type.String({ examples: ['Prefers mornings.'] }),
    changed_at: Timestamp('When it was last changed.'),
  }),
  { description: 'What organisers noted about the person.' },
);

export const noteSchemas = [PersonNote, PersonNoteInput];
export type PersonNote = Static<typeof PersonNote>;
