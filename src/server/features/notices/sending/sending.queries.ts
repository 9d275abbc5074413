import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { entryOf, noticeKinds, severalPrefix } from '../../../../shared/notice-kinds.ts';
import { isUndecided } from '../../../db/applications.ts';
import { isInFormAudience } from '../../../db/form-audience.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { hasSigned } from '../../../db/documents.ts';
import { preparedStatement } from '../../../db/prepared.ts';

/** People with mail that is due, those who wait longest first. */
export async function listDuePeople(read: Reader, now: string, limit: number): Promise<string[]> {
  const rows = await read
    .selectFrom('notices')
    .select('uid')
    .where('due_at', '<=', now)
    .groupBy('uid')
    .orderBy(({ fn }) => fn.min('due_at'))
    .limit(limit)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Takes what is due. Of several processes, one gets each notice: the others wait and no longer find it due. */
export async function claimDue(trx: Trx, uids: readonly string[], now: string): Promise<string[]> {
  const rows = await trx
    .updateTable('notices')
    .set({ due_at: null })
    .where('uid', 'in', uids)
    .where('due_at', '<=', now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

const attends = sql<SqlBool>`exists (
  select 1 from attendances where attendances.task_id = notices.subject and attendances.uid = notices.uid
    and (attendances.replaced_at is null or attendances.state not in ('no_show', 'left_early')))`;
const actorAttends = sql<SqlBool>`exists (
  select 1 from attendances where attendances.task_id = notices.subject and attendances.uid = notices.actor)`;
const actorOffers = sql<SqlBool>`exists (
  select 1 from place_offers where place_offers.task_id = notices.subject and place_offers.uid = notices.actor)`;
const isOffered = (now: string) => sql<SqlBool>`(exists (
  select 1 from waiting_people where waiting_people.task_id = notices.subject and waiting_people.uid = notices.uid
    and waiting_people.offered_until > ${now})
  or exists (
    select 1 from place_offers where place_offers.task_id = notices.subject
      and (place_offers.to_uid = notices.uid or (place_offers.to_uid is null and exists (
        select 1 from attendances
        where attendances.task_id = place_offers.for_task and attendances.uid = notices.uid)))))`;
const isAsked = sql<SqlBool>`exists (
  select 1 from help_requests
  where help_requests.task_id = notices.subject and help_requests.uid = notices.uid and help_requests.answer is null)`;
const hasTasks = (now: string) => sql<SqlBool>`exists (
  select 1 from attendances join tasks as theirs on theirs.id = attendances.task_id
  where attendances.uid = notices.uid and theirs.pid = notices.pid and theirs.ends_at > ${now})`;
/** Nothing to confirm without a task, or after the answer. */
const mayConfirm = (now: string) => sql<SqlBool>`(${hasTasks(now)}
  and not exists (
    select 1 from attendances join tasks as theirs on theirs.id = attendances.task_id
    where attendances.uid = notices.uid and theirs.pid = notices.pid and attendances.confirmed_at is not null))`;
const isInTeam = sql<SqlBool>`exists (
  select 1 from memberships
  where memberships.pid = notices.pid and memberships.tid = notices.subject and memberships.uid = notices.uid)`;
const isOwner = sql<SqlBool>`exists (
  select 1 from project_owners where project_owners.pid = notices.pid and project_owners.uid = notices.uid)`;
/** `condition` is about `memberships`. */
const isInEnabledTeam = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`exists (
  select 1 from memberships join teams on teams.pid = memberships.pid and teams.tid = memberships.tid
  where memberships.pid = notices.pid and memberships.uid = notices.uid and teams.disabled_at is null and ${condition})`;
const isInProject = sql<SqlBool>`(${isOwner} or ${isInEnabledTeam(sql`1 = 1`)})`;
const isHelper = sql<SqlBool>`exists (
  select 1 from helpers where helpers.pid = notices.pid and helpers.uid = notices.uid)`;
/** For a while. Deputies who recruit get notices about the people whom they invited. */
const isDeputyFor = (team: RawBuilder<unknown>, now: string) => sql<SqlBool>`exists (
  select 1 from grants where grants.pid = notices.pid and grants.uid = notices.uid
    and grants.starts_at <= ${now} and grants.ends_at > ${now} and (grants.role = 'recruiting' or grants.tid = ${team}))`;
const leads = (team: RawBuilder<unknown>, now: string) =>
  sql<SqlBool>`(${isOwner} or ${isInEnabledTeam(sql`memberships.tid = ${team} and memberships.role = 'chief'`)}
    or ${isDeputyFor(team, now)})`;
const plans = sql<SqlBool>`(${isOwner} or ${isInEnabledTeam(sql`memberships.role = 'chief'`)})`;
/** Organisers get these notices for the team of a task, for a team, for the team of somebody's work, or for the project. */
const organises = (now: string) => sql<SqlBool>`case
  when notices.kind in ('task.left', 'task.offered', 'help.accepted', 'request.received') then ${leads(sql`tasks.tid`, now)}
  when notices.kind in ('application.received', 'application.room', 'team.left', 'person.consent_lost', 'invitation.accepted',
    'invitation.declined', 'invitation.expired', 'chat.disabled') then ${leads(sql`notices.subject`, now)}
  when notices.kind = 'hours.claimed' then ${leads(sql`(select work.tid from work where work.id = notices.subject)`, now)}
  when notices.kind = 'hours.unmarked' then ${plans}
  else ${isOwner} end`;
/** In a draft, only owners are invited. */
const isInvited = (now: string) => sql<SqlBool>`exists (
  select 1 from invitations where invitations.pid = notices.pid and invitations.tid = notices.subject
    and invitations.email = people.email and invitations.expires_at > ${now}
    and (invitations.role = 'owner' or projects.state <> 'draft'))`;
const isGranted = (now: string) => sql<SqlBool>`exists (
  select 1 from grants where grants.id = notices.subject and grants.ends_at > ${now})`;
const isAnnounced = sql<SqlBool>`exists (
  select 1 from announcements where announcements.id = notices.subject
    and (${isOwner} or ${isInEnabledTeam(sql`(announcements.tid is null or announcements.tid = memberships.tid)`)}))`;
const answer = sql`select 1 from form_responses
  where form_responses.pid = notices.pid and form_responses.form = notices.subject and form_responses.uid = notices.uid`;
const isFormOpen = (now: string) => sql<SqlBool>`exists (
  select 1 from forms where forms.pid = notices.pid and forms.form = notices.subject
    and forms.enabled_at is not null and (forms.closes_at is null or forms.closes_at > ${now})
    and ${isInFormAudience(sql.ref('notices.uid'))}) and ${isInProject}`;

const organiserKinds = noticeKinds.filter((kind) => entryOf(kind).isForOrganisers === true);

/**
 * 0 for notices that no longer tell anything, because what they are about has changed again, or that are no longer for
 * the person: they have left the team or the project, no longer lead it, or it has become a draft.
 */
const isUseful = (now: string) => sql<number | string>`case
  when notices.kind = 'invitation.received' then case when ${isInvited(now)} then 1 else 0 end
  when notices.kind in ('grant.given', 'grant.ending') then case when ${isGranted(now)} then 1 else 0 end
  when notices.kind = 'grant.ended' then 1
  when projects.state = 'draft' and not ${isOwner} then 0
  when notices.kind in (${sql.join(organiserKinds)}) and not (${organises(now)}) then 0
  when notices.kind = 'task.added' and notices.subject like ${`${severalPrefix}%`} then
    case when ${hasTasks(now)} then 1 else 0 end
  when notices.kind in ('task.added', 'task.changed') then
    case when ${attends} and tasks.ends_at > ${now} then 1 else 0 end
  when notices.kind = 'task.reminder' then case when ${attends} and tasks.starts_at > ${now} then 1 else 0 end
  when notices.kind = 'place.offered' then
    case when tasks.starts_at > ${now} and ${isOffered(now)} then 1 else 0 end
  when notices.kind = 'help.asked' then
    case when tasks.ends_at > ${now} and not ${attends} and ${isAsked} then 1 else 0 end
  when notices.kind = 'attendance.question' then case when ${mayConfirm(now)} then 1 else 0 end
  when notices.kind = 'help.accepted' then
    case when tasks.ends_at > ${now} and ${actorAttends} then 1 else 0 end
  when notices.kind = 'task.left' then
    case when tasks.ends_at > ${now} and not ${actorAttends} then 1 else 0 end
  when notices.kind = 'task.offered' then
    case when tasks.starts_at > ${now} and ${actorOffers} then 1 else 0 end
  when notices.kind = 'task.removed' then case when ${attends} then 0 else 1 end
  when notices.kind in ('team.added', 'team.enabled', 'team.disabled') then case when ${isInTeam} then 1 else 0 end
  when notices.kind = 'team.removed' then case when ${isInTeam} then 0 else 1 end
  when notices.kind = 'application.received' then
    case when exists (select 1 from applications where applications.pid = notices.pid
      and applications.tid = notices.subject and applications.uid = notices.actor and ${isUndecided}) then 1 else 0 end
  when notices.kind = 'application.room' then
    case when exists (select 1 from applications join teams as room on room.pid = applications.pid and room.tid = applications.tid
      where applications.pid = notices.pid and applications.tid = notices.subject and applications.state = 'waiting'
        and (room.headcount is null or room.member_count < room.headcount)) then 1 else 0 end
  when notices.kind = 'request.received' then
    case when exists (select 1 from join_requests where join_requests.task_id = notices.subject
      and join_requests.uid = notices.actor and join_requests.declined_at is null) then 1 else 0 end
  when notices.kind in ('form.opened', 'form.closing') then
    case when ${isFormOpen(now)} and not exists (${answer}) then 1 else 0 end
  when notices.kind = 'form.asks_more' then
    case when ${isFormOpen(now)}
      and exists (${answer} and form_responses.updated_at < notices.created_at) then 1 else 0 end
  when notices.kind in ('document.asked', 'document.renewed') then case when exists (
    select 1 from documents where documents.id = notices.subject and documents.required_for <> 'nothing'
      and not ${hasSigned(sql.ref('notices.uid'), now)}) and (${isInProject} or ${isHelper}) then 1 else 0 end
  when notices.kind = 'announcement' then
    case when ${isAnnounced} then 1 else 0 end
  else 1 end`;

/** The team of a task that was deleted. */
const teamOfRemoved = sql<
  string | null
>`(select max(gone.tid) from removed_tasks as gone where gone.task_id = notices.subject)`;

const claimed = (read: Reader, now: string) =>
  read
    .selectFrom('notices')
    .innerJoin('people', 'people.uid', 'notices.uid')
    .leftJoin('people as actors', 'actors.uid', 'notices.actor')
    .leftJoin('projects', 'projects.pid', 'notices.pid')
    .leftJoin('tasks', 'tasks.id', 'notices.subject')
    .leftJoin('places', 'places.id', 'tasks.place_id')
    .leftJoin('teams', (join) =>
      join
        .onRef('teams.pid', '=', 'notices.pid')
        .on((eb) =>
          eb.or([
            eb('teams.tid', '=', eb.ref('notices.subject')),
            eb('teams.tid', '=', eb.fn.coalesce('tasks.tid', teamOfRemoved)),
          ]),
        ),
    )
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.pid', '=', 'teams.pid')
        .onRef('memberships.tid', '=', 'teams.tid')
        .onRef('memberships.uid', '=', 'notices.uid'),
    )
    .leftJoin('left_tasks', (join) =>
      join.onRef('left_tasks.task_id', '=', 'notices.subject').onRef('left_tasks.uid', '=', 'notices.uid'),
    )
    .leftJoin('notice_settings', 'notice_settings.uid', 'notices.uid')
    .select([
      'notices.id',
      'notices.uid',
      'notices.kind',
      'notices.pid',
      'notices.subject',
      'notices.previous',
      'notices.detail',
      'notices.created_at',
      'people.email',
      'people.name',
      'people.language',
      'people.suspended_at',
      'actors.name as actor',
      'projects.name as project',
      'projects.timezone as project_timezone',
      'tasks.revision',
      'tasks.title as task_title',
      'tasks.starts_at as task_starts_at',
      'tasks.ends_at as task_ends_at',
      'places.name as place',
      'left_tasks.changes',
      'teams.mailing_list',
      'memberships.uid as member',
      'notices.read_at',
      'notice_settings.mail',
      'notice_settings.push',
      'notice_settings.digest',
      'notice_settings.quiet_starts',
      'notice_settings.quiet_ends',
      'notice_settings.timezone',
    ])
    .select(isUseful(now).as('useful'))
    .orderBy('notices.id');

/** Most mails have one notice, and thousands of them are sent at once. */
const loadOne = preparedStatement((read, parameter: (name: 'id' | 'now') => string) =>
  claimed(read, parameter('now')).where('notices.id', '=', parameter('id')),
);

/** Loads everything that the mail needs. */
export async function loadClaimed(read: Reader, ids: readonly string[], now: string) {
  const [id, ...others] = ids;
  if (id === undefined) return [];
  return others.length === 0 ? loadOne(read, { id, now }) : claimed(read, now).where('notices.id', 'in', ids).execute();
}

/** How the tasks of notices about several are now; deleted ones are left out. */
export const loadListed = (read: Reader, ids: readonly string[]) =>
  read
    .selectFrom('tasks')
    .leftJoin('places', 'places.id', 'tasks.place_id')
    .select(['tasks.id', 'tasks.title', 'tasks.starts_at', 'tasks.ends_at', 'tasks.revision', 'places.name as place'])
    .where('tasks.id', 'in', ids)
    .execute();

/** Which of these people have a place on which of these tasks. */
export const loadHeld = (read: Reader, ids: readonly string[], uids: readonly string[]) =>
  read
    .selectFrom('attendances')
    .select(['task_id', 'uid'])
    .where('task_id', 'in', ids)
    .where('uid', 'in', uids)
    .execute();

/** How often these people have left these tasks, for their calendars. */
export const loadLeft = (read: Reader, ids: readonly string[], uids: readonly string[]) =>
  read
    .selectFrom('left_tasks')
    .select(['task_id', 'uid', 'changes'])
    .where('task_id', 'in', ids)
    .where('uid', 'in', uids)
    .execute();

export type ClaimedRow = Awaited<ReturnType<typeof loadClaimed>>[number];

/** The key of the job that sends the mail with these notices, by the first of them. */
export const mailKey = (first: string): string => `notices:${first}`;

/** Each person has one mail with those of these notices that are theirs. */
export async function markMailed(trx: Trx, ids: readonly string[], now: string): Promise<void> {
  if (ids.length === 0) return;
  const first = sql`(select min(sent.id) from notices as sent
    where sent.uid = notices.uid and sent.id in (${sql.join(ids)}))`;
  await trx
    .updateTable('notices')
    .set({ mailed_at: now, mail_key: sql<string>`${mailKey('')} || ${first}` })
    .where('id', 'in', ids)
    .execute();
}

export async function markDropped(trx: Trx, ids: readonly string[], now: string): Promise<void> {
  await trx.updateTable('notices').set({ dropped_at: now }).where('id', 'in', ids).execute();
}

export async function postponeNotices(trx: Trx, ids: readonly string[], until: string): Promise<void> {
  await trx.updateTable('notices').set({ due_at: until }).where('id', 'in', ids).execute();
}

/** Before anything is claimed: most people have no browser that gets notifications. */
export async function dropUnwantedPush(trx: Trx, now: string): Promise<void> {
  await trx
    .updateTable('notices')
    .set({ push_due_at: null })
    .where('push_due_at', '<=', now)
    .where(sql<SqlBool>`not exists (select 1 from push_subscriptions where push_subscriptions.uid = notices.uid)`)
    .execute();
}

/** Takes what is due for the browsers of some people, those who wait longest first. One process gets each notice. */
export async function claimDuePush(trx: Trx, now: string, limit: number): Promise<string[]> {
  const due = trx
    .selectFrom('notices')
    .select('id')
    .where('push_due_at', '<=', now)
    .orderBy('push_due_at')
    .limit(limit);
  const rows = await trx
    .updateTable('notices')
    .set({ push_due_at: null, pushed_at: now })
    .where('id', 'in', due)
    .where('push_due_at', '<=', now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What is dropped was not sent. */
export async function dropPush(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.updateTable('notices').set({ pushed_at: null }).where('id', 'in', ids).execute();
}

/** A push service accepted it, for one of the person's browsers. */
export async function markPushed(trx: Trx, ids: readonly string[], now: string): Promise<void> {
  await trx
    .updateTable('notices')
    .set({ push_sent_at: now })
    .where('id', 'in', ids)
    .where('push_sent_at', 'is', null)
    .execute();
}

export async function postponePush(trx: Trx, ids: readonly string[], until: string): Promise<void> {
  await trx.updateTable('notices').set({ push_due_at: until, pushed_at: null }).where('id', 'in', ids).execute();
}
