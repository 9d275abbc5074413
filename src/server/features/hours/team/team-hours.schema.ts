import { CountedPage, PageQuery, Ref, Shape, Slug, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const TeamHoursRow = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    planned: Type.Integer({ description: 'Minutes as planned.', examples: [480] }),
    minutes: Type.Integer({ description: 'Minutes that count.', examples: [390] }),
    not_checked_in: Type.Integer({ description: 'Tasks that count as planned.', examples: [1] }),
    no_shows: Type.Integer({ examples: [0] }),
  },
  { $id: 'TeamHoursRow' },
);
const TeamHoursPage = Shape(
  {
    ...CountedPage(Ref(TeamHoursRow)).properties,
    totals: Type.Optional(
      Shape(
        {
          planned: Type.Integer({ description: 'Minutes as planned.', examples: [4800] }),
          minutes: Type.Integer({ description: 'Minutes that count.', examples: [3900] }),
        },
        { description: 'Of everybody; only on the first page.' },
      ),
    ),
  },
  { $id: 'TeamHoursPage' },
);

export const TeamHours = Ref(TeamHoursPage);
export const TeamHoursParams = Shape({ pid: Pid, tid: Slug('Identifier of the team.', ['venue']) });
export const TeamHoursQuery = Shape(PageQuery);

export const teamHoursSchemas = [TeamHoursRow, TeamHoursPage];
export type TeamHoursRow = Static<typeof TeamHoursRow>;
export type TeamHoursPage = Static<typeof TeamHoursPage>;
