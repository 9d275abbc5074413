import { idPattern } from '../../../shared/limits.ts';
import { allScopes, tokenScopes } from '../../auth/scopes.ts';
import { Name, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Pid } from '../../auth/project-role.ts';

const meanings = allScopes.map((scope) => `\`${scope}\`: ${tokenScopes[scope]}`).join('; ');

export const Scopes = Type.Array(Type.Enum(allScopes), {
  minItems: 1,
  maxItems: allScopes.length,
  description: `What it may do. ${meanings}.`,
  examples: [['tasks:read', 'changes:read']],
});

const EndsAt = () =>
  Type.String({
    format: 'date-time',
    maxLength: 40,
    description: 'When it stops working, at most two years from now.',
    examples: ['2027-08-31T00:00:00.000Z'],
  });

const NewName = Name({ minLength: 1, description: 'Shown in the audit log.', examples: ['Staff bot'] });

export const ServiceAccount = Shape(
  {
    id: Type.String({
      description: 'Its identifier, shown as `actor` in the audit log.',
      examples: ['service-01jd0c8m3v5q2w7x9y1z4b6n8k'],
    }),
    name: Type.String({ examples: ['Staff bot'] }),
    scopes: Scopes,
    prefix: Type.String({ description: 'The first characters of its token.', examples: ['msa_3k9d7m'] }),
    created_by: Nullable(
      Type.String({ description: 'Who created or last renewed it; null if their account was erased.' }),
    ),
    created_by_name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
    created_at: Timestamp('When it was created.'),
    last_used_at: Nullable(Timestamp('When it was last used, accurate to a few minutes; null if never.')),
    ends_at: Timestamp('When it stops working.'),
    active: Type.Boolean({
      description:
        'Whether the person who created or last renewed it still is an owner of the project. If not, it does not ' +
        'work until another owner renews it.',
    }),
  },
  { $id: 'ServiceAccount' },
);

export const ServiceAccountPage = Shape(
  {
    ...Page(Ref(ServiceAccount)).properties,
    scopes: Type.Array(Type.Enum(allScopes, { examples: ['tasks:read'] }), {
      description: 'The scopes that can be chosen.',
    }),
  },
  { $id: 'ServiceAccountPage' },
);

const token = Type.String({
  description: 'Send it as `Authorization: Bearer ...`. Shown only once.',
  examples: ['msa_...'],
});

export const CreatedServiceAccount = Shape({ ...ServiceAccount.properties, token }, { $id: 'CreatedServiceAccount' });

export const NewServiceAccount = Shape(
  { name: NewName, scopes: Scopes, ends_at: EndsAt() },
  { $id: 'NewServiceAccount' },
);

export const ServiceAccountRenewal = Shape({ ends_at: EndsAt() }, { $id: 'ServiceAccountRenewal' });

export const RenewedServiceAccount = Shape(
  {
    ...CreatedServiceAccount.properties,
    old_token_until: Timestamp('The previous token also works until this time.'),
  },
  { $id: 'RenewedServiceAccount' },
);

export const ServiceAccountsParams = Shape({ pid: Pid });
export const ServiceAccountsQuery = Shape(PageQuery);
export const ServiceAccountParams = Shape({
  pid: Pid,
  id: Type.String({
    pattern: `^service-${idPattern}$`,
    maxLength: 72,
    description: 'Identifier of the service account.',
    examples: ['service-01jd0c8m3v5q2w7x9y1z4b6n8k'],
  }),
});

export const serviceAccountSchemas = [
  ServiceAccount,
  ServiceAccountPage,
  CreatedServiceAccount,
  NewServiceAccount,
  ServiceAccountRenewal,
  RenewedServiceAccount,
];

export type ServiceAccount = Static<typeof ServiceAccount>;
export type CreatedServiceAccount = Static<typeof CreatedServiceAccount>;
export type NewServiceAccount = Static<typeof NewServiceAccount>;
export type RenewedServiceAccount = Static<typeof RenewedServiceAccount>;
