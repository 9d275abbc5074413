import { existsSync } from 'node:fs';

/** The headless shell comes first: browser tests take a third less time with it. */
const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

export const chromiumPath = (): string | undefined =>
  programs.map((program) => `/usr/bin/${program}`).find((path) => existsSync(path));

/** The headless shell keeps no pages for Back. */
export const wholeChromium = '/usr/bin/chromium';
export const hasWholeChromium = (): boolean => existsSync(wholeChromium);

/** No network requests of its own, no screen, no sandbox user. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
