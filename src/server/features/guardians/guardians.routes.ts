import { actorOf, callerOf } from '../../auth/gate.ts';
import { limits, personKey, visitorKey } from '../../auth/rate-limits.ts';
import type { App } from '../../http/app.ts';
import { sha256 } from '../../lib/secrets.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import {
  GuardianAnswer,
  GuardianCode,
  GuardianConsent,
  NewGuardian,
  OwnGuardian,
  OwnGuardianParams,
} from './guardians.schema.ts';
import { answerConsent, askAgain, idIn, nameGuardian, ownGuardian, readConsent } from './guardians.service.ts';

export function guardianRoutes(app: App, services: Services): void {
  ownRoutes(app, services);
  consentRoutes(app, services);
}

function ownRoutes(app: App, services: Services): void {
  const { clock, limiter } = services;

  app.get(
    '/api/projects/:pid/my-guardian',
    {
      config: { access: 'project:signed_in', readsPrivate: true, problems: ['private_scope_required'] },
      schema: {
        tags: ['Projects'],
        operationId: 'get_own_guardian',
        summary: "Read the caller's guardian, and whether one is needed",
        params: OwnGuardianParams,
        response: { 200: Ref(OwnGuardian) },
      },
    },
    (request) => ownGuardian(services, actorOf(request, clock)),
  );

  app.put(
    '/api/projects/:pid/my-guardian',
    {
      config: {
        access: 'project:signed_in',
        problems: ['birthday_unknown', 'not_allowed', 'browser_only', 'too_many_requests'],
      },
      schema: {
        tags: ['Projects'],
        operationId: 'name_guardian',
        summary: 'Name a guardian, who gets a link by email',
        description:
          'For people below the age of adults, in a browser. Another address ends the link, and the consent, of the guardian ' +
          'before. A guardian who declined or withdrew is asked again.',
        params: OwnGuardianParams,
        body: NewGuardian,
        response: { 200: Ref(OwnGuardian) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      await limiter.shared(reply, limits.guardians, personKey(callerOf(request)));
      await nameGuardian(services, actor, request.body);
      return ownGuardian(services, actor);
    },
  );

  app.post(
    '/api/projects/:pid/my-guardian/mail',
    {
      config: {
        access: 'project:signed_in',
        problems: ['birthday_unknown', 'not_allowed', 'browser_only', 'too_many_requests'],
      },
      schema: {
        tags: ['Projects'],
        operationId: 'ask_guardian_again',
        summary: 'Send the link to the guardian again',
        description: 'Unless they have agreed. The link is the same as before.',
        params: OwnGuardianParams,
        response: { 200: Ref(OwnGuardian) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      await limiter.shared(reply, limits.guardians, personKey(callerOf(request)));
      await askAgain(services, actor);
      return ownGuardian(services, actor);
    },
  );
}

/** Posts, so that the code of the link is in no log. */
function consentRoutes(app: App, services: Services): void {
  const { limiter } = services;

  app.post(
    '/api/guardian-consent',
    {
      config: { access: 'public', problems: ['invalid_link', 'too_many_requests'] },
      schema: {
        tags: ['Projects'],
        operationId: 'read_guardian_consent',
        summary: 'Read what a guardian is asked',
        description: 'With the code of the link in the mail, without an account.',
        body: GuardianCode,
        response: { 200: Ref(GuardianConsent) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.consents, visitorKey(request));
      return readConsent(services, request.body.code);
    },
  );

  app.put(
    '/api/guardian-consent',
    {
      config: { access: 'public', problems: ['invalid_link', 'too_many_requests'] },
      schema: {
        tags: ['Projects'],
        operationId: 'answer_guardian_consent',
        summary: 'Agree as a guardian, or withdraw',
        description:
          'The person is notified. If somebody no longer agrees, the person keeps their places, takes no more, and the ' +
          'chiefs of their teams and tasks are notified.',
        body: GuardianAnswer,
        response: { 200: Ref(GuardianConsent) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.consents, visitorKey(request));
      const id = idIn(services.keys, request.body.code);
      // Withdrawing is always possible.
      if (request.body.agrees) await limiter.shared(reply, limits.agreements, sha256(id));
      return answerConsent(services, id, request.body.agrees);
    },
  );
}
