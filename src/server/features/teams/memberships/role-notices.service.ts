import type { Person } from '../../../auth/caller.ts';
import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import type { TeamScope } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Trx } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { ownersToNotify } from '../../projects/owners.service.ts';
import { findTeamNames } from './memberships.queries.ts';
import { rolesChangedMail } from './roles-changed.mail.ts';
import type { RoleChange } from './roles-changed.mail.ts';

export type NoticeServices = { config: Config; clock: Clock; mailQueue: MailQueue; mailboxes: MailboxLimits };

/** Tells all owners when roles were changed with an API token: a leaked one can do that without anybody noticing. */
export async function notifyOwners(
  trx: Trx,
  { config, clock, mailQueue }: NoticeServices,
  caller: Person,
  team: TeamScope,
  { change, names }: { change: RoleChange; names: readonly string[] },
): Promise<void> {
  if (caller.credential.kind !== 'token') return;
  const owners = await ownersToNotify(trx, team);
  if (owners.length === 0) return;
  const link = `${config.baseUrl}/projects/${team.pid}/teams/${team.tid}/manage`;
  const actor = caller.name === '' ? caller.email : caller.name;
  const text = rolesChangedMail({ change, names, actor, ...(await findTeamNames(trx, team)), link });
  const key = `roles-changed:${newId(clock.now())}`;
  await mailQueue.addAll(
    trx,
    owners.map((to, index) => ({ key: `${key}:${index}`, mail: { to, ...text } })),
  );
}
