import { Id, Nullable, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

export const PersonSkill = Shape(
  {
    id: Type.String({ description: 'Identifier of the skill.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8p'] }),
    name: Type.String({ examples: ['First aid'] }),
    granted: Type.Boolean({ description: 'false: the person added it. true: an owner or chief gave it to them.' }),
    valid_until: Nullable(Timestamp('Until when the person has it; null without end.')),
  },
  { $id: 'PersonSkill' },
);
export const PersonSkills = Shape({ data: Type.Array(Ref(PersonSkill)) }, { $id: 'PersonSkills' });
export const DeclaredSkills = Shape(
  {
    skills: Type.Array(Id('Identifier of a skill.'), {
      maxItems: 200,
      uniqueItems: true,
      description: 'All skills the caller has added themselves; replaces the previous list.',
      examples: [['01jd0c8m3v5q2w7x9y1z4b6n8p']],
    }),
  },
  { $id: 'DeclaredSkills' },
);
export const PersonParams = Shape({ pid: Pid, uid: Id('Identifier of the person.') });
export const PersonSkillParams = Shape({
  pid: Pid,
  uid: Id('Identifier of the person.'),
  id: Id('Identifier of the skill.'),
});

export const personSkillSchemas = [PersonSkill, PersonSkills, DeclaredSkills];

export type PersonSkill = Static<typeof PersonSkill>;
