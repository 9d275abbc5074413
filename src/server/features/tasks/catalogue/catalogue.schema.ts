import { Id, Line, Nullable, Originals, Page, PageQuery, Ref, Shape, Text, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const id = () => Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8p'] });
const name = (example: string) => Line(100, { minLength: 1, pattern: '\\S', examples: [example] });
const mapUrl = () =>
  Line(500, {
    pattern: '^(https://\\S+)?$',
    description: 'URL of a map, beginning with https://, or empty.',
    examples: ['https://www.openstreetmap.org/#map=18/25.13/121.74'],
  });
const description = () => Text(1000, { description: 'What the skill means.', examples: ['A valid first aid course.'] });
const validMonths = () =>
  Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 120,
      description: 'How many months people have it after organisers gave it or after a training; null: without end.',
      examples: [24],
    }),
  );
const granted = () =>
  Type.Boolean({
    description: 'true: only owners and chiefs can give it to people. false: people can also add it themselves.',
    examples: [false],
  });

export const Place = Shape(
  {
    id: id(),
    name: Type.String({ examples: ['Hall B'] }),
    map_url: Type.String({ description: 'URL of a map, or empty.', examples: [''] }),
  },
  { $id: 'Place' },
);
export const NewPlace = Shape({ name: name('Hall B'), map_url: Type.Optional(mapUrl()) }, { $id: 'NewPlace' });
export const PlaceChanges = Shape(
  { name: Type.Optional(name('Hall B')), map_url: Type.Optional(mapUrl()) },
  { $id: 'PlaceChanges' },
);

export const Skill = Shape(
  {
    id: id(),
    name: Type.String({ examples: ['First aid'] }),
    description: Type.String({ examples: ['A valid first aid course.'] }),
    granted: granted(),
    valid_months: validMonths(),
  },
  { $id: 'Skill' },
);
export const NewSkill = Shape(
  {
    name: name('First aid'),
    description: Type.Optional(description()),
    granted: Type.Optional(granted()),
    valid_months: Type.Optional(validMonths()),
  },
  { $id: 'NewSkill' },
);
export const SkillChanges = Shape(
  {
    name: Type.Optional(name('First aid')),
    description: Type.Optional(description()),
    granted: Type.Optional(granted()),
    valid_months: Type.Optional(validMonths()),
  },
  { $id: 'SkillChanges' },
);

const rules = {
  briefing: () => Text(20_000, { description: 'Briefing for tasks of this kind, in Markdown.' }),
  requires: () =>
    Type.Array(Id('Identifier of a skill.'), {
      maxItems: 20,
      uniqueItems: true,
      description: 'The skills that people need, all of them.',
      examples: [['01jd0c8m3v5q2w7x9y1z4b6n8p']],
    }),
  min_age: () =>
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 99,
        description:
          "Minimum age on the first day of the month in which the event begins, from the person's birthday; null: any.",
        examples: [18],
      }),
    ),
  weight: () => Type.Number({ minimum: 0, maximum: 10, description: 'How much one hour counts.', examples: [1] }),
  rest_minutes: () =>
    Type.Integer({ minimum: 0, maximum: 2880, description: 'Minimum rest before the next task.', examples: [60] }),
  max_consecutive_minutes: () =>
    Nullable(
      Type.Integer({
        minimum: 30,
        maximum: 2880,
        description: 'Longest time people can work without a 30-minute break; null: no limit.',
        examples: [360],
      }),
    ),
  leave_until_hours: () =>
    Type.Integer({
      minimum: 0,
      maximum: 720,
      description: 'People can leave by themselves until this many hours before the start; 0: until the end.',
      examples: [12],
    }),
};

export const TaskKind = Shape(
  {
    id: id(),
    name: Type.String({ examples: ['Bar'] }),
    briefing: Type.String({ description: 'Markdown; empty for people outside the project.', examples: [''] }),
    requires: rules.requires(),
    min_age: rules.min_age(),
    weight: rules.weight(),
    rest_minutes: rules.rest_minutes(),
    max_consecutive_minutes: rules.max_consecutive_minutes(),
    leave_until_hours: rules.leave_until_hours(),
    original: Originals({
      name: Type.String({ examples: ['Bar'] }),
      briefing: Type.String({ examples: ['Ask for an ID.'] }),
    }),
  },
  { $id: 'TaskKind' },
);

const optionalRules = {
  briefing: Type.Optional(rules.briefing()),
  requires: Type.Optional(rules.requires()),
  min_age: Type.Optional(rules.min_age()),
  weight: Type.Optional(rules.weight()),
  rest_minutes: Type.Optional(rules.rest_minutes()),
  max_consecutive_minutes: Type.Optional(rules.max_consecutive_minutes()),
  leave_until_hours: Type.Optional(rules.leave_until_hours()),
};
export const NewTaskKind = Shape({ name: name('Bar'), ...optionalRules }, { $id: 'NewTaskKind' });
export const TaskKindChanges = Shape(
  { name: Type.Optional(name('Bar')), ...optionalRules },
  { $id: 'TaskKindChanges' },
);

export const PlacePage = { ...Page(Ref(Place)), $id: 'PlacePage' };
export const SkillPage = { ...Page(Ref(Skill)), $id: 'SkillPage' };
export const TaskKindPage = { ...Page(Ref(TaskKind)), $id: 'TaskKindPage' };
export const CatalogueUses = Shape(
  {
    data: Type.Array(
      Shape({
        id: id(),
        count: Type.Integer({
          description: 'Tasks of the kind or at the location; people who have the skill.',
          examples: [12],
        }),
      }),
      { description: 'Entries that are in use.' },
    ),
  },
  { $id: 'CatalogueUses' },
);
export const CatalogueQuery = Shape(PageQuery);
export const CatalogueParams = Shape({ pid: Pid });
export const CatalogueItemParams = Shape({ pid: Pid, id: Id('Identifier of the entry.') });

export const catalogueSchemas = [
  CatalogueUses,
  Place,
  PlacePage,
  NewPlace,
  PlaceChanges,
  Skill,
  SkillPage,
  NewSkill,
  SkillChanges,
  TaskKind,
  TaskKindPage,
  NewTaskKind,
  TaskKindChanges,
];

export type Place = Static<typeof Place>;
export type NewPlace = Static<typeof NewPlace>;
export type PlaceChanges = Static<typeof PlaceChanges>;
export type Skill = Static<typeof Skill>;
export type NewSkill = Static<typeof NewSkill>;
export type SkillChanges = Static<typeof SkillChanges>;
export type TaskKind = Static<typeof TaskKind>;
export type NewTaskKind = Static<typeof NewTaskKind>;
export type TaskKindChanges = Static<typeof TaskKindChanges>;
