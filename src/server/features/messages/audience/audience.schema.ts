import { Id, Shape, Slug, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { maxTagsOfPerson } from '../../../../shared/limits.ts';
import { Tag } from '../../tags/tags.schema.ts';
import { Tid } from '../../teams/teams.schema.ts';

const anyOf = { minItems: 1, uniqueItems: true };

/** Conditions that all have to hold. None at all is nobody. */
const conditions = {
  everyone: Type.Optional(
    Type.Boolean({ description: 'Everyone in the project, including helpers; for owners only.' }),
  ),
  roles: Type.Optional(
    Type.Array(Type.Enum(['owner', 'chief', 'member', 'helper']), {
      minItems: 1,
      maxItems: 4,
      description:
        'People with one of these roles; with `tids`, in one of these teams. Helpers have a task but no team.',
    }),
  ),
  tids: Type.Optional(
    Type.Array(Tid, { ...anyOf, maxItems: 100, description: 'People in one of these teams.', examples: [['venue']] }),
  ),
  tasks: Type.Optional(
    Type.Array(Id('Identifier of a task.'), {
      ...anyOf,
      maxItems: 200,
      description: 'People who have joined one of these tasks.',
    }),
  ),
  day: Type.Optional(
    Type.String({
      format: 'date',
      maxLength: 10,
      description: 'People with a task on this day, in the time zone of the project.',
      examples: ['2026-08-08'],
    }),
  ),
  form: Type.Optional(
    Shape(
      {
        slug: Slug('The form.', ['shirt']),
        answered: Type.Boolean({ description: "False: people who were asked but haven't answered." }),
      },
      { description: "Whether people have answered a form. The answers themselves can't be a condition." },
    ),
  ),
  applications: Type.Optional(
    Shape(
      {
        state: Type.Enum(['sent', 'waiting', 'accepted', 'declined'], {
          description: 'What the person knows, so `sent` also if it was decided and is not published yet.',
          examples: ['waiting'],
        }),
        tid: Type.Optional(Tid),
      },
      {
        description:
          'People whose application is in this state, also if they are not in the project; without `tid` to any team, for ' +
          'chiefs to those that they lead. People who were declined more than 90 days ago are left out.',
      },
    ),
  ),
  without_tasks: Type.Optional(
    Type.Boolean({ description: 'True: people without a task in the project, or on `day`.' }),
  ),
  incomplete: Type.Optional(
    Type.Boolean({
      description:
        'True: people with something left on their checklist: to sign, to answer, or another requirement of the project.',
    }),
  ),
  thanks: Type.Optional(
    Type.Boolean({
      description:
        "True: everyone with hours who hasn't received a message with this condition before; for owners only.",
    }),
  ),
  tags: Type.Optional(
    Type.Array(Tag(), { ...anyOf, maxItems: maxTagsOfPerson, description: 'People with one of these tags.' }),
  ),
  open_loans: Type.Optional(
    Type.Boolean({ description: 'True: people who still have something that they borrowed; for owners only.' }),
  ),
  uids: Type.Optional(
    Type.Array(Id('Identifier of a person.'), { ...anyOf, maxItems: 500, description: 'Any of these people.' }),
  ),
};

const shown = {
  description: 'People who match all conditions. Chiefs can write to the people in their own teams and tasks.',
  examples: [{ tids: ['venue'], without_tasks: true }],
};
export const AudienceConditions = Shape(conditions, shown);
export const MessageAudience = Shape(conditions, { ...shown, $id: 'MessageAudience' });

export const AudiencePreview = Shape(
  {
    count: Type.Integer({ minimum: 0, description: 'Number of people who would get the message, without the caller.' }),
    includes_caller: Type.Boolean({
      description: "Whether the caller matches the conditions, too. They don't get their own message.",
    }),
    people: Type.Array(
      Shape({
        uid: Type.String({ description: 'Identifier of the person.' }),
        name: Type.String({ examples: ['Ada Lovelace'] }),
      }),
      { maxItems: 20, description: 'The first 20 by name. Empty for limited tokens without the scope `people:read`.' },
    ),
  },
  { $id: 'AudiencePreview' },
);

export type MessageAudience = Static<typeof MessageAudience>;
export type AudiencePreview = Static<typeof AudiencePreview>;
