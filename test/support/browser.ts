import { existsSync } from 'node:fs';

/** First the one without a desktop's parts: the browser tests take a third less time with it. */
const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

export const chromiumPath = (): string | undefined =>
  programs.map((program) => `/usr/bin/${program}`).find((path) => existsSync(path));

/** Nothing that asks the network on its own, and nothing that needs a screen or a user of its own. */
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
