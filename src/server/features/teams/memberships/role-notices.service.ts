import type { Person } from '../../../auth/caller.ts';
import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import { limits } from '../../../auth/rate-limits.ts';
import type { TeamScope } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Trx } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import { nameForMail } from '../../../lib/mail/web-address.ts';
import { newId } from '../../../lib/secrets.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { notifyAccount } from '../../notices/notify.service.ts';
import { activeOwners } from '../../projects/owners.service.ts';
import { findTeamNames } from './memberships.queries.ts';
import { rolesChangedMail } from './roles-changed.mail.ts';
import type { RoleChange } from './roles-changed.mail.ts';

export type NoticeServices = { config: Config; clock: Clock; mailQueue: MailQueue; mailboxes: MailboxLimits };

/**
 * Tells all owners when roles were changed with an API token: a leaked one can do that without anybody noticing. The
 * number of mails is limited, so that a token cannot flood their mailboxes; the mail says so. Their lists of notices have all.
 */
export async function notifyOwners(
  trx: Trx,
  { config, clock, mailQueue, mailboxes }: NoticeServices,
  caller: Person,
  team: TeamScope,
  { change, names }: { change: RoleChange; names: readonly string[] },
): Promise<void> {
  if (caller.credential.kind === 'session') return;
  const owners = await activeOwners(trx, team);
  if (owners.length === 0) return;
  const place = await findTeamNames(trx, team);
  await notifyAccount(
    trx,
    { actor: caller.uid, now: clock.now() },
    owners.map(({ uid }) => ({
      kind: 'security.roles_changed',
      uid,
      pid: team.pid,
      subject: team.tid,
      values: { team: place.team },
    })),
  );
  const admitted = await mailboxes.admitNotices(
    trx,
    owners.map(({ email }) => email),
  );
  const told = {
    change,
    names: names.map(nameForMail),
    actor: nameForMail(caller.name) || caller.email,
    team: nameForMail(place.team),
    project: nameForMail(place.project),
    link: `${config.baseUrl}/projects/${team.pid}/teams/${team.tid}/manage`,
    auditLink: `${config.baseUrl}/projects/${team.pid}/manage/audit`,
    perHour: limits.roleNotices.max,
  };
  const key = `roles-changed:${newId(clock.now())}`;
  await mailQueue.addAll(
    trx,
    owners
      .filter(({ email }) => admitted.has(email))
      .map(({ email, language }, index) => ({
        key: `${key}:${index}`,
        mail: { to: email, ...rolesChangedMail({ ...told, language }) },
      })),
  );
}
