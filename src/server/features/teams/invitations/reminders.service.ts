import type { Actor, Roles } from '../../../auth/project-role.ts';
import { holds, teamsLedBy } from '../../../auth/project-role.ts';
import { madeWith } from '../../../auth/makers.ts';
import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import type { Config } from '../../../config.ts';
import type { Trx } from '../../../db/db.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import { mailWay } from '../../../lib/mailer.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { languagesOf } from '../../people/people.service.ts';
import { lockProjects } from '../../projects/owners.service.ts';
import { countDue, listDue, markReminded } from './invitations.queries.ts';
import type { InvitationScope } from './invitations.queries.ts';
import type { Reminded } from './invitations.schema.ts';
import { recordSent, send, sentUntil } from './sending.service.ts';

/** Nobody is reminded twice within two days. */
const againSeconds = days(2);
const batchSize = 500;

/** Owners and deputies who recruit remind all, chiefs those whom they may invite. */
export const reachOf = ({ scope }: Actor['projectRole'], roles: Roles): InvitationScope =>
  holds(roles, 'recruiting') ? scope : { ...scope, tids: teamsLedBy(roles) };

export const dueBefore = (now: Date) => ({
  now: timestamp(now),
  before: timestamp(addSeconds(now, -againSeconds)),
});

type Services = { config: Config; mailQueue: MailQueue; mailboxes: MailboxLimits };

/** Up to 500, those who have waited longest. Full mailboxes are left out; they are asked with the next reminder. */
export async function remind(
  trx: Trx,
  { config, mailQueue, mailboxes }: Services,
  { projectRole, caller, uid, now }: Actor,
  roles: Roles,
): Promise<Reminded> {
  const scope = reachOf(projectRole, roles);
  await lockProjects(trx, [scope.pid]);
  const found = await listDue(trx, scope, { ...dueBefore(now), limit: batchSize });
  const admitted = await mailboxes.admit(trx, [...new Set(found.map(({ email }) => email))]);
  const chosen = found.filter(({ email }) => admitted.has(email));
  const ids = chosen.map(({ id }) => id);
  const sender = { invited_by: uid, made_with: madeWith(caller, roles, now) };
  await markReminded(trx, ids, { ...sender, sent_at: timestamp(now), expires_at: sentUntil(now) });
  const cause = { actor: uid, now };
  const own = (await languagesOf(trx, [caller.email])).get(caller.email);
  await recordSent(trx, cause, scope.pid, chosen);
  await send(
    trx,
    { config, mailQueue },
    cause,
    scope.pid,
    chosen.map(({ language, asked_language: asked, ...one }) => ({
      ...one,
      sender: caller.name,
      language: language ?? asked ?? own,
    })),
  );
  const left = await countDue(trx, scope, dueBefore(now));
  return { reminded: chosen.length, too_many_mails: found.length - chosen.length, left, mail: mailWay(config) };
}
