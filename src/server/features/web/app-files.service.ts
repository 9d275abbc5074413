import type { Config } from '../../config.ts';

/** The colours of the page, so that the window looks like it from the first moment on. */
const background = '#faf9f6';
const theme = '#1d6a5f';

const icon = (src: string, sizes: string, purpose: 'any' | 'maskable') => ({
  src: `/icons/${src}`,
  sizes,
  type: src.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
  purpose,
});

/** What a browser needs to install the app. */
export const manifestOf = ({ appName }: Config) => ({
  id: '/',
  name: appName,
  short_name: appName,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: background,
  theme_color: theme,
  icons: [
    icon('icon-192.png', '192x192', 'any'),
    icon('icon-512.png', '512x512', 'any'),
    icon('icon.svg', 'any', 'any'),
    icon('maskable-512.png', '512x512', 'maskable'),
  ],
});

/** Takes the place of the service worker when the operator turns it off: removes itself and all that was saved. */
export const selfDestroyingWorker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const remove = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
  };
  event.waitUntil(remove());
});
`;
