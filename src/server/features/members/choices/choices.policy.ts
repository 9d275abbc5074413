import type { PeopleTable } from '../../../db/tables.ts';

/** Who is in the public listing of a project. */
export type ListingSetting = 'everyone' | 'agreed' | 'nobody';

type Choice = {
  /** The setting of the project. */
  listing: ListingSetting;
  /** The person's choice for the project. */
  listed: boolean | null;
  /** The setting in the person's profile, for all projects. */
  profile: PeopleTable['listing'];
};

/** The same rule as `isListed` in `db/memberships.ts`, for one person who may not be in a team yet. */
export function isShown({ listing, listed, profile }: Choice): boolean {
  if (profile === 'hidden' || listing === 'nobody') return false;
  return listing === 'everyone' ? listed !== false : listed === true;
}

/** What a notice to somebody who was added to a team says about the listing. */
export const howListed = (choice: Choice): 'no_list' | 'shown' | 'not_shown' =>
  choice.listing === 'nobody' ? 'no_list' : isShown(choice) ? 'shown' : 'not_shown';
