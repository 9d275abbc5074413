import { Pid } from '../../auth/project-role.ts';
import { maxTagLength, maxTagsOfPerson, tagPattern } from '../../../shared/limits.ts';
import { Id, Line, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

/** Without separators, so that a cell of a table can have several. */
export const Tag = (options: { description?: string } = {}) =>
  Line(maxTagLength, { minLength: 1, pattern: tagPattern, examples: ['driver'], ...options });

const tags = (description: string) =>
  Type.Array(Tag(), { maxItems: maxTagsOfPerson, description, examples: [['driver', 'speaks Japanese']] });

export const Tags = Shape(
  {
    data: Type.Array(
      Shape({
        tag: Type.String({ examples: ['driver'] }),
        people: Type.Integer({ description: 'How many people have it, of those whom the caller sees.', examples: [7] }),
      }),
      { description: 'In alphabetical order.' },
    ),
  },
  { $id: 'Tags' },
);

export const PersonTags = Shape(
  { tags: tags('All tags of the person, in alphabetical order.') },
  { $id: 'PersonTags' },
);

export const maxPeopleAtOnce = 200;
export const TagChange = Shape(
  {
    uids: Type.Array(Id('Identifier of a person.'), { minItems: 1, maxItems: maxPeopleAtOnce, uniqueItems: true }),
    add: Type.Optional(tags('Tags that all of them get.')),
    remove: Type.Optional(tags('Tags that all of them lose.')),
  },
  { $id: 'TagChange', examples: [{ uids: ['01jd0c8m3v5q2w7x9y1z4b6n8k'], add: ['driver'], remove: ['cook'] }] },
);
export const TagsChanged = Shape(
  { changed: Type.Integer({ description: 'How many people have other tags than before.', examples: [3] }) },
  { $id: 'TagsChanged' },
);

export const TagsParams = Shape({ pid: Pid });
export const PersonTagsParams = Shape({ pid: Pid, uid: Id('Identifier of the person.') });

export const exportedTags = Type.Array(
  Shape({ pid: Type.String({ examples: ['2026'] }), tag: Type.String({ examples: ['driver'] }) }),
  { description: 'Words that organisers gave to the person.' },
);

export const tagSchemas = [Tags, PersonTags, TagChange, TagsChanged];
export type Tags = Static<typeof Tags>;
export type PersonTags = Static<typeof PersonTags>;
export type TagChange = Static<typeof TagChange>;
