import type { Actor } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { timestamp } from '../../../lib/clock.ts';
import { auditAbout } from '../../audit/audit-log.service.ts';
import { listReceived } from '../../notices/delivery/delivery.service.ts';
import { presentReceived, visibleTo } from '../received/received.service.ts';
import { personKinds, taskKinds, teamKinds } from './timeline.policy.ts';
import type { TimelineItem } from './timeline.schema.ts';

type Services = { db: Db; config: Config };

/** Newest first. Identifiers of both kinds of rows begin with their time, so that one cursor is enough. */
export async function timelineOf(
  { db: { read }, config }: Services,
  { projectRole, uid: caller, now }: Actor,
  uid: string,
  query: PageQuery,
) {
  const { limit, after, page } = pageRequest(query, { id: 'text' });
  const visible = await visibleTo(read, projectRole, caller, uid);
  const { scope } = projectRole;
  const notices = await listReceived(read, scope, { uid, visible }, after?.id, limit + 1);
  const kinds =
    visible === undefined
      ? { kinds: personKinds }
      : visible.isMember
        ? { kinds: taskKinds, inTeams: { kinds: teamKinds, tids: visible.tids } }
        : undefined;
  const events = kinds === undefined ? [] : await auditAbout(read, scope, { uid, ...kinds }, limit + 1, after?.id);
  const asked = { config, now: timestamp(now) };
  const items: TimelineItem[] = [
    ...events.map((event) => ({ id: event.id, at: event.at, event, received: null })),
    ...notices.flatMap((row): TimelineItem[] => {
      const received = presentReceived(row, asked);
      return received === undefined ? [] : [{ id: row.id, at: row.created_at, event: null, received }];
    }),
  ];
  return page(items.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit + 1));
}
