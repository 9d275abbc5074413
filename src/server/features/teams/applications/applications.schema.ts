import { Id, Language, Page, PageQuery, Ref, Shape, Text, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../projects/projects.schema.ts';
import { Tid } from '../teams.schema.ts';

const message = Text(2000, {
  description: 'Message to the team, as plain text.',
  examples: ['I have built stages for three years, and I own a ladder.'],
});
const ends = {
  applied_at: Timestamp('When it was submitted.'),
  expires_at: Timestamp('When it expires.'),
};

export const NewApplication = Shape(
  {
    message: Type.Optional(message),
    language: Type.Optional(Language({ description: 'Language of the reply.', default: 'en' })),
  },
  { $id: 'NewApplication' },
);

export const OwnApplication = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] }),
    tid: Type.String({ examples: ['venue'] }),
    team: Type.String({ description: 'Name of the team.', examples: ['Venue'] }),
    message,
    ...ends,
  },
  { $id: 'OwnApplication' },
);

export const Application = Shape(
  {
    tid: Type.String({ examples: ['venue'] }),
    uid: Type.String({ description: 'Identifier of the person.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: Type.String({ examples: ['ada@example.org'] }),
    message,
    ...ends,
  },
  {
    $id: 'Application',
    description: 'Chiefs of the team and owners of the project see the name and email address of an applicant.',
  },
);

export const ApplicationPage = { ...Page(Ref(Application)), $id: 'ApplicationPage' };
export const OwnApplicationPage = { ...Page(Ref(OwnApplication)), $id: 'OwnApplicationPage' };

export const ProjectApplicationsParams = Shape({ pid: Pid });
export const ApplicationsParams = Shape({ pid: Pid, tid: Tid });
export const ApplicationParams = Shape({ pid: Pid, tid: Tid, uid: Id('Identifier of the person.') });
export const ApplicationQuery = Shape(PageQuery);

export const applicationSchemas = [NewApplication, OwnApplication, OwnApplicationPage, Application, ApplicationPage];

export type NewApplication = Static<typeof NewApplication>;
