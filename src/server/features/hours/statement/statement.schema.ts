import { Id, Language, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const Minutes = (description: string) => Type.Integer({ minimum: 0, description, examples: [390] });
const Uid = () => Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] });
const Name = () => Type.String({ description: 'Name of the person.', examples: ['Ada Lovelace'] });

export const HeldCertificate = Shape(
  {
    number: Type.String({ description: 'For `/verify/{number}`.', examples: ['7k3m9q2w4x8y1z5b6n0pcdef'] }),
    name: Type.String({ description: 'As printed on the certificate.', examples: ['Ada Lovelace'] }),
    minutes: Minutes('As printed on the certificate.'),
    issued_at: Timestamp('When it was issued.'),
  },
  { $id: 'HeldCertificate' },
);

const HoursEntry = Shape({
  kind: Type.Enum(['task', 'work'], { description: '`work`: other work, without a task.' }),
  id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
  title: Type.String({ examples: ['Info desk'] }),
  tid: Nullable(Type.String({ examples: ['venue'] })),
  team: Nullable(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
  starts_at: Timestamp('Start, actual or planned.'),
  ends_at: Timestamp('End, actual or planned.'),
  arrived_at: Nullable(Timestamp('When the person came, if marked.')),
  left_at: Nullable(Timestamp('When they left, if marked.')),
  state: Type.Enum(['done', 'left_early', 'no_show']),
  presumed: Type.Boolean({ description: 'Attendance was not marked within two hours of the end.' }),
  by_themselves: Type.Boolean({
    description: 'Nobody else decided that it counts: the person plans the task, or is the only owner.',
  }),
  weight: Type.Number({ minimum: 0, description: 'How much one hour counts, by the kind of task.', examples: [1] }),
  minutes: Minutes('Minutes that count.'),
});

export const HoursStatement = Shape(
  {
    uid: Uid(),
    name: Name(),
    minutes: Minutes('Total minutes.'),
    entries: Type.Array(HoursEntry, { description: 'In order of time.' }),
    certificate: Nullable(Ref(HeldCertificate)),
    certifiable: Minutes('As a new certificate would say.'),
  },
  { $id: 'HoursStatement' },
);

export const HoursRow = Shape(
  {
    uid: Uid(),
    name: Name(),
    minutes: Minutes('Total minutes.'),
    tasks: Type.Integer({ description: 'Tasks and other work that count.', examples: [3] }),
    not_checked_in: Type.Integer({
      description: 'Those of them that count as planned because nobody checked the person in.',
      examples: [1],
    }),
    by_themselves: Type.Integer({
      description: 'Those of them that nobody else decided about: the person plans the task, or is the only owner.',
      examples: [0],
    }),
    no_shows: Type.Integer({ description: 'Tasks that the person missed.', examples: [0] }),
    certificate: Nullable(Ref(HeldCertificate)),
    wants_certificate: Type.Boolean({
      description: 'False: the person answered in a form of the kind `certificate` that they want none.',
      examples: [true],
    }),
  },
  { $id: 'HoursRow' },
);
export const HoursPage = { ...Page(Ref(HoursRow)), $id: 'HoursPage' };

const count = (description: string) => Type.Integer({ description, examples: [12] });

export const HoursSummary = Shape(
  {
    people: count('People with a task that has ended or approved work.'),
    certificates: count('Those of them who have a certificate.'),
    uncertified: count('Those without one who did a task or other work, also if no time counts.'),
    issuable: count('Those without one whose time counts.'),
    not_checked_in: count('Those of `issuable` with a task that counts as planned because nobody checked them in.'),
    outdated: count('Certificates that say another time than a new one would.'),
    unwanted: count('Those without one who answered that they want none; not among `uncertified` and `issuable`.'),
    renewable: count('Those of `outdated` whose person has time that counts.'),
  },
  { $id: 'HoursSummary', description: 'What can be done about certificates.' },
);

const language = Type.Optional(Language({ description: 'Language of the labels.', default: 'en' }));

export const HoursParams = Shape({ pid: Pid });
export const HoursQuery = Shape(PageQuery);
export const HoursFileQuery = Shape({ language });
export const StatementParams = Shape({ pid: Pid, uid: Id('Identifier of the person.') });

export const statementSchemas = [HeldCertificate, HoursStatement, HoursRow, HoursPage, HoursSummary];
export type HoursSummary = Static<typeof HoursSummary>;
export type HeldCertificate = Static<typeof HeldCertificate>;
export type HoursEntry = Static<typeof HoursEntry>;
export type HoursStatement = Static<typeof HoursStatement>;
export type HoursRow = Static<typeof HoursRow>;
export type HoursPage = Static<typeof HoursPage>;
