import type { App } from '../../app.ts';
import { callerOf } from '../../auth/gate.ts';
import type { Db } from '../../db/db.ts';
import { Type } from '../../lib/schema.ts';
import type { EmailHasher } from '../members/members.service.ts';
import { describeMe } from './people.service.ts';

export function peopleRoutes(app: App, { db, hash }: { db: Db; hash: EmailHasher }): void {
  const describe = describeMe(db, hash);

  app.get(
    '/api/me',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'get_me',
        summary: "Read the caller's own info",
        description: 'Who the caller is, their roles and teams by project, and what they have not given yet.',
        response: { 200: Type.Ref('Me') },
      },
    },
    (request) => describe(callerOf(request)),
  );
}
