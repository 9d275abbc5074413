import { Id, Nullable, PageQuery, Shape, Text, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Tid } from '../teams.schema.ts';

const outcome = (description: string) =>
  Nullable(Type.Enum(['accepted', 'waiting', 'declined'], { description, examples: ['waiting'] }));

export const Decision = Shape({
  uid: Id('Identifier of the person.'),
  tid: Tid,
  decision: Type.Optional(
    Type.Enum(['accept', 'wait', 'decline'], {
      description: 'Left out: only the note is written.',
      examples: ['accept'],
    }),
  ),
  note: Type.Optional(
    Text(2000, {
      description: 'For those who decide. The person gets it with the export of their data.',
      examples: ['Led the build-up last year.'],
    }),
  ),
  seen_note: Type.Optional(
    Text(2000, {
      description: 'The note that the caller saw. With another one in the meantime, nothing of this decision is done.',
      examples: [''],
    }),
  ),
  seen: Type.Optional(
    outcome(
      'What the caller saw as decided before. Another decision in the meantime is not overwritten. Default: null.',
    ),
  ),
});

export const Decisions = Shape(
  { decisions: Type.Array(Decision, { minItems: 1, maxItems: 200 }) },
  {
    $id: 'Decisions',
    examples: [{ decisions: [{ uid: '01jd0c8m3v5q2w7x9y1z4b6n8k', tid: 'venue', decision: 'accept' }] }],
  },
);

export const DecisionResult = Shape({
  uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
  tid: Type.String({ examples: ['venue'] }),
  result: Type.Enum(['decided', 'noted', 'team_full', 'changed', 'note_changed', 'withdrawn', 'not_found'], {
    description:
      '`noted`: only the note was written. `team_full`: the team has no free place; let the person wait. `changed`: somebody decided otherwise in the ' +
      'meantime. `note_changed`: somebody wrote another note. `withdrawn`: the person no longer applies.',
    examples: ['decided'],
  }),
  current: outcome('What is decided now; null: nothing.'),
});

export const DecisionResults = Shape({ results: Type.Array(DecisionResult) }, { $id: 'DecisionResults' });

const listed = ['open', 'sent', 'accepted', 'waiting', 'declined', 'withdrawn', 'lapsed', 'pending', 'all'] as const;

const filters = {
  state: Type.Optional(
    Type.Enum([...listed], {
      description:
        'What was decided, published or not; `open`: nothing yet; `pending`: decided but not published. Default: `open`.',
    }),
  ),
  tid: Type.Optional(Tid),
  q: Type.Optional(Text(100, { description: 'Only people whose name has words that begin so.', examples: ['ada'] })),
};
export const ProjectApplicationQuery = Shape({ ...PageQuery, ...filters });
export const ApplicationExportQuery = Shape(filters);

const text = Text(5000, {
  description: 'Plain text; {{name}} and {{team}} become those of the person.',
  examples: ['Welcome, {{name}}! You are in {{team}}.'],
});

export const NewPublication = Shape(
  {
    texts: Type.Optional(
      Shape({
        accepted: Type.Optional(text),
        waiting: Type.Optional(text),
        declined: Type.Optional(text),
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'Only say what would be published.' })),
  },
  { $id: 'NewPublication', examples: [{ texts: { accepted: 'Welcome, {{name}}!' }, dry_run: true }] },
);

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });

export const Publication = Shape(
  {
    accepted: count('People who are accepted by at least one team.'),
    waiting: count('People who wait for a place.'),
    declined: count('People whom no team takes.'),
    undecided: count('People who are left out because a team has not decided yet.'),
    team_full: count('People who are left out because their team has no free place any more.'),
    decide_again: count('People who are left out because somebody who decided about them may no longer do so.'),
    previews: Type.Array(
      Shape({
        outcome: Type.Enum(['accepted', 'waiting', 'declined']),
        uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
        name: Type.String({ description: 'The person who gets it.', examples: ['Ada Lovelace'] }),
        language: Type.String({ examples: ['en'] }),
        subject: Type.String({ examples: ['Summer Camp 2026: Welcome to Venue. Your application was accepted'] }),
        text: Type.String({ description: 'The mail as plain text.' }),
      }),
      { description: 'With `dry_run`: for each outcome, the mails of up to three people.' },
    ),
  },
  { $id: 'Publication' },
);

export const decisionSchemas = [Decisions, DecisionResults, NewPublication, Publication];

export type Decision = Static<typeof Decision>;
export type Verb = NonNullable<Decision['decision']>;
export type DecisionResult = Static<typeof DecisionResult>;
export type NewPublication = Static<typeof NewPublication>;
export type Publication = Static<typeof Publication>;
