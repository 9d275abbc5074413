import type { Contact } from '../private-data/contact.schema.ts';

/** What the caller is to a person whose contact details they ask for. */
export type Reader = { isSelf: boolean; isOwner: boolean; isChief: boolean; isTeammate: boolean };

const readers: Record<Contact['visible_to'], (reader: Reader) => boolean> = {
  owners: () => false,
  chiefs: ({ isChief }) => isChief,
  team: ({ isChief, isTeammate }) => isChief || isTeammate,
};

/** Owners of the project always see them; the person chooses who else does. */
export const maySeeContact = (visibleTo: Contact['visible_to'], reader: Reader): boolean =>
  reader.isSelf || reader.isOwner || readers[visibleTo](reader);
