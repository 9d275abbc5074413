import type { ContactDetails } from '../../../client/client.ts';

/** The parts of a listed person that say how to reach them; missing where the caller may not see them. */
export type Reachable = { email?: string; contact?: ContactDetails };

export const hasContact = ({ email, contact }: Reachable): boolean =>
  email !== undefined || (contact !== undefined && (contact.phone !== '' || contact.handles.length > 0));
