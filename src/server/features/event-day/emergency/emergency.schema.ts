import { Id, Nullable, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Emergency } from '../../private-data/private.schema.ts';
import { Pid } from '../../../auth/project-role.ts';

export const EmergencyOf = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    emergency: Ref(Emergency),
    updated_at: Nullable(
      Timestamp('When the person changed it last; null if they have not filled it in for this project.'),
    ),
  },
  { $id: 'EmergencyOf' },
);

export const EmergencyParams = Shape({ pid: Pid, uid: Id('Identifier of the person.') });
export const emergencySchemas = [EmergencyOf];
export type EmergencyOf = Static<typeof EmergencyOf>;
