import type { App } from '../../../http/app.ts';
import { limits, visitorKey } from '../../../auth/rate-limits.ts';
import { admitVisitorWrite } from '../../../auth/visitor-writes.ts';
import { fail } from '../../../errors.ts';
import { deviceName } from '../../../http/device.ts';
import { languageOf } from '../../../http/language.ts';
import { mailboxOf } from '../../../lib/mail/mailbox.ts';
import { Ref } from '../../../lib/schema.ts';
import { sha256 } from '../../../lib/secrets.ts';
import type { Services } from '../../../services.ts';
import { setSessionCookie } from '../../sessions/sessions.service.ts';
import { browserSecretOf } from '../browser-cookie.service.ts';
import { SignedInByMail } from '../sign-in.schema.ts';
import { CodeSignIn, SignInProgress } from './codes.schema.ts';
import { requireOpenCode, signInProgress, signInWithCode } from './codes.service.ts';

export function codeRoutes(app: App, services: Services): void {
  const { config, limiter } = services;

  app.post(
    '/api/sign-in/code',
    {
      config: { access: 'public', problems: ['invalid_code', 'registration_closed'] },
      schema: {
        tags: ['Sign-in'],
        operationId: 'sign_in_with_code',
        summary: 'Exchange the code of a sign-in email for a session cookie',
        description:
          'Works once, for 15 minutes, and only in the browser that requested the email. After five wrong ' +
          'codes only the link works. Every failure gets the same response.',
        body: CodeSignIn,
        response: { 200: Ref(SignedInByMail) },
      },
    },
    async (request, reply) => {
      await admitVisitorWrite(services, request, reply);
      const { email } = request.body;
      const secret = browserSecretOf(request, config) ?? fail('invalid_code');
      await requireOpenCode(services, email, secret);
      const mailbox = mailboxOf(email);
      await limiter.shared(reply, limits.signInCodesBySender, sha256(`${visitorKey(request)} ${mailbox}`));
      await limiter.shared(reply, limits.signInCodes, sha256(mailbox));
      const { 'user-agent': agent, 'accept-language': languages } = request.headers;
      const browser = { secret, device: deviceName(agent), language: languageOf(languages) };
      const { person, sessionToken } = await signInWithCode(services, request.body, browser);
      setSessionCookie(reply, config, sessionToken);
      return person;
    },
  );

  app.get(
    '/api/sign-in/progress',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Sign-in'],
        operationId: 'get_sign_in_progress',
        summary: "Read whether this browser's sign-in link was used",
        response: { 200: Ref(SignInProgress) },
      },
    },
    (request) => signInProgress(services, browserSecretOf(request, config), request.caller),
  );
}
