import { Nullable, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { AuditRecord } from '../audit/audit.schema.ts';
import { Pid } from '../projects/projects.schema.ts';

const Count = (description: string) => Type.Integer({ description, examples: [3] });
const team = { tid: Type.String({ examples: ['venue'] }), name: Type.String({ examples: ['Venue'] }) };
const form = { form: Type.String({ examples: ['shirts'] }), title: Type.String({ examples: ['Shirts'] }) };

/** More teams than a page can show. */
export const teamsListed = 50;

/** A year, if there were sign-ups every day. */
export const signUpDays = 365;

export const Dashboard = Shape(
  {
    pid: Pid,
    people: Count('People in enabled teams, each once, without suspended people.'),
    members: Count('Those of them who are a member of a team.'),
    applications: Type.Array(Shape({ ...team, count: Count('Open applications to the team.') }), {
      description: `Teams with open applications, by name; at most ${teamsListed}.`,
    }),
    applied_teams: Count('Number of teams with open applications.'),
    invitations: Shape({
      open: Count('Open invitations that were sent.'),
      ending: Count('Those of them that expire within three days.'),
      held: Count('Open invitations that are not sent yet.'),
      members: Count('Open invitations to members, also those that are not sent yet.'),
    }),
    claims: Count('Claims that wait for a decision.'),
    travel: Type.Array(Shape({ ...form, count: Count("People who haven't been paid yet.") }), {
      description: 'Travel money forms with open payments.',
    }),
    tasks: Shape({
      short: Count('Upcoming tasks with free places.'),
      places: Count('Number of free places.'),
      missing: Count('Number of people missing to reach their minimums.'),
      next: Type.Array(
        Shape({
          id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
          title: Type.String({ examples: ['Registration desk'] }),
          team: Nullable(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
          starts_at: Timestamp('When it begins.'),
          ends_at: Timestamp('When it ends.'),
          capacity: Count('Total places.'),
          attendee_count: Count('Places taken.'),
          min_people: Count('How many people are needed.'),
        }),
        { description: 'Five tasks, those below their minimum first, then the earliest.' },
      ),
    }),
    sign_ups: Shape(
      {
        places: Count('Places in all tasks of the project.'),
        days: Type.Array(
          Shape({
            day: Type.String({ description: 'In UTC.', examples: ['2026-06-01'] }),
            taken: Count('Places that were taken by the end of the day, of those that are taken now.'),
          }),
          { description: `The last ${signUpDays} days on which places were taken, oldest first.` },
        ),
      },
      { description: 'How the plan fills.' },
    ),
    new: Shape(
      {
        people: Count('People added to a team.'),
        places: Count('Places taken in tasks.'),
        answers: Count('Answers to forms.'),
      },
      { description: 'What came since `recent.since`, of what is still there.' },
    ),
    teams_without_chief: Type.Array(Shape(team), { description: `By name; at most ${teamsListed}.` }),
    teams_without_chief_count: Count('Number of teams without a chief.'),
    missing_answers: Type.Array(
      Shape({
        ...form,
        closes_at: Nullable(Timestamp('When the form closes.')),
        count: Count('People who have not answered.'),
      }),
      { description: 'Open forms with missing answers, the earliest deadline first.' },
    ),
    open_loans: Count('Things that people have borrowed and not brought back; 0 before the evening of the last day.'),
    recent: Shape({
      count: Count('Entries of the audit log since `since`.'),
      since: Timestamp('24 hours ago.'),
      data: Type.Array(Ref(AuditRecord), { description: 'The last eight entries, newest first.' }),
    }),
  },
  { $id: 'Dashboard', description: "What needs the attention of a project's owners." },
);

export const DashboardParams = Shape({ pid: Pid });
export const dashboardSchemas = [Dashboard];
export type Dashboard = Static<typeof Dashboard>;
