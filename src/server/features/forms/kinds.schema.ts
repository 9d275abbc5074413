import { Nullable, Page, PageQuery, Ref, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { disclosedKinds } from './disclosure/disclosure.schema.ts';
import { Field } from './fields.schema.ts';
import { formKinds } from './forms.schema.ts';

export const FormKindEntry = Shape(
  {
    kind: Type.Enum([...formKinds], { examples: ['parking'] }),
    days: Type.Boolean({ description: 'Whether owners choose the days to ask about.', examples: [true] }),
    choices: Nullable(
      Type.String({ description: 'The field whose choices owners can set; null: none.', examples: ['size'] }),
    ),
    erase_after: Type.Boolean({
      description: 'Whether owners choose when private answers are erased.',
      examples: [true],
    }),
    suggested_disclosure: Type.Array(Type.Enum([...disclosedKinds]), {
      description: 'Private data that a form of this kind usually shares with the owners.',
    }),
    fields: Type.Array(Ref(Field), { description: 'The questions; empty for `custom`.' }),
  },
  { $id: 'FormKindEntry' },
);
export const FormKindPage = { ...Page(Ref(FormKindEntry)), $id: 'FormKindPage' };
export const FormKindQuery = Shape(PageQuery);

export const kindSchemas = [FormKindEntry, FormKindPage];

export type FormKindEntry = Static<typeof FormKindEntry>;
