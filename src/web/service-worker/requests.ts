const slug = '[a-z0-9][a-z0-9_-]{0,63}';
const id = '[0-9A-Za-z_-]{1,64}';

/**
 * Answers that stay readable offline: what people look up at the event, with their own codes, and the roll call for those who
 * make it. Everything else is never saved: private data, answers to forms, payments, exports, secrets, and what else only
 * organisers see.
 */
const savable = new RegExp(
  `^/api/(?:${[
    'me(?:/(?:tasks|notices|invitations|applications|listings|announcements))?',
    'projects',
    `projects/${slug}`,
    `projects/${slug}/(?:attendances|forms|my-day|my-entitlements|my-room|roll-call|task-categories)`,
    `projects/${slug}/announcements(?:/${id})?`,
    `projects/${slug}/documents(?:/${id})?`,
    `projects/${slug}/tasks(?:/${id}(?:/attendees)?)?`,
    `projects/${slug}/teams(?:/${slug}(?:/(?:chiefs|members))?)?`,
    `members/${slug}`,
  ].join('|')})$`,
);

/** Who is signed in may change with these. */
const ofSession = /^\/api\/(?:sign-in|sign-out|not-me|email-reversal|me\/sessions)(?:\/|$)/;

/** These are no pages, but the API, files, and what other programs read. */
const notPages = /^\/(?:api|assets|icons|members|calendar|metrics|healthz|readyz)(?:\/|$)|\.\w+$/;

export type Handling = 'page' | 'file' | 'answer' | 'session' | 'network';

type Asked = { method: string; mode: string; path: string };

/** What the service worker does with a request. `network`: nothing. */
export function handlingOf({ method, mode, path }: Asked): Handling {
  const isErasure = method === 'DELETE' && path === '/api/me';
  if (isErasure || (ofSession.test(path) && (method !== 'GET' || mode === 'navigate'))) return 'session';
  if (method !== 'GET') return 'network';
  if (mode === 'navigate') return notPages.test(path) ? 'network' : 'page';
  if (/^\/(?:assets|icons)\//.test(path)) return 'file';
  return savable.test(path) ? 'answer' : 'network';
}
