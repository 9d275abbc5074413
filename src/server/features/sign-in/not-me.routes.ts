import type { App } from '../../http/app.ts';
import { admitVisitorWrite } from '../../auth/visitor-writes.ts';
import { Empty } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { secureAccount } from './not-me.service.ts';
import { NotMeInput } from './sign-in.schema.ts';

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
    },
  );
}
