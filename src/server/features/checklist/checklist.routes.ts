import { callerOf } from '../../auth/gate.ts';
import type { App } from '../../http/app.ts';
import { timestamp } from '../../lib/clock.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { documentsToSign } from '../documents/signing.service.ts';
import { readMe } from '../me/me.service.ts';
import { checklistOf } from './checklist.policy.ts';
import { Checklist } from './checklist.schema.ts';
import { dutiesOf } from './duties.service.ts';

export function checklistRoutes(app: App, services: Services): void {
  const { db, clock, keys } = services;
  const read = readMe(services);

  app.get(
    '/api/me/checklist',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'get_checklist',
        summary: 'List what the caller still has to do',
        description:
          'Documents to sign, forms to answer, parts of the profile that something needs, a guardian who has to agree, and the ' +
          'minimum hours of projects, in order of deadline. What is done disappears.',
        response: { 200: Ref(Checklist) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const now = clock.now();
      const [me, documents, duties] = await Promise.all([
        read(caller, now),
        documentsToSign(db.read, caller.uid, timestamp(now)),
        dutiesOf(db.read, keys, caller.uid, now),
      ]);
      return { data: checklistOf({ me, documents, duties }) };
    },
  );
}
