import { actorOf, callerOf, projectRoleOf, requireFreshProof } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import {
  AddedCodes,
  CodeListParams,
  CodeListQuery,
  CodeParams,
  ListedCodePage,
  maxCodes,
  NewCodes,
} from './code-lists.schema.ts';
import { addCodes, assignCodes, readCodes, removeCode } from './code-lists.service.ts';

export function codeListRoutes(app: App, services: Services): void {
  const { db, clock, keys, once } = services;

  app.get(
    '/api/projects/:pid/hand-outs/:id/codes',
    {
      config: { access: 'project:owner', problems: ['browser_only', 'sign_in_again'] },
      schema: {
        tags: ['Event day'],
        operationId: 'list_codes',
        summary: 'List the codes of a hand-out, with who has them',
        description:
          'In the order in which they were added. Requires a browser with a sign-in or passkey confirmation within the last 15 ' +
          'minutes; the audit log records every look.',
        params: CodeListParams,
        querystring: CodeListQuery,
        response: { 200: Ref(ListedCodePage) },
      },
    },
    (request) => {
      requireFreshProof(callerOf(request), clock.now());
      return readCodes(services, actorOf(request, clock), request.params.id, request.query);
    },
  );

  app.post(
    '/api/projects/:pid/hand-outs/:id/codes',
    {
      config: { access: 'project:owner', problems: ['not_allowed', 'idempotency_key_reused'] },
      schema: {
        tags: ['Event day'],
        operationId: 'add_codes',
        summary: 'Add codes to a hand-out',
        description:
          'To a hand-out of the kind `code`; all of them or none. 400 names each code that is in the list twice or was added ' +
          `before. Everyone who is entitled gets one, once, and a notice. A list has at most ${maxCodes} codes. They are stored ` +
          'encrypted, and devices never get them.',
        params: CodeListParams,
        body: NewCodes,
        response: { 201: Ref(AddedCodes) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { added } = await once(request, reply, async (trx) => ({
        added: await addCodes(trx, keys, actorOf(request, clock), id, request.body.codes),
      }));
      const { without } = await assignCodes({ db, clock }, projectRoleOf(request).scope, id);
      return { added, without };
    },
  );

  app.delete(
    '/api/projects/:pid/hand-outs/:id/codes/:listed',
    {
      config: { access: 'project:owner', problems: ['conflict'] },
      schema: {
        tags: ['Event day'],
        operationId: 'remove_code',
        summary: 'Delete a code that nobody has',
        description: '409 if somebody has it.',
        params: CodeParams,
        response: { 204: Empty('Code deleted.') },
      },
    },
    (request) => removeCode(db, actorOf(request, clock), request.params.id, request.params.listed),
  );
}
