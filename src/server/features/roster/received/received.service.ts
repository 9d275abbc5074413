import { teamsLedBy } from '../../../auth/project-role.ts';
import type { Actor, ProjectRole } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Db, Reader } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { timestamp } from '../../../lib/clock.ts';
import { listReceived, presentDelivery } from '../../notices/delivery/delivery.service.ts';
import { presentNotice } from '../../notices/notices.service.ts';
import { isMemberOf, ownPeopleAmong } from '../../tasks/planner/candidates.service.ts';
import { isPersonOf } from '../people/people.service.ts';
import type { ReceivedNotice } from './received.schema.ts';

type Services = { db: Db; config: Config };

/** What a person of the project got about it: owners see all of it, chiefs what is about their teams and tasks. */
export async function receivedBy(
  { db, config }: Services,
  { projectRole, uid: caller, now }: Actor,
  uid: string,
  query: PageQuery,
) {
  const { read } = db;
  const { limit, after, page } = pageRequest(query, { id: 'text' });
  const visible = await visibleTo(read, projectRole, caller, uid);
  const rows = await listReceived(read, projectRole.scope, { uid, visible }, after?.id, limit + 1);
  const asked = { config, now: timestamp(now) };
  const { data, next } = page(rows);
  return {
    data: data.flatMap((row) => presentReceived(row, asked) ?? []),
    next,
  };
}

type Received = Awaited<ReturnType<typeof listReceived>>[number];

/** Undefined for a kind of a later version. */
export function presentReceived(row: Received, asked: { config: Config; now: string }): ReceivedNotice | undefined {
  const [notice] = presentNotice(row);
  const delivery = presentDelivery(row, asked);
  return notice === undefined || delivery === undefined ? undefined : { notice, delivery };
}

/** Which of the person's notices the caller sees; undefined: all about the project. Fails if they may not know the person. */
export async function visibleTo(read: Reader, projectRole: ProjectRole, caller: string, uid: string) {
  // Invited people are not in the project: their notices would say whose address it is, and when they were here.
  const isKnown = projectRole.owner
    ? await isPersonOf(read, projectRole, uid)
    : (await ownPeopleAmong(read, projectRole, [uid])).length > 0;
  if (!isKnown) return fail('not_found', { detail: 'There is no such person in this project' });
  if (projectRole.owner) return undefined;
  return { caller, tids: teamsLedBy(projectRole), isMember: await isMemberOf(read, projectRole, uid) };
}
