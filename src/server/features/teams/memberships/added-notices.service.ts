import type { Person } from '../../../auth/caller.ts';
import type { TeamScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { nameForMail } from '../../../lib/mail/web-address.ts';
import { newId } from '../../../lib/secrets.ts';
import { appearanceOf } from '../../members/choices/choices.service.ts';
import { findTeamNames } from './memberships.queries.ts';
import type { NoticeServices } from './role-notices.service.ts';
import { teamAddedMail } from './team-added.mail.ts';

/**
 * Tells people that somebody else has added them, and how the public listing shows them. Mail over the limit of a mailbox
 * is dropped: the home page asks as well. A draft is visible to its owners only, so nobody is told before it is public.
 */
export async function notifyAdded(
  trx: Trx,
  { config, clock, mailQueue, mailboxes }: NoticeServices,
  caller: Person,
  team: TeamScope,
  uids: readonly string[],
): Promise<void> {
  const others = uids.filter((uid) => uid !== caller.uid);
  const names = await findTeamNames(trx, team);
  if (others.length === 0 || names.state === 'draft') return;
  const people = await appearanceOf(trx, team, names.listing, others);
  const admitted = await mailboxes.admit(
    trx,
    people.map(({ email }) => email),
  );
  const key = `team-added:${newId(clock.now())}`;
  const params = {
    actor: nameForMail(caller.name),
    team: nameForMail(names.team),
    project: nameForMail(names.project),
    link: `${config.baseUrl}/`,
  };
  const mails = people
    .filter(({ email }) => admitted.has(email))
    .map(({ email, language, shown }, index) => {
      const appearance = names.listing === 'nobody' ? 'no_list' : shown ? 'shown' : 'not_shown';
      return { key: `${key}:${index}`, mail: { to: email, ...teamAddedMail({ appearance, language, ...params }) } };
    });
  if (mails.length > 0) await mailQueue.addAll(trx, mails);
}
