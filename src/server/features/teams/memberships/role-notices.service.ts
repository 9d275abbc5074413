import { pagePath } from '../../../../shared/pages.ts';
import type { Person } from '../../../auth/caller.ts';
import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import { limits } from '../../../auth/rate-limits.ts';
import type { TeamScope } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Trx } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { nameForMail } from '../../../lib/mail/web-address.ts';
import { newId } from '../../../lib/secrets.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { notify, notifyAccount } from '../../notices/notify.service.ts';
import { activeOwners } from '../../projects/owners.service.ts';
import { inMailLanguage } from '../../translations/translations.service.ts';
import { findTeamNames } from './memberships.queries.ts';
import { rolesChangedMail } from './roles-changed.mail.ts';
import type { RoleChange } from './roles-changed.mail.ts';

export type NoticeServices = { config: Config; clock: Clock; mailQueue: MailQueue; mailboxes: MailboxLimits };

/** Who counts as having changed a role, and how. */
export type Changer = {
  uid: string;
  name: string;
  email: string;
  via: 'browser' | 'token' | 'service' | 'invitation';
  /** Owners who know it already. */
  knowing?: readonly string[];
};

export const changerOf = ({ uid, name, email, credential }: Person): Changer => ({
  uid,
  name,
  email,
  via: credential.kind === 'session' ? 'browser' : credential.kind,
});

/**
 * Notifies all owners when roles were changed with an API token: a leaked one can do that without anybody noticing. And
 * when somebody accepted an invitation to lead, which may be weeks old; the owner who sent it gets another notice. The
 * number of mails is limited, so that a token cannot flood their mailboxes; the mail says so. Their lists of notices have all.
 */
export async function notifyOwners(
  trx: Trx,
  { config, clock, mailQueue, mailboxes }: NoticeServices,
  changer: Changer,
  team: TeamScope,
  { change, names }: { change: RoleChange; names: readonly string[] },
): Promise<void> {
  const { uid: actor, via, knowing = [] } = changer;
  if (via === 'browser') return;
  const isInvitation = via === 'invitation';
  const owners = (await activeOwners(trx, team)).filter(({ uid }) => !knowing.includes(uid));
  if (owners.length === 0) return;
  const place = await findTeamNames(trx, team);
  if (via === 'service') {
    await notifyOfService(trx, clock.now(), changer, { ...team, name: place.team, change }, owners);
    return;
  }
  await notifyAccount(
    trx,
    { actor, now: clock.now() },
    owners.map(({ uid }) => ({
      kind: 'security.roles_changed',
      uid,
      pid: team.pid,
      subject: team.tid,
      values: { team: place.team, ...(isInvitation && { change: 'invited' }) },
    })),
  );
  const admitted = await mailboxes.admitNotices(
    trx,
    owners.map(({ email }) => email),
  );
  const values = {
    change,
    names: names.map(nameForMail),
    actor: nameForMail(changer.name) || changer.email,
    link: `${config.baseUrl}${pagePath('/projects/$pid/teams/$tid/manage', team)}`,
    auditLink: `${config.baseUrl}${pagePath('/projects/$pid/manage/audit', team)}`,
    perHour: limits.roleNotices.max,
    isInvitation,
  };
  const key = `roles-changed:${newId(clock.now())}`;
  const recipients = owners.filter(({ email }) => admitted.has(email));
  const named = new Map<string | null, typeof place>();
  for (const { language } of recipients)
    if (!named.has(language)) named.set(language, await inMailLanguage(trx, team.pid, language, place));
  await mailQueue.addAll(
    trx,
    recipients.map(({ uid, email, language }, index) => {
      const own = named.get(language) ?? place;
      const names = { team: nameForMail(own.team), project: nameForMail(own.project) };
      return {
        key: `${key}:${index}`,
        mail: {
          to: email,
          for: { uid, owns: team.pid },
          event: { pid: team.pid, name: names.project },
          ...rolesChangedMail({ ...values, ...names, language }),
        },
      };
    }),
  );
}

const ownTexts: Partial<Record<RoleChange | 'invited', string>> = {
  team_disabled: 'disabled',
  team_enabled: 'enabled',
  invited: 'invited',
};

/** Notifies owners that a service account has invited people. */
export const notifyOfInvitations = async (
  trx: Trx,
  now: Date,
  account: Changer,
  team: TeamScope & { name: string },
): Promise<void> => notifyOfService(trx, now, account, { ...team, change: 'invited' }, await activeOwners(trx, team));

/**
 * A service account changes teams all day, as its owners want it to: they get one notice a day for each team, in the
 * summary. The audit log has every change.
 */
async function notifyOfService(
  trx: Trx,
  now: Date,
  { uid: account, name }: Changer,
  team: TeamScope & { name: string; change: RoleChange | 'invited' },
  owners: readonly { uid: string }[],
): Promise<void> {
  // Members lose their roles when a team is disabled, so this has a text of its own.
  const change = ownTexts[team.change];
  const occasion = [account, timestamp(now).slice(0, 10), ...(change === undefined ? [] : [change])].join(' ');
  await notify(
    trx,
    { actor: null, now },
    owners.map(({ uid }) => ({
      kind: 'service_account.changed_roles',
      uid,
      pid: team.pid,
      subject: team.tid,
      values: { what: name, team: team.name, ...(change !== undefined && { change }) },
      occasion,
    })),
  );
}
