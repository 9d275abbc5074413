import { CountedPage, Id, Line, Nullable, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

/** How many codes a list has at most, and how many are added at once. */
export const maxCodes = 20_000;
export const maxCodesAtOnce = 5000;

export const ListedCode = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    code: Type.String({ examples: ['CAMP-7K3M-9Q2W'] }),
    person: Nullable(
      Shape(
        {
          uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
          name: Type.String({ examples: ['Ada Lovelace'] }),
        },
        { description: 'Who has it.' },
      ),
    ),
    assigned_at: Nullable(Timestamp('Since when; without a person, theirs was erased. Null: still free.')),
  },
  { $id: 'ListedCode' },
);
export const ListedCodePage = { ...CountedPage(Ref(ListedCode)), $id: 'ListedCodePage' };

export const NewCodes = Shape(
  {
    codes: Type.Array(Line(200, { minLength: 1, pattern: '\\S' }), {
      minItems: 1,
      maxItems: maxCodesAtOnce,
      description: `At most ${maxCodes} in a list.`,
      examples: [['CAMP-7K3M-9Q2W', 'CAMP-4X8Y-1Z5B']],
    }),
  },
  { $id: 'NewCodes' },
);
export const AddedCodes = Shape(
  {
    added: Type.Integer({ description: 'How many codes were added.', examples: [200] }),
    without: Type.Integer({
      description: 'How many people are entitled to one and there is none left.',
      examples: [0],
    }),
  },
  { $id: 'AddedCodes' },
);

export const CodeListParams = Shape({ pid: Pid, id: Id('Identifier of the hand-out.') });
export const CodeParams = Shape({
  pid: Pid,
  id: Id('Identifier of the hand-out.'),
  listed: Id('Identifier of the code.'),
});
export const CodeListQuery = Shape(PageQuery);

export const codeListSchemas = [ListedCode, ListedCodePage, NewCodes, AddedCodes];
export type ListedCode = Static<typeof ListedCode>;
export type AddedCodes = Static<typeof AddedCodes>;
