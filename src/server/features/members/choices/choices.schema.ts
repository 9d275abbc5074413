import { Nullable, Page, PageQuery, Ref, Shape, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const listed = Nullable(
  Type.Boolean({ description: "The person's choice; null if they haven't chosen.", examples: [true] }),
);

export const OwnListing = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] }),
    listing: Type.Enum(['everyone', 'agreed', 'nobody'], {
      description: 'Who is in the public listing of the project.',
      examples: ['everyone'],
    }),
    ends_on: Nullable(Type.String({ description: 'Last day of the event.', examples: ['2026-08-09'] })),
    listed,
    shown: Type.Boolean({
      description:
        'Whether the listing shows the person, or will once they are in a team. False if the profile hides them.',
      examples: [true],
    }),
  },
  { $id: 'OwnListing' },
);

export const OwnListingPage = { ...Page(Ref(OwnListing)), $id: 'OwnListingPage' };
export const OwnListingInput = Shape({ listed }, { $id: 'OwnListingInput' });
export const OwnListingParams = Shape({ pid: Pid });
export const OwnListingQuery = Shape(PageQuery);

export const choiceSchemas = [OwnListing, OwnListingPage, OwnListingInput];

export type OwnListing = Static<typeof OwnListing>;
