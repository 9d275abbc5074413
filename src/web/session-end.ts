import type { QueryClient } from '@tanstack/react-query';
import { onRightsWithheld, onSessionEnded } from './api.ts';
import { clearPersonCache, meQuery } from './features/people/queries.ts';
import type { Router } from './routes.tsx';

/** What the page does when the server no longer accepts the session, or its rights, that the page was loaded with. */
export function watchSession(queryClient: QueryClient, router: Router): void {
  const hasPersonalData = () => (queryClient.getQueryData(meQuery.queryKey) ?? null) !== null;

  onSessionEnded((end) => {
    if (!hasPersonalData()) return;
    const next = router.state.location.href;
    clearPersonCache(queryClient);
    void router.navigate({
      to: '/sign-in',
      search: end === 'suspended' ? { suspended: true } : { next, ended: true },
      replace: true,
    });
  });

  // Some browsers keep the page that somebody leaves in memory, and Back shows it as it was, also after they have signed
  // out: it is hidden, and loaded again.
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted && hasPersonalData()) document.documentElement.style.visibility = 'hidden';
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && hasPersonalData()) window.location.reload();
  });

  // Passkeys may have become required while the page was open; the person's own data says whether they are affected.
  onRightsWithheld(() => {
    if (queryClient.getQueryData(meQuery.queryKey)?.rights_withheld === false)
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  });
}
