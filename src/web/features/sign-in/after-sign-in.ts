import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { forgetPerson, meQuery } from '../people/queries.ts';
import { dropLinkToken } from './link-token.ts';
import { takeReturnPath } from './return-path.ts';

/** What follows a successful sign-in: whoever was here before is forgotten, and the person goes where they wanted. */
export function useEnter(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { next } = useSearch({ from: '/sign-in' });
  return async () => {
    const path = takeReturnPath() ?? next ?? '/';
    forgetPerson(queryClient);
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    await router.navigate({ href: path, replace: true });
    dropLinkToken();
  };
}
