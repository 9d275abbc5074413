import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import { Ref } from '../../lib/schema.ts';
import { openFormsFor } from '../forms/forms.service.ts';
import type { EmailHasher } from '../members/members.service.ts';
import { describeMe, neededFor } from './me.service.ts';
import { Me } from './me.schema.ts';

type Services = { db: Db; hash: EmailHasher; clock: Clock };

export function meRoutes(app: App, { db, hash, clock }: Services): void {
  const describe = describeMe(db, hash);
  const openForms = openFormsFor(db);

  app.get(
    '/api/me',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'get_me',
        summary: "Read the caller's own info",
        description: 'Who the caller is, their roles and teams by project, and which data is missing.',
        response: { 200: Ref(Me) },
      },
    },
    async (request): Promise<Me> => {
      const caller = callerOf(request);
      const now = clock.now();
      const [me, forms] = await Promise.all([describe(caller, now), openForms(caller.uid, now)]);
      return { ...me, missing_forms: forms.missing, needed: neededFor(me.missing, forms.disclosing) };
    },
  );
}
