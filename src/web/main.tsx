// First, so that a sign-in token does not stay in the address bar while the rest loads.
import { watchForLinkToken } from './features/sign-in/link-token.ts';
import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem, onRightsWithheld, onSessionEnded } from './api.ts';
import { forgetPerson, meQuery } from './features/people/queries.ts';
import { makeRouter } from './routes.tsx';
import { startI18n } from './ui/i18n.ts';
import './ui/styles.css';
import { cssVariables, theme } from './ui/theme.ts';

/** Retrying helps without a connection or when the server is busy, not after an error in the request. */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiProblem && (error.status === 0 || error.status === 503);

const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection a call fails with an error; a paused one would look like a page that hangs.
    queries: { staleTime: 10_000, retry: shouldRetry, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
const router = makeRouter(queryClient);

watchForLinkToken();

onSessionEnded((end) => {
  if ((queryClient.getQueryData(meQuery.queryKey) ?? null) === null) return;
  const next = router.state.location.href;
  forgetPerson(queryClient);
  void router.navigate({
    to: '/sign-in',
    search: end === 'suspended' ? { suspended: true } : { next, ended: true },
    replace: true,
  });
});

// Passkeys may have become required while the page was open; the person's own data says whether they are affected.
onRightsWithheld(() => {
  if (queryClient.getQueryData(meQuery.queryKey)?.rights_withheld === false)
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
});

// After an upgrade the files that an open page would load next no longer exist, so it is loaded again.
// Loading again does not help a page that was loaded a moment ago.
window.addEventListener('vite:preloadError', (event) => {
  if (performance.now() < 10_000) return;
  event.preventDefault();
  window.location.reload();
});

const workerDelayMs = 1000;

await startI18n();
const element = document.querySelector('#root');
if (element !== null) {
  createRoot(element).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <Notifications position="bottom-center" />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

/** Not before the page has loaded, and in a file of its own: nothing of it may delay the page. */
function startWorkerLater(): void {
  setTimeout(() => void import('./service-worker.ts').then(({ startWorker }) => startWorker()), workerDelayMs);
}
if (document.readyState === 'complete') startWorkerLater();
else window.addEventListener('load', startWorkerLater, { once: true });
