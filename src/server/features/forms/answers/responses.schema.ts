import { claimStates } from '../../../../shared/claims.ts';
import { Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import type { Answers } from '../fields.schema.ts';
import { Kinds, DisclosureDay } from '../disclosure/disclosure.schema.ts';

const answers = (description: string) =>
  Type.Unsafe<Answers>({
    type: 'object',
    additionalProperties: true,
    description,
    examples: [{ size: 'M', cut: 'straight' }],
  });

/** `answers` is checked against the `schema` of the form. Errors name the field by pointer. */
export const NewResponse = Shape(
  {
    answers: {
      ...answers("Answers by field key, as in the form's `schema`."),
      // Twice as many as a form can have fields.
      maxProperties: 100,
    },
    passes_on: Type.Optional(
      Kinds(
        'Private data the person agrees to share: the same as in the form, or nothing if they decline what the ' +
          'form offers. Default: nothing.',
      ),
    ),
    passes_until: Type.Optional(DisclosureDay('Last day of their consent: the same as in the form.')),
  },
  { $id: 'NewResponse', examples: [{ answers: { size: 'M', cut: 'straight' } }] },
);

export const OwnResponse = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    form: Type.String({ examples: ['shirts'] }),
    asked: Type.Boolean({ description: 'Whether the form asks the caller. Other answers are not counted.' }),
    answers: Nullable(answers('Answers by field key, including computed ones; null: not answered.')),
    suggested: Nullable(
      answers(
        "For forms about meals and beds: suggested from the caller's stay and dietary needs, before the first answer or if they changed them since. Only the submitted answer counts.",
      ),
    ),
    passes_on: Kinds('Private data the person agreed to share with the owners of the project.'),
    passes_until: Nullable(
      Type.String({
        format: 'date',
        description: 'Last day on which it is shared; null: nothing is shared.',
        examples: ['2027-01-31'],
      }),
    ),
    paid: Nullable(
      Shape({
        amount: Type.Integer({ description: 'In minor units.', examples: [149_000] }),
        currency: Type.String({ examples: ['TWD'] }),
        at: Timestamp('When it was marked as paid.'),
      }),
    ),
    claim: Nullable(
      Shape(
        {
          id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
          number: Nullable(Type.Integer({ examples: [42] })),
          state: Type.Enum([...claimStates], { examples: ['draft'] }),
        },
        { description: 'The claim to which the caller adds receipts for the travel money, if the project pays so.' },
      ),
    ),
    created_at: Nullable(Timestamp('When it was first answered.')),
    updated_at: Nullable(Timestamp('When it was last changed.')),
    rights: Shape({
      edit: Type.Boolean({ description: 'Whether the caller can answer, or change the answer, now.' }),
      remove: Type.Boolean({ description: 'Whether the caller can withdraw the answer now.' }),
      withdraw: Type.Boolean({ description: 'Whether the caller has given consent that they can withdraw.' }),
    }),
  },
  { $id: 'OwnResponse' },
);

export const Response = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    left: Type.Boolean({ description: 'Whether the form no longer asks the person.' }),
    answers: answers('Answers by field key.'),
    created_at: Timestamp('When it was first answered.'),
    updated_at: Timestamp('When it was last changed.'),
  },
  { $id: 'Response' },
);

export const ResponsePage = { ...Page(Ref(Response)), $id: 'ResponsePage' };
export const ResponseQuery = Shape({
  ...PageQuery,
  sort: Type.Optional(Type.Enum(['name'], { description: 'By name. Default: by the identifier of the person.' })),
});

export const responseSchemas = [NewResponse, OwnResponse, Response, ResponsePage];

export type NewResponse = Static<typeof NewResponse>;
export type OwnResponse = Static<typeof OwnResponse>;
export type Response = Static<typeof Response>;
export type ResponseQuery = Static<typeof ResponseQuery>;
