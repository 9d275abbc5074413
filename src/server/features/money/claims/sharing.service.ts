import { entryOf } from '../../../../shared/notice-kinds.ts';
import { pagePath } from '../../../../shared/pages.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Trx } from '../../../db/db.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import { nameForMail } from '../../../lib/mail/web-address.ts';
import { newId } from '../../../lib/secrets.ts';
import { record } from '../../audit/audit.service.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { notifyAccount } from '../../notices/notify.service.ts';
import { languagesOf } from '../../people/people.service.ts';
import { inMailLanguage } from '../../translations/translations.service.ts';
import { claimSharedMail } from './claim-shared.mail.ts';
import { findProjectName } from './claims.queries.ts';

/** How long somebody lets the account be used for a claim. */
const sharedDays = 365;

/** Until when somebody who agrees today lets the account be used. */
export const sharedUntil = (now: Date): string => timestamp(addSeconds(now, days(sharedDays))).slice(0, 10);

export type SharingServices = { config: Config; mailQueue: MailQueue };
type Shared = { id: string; number: number | null; until: string };

/** Notifies the claimant that others can now use their account, in case somebody else agreed in their name. */
export async function noteShared(
  trx: Trx,
  { config: { baseUrl }, mailQueue }: SharingServices,
  { projectRole: { scope }, caller: { email }, uid, now }: Actor,
  { id, number, until }: Shared,
): Promise<void> {
  const { pid } = scope;
  await record(trx, now, { actor: uid, kind: 'claim.shared', subject: uid, pid, detail: { claim: id } });
  const kind = 'security.claim_shared' as const;
  const what = String(number ?? '');
  const language = (await languagesOf(trx, [email])).get(email);
  const original = { project: await findProjectName(trx, scope) };
  const { project } = await inMailLanguage(trx, pid, language, original);
  const mail = claimSharedMail({
    language,
    project: nameForMail(project),
    what,
    until,
    link: `${baseUrl}${entryOf(kind).page({ pid, subject: id })}`,
    sessionsLink: `${baseUrl}${pagePath('/me/sessions')}`,
  });
  await mailQueue.add(trx, `claim-shared:${newId(now)}`, { to: email, for: { uid }, ...mail });
  await notifyAccount(trx, { actor: null, now }, [{ kind, uid, pid, subject: id, values: { what } }]);
}
