import { overnightRestHours } from '../../../../shared/rules.ts';
import { idPattern, maxCandidates } from '../../../../shared/limits.ts';
import { Ref, Shape, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { sharedRules } from '../attendance/placement.policy.ts';
import { BrokenLimit } from '../steps/steps.schema.ts';

export const TaskCandidate = Shape(
  {
    uid: Type.String({ description: 'Identifier of the person.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    refusal: Type.Union([Type.Enum([...sharedRules]), Type.Null()], {
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
        `False: they would have less than ${overnightRestHours} hours of rest between two days. They can be ` +
        'assigned, but drafts never do it.',
    }),
  },
  { $id: 'TaskCandidate' },
);

export const TaskCandidates = Shape(
  { data: Type.Array(Ref(TaskCandidate), { maxItems: maxCandidates }) },
  { $id: 'TaskCandidates' },
);

export const CandidatesQuery = Shape({
  uids: Type.String({
    pattern: `^${idPattern}(?:,${idPattern}){0,${maxCandidates - 1}}$`,
    maxLength: 65 * maxCandidates,
    description: `Identifiers of up to ${maxCandidates} people, separated by commas.`,
    examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'],
  }),
});

export const candidateSchemas = [TaskCandidate, TaskCandidates];
export type TaskCandidates = Static<typeof TaskCandidates>;
