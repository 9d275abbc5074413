import { Id, Page, PageQuery, Ref, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Pid } from '../../auth/project-role.ts';

export const ProjectOwner = Shape(
  {
    uid: Type.String({ description: 'Identifier of the person.' }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email_hash: Type.String({ description: 'Same as in the public listing.' }),
  },
  { $id: 'ProjectOwner' },
);

export const ProjectOwnerPage = { ...Page(Ref(ProjectOwner)), $id: 'ProjectOwnerPage' };
export const OwnersParams = Shape({ pid: Pid });
export const OwnersQuery = Shape(PageQuery);
export const OwnerParams = Shape({ pid: Pid, uid: Id('Identifier of the person.') });

export const OwnerRemoval = Shape({
  end_grants: Type.Optional(
    Type.Boolean({ default: false, description: 'Also end what this owner gave to deputies.' }),
  ),
});

export const ownerSchemas = [ProjectOwner, ProjectOwnerPage];

export type ProjectOwner = Static<typeof ProjectOwner>;
