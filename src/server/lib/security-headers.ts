/** Sent with every response. Constants, because they do not depend on the request. */
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
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export const pageHeaders: Readonly<Record<string, string>> = { ...common, 'content-security-policy': pagePolicy };

/** HSTS only when the service is reached by https. */
export const transportHeaders = (baseUrl: string): Record<string, string> =>
  baseUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};
