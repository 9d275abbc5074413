import type { Actor } from '../../auth/project-role.ts';
import type { Config } from '../../config.ts';
import { pageRequest } from '../../http/paging.ts';
import type { PageQuery } from '../../http/paging.ts';
import { timestamp } from '../../lib/clock.ts';
import { contactsFor } from '../contacts/contacts.service.ts';
import type { ContactServices } from '../contacts/contacts.service.ts';
import { countReached, deliveriesOfMessage, unreachedRecipients } from '../notices/delivery/delivery.service.ts';
import { ownPeopleAmong } from '../tasks/planner/candidates.service.ts';
import { listRecipients } from './messages.queries.ts';
import type { MessageRecipient } from './messages.schema.ts';

type Services = ContactServices & { config: Config };
type Query = PageQuery & { state?: MessageRecipient['state']; unreached?: boolean };

/** Who got a message and how, with the contact details of those whom it has not reached. A fixed number of queries. */
export async function recipientPage(
  services: Services,
  { projectRole, uid: caller, now }: Actor,
  id: string,
  query: Query,
) {
  const { db, config } = services;
  const { limit, after, page } = pageRequest(query, { id: 'text' });
  const among = query.unreached === true ? unreachedRecipients(db.read, id, { config }) : undefined;
  const rows = await listRecipients(db.read, id, { state: query.state, among }, after, limit + 1);
  const uids = rows.flatMap(({ uid }) => uid ?? []);
  const deliveryTo = await deliveriesOfMessage(db.read, id, uids, { config, now: timestamp(now) });
  const unreached = uids.filter((uid) => deliveryTo(uid)?.state === 'unreached');
  // Somebody may have left the team of the chief since.
  const own = new Set(await ownPeopleAmong(db.read, projectRole, unreached));
  const { owner, limited, scope } = projectRole;
  const contacts = await contactsFor(
    services,
    unreached.filter((uid) => own.has(uid)),
    { caller, pid: scope.pid, limited, readerOf: () => ({ isOwner: owner, isChief: !owner, isTeammate: false }) },
  );
  const present = ({ uid, name, state, reason, changed_at }: (typeof rows)[number]): MessageRecipient => {
    const contact = contacts.get(uid ?? '');
    const delivery = uid === null ? null : deliveryTo(uid);
    return { uid, name, state, reason, changed_at, delivery, ...(contact === undefined ? {} : { contact }) };
  };
  return { ...page(rows, present), ...(await countReached(db.read, id, { config })) };
}
