import { Language, Nullable, Shape, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

/** Older years are rarely compared. */
export const maxProjects = 10;

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });
const counts = {
  people: Count('People who did a task or other work.'),
  minutes: Count('Total minutes that count.'),
  no_shows: Count('Number of no-shows.'),
};

const TeamStatistics = Shape({
  tid: Nullable(Type.String({ description: 'Null: work without a team.', examples: ['venue'] })),
  name: Nullable(Type.String({ examples: ['Venue'] })),
  ...counts,
});

const ProjectStatistics = Shape({
  pid: Type.String({ examples: ['2026'] }),
  name: Type.String({ examples: ['Summer Camp 2026'] }),
  year: Type.Integer({ description: 'Year of the event, or in which the project was created.', examples: [2026] }),
  ...counts,
  new_people: Count('Of them, people without hours in an earlier project in the list.'),
  returning_people: Count('Of them, people with hours in an earlier project in the list.'),
  teams: Type.Array(TeamStatistics, { description: 'Most hours first.' }),
});

export const HoursStatistics = Shape(
  {
    projects: Type.Array(ProjectStatistics, {
      maxItems: maxProjects,
      description: `This project and the others that the caller owns, newest first; at most ${maxProjects}.`,
    }),
  },
  { $id: 'HoursStatistics' },
);

export const StatisticsParams = Shape({ pid: Pid });
export const StatisticsFileQuery = Shape({
  language: Type.Optional(Language({ description: 'Language of the header line.', default: 'en' })),
});

export const statisticsSchemas = [HoursStatistics];
export type HoursStatistics = Static<typeof HoursStatistics>;
export type ProjectStatistics = Static<typeof ProjectStatistics>;
