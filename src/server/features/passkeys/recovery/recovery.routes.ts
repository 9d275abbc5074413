import type { App } from '../../../http/app.ts';
import { callerOf } from '../../../auth/gate.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { NewRecoveryCodes, RecoveryCodes, RecoveryInput } from './recovery.schema.ts';
import { createCodes, describeCodes, useCode } from './recovery.service.ts';

export function recoveryRoutes(app: App, services: Services): void {
  const { db, limiter } = services;

  app.get(
    '/api/me/recovery-codes',
    {
      config: { access: 'browser' },
      schema: {
        tags: ['Me'],
        operationId: 'get_recovery_codes',
        summary: 'Read how many recovery codes are left',
        response: { 200: Ref(RecoveryCodes) },
      },
    },
    (request) => describeCodes(db.read, callerOf(request).uid),
  );

  app.post(
    '/api/me/recovery-codes',
    {
      config: { access: 'fresh', problems: ['passkey_required', 'factors_frozen'] },
      schema: {
        tags: ['Me'],
        operationId: 'create_recovery_codes',
        summary: 'Create ten recovery codes, replacing all earlier ones',
        description:
          'Each code can be used once in place of a lost passkey. The codes are shown only in this response. ' +
          'Requires a fresh sign-in, and a passkey where changing passkeys needs one. The person gets an email.',
        response: { 201: Ref(NewRecoveryCodes) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await limiter.shared(reply, limits.signIn, personKey(caller));
      return createCodes(services, caller);
    },
  );

  app.post(
    '/api/me/confirmation/recovery-code',
    {
      config: { access: 'browser', openToSuspended: true, problems: ['invalid_recovery_code', 'factors_frozen'] },
      schema: {
        tags: ['Me'],
        operationId: 'confirm_with_recovery_code',
        summary: 'Confirm this session with a recovery code instead of a passkey',
        description: "The code can't be used again. Five attempts in 15 minutes. The person gets an email.",
        body: RecoveryInput,
        response: { 204: Empty('Session confirmed.') },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await limiter.shared(reply, limits.recovery, personKey(caller));
      await useCode(services, caller, request.body.code);
    },
  );
}
