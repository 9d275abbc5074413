import { Nullable, Page, PageQuery, Ref, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { disclosedKinds } from './disclosure/disclosure.schema.ts';
import { Field } from './fields.schema.ts';
import { formKinds } from './forms.schema.ts';

export const FormKindEntry = Shape(
  {
    kind: Type.Enum([...formKinds], { examples: ['parking'] }),
    days: Type.Boolean({ description: 'Whether owners set the days that are asked about.', examples: [true] }),
    choices: Nullable(
      Type.String({ description: 'The field whose choices owners can set; null: none.', examples: ['size'] }),
    ),
    erase_after: Type.Boolean({
      description: 'Whether owners set the date on which private answers are erased.',
      examples: [true],
    }),
    suggested_disclosure: Type.Array(Type.Enum([...disclosedKinds]), {
      description: 'What a new form of this kind usually passes on to the owners.',
    }),
    fields: Type.Array(Ref(Field), { description: 'What is asked; empty for `custom`.' }),
  },
  { $id: 'FormKindEntry' },
);
export const FormKindPage = { ...Page(Ref(FormKindEntry)), $id: 'FormKindPage' };
export const FormKindQuery = Shape(PageQuery);

export const kindSchemas = [FormKindEntry, FormKindPage];

export type FormKindEntry = Static<typeof FormKindEntry>;
