/** Answers of the API that the signed-in person has read, for offline use. */
import { savedAt, savedCache } from './names.ts';

const mePath = '/api/me';
const maxAnswers = 200;
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

/** Rises when who is signed in may have changed: an answer that was asked for before must not be saved after it. */
let era = 0;
/** Calls that may change who is signed in and are not answered yet. */
let changing = 0;

async function forget(): Promise<void> {
  era += 1;
  await caches.delete(savedCache);
}

/** For calls that sign somebody in or out: nothing is saved until they are answered. */
export async function withChange(call: () => Promise<Response>): Promise<Response> {
  changing += 1;
  await forget();
  try {
    return await call();
  } finally {
    await forget();
    changing -= 1;
  }
}

/** Asks the network, and takes a saved answer only if there is none. */
export async function freshOrSaved(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
  const asked = era;
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    const saved = await findSaved(request);
    if (saved !== undefined) return saved;
    if (new URL(request.url).pathname === mePath) return nobody();
    throw error;
  }
  waitUntil(keep(request, response.clone(), asked));
  return response;
}

/** Offline with nothing saved: the browser is treated as that of a visitor. */
const nobody = (): Response =>
  Response.json(
    { code: 'not_signed_in', title: 'Nothing was saved', status: 401 },
    { status: 401, headers: { 'content-type': 'application/problem+json', [savedAt]: new Date().toISOString() } },
  );

async function findSaved(request: Request): Promise<Response | undefined> {
  const found = await caches.match(request.url, { cacheName: savedCache });
  const isOld = found !== undefined && Date.now() - Date.parse(found.headers.get(savedAt) ?? '') > maxAgeMs;
  return isOld ? undefined : found;
}

async function keep(request: Request, response: Response, asked: number): Promise<void> {
  const { pathname } = new URL(request.url);
  const isMe = pathname === mePath;
  const person = isMe || response.status === 401 ? await savedPerson() : undefined;
  // The session has ended, also if it was ended elsewhere.
  if (response.status === 401 && person !== undefined) await forget();
  // The person may no longer see it, such as a deputy whose time is over.
  if (response.status === 403 || response.status === 404) await remove(request.url);
  // That nobody is signed in is worth knowing, too: without it no page could be shown.
  if (response.status !== 200 && !(isMe && response.status === 401)) return;
  const body = await response.blob();
  if (isMe && person !== undefined && response.status === 200 && (await uidIn(body)) !== person) {
    await forget();
    // This answer is the first one of the new person.
    return store(request.url, body, response);
  }
  if (asked === era && changing === 0) await store(request.url, body, response);
}

async function store(url: string, body: Blob, { status, headers }: Response): Promise<void> {
  const now = era;
  const kept = new Headers({ [savedAt]: new Date().toISOString() });
  for (const name of ['content-type', 'etag']) kept.set(name, headers.get(name) ?? '');
  const cache = await caches.open(savedCache);
  await cache.put(url, new Response(body, { status, headers: kept }));
  // Somebody signed out while it was being written.
  if (now !== era) await caches.delete(savedCache);
  // Without the answer that says whose they are, the saved answers could neither be shown nor be removed in time.
  const keys = (await cache.keys()).filter((key) => new URL(key.url).pathname !== mePath);
  await Promise.all(keys.slice(0, Math.max(0, keys.length - maxAnswers)).map((key) => cache.delete(key)));
}

const remove = async (url: string): Promise<void> => void (await (await caches.open(savedCache)).delete(url));

/** Whose answers are saved; undefined for a visitor's. */
async function savedPerson(): Promise<string | undefined> {
  const saved = await caches.match(mePath, { cacheName: savedCache });
  return saved?.status === 200 ? uidIn(await saved.blob()) : undefined;
}

async function uidIn(body: Blob): Promise<string> {
  const { uid } = JSON.parse(await body.text()) as { uid: string };
  return uid;
}
