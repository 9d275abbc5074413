import { Id, Language, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const Minutes = (description: string) => Type.Integer({ minimum: 0, description, examples: [390] });
const Uid = () => Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] });
const Name = () => Type.String({ description: 'Name of the person.', examples: ['Ada Lovelace'] });

export const HeldCertificate = Shape(
  {
    number: Type.String({ description: 'For `/verify/{number}`.', examples: ['7k3m9q2w4x8y1z5b6n0pcdef'] }),
    name: Type.String({ description: 'As printed.', examples: ['Ada Lovelace'] }),
    minutes: Minutes('As printed.'),
    issued_at: Timestamp('When it was issued.'),
  },
  { $id: 'HeldCertificate' },
);

const HoursEntry = Shape({
  kind: Type.Enum(['task', 'work'], { description: '`work`: without a task.' }),
  id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
  title: Type.String({ examples: ['Info desk'] }),
  tid: Nullable(Type.String({ examples: ['venue'] })),
  team: Nullable(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
  starts_at: Timestamp('When it began, or was planned to.'),
  ends_at: Timestamp('When it ended, or was planned to.'),
  arrived_at: Nullable(Timestamp('When the person came, if somebody marked it.')),
  left_at: Nullable(Timestamp('When they left, if somebody marked it.')),
  state: Type.Enum(['done', 'left_early', 'no_show']),
  presumed: Type.Boolean({ description: 'Nobody marked the person within two hours of the end.' }),
  minutes: Minutes('What counts.'),
});

export const HoursStatement = Shape(
  {
    uid: Uid(),
    name: Name(),
    minutes: Minutes('In total.'),
    entries: Type.Array(HoursEntry, { description: 'In the order of time.' }),
    certificate: Nullable(Ref(HeldCertificate)),
  },
  { $id: 'HoursStatement' },
);

export const HoursRow = Shape(
  {
    uid: Uid(),
    name: Name(),
    minutes: Minutes('In total.'),
    tasks: Type.Integer({ description: 'Tasks and other work that count.', examples: [3] }),
    no_shows: Type.Integer({ description: 'Tasks to which the person did not come.', examples: [0] }),
    certificate: Nullable(Ref(HeldCertificate)),
  },
  { $id: 'HoursRow' },
);
export const HoursPage = { ...Page(Ref(HoursRow)), $id: 'HoursPage' };

const language = Type.Optional(Language({ description: 'Language of the words around the data.', default: 'en' }));

export const HoursParams = Shape({ pid: Pid });
export const HoursQuery = Shape(PageQuery);
export const HoursFileQuery = Shape({ language });
export const StatementParams = Shape({ pid: Pid, uid: Id('Identifier of the person.') });

export const statementSchemas = [HeldCertificate, HoursStatement, HoursRow, HoursPage];
export type HeldCertificate = Static<typeof HeldCertificate>;
export type HoursEntry = Static<typeof HoursEntry>;
export type HoursStatement = Static<typeof HoursStatement>;
export type HoursRow = Static<typeof HoursRow>;
export type HoursPage = Static<typeof HoursPage>;
