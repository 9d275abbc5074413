import type { App } from '../../http/app.ts';
import { actorOf, callerOf, projectRoleOf } from '../../auth/gate.ts';
import { limits, personKey } from '../../auth/rate-limits.ts';
import { pageRequest } from '../../http/paging.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import { firstIdOf } from '../../lib/secrets.ts';
import type { Services } from '../../services.ts';
import { listAnnouncements, listOwnAnnouncements, ranks } from './announcements.queries.ts';
import {
  Announcement,
  AnnouncementChanges,
  AnnouncementListParams,
  AnnouncementPage,
  AnnouncementParams,
  AnnouncementQuery,
  NewAnnouncement,
  OwnAnnouncementPage,
  OwnAnnouncementQuery,
} from './announcements.schema.ts';
import {
  changeAnnouncement,
  createAnnouncement,
  presentAnnouncement,
  readAnnouncement,
  removeAnnouncement,
  viewerOf,
} from './announcements.service.ts';

const order = { rank: ranks, id: 'text' } as const;
/** How long announcements stay on the home page. */
const recentSeconds = days(60);

export function announcementRoutes(app: App, services: Services): void {
  readRoutes(app, services);
  writeRoutes(app, services);
}

function readRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/me/announcements',
    {
      config: { translates: 'announcements', access: 'signed_in' },
      schema: {
        tags: ['Announcements'],
        operationId: 'list_own_announcements',
        summary: "List the announcements of the caller's projects and teams",
        description: 'Announcements of the last 60 days and pinned ones, which come first. Without archived projects.',
        querystring: OwnAnnouncementQuery,
        response: { 200: Ref(OwnAnnouncementPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, order);
      const { uid, withheld } = callerOf(request);
      const now = clock.now();
      const rows = await listOwnAnnouncements(db.read, {
        uid,
        ownerUid: withheld ? '' : uid,
        now: timestamp(now),
        since: firstIdOf(addSeconds(now, -recentSeconds)),
        after,
        limit: limit + 1,
      });
      return page(rows, ({ rank, ...row }) => ({ ...row, pinned: rank === '0' }));
    },
  );

  app.get(
    '/api/projects/:pid/announcements',
    {
      config: { translates: 'announcement', access: 'project:anyone', scope: 'project:read' },
      schema: {
        tags: ['Announcements'],
        operationId: 'list_announcements',
        summary: 'List the announcements of a project',
        description:
          'Pinned first, then newest first. Visitors see public announcements; people in the project also see ' +
          'those for the project and for their own teams; owners see all. Public announcements are also at ' +
          '`/feeds/{pid}.atom`.',
        params: AnnouncementListParams,
        querystring: AnnouncementQuery,
        response: { 200: Ref(AnnouncementPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, order);
      const roles = projectRoleOf(request);
      const listing = { now: timestamp(clock.now()), tid: request.query.tid, after, limit: limit + 1 };
      const rows = await listAnnouncements(db.read, roles.scope, viewerOf(roles), listing);
      return page(rows, presentAnnouncement(roles));
    },
  );

  app.get(
    '/api/projects/:pid/announcements/:id',
    {
      config: { translates: 'announcement', access: 'project:anyone', scope: 'project:read' },
      schema: {
        tags: ['Announcements'],
        operationId: 'get_announcement',
        summary: 'Read an announcement',
        params: AnnouncementParams,
        response: { 200: Ref(Announcement) },
      },
    },
    async (request, reply) => {
      const roles = projectRoleOf(request);
      const row = await readAnnouncement(db.read, roles, request.params.id, clock.now());
      return withRevision(reply, row.revision, presentAnnouncement(roles)(row));
    },
  );
}

function writeRoutes(app: App, services: Services): void {
  const { db, clock, once, limiter } = services;
  app.post(
    '/api/projects/:pid/announcements',
    {
      config: {
        access: 'project:planner',
        deputies: ['writer'],
        problems: ['not_allowed', 'team_disabled', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Announcements'],
        operationId: 'create_announcement',
        summary: 'Publish an announcement',
        description:
          'Owners can publish for the project (`tid` null) or any team, chiefs for their own team. Recipients ' +
          'find it in their next summary email. Team announcements are never public. At most 20 an hour, 500 ' +
          'in a project.',
        params: AnnouncementListParams,
        body: NewAnnouncement,
        response: { 201: Ref(Announcement) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.announcements, personKey(callerOf(request)));
      return once(request, reply, (trx, { roles }) =>
        createAnnouncement(trx, services, actorOf(request, clock), roles, request.body),
      );
    },
  );

  app.patch(
    '/api/projects/:pid/announcements/:id',
    {
      config: { access: 'project:planner', deputies: ['writer'], problems: ['stale'] },
      schema: {
        tags: ['Announcements'],
        operationId: 'change_announcement',
        summary: 'Change an announcement',
        description: 'Changes only the fields in the request. Nobody is notified again.',
        params: AnnouncementParams,
        body: AnnouncementChanges,
        response: { 200: Ref(Announcement) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      await changeAnnouncement(
        db,
        { ...actor, id: request.params.id, expected: expectedRevision(request) },
        request.body,
      );
      const row = await readAnnouncement(db.read, actor.projectRole, request.params.id, clock.now());
      return withRevision(reply, row.revision, presentAnnouncement(actor.projectRole)(row));
    },
  );

  app.delete(
    '/api/projects/:pid/announcements/:id',
    {
      config: { access: 'project:planner', deputies: ['writer'], problems: ['stale'] },
      schema: {
        tags: ['Announcements'],
        operationId: 'delete_announcement',
        summary: 'Delete an announcement',
        params: AnnouncementParams,
        response: { 204: Empty('Announcement deleted.') },
      },
    },
    (request) =>
      removeAnnouncement(db, {
        ...actorOf(request, clock),
        id: request.params.id,
        expected: expectedRevision(request),
      }),
  );
}
