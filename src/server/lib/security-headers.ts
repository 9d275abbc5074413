/** Every response has these. They are constants because they do not depend on the request. */
const common = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

export const apiHeaders: Readonly<Record<string, string>> = {
  ...common,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Scripts only from our own files. Inline styles are allowed because the component library sets them. */
const pagePolicy = (scriptHashes: readonly string[]) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

/** The policy of pages with scripts of these hashes in their HTML. */
export const pageHeadersWith = (scriptHashes: readonly string[]): Readonly<Record<string, string>> => ({
  ...common,
  'content-security-policy': pagePolicy(scriptHashes),
});

/** The desk of a device reads QR codes: with the camera, and with a reader in WebAssembly. */
export const deskHeadersWith = (scriptHashes: readonly string[]): Readonly<Record<string, string>> => ({
  ...pageHeadersWith([...scriptHashes, "'wasm-unsafe-eval'"]),
  'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
});

export const pageHeaders = pageHeadersWith([]);

/** HSTS only when the service is reached by https. */
export const transportHeaders = (baseUrl: string): Record<string, string> =>
  baseUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};
