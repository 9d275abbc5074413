import { actorOf, projectRoleOf } from '../../auth/gate.ts';
import type { App } from '../../http/app.ts';
import { pageRequest } from '../../http/paging.ts';
import { timestamp } from '../../lib/clock.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { DocumentParams, NewSignature, Signature, SignaturePage, SignatureQuery } from './documents.schema.ts';
import { findVisible } from './documents.service.ts';
import { listMissing, listSignatures } from './signatures.queries.ts';
import { sightOf, sign } from './signing.service.ts';

const unsigned = { version: null, signed_at: null, valid_until: null, hash: null, current: false };

export function signatureRoutes(app: App, { db, clock }: Services): void {
  app.put(
    '/api/projects/:pid/documents/:id/signature',
    {
      config: { access: 'project:signed_in', problems: ['browser_only', 'document_changed', 'not_allowed'] },
      schema: {
        tags: ['Documents'],
        operationId: 'sign_document',
        summary: 'Sign a document',
        description:
          'Only in a signed-in browser, for oneself, in the version that the person has read: 409 `document_changed` if ' +
          'there is a newer one. If the document gives a skill, the person gets it.',
        params: DocumentParams,
        body: NewSignature,
        response: { 200: Ref(Signature) },
      },
    },
    (request) => sign(db, { ...actorOf(request, clock), id: request.params.id }, request.body.version),
  );

  app.get(
    '/api/projects/:pid/documents/:id/signatures',
    {
      config: { access: 'project:planner', deputies: ['viewer'] },
      schema: {
        tags: ['Documents'],
        operationId: 'list_signatures',
        summary: 'List who has signed a document',
        description:
          'By name, with all versions that somebody signed. With `missing`: who has not signed the current version. Chiefs ' +
          'see the people of their own teams.',
        params: DocumentParams,
        querystring: SignatureQuery,
        response: { 200: Ref(SignaturePage) },
      },
    },
    async (request) => {
      const roles = projectRoleOf(request);
      const { id } = await findVisible(db.read, { projectRole: roles }, request.params.id);
      const [sight, now] = [sightOf(roles), timestamp(clock.now())];
      if (request.query.missing === true) {
        const { limit, after, page } = pageRequest(request.query, { sort_key: 'text', uid: 'text' });
        const rows = await listMissing(db.read, roles.scope, { ...sight, id, now, after, limit: limit + 1 });
        return page(rows, ({ uid, name }) => ({ uid, name, ...unsigned }));
      }
      const order = { sort_key: 'text', uid: 'text', signed_at: 'time' } as const;
      const { limit, after, page } = pageRequest(request.query, order);
      const rows = await listSignatures(db.read, roles.scope, { ...sight, id, now, after, limit: limit + 1 });
      return page(rows, ({ uid, name, version, signed_at, valid_until, hash, current }) => ({
        uid,
        name,
        version,
        signed_at,
        valid_until,
        hash,
        current,
      }));
    },
  );
}
