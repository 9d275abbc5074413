import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { StrictMode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { directionOf } from '../locales/direction.ts';
import type { Router } from './routes.tsx';
import { Toasts } from './features/web/toasts.tsx';
import { theme } from './ui/theme.ts';

type AppProps = { i18n: i18n; queryClient: QueryClient; router: Router };

/** The whole application. The server renders the same elements, so that the browser can take them over. */
export function App({ i18n, queryClient, router }: AppProps) {
  return (
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <DirectionProvider initialDirection={directionOf(i18n.language)}>
          <MantineProvider theme={theme} withCssVariables={false} defaultColorScheme="auto">
            <QueryClientProvider client={queryClient}>
              <Toasts />
              <RouterProvider router={router} />
            </QueryClientProvider>
          </MantineProvider>
        </DirectionProvider>
      </I18nextProvider>
    </StrictMode>
  );
}
