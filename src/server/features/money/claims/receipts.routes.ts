import { Readable } from 'node:stream';
import { isReceiptType, maxReceiptBytes, receiptTypes } from '../../../../shared/claims.ts';
import { actorOf, callerOf } from '../../../auth/gate.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import { fail } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { Empty, Ref, Type } from '../../../lib/schema.ts';
import { Spooled } from '../../../lib/spool.ts';
import type { Services } from '../../../services.ts';
import { ClaimFile, ClaimFileParams, ClaimParams } from './claims.schema.ts';
import { addReceipt, openReceipt, removeReceipt } from './receipts.service.ts';

export function uploadRoutes(app: App, services: Services): void {
  const { clock, limiter } = services;
  app.post(
    '/api/projects/:pid/claims/:id/files',
    {
      config: { access: 'project:signed_in', problems: ['claim_decided', 'not_allowed', 'overloaded'] },
      bodyLimit: maxReceiptBytes,
      schema: {
        tags: ['Money'],
        operationId: 'add_claim_file',
        summary: 'Add a receipt to a claim',
        description:
          'The file as the body, with its content type: JPEG, PNG, WebP or PDF, at most 5 MB, 20 in a claim. Pictures are ' +
          'encoded again without metadata, such as where a photo was taken, and reduced to 2000 pixels. Stored encrypted. ' +
          'The same file again is not added again.',
        consumes: [...receiptTypes],
        params: ClaimParams,
        body: Type.Unsafe<unknown>({ description: 'The file.' }),
        response: { 201: Ref(ClaimFile) },
      },
    },
    async (request, reply) => {
      const { body, headers } = request;
      const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
      if (!(body instanceof Spooled) || !isReceiptType(type)) return fail('wrong_type');
      await limiter.shared(reply, limits.receipts, personKey(callerOf(request)));
      const own = { ...actorOf(request, clock), id: request.params.id, expected: undefined };
      return addReceipt(services, own, type, body);
    },
  );
}

export function receiptRoutes(app: App, services: Services): void {
  const { db, clock } = services;
  app.get(
    '/api/projects/:pid/claims/:id/files/:receipt',
    {
      config: {
        access: 'project:signed_in',
        readsPrivate: true,
        problems: ['browser_only', 'sign_in_again', 'private_scope_required'],
      },
      schema: {
        tags: ['Money'],
        operationId: 'get_claim_file',
        summary: 'Read a receipt',
        description:
          'For the claimant, and for those who handle the money in a browser with a sign-in or a confirmation within the last 15 ' +
          'minutes, which the audit log records. A PDF is only downloaded, never shown. With an API token the claimant needs the scope `private:read`.',
        produces: [...receiptTypes],
        params: ClaimFileParams,
        response: { 200: Type.Unsafe<Readable>({ type: 'string', description: 'The receipt.' }) },
      },
    },
    async (request, reply) => {
      const { file, parts } = await openReceipt(services, actorOf(request, clock), request.params);
      const isPicture = file.type !== 'application/pdf';
      const name = `receipt-${file.id}.${file.type.replace(/^\w+\//, '')}`;
      return (
        reply
          .type(file.type)
          .header('content-disposition', `${isPicture ? 'inline' : 'attachment'}; filename="${name}"`)
          // Also when somebody opens it as a page of its own.
          .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
          .header('content-length', file.bytes)
          .send(Readable.from(parts))
      );
    },
  );

  app.delete(
    '/api/projects/:pid/claims/:id/files/:receipt',
    {
      config: { access: 'project:signed_in', problems: ['claim_decided'] },
      schema: {
        tags: ['Money'],
        operationId: 'delete_claim_file',
        summary: 'Delete a receipt of a claim that is not decided yet',
        params: ClaimFileParams,
        response: { 204: Empty('Receipt deleted.') },
      },
    },
    (request) => {
      const { id, receipt } = request.params;
      return removeReceipt(db, { ...actorOf(request, clock), id, expected: undefined }, receipt);
    },
  );
}
