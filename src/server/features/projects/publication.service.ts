import type { MailboxLimits } from '../../auth/mailbox-limits.ts';
import type { Config } from '../../config.ts';
import type { ProjectScope } from '../../auth/project-role.ts';
import type { Trx } from '../../db/db.ts';
import { howListed } from '../members/choices/choices.policy.ts';
import type { ListingSetting } from '../members/choices/choices.policy.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { notify } from '../notices/notify.service.ts';
import type { Cause } from '../notices/notify.service.ts';
import { listAddedToDraft } from './publication.queries.ts';

type Sending = { config: Config; mailQueue: MailQueue; mailboxes: MailboxLimits };

export type PublicationStep = (trx: Trx, services: Sending, cause: Cause, scope: ProjectScope) => Promise<void>;

export type Publishing = Sending & { publicationSteps: readonly PublicationStep[] };

/**
 * While a project is a draft, only its owners are notified. Everybody else who was added to a team learns of it when the
 * project stops being one. Call it before this change is recorded in the audit log.
 */
export async function notifyAddedToDraft(trx: Trx, cause: Cause, scope: ProjectScope, listing: ListingSetting) {
  const added = await listAddedToDraft(trx, scope);
  await notify(
    trx,
    cause,
    added.map(({ uid, tid, role, team, profile, listed }) => ({
      kind: 'team.added',
      uid,
      pid: scope.pid,
      subject: tid,
      values: { team, role, listing: howListed({ listing, listed: listed === null ? null : listed === 1, profile }) },
    })),
  );
}
