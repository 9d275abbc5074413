import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { clearPersonCache, meQuery } from '../people/queries.ts';
import { dropLinkToken } from './link-token.ts';
import { safePath, takeReturnPath } from './return-path.ts';

/**
 * After a sign-in: forgets the previous person and goes to the page that the new one wanted. A mailed link brings it
 * along, because it may be opened in another browser.
 */
export function useAfterSignIn(): (signedIn?: { next?: string | null }) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { next } = useSearch({ from: '/sign-in' });
  return async (signedIn) => {
    const kept = takeReturnPath();
    const path = safePath(signedIn?.next) ?? kept ?? next ?? '/';
    clearPersonCache(queryClient);
    const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    // The session is there, but the account is suspended: the page offers what is left to do.
    if (me === null) await router.navigate({ to: '/sign-in', search: { suspended: true }, replace: true });
    else await router.navigate({ href: path, replace: true });
    dropLinkToken();
  };
}
