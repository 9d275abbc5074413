import type { App } from '../../../http/app.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { Empty, Line, Shape, Type } from '../../../lib/schema.ts';
import { unsubscribe } from './unsubscribe.service.ts';

const Code = Shape({ code: Line(4000, { description: 'The code of the link in the email.', examples: ['dWlk'] }) });
/** What RFC 8058 makes mail programs send; other clients may leave it out. */
const OneClick = Shape({ 'List-Unsubscribe': Type.Optional(Line(20, { examples: ['One-Click'] })) });

export function unsubscribeRoutes(app: App, services: { db: Db; clock: Clock; keys: Keyring }): void {
  app.post(
    '/api/unsubscribe',
    {
      config: { access: 'public', problems: ['invalid_link'] },
      schema: {
        tags: ['Notices'],
        operationId: 'unsubscribe',
        summary: 'Unsubscribe from emails by link',
        description: 'The link is in every notice email (RFC 8058). It requires no sign-in and only turns emails off.',
        querystring: Code,
        body: OneClick,
        response: { 204: Empty('Unsubscribed.') },
      },
    },
    async (request, reply) => {
      await unsubscribe(services, request.query.code);
      return reply.code(204).send();
    },
  );
}
