import { Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { ForeseenDate } from '../fields.schema.ts';
import { Address, Bank, RealProfile } from '../../private-data/private.schema.ts';

/** What a form can pass on of what people keep about themselves. */
export const disclosedKinds = ['bank', 'address', 'real_profile'] as const;
export type DisclosedKind = (typeof disclosedKinds)[number];

export const disclosureStates = ['given', 'unconfirmed', 'missing', 'not_agreed', 'not_asked', 'over', 'left'] as const;
export type DisclosureState = (typeof disclosureStates)[number];

export const Kinds = (description: string) =>
  Type.Array(Type.Enum([...disclosedKinds], { type: 'string', examples: ['bank'] }), {
    maxItems: disclosedKinds.length,
    uniqueItems: true,
    description,
  });

export const DisclosureDay = ForeseenDate;

const kind = () => Type.Enum([...disclosedKinds], { description: 'Private data to show.', examples: ['bank'] });

/** One person who answered a form, with what they let its owners see. */
export const PassedOn = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    state: Type.Enum([...disclosureStates], {
      description:
        '`given`: shown here; `unconfirmed`: not shown yet, because the bank account was changed and the person ' +
        'has to confirm it first; `missing`: agreed, but not filled in; `not_agreed`: never agreed, or withdrew ' +
        'consent; `not_asked`: declined what the form offers; `over`: the consent has expired; `left`: the ' +
        'form no longer asks the person.',
      examples: ['given'],
    }),
    amount: Nullable(Type.Integer({ description: 'Travel money, in minor units.', examples: [149_000] })),
    currency: Nullable(Type.String({ examples: ['TWD'] })),
    paid_at: Nullable(Timestamp('When an owner marked the person as paid; null: not paid.')),
    paid_amount: Nullable(Type.Integer({ description: 'Amount paid, in minor units.', examples: [149_000] })),
    paid_currency: Nullable(Type.String({ examples: ['TWD'] })),
    unconfirmed_since: Nullable(Timestamp('When the bank account was changed, if it is `unconfirmed`.')),
    bank: Nullable(Ref(Bank)),
    address: Nullable(Ref(Address)),
    real_profile: Nullable(Ref(RealProfile)),
  },
  { $id: 'PassedOn' },
);

export const PassedOnPage = { ...Page(Ref(PassedOn)), $id: 'PassedOnPage' };
export const PassedOnQuery = Shape({ kind: kind(), ...PageQuery });
export const PassedOnFilter = Shape({ kind: kind() });

export const disclosureSchemas = [PassedOn, PassedOnPage];

export type PassedOn = Static<typeof PassedOn>;
