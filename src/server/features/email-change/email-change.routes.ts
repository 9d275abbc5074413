import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { limits, personKey } from '../../auth/rate-limits.ts';
import { admitVisitorWrite } from '../../auth/visitor-writes.ts';
import { fail } from '../../errors.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { EmailChangeRequest, EmailChangeRequested, EmailConfirmation, EmailReversal } from './email-change.schema.ts';
import { confirmEmailChange, requestEmailChange, revertEmailChange } from './email-change.service.ts';

export function emailChangeRoutes(app: App, services: Services): void {
  const { limiter, mailboxes } = services;

  app.post(
    '/api/me/email',
    {
      config: { access: 'fresh', problems: ['factors_frozen', 'not_allowed', 'passkey_required'] },
      schema: {
        tags: ['Me'],
        operationId: 'request_email_change',
        summary: "Request a change of the caller's email address",
        description:
          'Sends a link to the new address. It works for one hour, in a session of the caller. The response is ' +
          'the same whether or not the address has an account. Where passkeys are required, administrators and ' +
          'owners who have one need a session confirmed with it.',
        body: EmailChangeRequest,
        response: { 202: Ref(EmailChangeRequested) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await limiter.shared(reply, limits.emailChanges, personKey(caller));
      const { email } = request.body;
      await requestEmailChange(services, caller, request.body, async (trx) => {
        if ((await mailboxes.admit(trx, [email])).has(email)) return;
        fail('too_many_requests', { headers: { 'retry-after': String(limits.mailByOthers.seconds) } });
      });
      return { message: 'If this address can be used, a link is on its way to it.' };
    },
  );

  app.post(
    '/api/me/email/confirmation',
    {
      config: { access: 'browser', problems: ['invalid_link', 'factors_frozen', 'passkey_required'] },
      schema: {
        tags: ['Me'],
        operationId: 'confirm_email_change',
        summary: 'Confirm the new email address with the token of the link',
        description: 'The old address gets a notice with a link that restores it within seven days.',
        body: EmailConfirmation,
        response: { 204: Empty('Email address changed.') },
      },
    },
    (request) => confirmEmailChange(services, callerOf(request), request.body.token),
  );

  app.post(
    '/api/email-reversal',
    {
      config: { access: 'public', problems: ['invalid_link'] },
      schema: {
        tags: ['Sign-in'],
        operationId: 'revert_email_change',
        summary: 'Restore the old email address of an account',
        description:
          'With the code of the link in the notice to the old address, without signing in. Also undoes later ' +
          "changes, ends all sessions and tokens, and freezes the account's sign-in settings for 24 hours.",
        body: EmailReversal,
        response: { 204: Empty('Email address restored.') },
      },
    },
    async (request, reply) => {
      await admitVisitorWrite(services, request, reply);
      await revertEmailChange(services, request.body.code);
    },
  );
}
