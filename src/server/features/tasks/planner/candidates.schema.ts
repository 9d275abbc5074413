import { Ref, Shape, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { personalRules } from '../attendance/placement.policy.ts';
import { overnightRestMinutes } from '../rules/overnight.policy.ts';
import { BrokenLimit } from '../steps/steps.schema.ts';

const maxPeople = 50;

export const TaskCandidate = Shape(
  {
    uid: Type.String({ description: 'Identifier of the person.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    refusal: Type.Union([Type.Enum([...personalRules]), Type.Null()], {
      description: "Why the person can't be assigned; null if they can.",
    }),
    missing_skills: Type.Array(Type.String({ examples: ['First aid'] }), {
      description: 'Names of the skills that the task needs and the person does not have.',
      examples: [[]],
    }),
    rule: BrokenLimit(),
    available: Type.Boolean({ description: "False: they said they aren't free at that time." }),
    rested: Type.Boolean({
      description:
        `False: they would have less than ${overnightRestMinutes / 60} hours of rest between two days. They can be ` +
        'assigned, but drafts never do it.',
    }),
  },
  { $id: 'TaskCandidate' },
);

export const TaskCandidates = Shape(
  { data: Type.Array(Ref(TaskCandidate), { maxItems: maxPeople }) },
  { $id: 'TaskCandidates' },
);

export const CandidatesQuery = Shape({
  uids: Type.String({
    pattern: `^[0-9a-z]{1,64}(?:,[0-9a-z]{1,64}){0,${maxPeople - 1}}$`,
    maxLength: 65 * maxPeople,
    description: `Identifiers of up to ${maxPeople} people, separated by commas.`,
    examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'],
  }),
});

export const candidateSchemas = [TaskCandidate, TaskCandidates];
export type TaskCandidates = Static<typeof TaskCandidates>;
