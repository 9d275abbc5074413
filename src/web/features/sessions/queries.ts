import type { Session } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { sessionKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { pagedQuery } from '../../ui/paging.ts';

export const sessionsQuery = pagedQuery(sessionKeys.all, (query) => call('list_sessions', { query }), 20);

export const endSession: Change<Session, unknown> = {
  run: ({ id }) => call('end_session', { path: { id } }),
  affects: [sessionKeys.all],
};

/** Also ends the current session. The caller must clear the cache afterwards. */
export const endAllSessions = () => call('remove_all_sessions', {});
