import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { recordPrivateReads } from '../audit/audit.service.ts';
import { recordedToday } from '../audit/private-reads.service.ts';
import { lockPerson } from '../people/people.service.ts';
import type { Contact, ContactDetails } from '../private-data/contact.schema.ts';
import { openFields } from '../private-data/private.service.ts';
import { listContacts } from './contacts.queries.ts';

export type ContactServices = { db: Db; clock: Clock; keys: Keyring };

/** Who asks, in which project, and what they are to each person. With a limited credential nothing is shown. */
type Asking = { caller: string; pid: string; limited: boolean; readerOf: (uid: string) => Omit<Reader, 'isSelf'> };

const what = 'contact';

/**
 * The contact details that the caller may see of these people; no entry for the others. Each person whose phone number
 * or handles are shown finds it in their list of private reads, once per reader, project and day. One query, and one
 * more if there is something to show; the first look of a day also writes.
 */
export async function contactsFor(
  services: ContactServices,
  uids: readonly string[],
  { caller, pid, limited, readerOf }: Asking,
): Promise<Map<string, ContactDetails>> {
  if (limited) return new Map();
  const { db, keys } = services;
  const given = new Map(
    uids.length === 0 ? [] : (await listContacts(db.read, uids)).map((row) => [row.uid, row.fields]),
  );
  const visible = new Map<string, ContactDetails>();
  const shown: string[] = [];
  for (const uid of uids) {
    const { visible_to, phone, handles } = openContact(keys, uid, given.get(uid));
    if (!maySeeContact(visible_to, { ...readerOf(uid), isSelf: uid === caller })) continue;
    visible.set(uid, { phone, handles });
    if (uid !== caller && (phone !== '' || handles.length > 0)) shown.push(uid);
  }
  await recordOncePerDay(services, { caller, pid, shown });
  return visible;
}

/** The text of one cell of a table. */
export const handlesText = (handles: ContactDetails['handles']): string =>
  handles.map(({ service, name }) => `${service}: ${name}`).join('; ');

const openContact = (keys: Keyring, uid: string, fields = '{}'): Contact => openFields(keys, uid, 'contact', fields);

type Shown = { caller: string; pid: string; shown: readonly string[] };

async function recordOncePerDay({ db, clock }: ContactServices, { caller, pid, shown }: Shown): Promise<void> {
  if (shown.length === 0) return;
  const now = clock.now();
  const read = { actor: caller, pid, what, now };
  const seen = await recordedToday(db.read, shown, read);
  if (shown.every((uid) => seen.has(uid))) return;
  await db.transaction(async (trx) => {
    // Two pages that load at the same time wait here, and the second finds the entries of the first.
    await lockPerson(trx, caller);
    const before = await recordedToday(trx, shown, read);
    const subjects = shown.filter((uid) => !before.has(uid));
    await recordPrivateReads(trx, now, { actor: caller, subjects, pid, what });
  });
}

/** What the caller is to a person whose contact details they ask for. */
type Reader = { isSelf: boolean; isOwner: boolean; isChief: boolean; isTeammate: boolean };

const readers: Record<Contact['visible_to'], (reader: Reader) => boolean> = {
  owners: () => false,
  chiefs: ({ isChief }) => isChief,
  team: ({ isChief, isTeammate }) => isChief || isTeammate,
};

/** Owners of the project always see them; the person chooses who else does. */
const maySeeContact = (visibleTo: Contact['visible_to'], reader: Reader): boolean =>
  reader.isSelf || reader.isOwner || readers[visibleTo](reader);
