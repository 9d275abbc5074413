import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { addSeconds, timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { recordPrivateReads } from '../../audit/audit.service.ts';
import { emergencySeconds } from '../../private-data/expiry.service.ts';
import { readPrivate } from '../../private-data/private.service.ts';
import { takesPart } from '../codes/codes.queries.ts';
import { findEnd, findNameOf, sharesContacts } from './emergency.queries.ts';
import type { EmergencyOf } from './emergency.schema.ts';

type Services = { db: Db; keys: Keyring };

const noSuchPerson = (): never => fail('not_found', { detail: 'There is no such person in this project' });

/** One person at a time. They find each look in their list of private reads. */
export async function lookUpEmergency(
  { db, keys }: Services,
  { projectRole: { scope }, caller, uid: actor, now }: Actor,
  uid: string,
): Promise<EmergencyOf> {
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const { ends_on, state } = await findEnd(trx, scope);
    // What people enter for a later event is not for the owners of an earlier one.
    const oldest = timestamp(addSeconds(now, -emergencySeconds)).slice(0, 10);
    if (state === 'archived' || (ends_on !== null && ends_on < oldest))
      fail('not_allowed', { detail: 'Emergency contacts can be seen until 30 days after the event' });
    if (!(await takesPart(trx, scope, uid))) noSuchPerson();
    const { name } = (await findNameOf(trx, uid)) ?? noSuchPerson();
    const { value, updated_at } = await readPrivate(trx, keys, uid, 'emergency');
    const isGiven = value.contacts.length > 0 || value.note !== '';
    if (!isGiven || updated_at === null || !(await sharesContacts(trx, scope, uid, updated_at)))
      return { uid, name, emergency: { contacts: [], note: '' }, updated_at: null };
    await recordPrivateReads(trx, now, { actor, subjects: [uid], pid: scope.pid, what: 'emergency' });
    return { uid, name, emergency: value, updated_at };
  });
}
