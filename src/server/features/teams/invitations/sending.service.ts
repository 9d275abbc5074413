import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Trx } from '../../../db/db.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import { nameForMail } from '../../../lib/mail/web-address.ts';
import { recordAll } from '../../audit/audit.service.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { notify } from '../../notices/notify.service.ts';
import type { Cause } from '../../notices/notify.service.ts';
import { invitationMail } from './invitation.mail.ts';
import { obstacleTo } from './invitations.policy.ts';
import { listHeld, startValidity } from './invitations.queries.ts';

const validSeconds = days(14);
/** Of one that waits for the project to become public. */
const heldSeconds = days(365);

export const sentUntil = (now: Date): string => timestamp(addSeconds(now, validSeconds));
export const heldUntil = (now: Date): string => timestamp(addSeconds(now, heldSeconds));

type Sending = { config: Config; mailQueue: MailQueue };

type Outgoing = {
  id: string;
  email: string;
  role: 'member' | 'chief' | 'owner';
  tid: string;
  team: string;
  project: string;
  sender: string;
  /** The account with this address. */
  uid: string | null;
  language: string | undefined;
};

/** Sends the mails, and notices to those who have an account. */
export async function send(
  trx: Trx,
  { config, mailQueue }: Sending,
  cause: Cause,
  pid: string,
  invitations: readonly Outgoing[],
): Promise<void> {
  await notify(
    trx,
    cause,
    invitations.flatMap(({ uid, tid, team, role }) =>
      uid === null ? [] : [{ kind: 'invitation.received' as const, uid, pid, subject: tid, values: { team, role } }],
    ),
  );
  const until = sentUntil(cause.now);
  const mails = invitations.map(({ id, email, role, team, project, sender, language }) => ({
    key: `invitation:${id}:${timestamp(cause.now)}`,
    mail: {
      to: email,
      until,
      ...invitationMail({
        language,
        role,
        team: nameForMail(team),
        project: nameForMail(project),
        sender: nameForMail(sender),
        link: `${config.baseUrl}/invitations`,
        until: until.slice(0, 10),
      }),
    },
  }));
  for (const some of chunksOf(mails)) await mailQueue.addAll(trx, some);
}

type Held = Awaited<ReturnType<typeof listHeld>>[number];

/**
 * Sends the invitations that waited for the project to become public, or for their team to be enabled. Those to full
 * mailboxes stay unsent.
 */
export async function sendHeld(
  trx: Trx,
  sending: Sending & { mailboxes: MailboxLimits },
  cause: Cause,
  scope: ProjectScope & { tid?: string },
): Promise<void> {
  const ready = (await listHeld(trx, scope)).filter((one) => obstacleTo(one) === undefined);
  for (const some of chunksOf(ready)) {
    const emails = some.map(({ email }) => email);
    const admitted = Map.groupBy(await sending.mailboxes.admitEach(trx, emails), (email) => email);
    const outgoing = some.filter(({ email }) => admitted.get(email)?.pop() !== undefined);
    if (outgoing.length > 0) await sendSome(trx, sending, cause, scope, outgoing);
  }
}

async function sendSome(
  trx: Trx,
  sending: Sending,
  cause: Cause,
  { pid }: ProjectScope,
  held: readonly Held[],
): Promise<void> {
  const { actor, now } = cause;
  const ids = held.map(({ id }) => id);
  await startValidity(trx, ids, { sent_at: timestamp(now), expires_at: sentUntil(now) });
  await recordAll(
    trx,
    now,
    held.map(({ id, tid, role }) => ({
      actor: actor ?? '',
      kind: 'invitation.sent',
      subject: id,
      pid,
      detail: { tid, role },
    })),
  );
  const outgoing = held.map(({ sender, language, sender_language: fallback, ...one }) => ({
    ...one,
    sender: sender ?? '',
    language: language ?? fallback ?? undefined,
  }));
  await send(trx, sending, cause, pid, outgoing);
}
