import { pagePath } from '../../../shared/pages.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import { holds, inProject, inTeam, writesFor } from '../../auth/project-role.ts';
import type { Actor, ProjectRole, ProjectScope, Roles } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import { newId } from '../../lib/secrets.ts';
import { toUtc } from '../../http/moment.ts';
import { record } from '../audit/audit.service.ts';
import { changedFields } from '../audit/changed-fields.policy.ts';
import { announceInChat } from '../chat/announcing.service.ts';
import type { ChatServices } from '../chat/announcing.service.ts';
import { notify, withdrawNotices } from '../notices/notify.service.ts';
import { excerpt } from '../web/pages.service.ts';
import { deleteTranslations, translateNew } from '../translations/translations.service.ts';
import * as queries from './announcements.queries.ts';
import {
  countAnnouncements,
  deleteAnnouncement,
  findAnnouncement,
  findTeam,
  insertAnnouncement,
  listRecipients,
  lockAnnouncement,
  updateAnnouncement,
} from './announcements.queries.ts';
import type { AnnouncementRow, Viewer } from './announcements.queries.ts';
import type { Announcement, AnnouncementChanges, NewAnnouncement } from './announcements.schema.ts';

const maxPerProject = 500;

const noSuchAnnouncement = (): never => fail('not_found', { detail: 'There is no such announcement in this project' });
const notYours = (): never =>
  fail('forbidden', { detail: 'Only owners can announce for the project; chiefs can announce for their own team' });

export const viewerOf = (roles: ProjectRole): Viewer => ({
  owner: seesAll(roles),
  inProject: inProject(roles) || seesAll(roles),
  tids: [...roles.teams.keys()],
});

/** Names of authors are for the people of the project only. */
export const presentAnnouncement =
  (roles: ProjectRole) =>
  (row: AnnouncementRow): Announcement => {
    const { rank, revision: _, author, ...shown } = row;
    return {
      ...shown,
      pinned: rank === '0',
      author: inProject(roles) || seesAll(roles) ? author : null,
      rights: { edit: canAnnounce(roles, row.tid) && roles.state !== 'archived' },
    };
  };

/** People who may not see an announcement do not learn that there is one. */
export async function readAnnouncement(read: Reader, roles: ProjectRole, id: string, now: Date) {
  const row = await findAnnouncement(read, roles.scope, id, timestamp(now));
  return row === undefined || !canSeeAnnouncement(roles, row) ? noSuchAnnouncement() : row;
}

/** `roles` are those of the transaction: a chief may have lost the team since the gate checked. */
export async function createAnnouncement(
  trx: Trx,
  services: ChatServices,
  actor: Actor,
  roles: Roles,
  input: NewAnnouncement,
): Promise<Announcement> {
  const { projectRole, uid, now } = actor;
  const { scope } = projectRole;
  const tid = input.tid ?? null;
  if (!canAnnounce(roles, tid)) return notYours();
  const team = tid === null ? undefined : await requireTeam(trx, scope, tid);
  if ((await countAnnouncements(trx, scope.pid)) >= maxPerProject)
    fail('not_allowed', { detail: `A project has at most ${maxPerProject} announcements; delete old ones first` });
  const [id, at] = [newId(now), timestamp(now)];
  await insertAnnouncement(trx, {
    id,
    pid: scope.pid,
    tid,
    title: input.title,
    body: input.body,
    audience: audienceFor(tid, input.audience),
    pinned_until: pinnedUntil(input.pinned_until),
    created_by: uid,
    created_at: at,
    updated_at: at,
  });
  // Before anybody is notified, in their language.
  if (input.translations !== undefined)
    await translateNew(trx, scope.pid, { kind: 'announcement', id }, input.translations);
  await record(trx, now, {
    actor: uid,
    kind: 'announcement.created',
    subject: id,
    pid: scope.pid,
    detail: { tid, title: input.title },
  });
  const values = { title: input.title, ...(team === undefined ? {} : { team: team.name }) };
  const recipients = await listRecipients(trx, scope, tid);
  await notify(
    trx,
    { actor: uid, now },
    recipients.map((recipient) => ({ kind: 'announcement', uid: recipient, pid: scope.pid, subject: id, values })),
  );
  if (projectRole.state === 'public')
    await announceInChat(trx, services, now, {
      id,
      pid: scope.pid,
      tid,
      title: input.title,
      text: excerpt(input.body),
      page: pagePath('/projects/$pid/announcements/$id', { pid: scope.pid, id }),
    });
  const row = (await findAnnouncement(trx, scope, id, at)) ?? fail('internal');
  return presentAnnouncement(projectRole)(row);
}

async function requireTeam(trx: Trx, scope: ProjectScope, tid: string) {
  const team = await findTeam(trx, scope, tid);
  const detail = 'is not a team of this project';
  if (team === undefined)
    return fail('not_allowed', { detail: `/tid ${detail}`, errors: [{ pointer: '/tid', detail }] });
  return team.disabled_at === null ? team : fail('team_disabled');
}

function audienceFor(tid: string | null, audience: NewAnnouncement['audience']): 'public' | 'people' {
  if (tid === null) return audience ?? 'public';
  return audience === 'public' ? failField('/audience', 'must be people for a team') : 'people';
}

const pinnedUntil = (moment: string | null | undefined): string | null =>
  moment === null || moment === undefined ? null : toUtc('/pinned_until', moment);

type Change = Actor & { id: string; expected: number | undefined };

/** Nobody is notified again: the notice leads to the new text. */
export async function changeAnnouncement(db: Db, change: Change, input: AnnouncementChanges): Promise<void> {
  const { projectRole, caller, id, uid, now } = change;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const before = await lockOwn(trx, change, roles);
    const values = {
      ...input,
      ...(input.audience === undefined ? {} : { audience: audienceFor(before.tid, input.audience) }),
      ...(input.pinned_until === undefined ? {} : { pinned_until: pinnedUntil(input.pinned_until) }),
    };
    const fields = changedFields(Object.keys(input), before, { ...before, ...values });
    if (fields === '') return;
    await updateAnnouncement(trx, scope, id, { ...values, updated_at: timestamp(now) });
    const entry = { actor: uid, subject: id, pid: scope.pid };
    await record(trx, now, {
      ...entry,
      kind: 'announcement.changed',
      detail: { tid: before.tid, title: values.title ?? before.title, fields },
    });
  });
}

export async function removeAnnouncement(db: Db, change: Change): Promise<void> {
  const { projectRole, caller, id, uid, now } = change;
  const { pid } = projectRole.scope;
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const { tid, title, created_at } = await lockOwn(trx, change, roles);
    await deleteAnnouncement(trx, projectRole.scope, id);
    await deleteTranslations(trx, pid, 'announcement', id);
    await withdrawNotices(trx, { kind: 'announcement', pid, subject: id, since: new Date(created_at) });
    await record(trx, now, { actor: uid, kind: 'announcement.removed', subject: id, pid, detail: { tid, title } });
  });
}

async function lockOwn(trx: Trx, { projectRole, id, expected, now }: Change, roles: Roles) {
  const row = await lockAnnouncement(trx, projectRole.scope, id, expected);
  const seen = row ?? (await findAnnouncement(trx, projectRole.scope, id, timestamp(now)));
  if (seen === undefined || !canSeeAnnouncement(roles, seen)) return noSuchAnnouncement();
  if (!canAnnounce(roles, seen.tid)) return notYours();
  return row ?? fail('stale');
}

export const listAnnouncementsBy = (read: Reader, uid: string) => queries.listAnnouncementsBy(read, uid);

type Row = { tid: string | null; audience: 'public' | 'people' };

/** Owners and deputies who write, for the project and every team; chiefs for their own team. */
const canAnnounce = (roles: Roles, tid: string | null): boolean => writesFor(roles, tid);

const seesAll = (roles: Roles): boolean => holds(roles, 'writer') || holds(roles, 'viewer');

/** Those of a team are for its people and the owners. The query of the list has the same rule. */
function canSeeAnnouncement(roles: Roles, { tid, audience }: Row): boolean {
  if (seesAll(roles)) return true;
  if (tid !== null) return inTeam(roles, tid);
  return audience === 'public' || inProject(roles);
}
