import type { App } from '../../http/app.ts';
import type { Limiter } from '../../auth/rate-limits.ts';
import { admitVisitorWrite } from '../../auth/visitor-writes.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import { Empty } from '../../lib/schema.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { NotMeInput } from './not-me.schema.ts';
import { secureAccount } from './not-me.service.ts';

type Services = { db: Db; config: Config; clock: Clock; mailQueue: MailQueue; limiter: Limiter };

export function notMeRoutes(app: App, services: Services): void {
  app.post(
    '/api/not-me',
    {
      config: { access: 'public', problems: ['invalid_link'] },
      schema: {
        tags: ['Sign-in'],
        operationId: 'report_not_me',
        summary: 'Report that somebody else made the change in a security notice',
        description:
          'With the code of the link in a security notice, without signing in. Ends all sessions, tokens and links of ' +
          'the account, and freezes its passkeys, recovery codes and linked accounts for 24 hours. The link works ' +
          'once, for seven days.',
        body: NotMeInput,
        response: { 204: Empty('The account is signed out everywhere.') },
      },
    },
    async (request, reply) => {
      await admitVisitorWrite(services, request, reply);
      await secureAccount(services, request.body.code);
      return reply.code(204).send();
    },
  );
}
