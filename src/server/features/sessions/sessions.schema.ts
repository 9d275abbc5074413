import { Id, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const Session = Shape(
  {
    id: Type.String(),
    device: Type.String({
      description: 'Browser and operating system, as far as known.',
      examples: ['Firefox on Linux'],
    }),
    created_at: Timestamp('When it signed in.'),
    last_seen_at: Timestamp('When it was last used, accurate to a few minutes.'),
    expires_at: Timestamp('When it expires if unused.'),
    current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  },
  { $id: 'Session' },
);

export const SessionPage = { ...Page(Ref(Session)), $id: 'SessionPage' };
export const SessionQuery = Shape(PageQuery);
export const SessionParams = Shape({ id: Id('Identifier of the session.') });

export const sessionSchemas = [Session, SessionPage];

export type Session = Static<typeof Session>;
