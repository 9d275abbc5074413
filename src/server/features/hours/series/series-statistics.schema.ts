import { Pid } from '../../../auth/project-role.ts';
import { Language, Nullable, Shape, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { maxYears } from '../../projects/series/series.schema.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });
const pid = Type.String({ examples: ['2026'] });

const Team = Shape({
  tid: Nullable(Type.String({ description: 'Null: work without a team.', examples: ['venue'] })),
  name: Nullable(Type.String({ examples: ['Venue'] })),
  people: Count('People who did a task or other work.'),
  minutes: Count('Minutes that count.'),
  shifts: Count('Places on tasks that people had, with those that they did not come to.'),
  no_shows: Count('Those that they did not come to.'),
});

/** Weeks before the event, of which the first includes everything before it. */
export const maxWeeks = 52;

const Year = Shape({
  pid,
  name: Type.String({ examples: ['Summer Camp 2026'] }),
  year: Type.Integer({ description: 'Year of the event, or in which the project was created.', examples: [2026] }),
  starts_on: Nullable(
    Type.String({ format: 'date', description: 'First day of the event.', examples: ['2026-08-08'] }),
  ),
  people: Count('Everybody in the project: its owners, the people of its teams, and helpers.'),
  new_people: Count('Of them, people who were in no earlier year.'),
  returning_people: Count('Of them, people who were in an earlier year.'),
  left_people: Nullable(
    Count('People of the year before who are not in this one. Null for the first year, and until the event is over.'),
  ),
  minutes: Count('Minutes that count, of everybody.'),
  no_shows: Count('Places on tasks that people did not come to.'),
  teams: Type.Array(Team, { description: 'Most hours first.' }),
  joined: Nullable(
    Type.Array(Count('How many people joined in the week.'), {
      maxItems: maxWeeks + 1,
      description:
        `When people joined, by weeks before the event: first those who joined ${maxWeeks} weeks before or earlier, last ` +
        'those in the week of the event or later. Null if the event has no date.',
    }),
  ),
});

export const SeriesStatistics = Shape(
  {
    years: Type.Array(Year, {
      maxItems: maxYears,
      description: `This project and the years before, oldest first; at most ${maxYears}.`,
    }),
    stays: Type.Array(Count('How many people were in that many of the years.'), {
      maxItems: maxYears,
      description: 'How long people stay: first those who were in one year, then those in two.',
    }),
    cohorts: Type.Array(
      Shape({
        pid,
        people: Type.Array(Count('How many of them were in the year.'), { maxItems: maxYears }),
      }),
      {
        maxItems: maxYears,
        description:
          'For each year the people who were in no earlier one: how many of them were in it, and in each year after.',
      },
    ),
  },
  { $id: 'SeriesStatistics' },
);

export const seriesTables = ['people', 'stays', 'cohorts', 'teams', 'joined'] as const;

export const SeriesStatisticsParams = Shape({ pid: Pid });
export const SeriesFileQuery = Shape({
  table: Type.Optional(
    Type.Enum([...seriesTables], {
      default: 'people',
      description:
        '`people`: by year, new, returning and left. `stays`: how long people stay. `cohorts`: who came again, by the first ' +
        'year. `teams`: hours and no-shows. `joined`: people so far, by weeks before the event.',
    }),
  ),
  language: Type.Optional(Language({ description: 'Language of the header line.', default: 'en' })),
});

export const seriesStatisticsSchemas = [SeriesStatistics];
export type SeriesStatistics = Static<typeof SeriesStatistics>;
export type SeriesTable = (typeof seriesTables)[number];
