import { queryOptions } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import type {
  Address,
  Bank,
  Contact,
  DietaryHabits,
  Emergency,
  Profile,
  RealProfile,
  Resume,
} from '../../../client/client.ts';
import { bodyOf, call, ifMatch, read } from '../../api.ts';
import { affectedByProfile, meKeys, ownKeys, profileKeys, projectKeys, userKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Editable } from '../../ui/editing/editing.ts';

/** One of the records that people keep about themselves. */
export type OwnRecord<T> = Editable<T, T> & { name: string };

/** The person's own data says which private records are still missing. */
const affectedByPrivateRecord: readonly QueryKey[] = [meKeys.all, ownKeys.checklist];

export const profileRecord: OwnRecord<Profile> = {
  name: 'profile',
  load: () => read('get_profile', {}),
  save: (body, etag) => read('put_profile', { body, ...ifMatch(etag) }),
  affects: affectedByProfile,
};

export const resumeRecord: OwnRecord<Resume> = {
  name: 'resume',
  load: () => read('get_resume', {}),
  save: (body, etag) => read('put_resume', { body, ...ifMatch(etag) }),
  affects: [meKeys.all, userKeys.all],
};

export const realProfileRecord: OwnRecord<RealProfile> = {
  name: 'real-profile',
  load: () => read('get_real_profile', {}),
  save: (body, etag) => read('put_real_profile', { body, ...ifMatch(etag) }),
  affects: affectedByPrivateRecord,
};

export const addressRecord: OwnRecord<Address> = {
  name: 'address',
  load: () => read('get_address', {}),
  save: (body, etag) => read('put_address', { body, ...ifMatch(etag) }),
  affects: affectedByPrivateRecord,
};

export const bankRecord: OwnRecord<Bank> = {
  name: 'bank',
  load: () => read('get_bank', {}),
  save: (body, etag) => read('put_bank', { body, ...ifMatch(etag) }),
  affects: affectedByPrivateRecord,
};

/** `etag`: of the account that is shown, so that nobody confirms one that they have not seen. */
export const confirmBank: Change<string | undefined, unknown> = {
  run: (etag) => call('confirm_bank', ifMatch(etag)),
  affects: affectedByPrivateRecord,
};

export const dietaryHabitsRecord: OwnRecord<DietaryHabits> = {
  name: 'dietary-habits',
  load: () => read('get_dietary_habits', {}),
  save: (body, etag) => read('put_dietary_habits', { body, ...ifMatch(etag) }),
  // Forms about meals suggest them.
  affects: [...affectedByPrivateRecord, projectKeys.everything],
};

/** Contact details show wherever the people of a project are listed. */
export const contactRecord: OwnRecord<Contact> = {
  name: 'contact',
  load: () => read('get_contact', {}),
  save: (body, etag) => read('put_contact', { body, ...ifMatch(etag) }),
  affects: [projectKeys.everything],
};

export const emergencyRecord: OwnRecord<Emergency> = {
  name: 'emergency',
  load: () => read('get_emergency', {}),
  save: (body, etag) => read('put_emergency', { body, ...ifMatch(etag) }),
  affects: [],
};

/** Loaded each time the page is opened, and not again while somebody types into it. */
export const recordQuery = <T>({ name, load }: OwnRecord<T>) =>
  queryOptions({
    queryKey: profileKeys.record(name),
    queryFn: load,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const profileQuery = queryOptions({ ...recordQuery(profileRecord), select: bodyOf<Profile> });

/** The choices change with the service only. */
export const dietaryHabitsQuery = queryOptions({
  queryKey: profileKeys.dietaryHabits,
  queryFn: () => call('list_dietary_habits', { query: { limit: 200 } }),
  staleTime: Infinity,
});

/** A number that the organisers have, for somebody who has given none. */
export async function savePhone(phone: string): Promise<void> {
  const { body, etag } = await read('get_contact', {});
  if (body.phone === '') await call('put_contact', { body: { ...body, phone }, ...ifMatch(etag) });
}

/** Used where somebody without a name joins a team. */
export async function saveName(name: string): Promise<void> {
  const { body, etag } = await read('get_profile', {});
  await call('put_profile', { body: { ...body, name }, ...ifMatch(etag) });
}
