import { Pid } from '../../auth/project-role.ts';
import {
  CountedPage,
  Id,
  Name,
  Nullable,
  Originals,
  PageQuery,
  Ref,
  Shape,
  Text,
  Timestamp,
  Type,
} from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { maxMarkdown } from '../../../shared/limits.ts';

const text = Text(maxMarkdown, { description: 'What the organisers say, in Markdown.', examples: ['Thank you.'] });
const name = Type.String({ examples: ['Ada Lovelace'] });
const total = (description: string, example: number) =>
  Nullable(Type.Integer({ description: `${description} Null if fewer than 5 people helped.`, examples: [example] }));

export const ThanksPage = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    published: Type.Boolean({ description: 'Whether everybody can see the page now.', examples: [true] }),
    over: Type.Boolean({ description: 'Whether the event is over, so that the page can be published.' }),
    text,
    people: total('How many people helped.', 160),
    shifts: total('How many shifts they did.', 480),
    minutes: total('How long they helped together.', 96_000),
    names: Type.Integer({ description: 'How many people are named.', examples: [120] }),
    original: Originals({ text }),
  },
  { $id: 'ThanksPage' },
);

export const ThanksPageInput = Shape(
  { text, published: Type.Boolean({ description: 'Only once the event is over.' }) },
  { $id: 'ThanksPageInput', examples: [{ text: 'Thank you.', published: false }] },
);

export const ThanksName = Shape(
  {
    name,
    uid: Nullable(Type.String({ description: 'Only for owners.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] })),
    hidden: Type.Boolean({ description: 'Whether an owner has hidden the name. Only owners see those.' }),
  },
  { $id: 'ThanksName' },
);
export const ThanksNamePage = { ...CountedPage(Ref(ThanksName)), $id: 'ThanksNamePage' };
export const ThanksNameChange = Shape({ hidden: Type.Boolean() }, { $id: 'ThanksNameChange' });

export const OwnThanks = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    name: Nullable({ ...name, description: 'The name on the page; null: the person is not named.' }),
    agreed_at: Nullable(Timestamp('When they first agreed.')),
    helped: Type.Boolean({ description: 'Whether they are in the project, or helped; nobody else can be named.' }),
    hindrance: Nullable(
      Type.Enum(['hidden', 'minor', 'birthday'], {
        description:
          'Why the page does not show the name all the same. `hidden`: an owner has hidden it. `minor`: they are below the ' +
          'age of adults of the project. `birthday`: the project has such an age, and their birthday is not known.',
        examples: ['minor'],
      }),
    ),
  },
  { $id: 'OwnThanks' },
);
export const OwnThanksInput = Shape(
  { name: Name({ minLength: 1, pattern: '\\S', description: 'The name to show.', examples: ['Ada Lovelace'] }) },
  { $id: 'OwnThanksInput' },
);

export const ThanksParams = Shape({ pid: Pid });
export const ThanksNameParams = Shape({ pid: Pid, uid: Id('Identifier of somebody who is named.') });
export const ThanksNameQuery = Shape(PageQuery);

export const exportedThanks = Type.Array(
  Shape({
    pid: Type.String({ examples: ['2026'] }),
    name,
    agreed_at: Timestamp('When the person agreed.'),
    hidden_at: Nullable(Timestamp('When an owner hid the name.')),
  }),
  { description: 'Where the person agreed to be thanked in public.' },
);

export const thanksSchemas = [
  ThanksPage,
  ThanksPageInput,
  ThanksName,
  ThanksNamePage,
  ThanksNameChange,
  OwnThanks,
  OwnThanksInput,
];
export type ThanksPage = Static<typeof ThanksPage>;
export type ThanksPageInput = Static<typeof ThanksPageInput>;
export type OwnThanks = Static<typeof OwnThanks>;
