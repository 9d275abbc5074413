// First of all: a sign-in token must not stay in the address bar for longer than it takes to read it.
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

/** A second try helps when the way was blocked, not when the answer was no. */
const worthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiProblem && (error.status === 0 || error.status === 503);

const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection a call fails and says so; waiting for one in silence would look like a page that hangs.
    queries: { staleTime: 10_000, retry: worthRetrying, networkMode: 'always' },
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

// The rule may have come while the page was open; what the person is told of themselves then says so.
onRightsWithheld(() => {
  if (queryClient.getQueryData(meQuery.queryKey)?.rights_withheld === false)
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
});

// After an upgrade of the service the files that an open page would load next are gone; the new page knows their names.
// A page that has only just been loaded would not get better by loading it again.
window.addEventListener('vite:preloadError', (event) => {
  if (performance.now() < 10_000) return;
  event.preventDefault();
  window.location.reload();
});

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
