import { writtenLanguage } from '../../../../locales/server-texts.ts';
import { pagePath } from '../../../../shared/pages.ts';
import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import { serviceOf } from '../../../auth/made-with.ts';
import { givesRole, invitationSenders } from '../../../auth/makers.ts';
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
import { translatorFor } from '../../translations/translations.service.ts';
import { invitationMail } from './invitation.mail.ts';
import { obstacleTo } from './invitations.policy.ts';
import { listHeld, namesOfServices, startValidity } from './invitations.queries.ts';
import type { NamedRow } from './invitations.queries.ts';

const validSeconds = days(14);
/** How long an invitation waits for the project to become public. */
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
  const translators = new Map<string | undefined, Awaited<ReturnType<typeof translatorFor>>>();
  for (const language of new Set(invitations.map((one) => one.language)))
    translators.set(language, await translatorFor(trx, [pid], writtenLanguage(language)));
  const mails = invitations.map(({ id, email, role, sender, language, ...original }) => {
    const named = { team: original.team, project: original.project };
    const { team, project } = translators.get(language)?.(named, { pid }) ?? named;
    return {
      key: `invitation:${id}:${timestamp(cause.now)}`,
      mail: {
        to: email,
        for: { invitation: id },
        until,
        event: { pid, name: nameForMail(project) },
        ...invitationMail({
          language,
          role,
          team: nameForMail(team),
          project: nameForMail(project),
          sender: nameForMail(sender),
          link: `${config.baseUrl}${pagePath('/invitations')}`,
          until: until.slice(0, 10),
        }),
      },
    };
  });
  for (const some of chunksOf(mails)) await mailQueue.addAll(trx, some);
}

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
  const held = await listHeld(trx, scope);
  const senders = await invitationSenders(trx, cause.now, scope.pid, held);
  const ready = held.filter((one) => obstacleTo(one, givesRole(senders, one)) === undefined);
  for (const some of chunksOf(ready)) {
    const emails = some.map(({ email }) => email);
    const admitted = Map.groupBy(await sending.mailboxes.admitEach(trx, emails), (email) => email);
    const outgoing = some.filter(({ email }) => admitted.get(email)?.pop() !== undefined);
    if (outgoing.length > 0) await sendSome(trx, sending, cause, scope, outgoing);
  }
}

export const recordSent = (trx: Trx, { actor, now }: Cause, pid: string, rows: readonly NamedRow[]): Promise<void> =>
  recordAll(
    trx,
    now,
    rows.map(({ id, tid, role }) => ({
      actor: actor ?? '',
      kind: 'invitation.sent',
      subject: id,
      pid,
      detail: { tid, role },
    })),
  );

async function sendSome(
  trx: Trx,
  sending: Sending,
  cause: Cause,
  { pid }: ProjectScope,
  held: readonly NamedRow[],
): Promise<void> {
  const { now } = cause;
  const ids = held.map(({ id }) => id);
  await startValidity(trx, ids, { sent_at: timestamp(now), expires_at: sentUntil(now) });
  await recordSent(trx, cause, pid, held);
  // A service account invites in its own name, also when it is sent later.
  const services = await namesOfServices(trx, [...new Set(held.flatMap((one) => serviceOf(one.made_with) ?? []))]);
  const outgoing = held.map(({ sender, language, asked_language: asked, sender_language: fallback, ...one }) => ({
    ...one,
    sender: services.get(serviceOf(one.made_with) ?? '') ?? sender ?? '',
    language: language ?? asked ?? fallback ?? undefined,
  }));
  await send(trx, sending, cause, pid, outgoing);
}
