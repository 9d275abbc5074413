import type { App } from '../../../http/app.ts';
import { actorOf, callerOf } from '../../../auth/gate.ts';
import { timestamp } from '../../../lib/clock.ts';
import { pageRequest } from '../../../http/paging.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { FormParams } from '../forms.schema.ts';
import { listOwnConsents } from './consents.queries.ts';
import { OwnConsentPage, OwnConsentQuery } from './consents.schema.ts';
import { withdrawConsent } from './consents.service.ts';
import { inOrder } from './disclosure.policy.ts';

export function consentRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/me/consents',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_own_consents',
        summary: "List who can see the caller's private data",
        description: 'Forms, including closed ones, that share it with the owners of a project, and until when.',
        querystring: OwnConsentQuery,
        response: { 200: Ref(OwnConsentPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { pid: 'text', form: 'text' });
      const today = timestamp(clock.now()).slice(0, 10);
      const rows = await listOwnConsents(db.read, callerOf(request).uid, today, after, limit + 1);
      return page(rows, ({ kinds, until, ...row }) => ({
        ...row,
        passes_on: inOrder(kinds.split(' ')),
        passes_until: until,
      }));
    },
  );

  app.delete(
    '/api/projects/:pid/forms/:form/response/consent',
    {
      config: { access: 'project:signed_in', alsoArchived: true },
      schema: {
        tags: ['Forms'],
        operationId: 'withdraw_consent',
        summary: "Withdraw consent to share the caller's private data",
        description:
          'Possible at any time, also after the form has closed. The answer stays. Nothing is shared again ' +
          'unless the person answers again and agrees.',
        params: FormParams,
        response: { 204: Empty('Consent withdrawn.') },
      },
    },
    (request) => withdrawConsent(db, actorOf(request, clock), request.params.form),
  );
}
